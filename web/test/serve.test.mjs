// The page of `ferz serve`: the native engine, and the files of a folder with changes from two sides.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { Native, browser, noBrowser, open, press, program, settled } from "./site.mjs";

const skip = noBrowser || (Native.isThere ? false : "SKIPPED: there is no native program (cargo build --release)");
const FIRST = "name: Hunters\nextends: chess\n";
let folder;
let server;
let chromium;
let page;
const faults = [];
const file = () => join(folder, "hunters.yaml");

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "ferz-serve-"));
  await writeFile(file(), FIRST);
  server = spawn(program, ["serve", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve) => createInterface({ input: server.stdout }).once("line", resolve));
  chromium = await browser();
  page = await open(await chromium.newContext({ viewport: { width: 1360, height: 860 } }), /http:\S+/.exec(line)[0], faults);
});

after(async () => {
  await chromium?.close();
  server?.kill();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** Waits until the file on the disk has a text. */
async function written(wanted) {
  for (let round = 0; round < 100; round++) {
    const text = await readFile(file(), "utf8");
    if (text === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(await readFile(file(), "utf8"), wanted);
}

const text = () => page.evaluate(() => globalThis.workbench.editor.text);
const append = (more) => page.evaluate((more) => globalThis.workbench.editor.rewrite(globalThis.workbench.editor.text + more), more);

test("the file of the folder is open, and is played with the native engine", { skip }, async () => {
  assert.equal(await text(), FIRST);
  await press(page, "e2");
  await press(page, "e4");
  await page.waitForFunction(() => globalThis.workbench.drawn === 1);
});

test("a change is saved", { skip }, async () => {
  await append("# mine\n");
  await settled(page);
  await written(`${FIRST}# mine\n`);
});

test("a change of another program is shown", { skip }, async () => {
  await writeFile(file(), `${FIRST}# theirs\n`);
  await page.waitForFunction(() => globalThis.workbench.editor.text.endsWith("# theirs\n"));
});

test("of two changes, a person chooses one", { skip }, async () => {
  await writeFile(file(), `${FIRST}# theirs again\n`);
  await append("# mine again\n");
  await page.click("text=Write mine over it");
  await written(`${FIRST}# theirs\n# mine again\n`);
  assert.equal(await page.locator("dialog").count(), 0);
});

test("a pasted rules page has its findings in the margin", { skip }, async () => {
  await page.click('role=tab[name="Compare a page"]');
  const rules = "# Hunters\n\nThe knight moves like a rook.\n\nThe bishop moves diagonally any number of squares.\n";
  await page.fill('textarea[aria-label="A rules page"]', rules);
  await page.click('button.main:visible:text-is("Compare")');
  await page.waitForSelector(".lines .margin .claim");
  const found = await page.evaluate(() => [...document.querySelectorAll(".lines > li")].map((line) => ({
    text: line.querySelector(".said").textContent,
    verdicts: [...line.querySelectorAll(".margin .claim b")].map((one) => one.textContent),
  })));
  assert.deepEqual(found.map(({ text }) => text), rules.split("\n"));
  assert.ok(found[2].verdicts.includes("contradicted"), JSON.stringify(found));
  assert.ok(found[4].verdicts.includes("confirmed"), JSON.stringify(found));
  assert.deepEqual(found[0].verdicts, []);
});

test("nothing has failed", { skip }, () => {
  // Browsers print the answer that tells of the conflict.
  assert.deepEqual(faults.filter((fault) => !fault.includes("409")), []);
});
