// Pages of `ferz export html`, opened from disk without network, in Chromium and in Firefox, and played by clicks. After each ply the
// FEN is that of the native program.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { after, before, test } from "node:test";

import { Native, missing, program } from "./native.mjs";

const run = promisify(execFile);

/** Variants of different kinds; further ones are drawn by lot. */
const VARIANTS = [
  "chess", "crazyhouse", "shogi", "xiangqi", "duck", "seirawan", "glinski", "cylinder", "raumschach", "alice", "janggi", "chu",
];
const WANTED = Number(process.env.FERZ_PAGES ?? 4);
const PLIES = Number(process.env.FERZ_PLIES ?? 12);
/** The largest size of a page, in bytes. */
const LARGEST = 2.5e6;

let seed = Number(process.env.FERZ_SEED ?? 45);
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Starts a browser without network. Returns its way to open a page, and its end. */
const BROWSERS = {
  async Chromium() {
    const { chromium: driver } = await import("playwright-core");
    const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
    const context = await browser.newContext({ offline: true });
    return { open: () => context.newPage(), close: () => browser.close() };
  },
  async Firefox() {
    const { default: driver } = await import("puppeteer-core");
    const extraPrefsFirefox = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9 };
    const browser = await driver.launch({ browser: "firefox", executablePath: firefox, headless: true, extraPrefsFirefox });
    return { open: () => browser.newPage(), close: () => browser.close() };
  },
};
const PROGRAMS = { Chromium: [chromium, "playwright-core"], Firefox: [firefox, "puppeteer-core"] };

async function absent(name) {
  const [path, driver] = PROGRAMS[name];
  if (!existsSync(path)) return `SKIPPED: there is no ${path}`;
  return import(driver).then(() => false, () => `SKIPPED: ${driver} is not installed (npm install)`);
}

let folder;
let native;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ferz-pages-"));
  if (!missing) native = new Native();
});
after(async () => {
  native?.close();
  await rm(folder, { recursive: true });
});

/** Makes a move in a page by clicks. Runs in the page. */
async function click(number) {
  const board = document.querySelector("ferz-board");
  const root = board.shadowRoot;
  const worker = await board.constructor.worker;
  const { moves } = await worker.request({ do: "moves", texts: "steps", variant: board.source, play: board.played });
  if (board.end !== null || moves.length === 0) return null;
  const { uci, steps } = moves[number % moves.length];
  const made = new Promise((resolve, reject) => {
    board.addEventListener("ferz-move", ({ detail }) => resolve(detail), { once: true });
    board.addEventListener("ferz-error", ({ detail }) => reject(detail), { once: true });
  });
  const buttons = () => [...root.querySelectorAll(".choices button")];
  const isBegun = () => root.querySelector('.chosen, [aria-pressed="true"]') !== null;
  const press = (step) => {
    if (typeof step === "string") {
      const square = root.querySelector(`.board .square[data-square="${step}"]`);
      return square.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    }
    const held = () => root.querySelector(`.hand [data-hand="${step.hand}"]`);
    const label = step.pass ? "Pass" : (step.piece ?? step.hand ?? step.rule.replaceAll("_", " "));
    const named = [...root.querySelectorAll(".choices button, .hand button")].filter((one) => one.textContent.trim() === label);
    const button = named[0] ?? held();
    button.click();
  };
  for (const [index, step] of steps.entries()) {
    if (index > 0 && !isBegun()) break;
    press(step);
  }
  if (isBegun()) buttons().find((one) => [uci, "stop here", "as it is"].includes(one.textContent)).click();
  const { uci: played, fen } = await made;
  return { wanted: uci, played, fen };
}

/** Waits until the board is shown. Runs in the page. */
async function shown() {
  const begun = performance.now();
  while (document.querySelector("ferz-board")?.fen === undefined) {
    if (performance.now() - begun > 120_000) throw new Error(document.body.innerText);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function play(page, variant) {
  const played = [];
  for (let ply = 0; ply < PLIES; ply++) {
    const made = await page.evaluate(click, random(1 << 20));
    if (made === null) break;
    assert.equal(made.played, made.wanted, `${variant}, ply ${ply + 1}`);
    played.push(made.played);
    const [answer] = await native.answers([{ do: "play", variant, play: played }]);
    assert.equal(made.fen, JSON.parse(answer).fen, `${variant} after ${played.join(" ")}`);
  }
  assert.ok(played.length > 0);
}

for (const name of Object.keys(BROWSERS)) {
  const skip = missing || (await absent(name));
  test(`pages play by all rules from disk in ${name}`, { skip }, async (context) => {
    const { variants } = JSON.parse((await native.answers([{ do: "variants" }]))[0]);
    const shipped = variants.map((variant) => variant.name);
    const chosen = VARIANTS.filter((variant) => shipped.includes(variant)).slice(0, WANTED);
    while (chosen.length < WANTED) chosen.push(shipped[random(shipped.length)]);
    const browser = await BROWSERS[name]();
    try {
      for (const variant of chosen) {
        await context.test(variant, async () => {
          const file = join(folder, `${variant}.html`);
          await run(program, ["export", "html", variant, "-o", file, "--engine", "none", "--force"]);
          assert.ok((await stat(file)).size <= LARGEST, `${file} has ${(await stat(file)).size} bytes`);
          const page = await browser.open();
          const faults = [];
          page.on("pageerror", (error) => faults.push(error.message));
          await page.goto(pathToFileURL(file).href);
          await page.evaluate(shown);
          await play(page, variant);
          assert.deepEqual(faults, []);
          await page.close();
        });
      }
    } finally {
      await browser.close();
    }
  });
}
