// The way of a new user by the keyboard alone: a variant with an own piece, a region and a rule is made, played, shared and found again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { desk, open, settled, skip } from "./site.mjs";

let chromium;
let page;
let close;
const faults = [];
/** More presses of Tab than the page has places for them. */
const FAR = 400;

before(async () => {
  if (!skip) ({ chromium, page, close } = await desk(faults));
});

after(() => close?.());

const text = () => page.evaluate(() => globalThis.workbench.editor.text);
const key = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const at = (selector) => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);

/** Presses Tab until an element is in focus. The text is left by Escape and Tab. */
async function reach(selector) {
  await page.waitForSelector(selector);
  for (let presses = 0; presses < FAR; presses++) {
    if (await at(selector)) return;
    if (await at(".cm-content")) await key("Escape");
    await key("Tab");
  }
  assert.fail(`${selector} cannot be reached by Tab`);
}

async function press(selector) {
  await reach(selector);
  await key("Enter");
}

/** Chooses a tab by its name: arrow keys go from one to the next. */
async function choose(list, name) {
  await reach(`[aria-label="${list}"] [role=tab]`);
  for (let presses = 0; presses < 9 && !(await at(`#tab-${name}`)); presses++) await key("ArrowRight");
  assert.ok(await at(`#tab-${name}`), name);
}

/** Goes to a square of the board with the arrow keys. The page says where the cursor is. */
async function walk(square) {
  await reach(".boardbox > .board");
  const here = () => page.evaluate(() => /^[a-z]+\d+/.exec(document.getElementById("said")?.textContent ?? "")?.[0] ?? "");
  await key("ArrowUp");
  for (let steps = 0; steps < 40; steps++) {
    const now = await here();
    if (now === square) return;
    const [file, rank] = [square.charCodeAt(0) - now.charCodeAt(0), Number(square.slice(1)) - Number(now.slice(1))];
    await key(rank > 0 ? "ArrowUp" : rank < 0 ? "ArrowDown" : file > 0 ? "ArrowRight" : "ArrowLeft");
  }
  assert.fail(`${square} cannot be reached`);
}

async function pick(...squares) {
  for (const square of squares) {
    await walk(square);
    await key("Enter");
  }
}

const button = (label) => page.evaluate((label) => {
  document.querySelectorAll("[data-wanted]").forEach((one) => delete one.dataset.wanted);
  const found = [...document.querySelectorAll("button, summary")].find((one) => one.textContent.trim() === label && one.checkVisibility());
  if (found !== undefined) found.dataset.wanted = "yes";
  return found !== undefined;
}, label);

/** Presses the button with a label. */
async function pressNamed(label) {
  assert.ok(await button(label), `there is no button ${label}`);
  await press("[data-wanted]");
}

test("a new variant begins, and its text is typed", { skip }, async () => {
  await pressNamed("New");
  await page.waitForSelector("dialog input");
  assert.ok(await at("dialog input"));
  await page.keyboard.type("Key Hunters");
  await key("Enter");
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Key Hunters");
  await reach(".cm-content");
  await key("Control+End");
  await page.keyboard.type("descripton: Made by keys\n");
  await page.waitForFunction(() => globalThis.workbench.problems.length > 0);
  await press(".problems .fix");
  await settled(page);
  assert.match(await text(), /description: Made by keys/);
});

test("a piece is designed and put on the board", { skip }, async () => {
  await choose("The variant", "piece");
  for (const label of ["-1 right, 2 forward", "1 right, 2 forward"]) {
    await reach(`.design button[aria-label="${label}"]`);
    await key("Space");
  }
  await page.waitForFunction(() => document.querySelector('input[aria-label="The notation"]').value !== "");
  await reach('input[aria-label="Name of the piece"]');
  await page.keyboard.type("hunter");
  await reach('input[aria-label="Letter of the piece"]');
  await page.keyboard.type("H");
  await pressNamed("Add to the file");
  await settled(page);
  assert.match(await text(), /hunter: ?\{symbol: H, moves: /);
  await choose("The game", "design");
  await pressNamed("Begin");
  await press('.palette button[aria-label="White hunter"]');
  await pick("b1");
  await page.waitForSelector('.board .piece[data-square="b1"][data-piece="hunter"]');
  await pressNamed("Write as setup");
  await settled(page);
  assert.match(await text(), /setup: .*RHBQKBNR/);
});

test("a region is painted, and a rule is mixed in", { skip }, async () => {
  await pressNamed("Paint a region");
  await pressNamed("Begin");
  await pick("d4", "e4");
  await pressNamed("Write the region");
  await settled(page);
  assert.match(await text(), /hill: d4 e4/);
  await pressNamed("Mix in rules");
  await reach(".tick input");
  // The box in focus stays there when the text changes.
  await key("Space");
  await settled(page);
  assert.ok(await at(".tick input:checked"));
  assert.match(await text(), /extends: \[ ?chess, rules\//);
  await key("Space");
  await settled(page);
});

test("it is played, taken back and played on", { skip }, async () => {
  await pick("e2", "e4");
  await page.waitForFunction(() => globalThis.workbench.drawn === 1);
  await pick("e7", "e5");
  await page.waitForFunction(() => globalThis.workbench.drawn === 2);
  assert.match(await page.evaluate(() => globalThis.workbench.game.fen), /4p3\/4P3/);
});

test("it is shared by a link", { skip }, async () => {
  await pressNamed("Share");
  await page.waitForSelector("dialog input");
  const link = await page.inputValue("dialog input");
  await key("Escape");
  await page.waitForFunction(() => document.querySelector("dialog") === null);
  const context = await chromium.newContext();
  const other = await open(context, link, faults);
  assert.equal(await other.evaluate(() => globalThis.workbench.editor.text), await text());
  assert.equal(await other.evaluate(() => globalThis.workbench.game.ply), 2);
  await context.close();
});

test("the gallery opens a variant", { skip }, async () => {
  await pressNamed("Gallery");
  await page.waitForSelector(".card");
  await page.keyboard.type("grand");
  await press('.card[data-variant="grand"]');
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Grand Chess");
});

test("nothing has failed", { skip }, () => assert.deepEqual(faults, []));
