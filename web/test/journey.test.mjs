// The way of a new user, who makes a variant with an own piece, a region and a rule, plays it, shares it, and opens the link.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { desk, middle, open, press, settled, skip } from "./site.mjs";

let chromium;
let page;
let close;
const faults = [];

before(async () => {
  if (!skip) ({ chromium, page, close } = await desk(faults));
});

after(() => close?.());

const text = () => page.evaluate(() => globalThis.workbench.editor.text);

test("a new variant begins", { skip }, async () => {
  await page.click("text=New >> nth=0");
  await page.fill("dialog input", "Hill Hunters");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Hill Hunters");
  assert.match(await text(), /extends: chess/);
});

test("a piece is designed by its squares, and added", { skip }, async () => {
  await page.click("role=tab[name=Piece]");
  for (const label of ["-1 right, 2 forward", "1 right, 2 forward", "0 right, 1 forward"]) await page.click(`.design button[aria-label="${label}"]`);
  // The squares that the notation reaches are shown, too.
  await page.waitForFunction(() => document.querySelectorAll('.design [data-manner="both"]').length === 3 && document.querySelector('input[aria-label="The notation"]').value.includes("W"));
  const betza = await page.inputValue('input[aria-label="The notation"]');
  const { moves } = await page.evaluate((betza) => globalThis.workbench.engine.ask({ do: "piece", betza, from: "e5", board: "9x9" }), betza);
  assert.deepEqual(moves.map(({ to }) => to).sort(), ["d7", "e6", "f7"]);
  await page.fill('input[aria-label="Name of the piece"]', "hunter");
  await page.fill('input[aria-label="Letter of the piece"]', "H");
  await page.click("text=Add to the file");
  await settled(page);
  assert.match(await text(), /hunter: ?\{symbol: H, moves: /);
});

test("it is put on the board, and the position becomes the setup", { skip }, async () => {
  await page.click("role=tab[name=Design]");
  await page.click(".tool .begin >> nth=0");
  await page.click('.palette button[aria-label="White hunter"]');
  await press(page, "b1");
  await page.waitForSelector('.board .piece[data-square="b1"][data-piece="hunter"]');
  await press(page, "g1");
  await page.waitForSelector('.board .piece[data-square="g1"][data-piece="hunter"]');
  await page.click("text=Write as setup");
  await settled(page);
  assert.match(await text(), /setup: .*RHBQKBHR/);
});

test("a region is painted by dragging", { skip }, async () => {
  await page.click("text=Paint a region");
  await page.click(".tool .begin >> nth=1");
  const [from, to] = [await middle(page, "d4"), await middle(page, "e4")];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
  await page.mouse.up();
  await page.click("text=Write the region");
  await settled(page);
  assert.match(await text(), /hill: d4 e4/);
});

test("a rule is mixed in", { skip }, async () => {
  await page.click("text=Mix in rules");
  await page.locator(".tick", { hasText: "Atomic" }).first().click();
  await settled(page);
  assert.match(await text(), /extends: \[ ?chess, rules\/atomic ?\]/);
});

test("problems have fixes to press", { skip }, async () => {
  await page.click("role=tab[name=File]");
  await page.evaluate(() => globalThis.workbench.editor.rewrite(`${globalThis.workbench.editor.text}descripton: A test\n`));
  await settled(page);
  await page.click(".problems .fix >> nth=0");
  await settled(page);
  assert.match(await text(), /description: A test/);
  assert.equal(await page.locator(".problems .row.error").count(), 0);
});

test("it is played by clicks, by a drag and by keys", { skip }, async () => {
  const fen = () => page.evaluate(() => globalThis.workbench.game.fen);
  await press(page, "e2");
  await press(page, "e4");
  await page.waitForFunction(() => globalThis.workbench.drawn === 1);
  await page.mouse.move(...(await middle(page, "e7")));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, "e5")), { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => globalThis.workbench.drawn === 2);
  // The cursor begins on the first square with a move.
  await page.focus(".board");
  await page.evaluate(() => globalThis.workbench.board.cancel());
  for (const key of ["ArrowUp", "Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => globalThis.workbench.game.ply >= 2);
  assert.match(await fen(), /4p3\/4P3/);
  assert.ok((await page.locator(".moves button").count()) >= 2);
});

test("a refused move says why", { skip }, async () => {
  await page.evaluate(() => globalThis.workbench.go(2));
  await page.waitForFunction(() => globalThis.workbench.drawn === 2);
  await page.click("role=tab[name=Moves]");
  await press(page, "a1");
  await press(page, "a5");
  await page.waitForSelector(".why li");
  assert.match(await page.textContent(".why"), /a1a5/);
});

test("a link opens in a fresh profile with the file and the game", { skip }, async () => {
  await page.click("text=Share");
  const link = await page.inputValue("dialog input");
  await page.keyboard.press("Escape");
  const context = await chromium.newContext();
  const other = await open(context, link, faults);
  assert.equal(await other.evaluate(() => globalThis.workbench.editor.text), await text());
  assert.equal(await other.evaluate(() => globalThis.workbench.game.ply), 2);
  await context.close();
});

test("files stay, and the page works without a network", { skip }, async () => {
  await page.evaluate(() => globalThis.workbench.save());
  const own = await text();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await settled(page);
  assert.equal(await text(), own);
  await page.context().setOffline(false);
});

test("nothing has failed", { skip }, () => assert.deepEqual(faults, []));
