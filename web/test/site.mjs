// Shared by the tests of the page: a server for web/dist, Chromium, and the native program.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const dist = process.env.FERZ_WEB_DIST ?? join(root, "dist");
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const program = process.env.FERZ ?? join(root, "../target/release/ferz");
const playwright = await import("playwright-core").catch(() => null);

/** Why there is no browser; `false` if there is one. */
export const noBrowser =
  playwright === null ? "SKIPPED: playwright-core is not installed (npm ci)"
  : !existsSync(chromium) ? `SKIPPED: there is no ${chromium}`
  : false;

/** Why tests of the page are skipped; `false` if they are not. */
export const skip =
  noBrowser !== false ? noBrowser
  : !existsSync(join(dist, "ferz.bin")) ? "SKIPPED: the page is not built (web/build)"
  : false;

const TYPES = {
  ".js": "text/javascript", ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
};

/** Starts a server for the page. The sizes of what it has sent are in `sent`. */
export async function serve() {
  const sent = new Map();
  // The page of a server that runs already.
  const address = process.env.FERZ_WEB_ADDRESS;
  if (address !== undefined) return { address, sent, close() {} };
  const server = createServer(async ({ url }, answer) => {
    const { pathname } = new URL(url, "http://localhost");
    try {
      const file = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      const body = await readFile(join(dist, file));
      sent.set(file, body);
      answer.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream").end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, sent, close: () => server.close() };
}

export function browser() {
  return playwright.chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
}

/** Opens the page, and fails for errors of its scripts. */
export async function open(context, address, faults = []) {
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  await settled(page);
  return page;
}

/** The first page of a test on a screen of a desk, with what closes it. Errors of its scripts are added to `faults`. */
export async function desk(faults) {
  const site = await serve();
  const chromium = await browser();
  const context = await chromium.newContext({ viewport: { width: 1360, height: 860 } });
  const page = await open(context, site.address, faults);
  const close = async () => {
    await chromium.close();
    site.close();
  };
  return { chromium, page, close };
}

/** Waits until the page has nothing left to do for the last change of the text. */
export async function settled(page) {
  await page.waitForFunction(() => globalThis.workbench.idle);
}

/** The middle of a square on the screen. */
export async function middle(page, square) {
  const place = await page.evaluate((square) => {
    const cell = document.querySelector(`.board .board > .square[data-square="${square}"]`) ?? document.querySelector(`.board .square[data-square="${square}"]`);
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, square);
  return place;
}

export async function press(page, square) {
  await page.mouse.click(...(await middle(page, square)));
}

/** Chooses a move as a player does: by squares, hands and buttons. */
export async function choose(page, { uci, steps }) {
  const before = await page.evaluate(() => globalThis.workbench.game.ply);
  for (const [index, step] of steps.entries()) {
    if (typeof step === "string") await press(page, step);
    else if (index === 0 && step.hand === undefined) await page.click(`.start[aria-label="${step.rule ?? "pass"}"]`);
    else if (step.hand !== undefined && index === 0) await page.click(`.held[data-hand="${step.hand}"]`);
    else await page.click(`.choices button[aria-label="${step.hand === undefined ? step.piece ?? step.rule : `${step.hand} from hand`}"]`);
    if (await page.evaluate(() => globalThis.workbench.board.path.length === 0)) break;
  }
  if (await page.evaluate(() => globalThis.workbench.board.path.length > 0)) {
    const named = page.locator(".choices button", { hasText: uci });
    if ((await named.count()) > 0) await named.first().click();
    else await page.locator(".choices button").filter({ hasText: /as it is|stop here/ }).click();
  }
  await page.waitForFunction((ply) => globalThis.workbench.game.ply > ply && globalThis.workbench.drawn === globalThis.workbench.game.ply, before);
}

/** The native program as a session of `ferz batch`. */
export class Native {
  static isThere = existsSync(program);
  #child = spawn(program, ["batch"], { stdio: ["pipe", "pipe", "inherit"] });
  #waiting = [];

  constructor() {
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#waiting.shift()(JSON.parse(line)));
  }

  ask(request) {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  close() {
    this.#child.stdin.end();
  }
}
