// Pages of `ferz export html` in browsers: opened from disk without network, and played with the mouse as a user would.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { program } from "./native.mjs";

const run = promisify(execFile);

/** The largest size of a page, in bytes. */
export const LARGEST = 2.5e6;

export const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Ways to start a browser without network. Each returns a way to open an empty page, and the end of the browser. */
export const BROWSERS = {
  async Chromium() {
    const { chromium: driver } = await import("playwright-core");
    const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
    const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 1000 } });
    return { open: () => context.newPage(), close: () => browser.close() };
  },
  async Firefox() {
    const { default: driver } = await import("puppeteer-core");
    const extraPrefsFirefox = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9 };
    const browser = await driver.launch({
      browser: "firefox", executablePath: firefox, headless: true, extraPrefsFirefox,
      defaultViewport: { width: 1200, height: 1000 },
    });
    return { open: () => browser.newPage(), close: () => browser.close() };
  },
};

const PROGRAMS = { Chromium: [chromium, "playwright-core"], Firefox: [firefox, "puppeteer-core"] };

/** The reason why a browser cannot be started, or `false`. */
export async function absent(name) {
  const [path, driver] = PROGRAMS[name];
  if (!existsSync(path)) return `SKIPPED: there is no ${path}`;
  return import(driver).then(() => false, () => `SKIPPED: ${driver} is not installed (npm install)`);
}

/** Writes the page of a variant into a folder. Returns its path and its size. */
export async function written(folder, variant, engine = "none") {
  const file = join(folder, `${variant}.html`);
  await run(program, ["export", "html", variant, "-o", file, "--engine", engine, "--force"]);
  return { file, size: (await stat(file)).size };
}

/** An exported page in a browser. */
export class Page {
  #page;
  /** Errors of the page and of its console, and addresses outside the page that it asked for. */
  faults = [];

  /** Opens a file, and waits until its board is shown. */
  static async open(browser, file) {
    const made = new Page();
    const page = (made.#page = await browser.open());
    page.on("pageerror", (error) => made.faults.push(error.message));
    page.on("console", (message) => ["error", "warning", "warn"].includes(message.type()) && made.faults.push(message.text()));
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(file|data|blob|about):/.test(url)) made.faults.push(`asked for ${url}`);
    });
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(shown);
    return made;
  }

  close() {
    return this.#page.close();
  }

  /** The state of the board: `fen`, `played`, `moves`, `end`. */
  state() {
    return this.#page.evaluate(() => {
      const { fen, played, moves, end } = document.querySelector("ferz-board");
      return { fen, played, moves, end };
    });
  }

  /** The pieces that are drawn and can be seen: their number, and how many of them are letters. */
  pieces() {
    return this.#page.evaluate(() => {
      const root = document.querySelector("ferz-board").shadowRoot;
      const size = (element) => element.getBoundingClientRect();
      const pieces = [...root.querySelectorAll(".board .piece")].filter((one) => size(one).width > 2 && size(one).height > 2);
      const letters = pieces.filter((one) => one.querySelector(".letters") !== null).length;
      const held = [...root.querySelectorAll(".hand button[data-hand]")].length;
      return { drawn: pieces.length, letters, held };
    });
  }

  /** Opens the rules by a click. Returns the length of their text. */
  async rules() {
    await this.#page.click("#ferz-rules > summary");
    return this.#page.evaluate(async () => {
      const frame = document.querySelector("#ferz-rules iframe");
      const begun = performance.now();
      while (frame.srcdoc === "" && performance.now() - begun < 30_000) await new Promise((done) => setTimeout(done, 10));
      return frame.srcdoc.length;
    });
  }

  /** Chooses the side that the engine plays. */
  async engine(side) {
    await this.#page.evaluate((side) => {
      const choice = document.getElementById("ferz-engine");
      choice.value = side;
      choice.dispatchEvent(new Event("change"));
    }, side);
  }

  /** Waits until so many moves are played. */
  async wait(plies) {
    await this.#page.evaluate(async (plies) => {
      const begun = performance.now();
      const board = document.querySelector("ferz-board");
      while (board.played.length < plies || board.moves.length === 0) {
        if (performance.now() - begun > 60_000) throw new Error(board.shadowRoot.querySelector(".status").textContent);
        await new Promise((done) => setTimeout(done, 20));
      }
    }, plies);
  }

  /** Makes one of the legal moves with the mouse. Returns `{wanted, played, fen, moves}`, or `null` at the end of the game. */
  async move(number) {
    const chosen = await this.#page.evaluate(choose, number);
    if (chosen === null) return null;
    const { uci, steps } = chosen;
    for (const [index, step] of steps.entries()) {
      if (index > 0 && (await this.#page.evaluate(isMade))) break;
      await this.#press(step);
    }
    // Several moves may have the same steps, and a move may be the beginning of another one.
    if (!(await this.#page.evaluate(isMade))) await this.#press({ texts: [uci, "stop here", "as it is"] });
    const made = await this.#page.evaluate(() => globalThis.ferzMade).catch((error) => {
      throw new Error(`${uci} by ${JSON.stringify(steps)}: ${error.message}`);
    });
    return { wanted: uci, ...made };
  }

  /** Begins a new game with the button. */
  async again() {
    await this.#press({ texts: ["New game"] });
    await this.#page.evaluate(async () => {
      const board = document.querySelector("ferz-board");
      while (board.played.length > 0 || board.moves.length === 0) await new Promise((done) => setTimeout(done, 5));
    });
  }

  async #press(step) {
    const place = await this.#page.evaluate(find, step);
    if (place === null) throw new Error(`there is nothing to click for ${JSON.stringify(step)}`);
    await this.#page.mouse.click(place.x, place.y);
  }
}

/** Waits until the board is shown. Runs in the page. */
async function shown() {
  const begun = performance.now();
  while (document.querySelector("ferz-board")?.fen === undefined) {
    if (performance.now() - begun > 120_000) throw new Error(document.body.innerText);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Chooses a move, and awaits it. Runs in the page. */
async function choose(number) {
  const board = document.querySelector("ferz-board");
  const worker = await board.constructor.worker;
  const { moves } = await worker.request({ do: "moves", texts: "steps", variant: board.source, play: board.played });
  if (board.end !== null || moves.length === 0) return null;
  globalThis.ferzMade = new Promise((resolve, reject) => {
    const told = ({ detail }) => resolve({ played: detail.uci, fen: detail.fen, moves: board.moves });
    board.addEventListener("ferz-move", told, { once: true });
    board.addEventListener("ferz-error", ({ detail }) => reject(new Error(detail.message)), { once: true });
    board.addEventListener("ferz-refused", ({ detail }) => reject(new Error(`refused: ${detail.reason}`)), { once: true });
    setTimeout(() => reject(new Error("the clicks have made no move")), 20_000);
  });
  return moves[number % moves.length];
}

/** Returns `true` if no more choices are open, so that the move is made. Runs in the page. */
function isMade() {
  const open = '.chosen, [aria-pressed="true"], .choices button';
  return document.querySelector("ferz-board").shadowRoot.querySelector(open) === null;
}

/** The place for a click, scrolled into view; `null` if there is none. Runs in the page. */
function find(step) {
  const root = document.querySelector("ferz-board").shadowRoot;
  const buttons = [...root.querySelectorAll("button")];
  const labelled = (text) => buttons.find((one) => one.textContent.trim() === text && one.closest(".choices, .hand, .controls"));
  let target;
  if (typeof step === "string") target = root.querySelector(`.board .square[data-square="${step}"]`);
  else if (step.texts !== undefined) target = step.texts.map(labelled).find((one) => one !== undefined);
  else if (step.pass) target = labelled("Pass");
  else if (step.hand !== undefined) {
    target = [...root.querySelectorAll(".choices button")].find((one) => one.textContent.trim() === step.hand);
    target ??= root.querySelector(`.hand [data-hand="${step.hand}"]:not([disabled])`);
  } else target = labelled(step.piece ?? step.rule.replaceAll("_", " "));
  if (target === undefined || target === null) return null;
  target.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = target.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
