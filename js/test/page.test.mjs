// Pages of `ferz export html`, opened from disk without network, in Chromium and in Firefox, and played with the mouse. After each ply the
// FEN is that of the native program. `shipped.mjs` does the same with all variants.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Native, missing } from "./native.mjs";
import { BROWSERS, LARGEST, Page, absent, written } from "./pages.mjs";
import { generator } from "./random.mjs";

/** Variants in which moves are chosen in different ways; further ones are drawn by lot. */
const VARIANTS = [
  "chess", "seirawan", "gale", "konane", "shogi", "crazyhouse", "xiangqi", "duck", "glinski", "cylinder", "raumschach", "alice",
];
const WANTED = Number(process.env.FERZ_PAGES ?? 4);
const PLIES = Number(process.env.FERZ_PLIES ?? 12);

const random = generator(Number(process.env.FERZ_SEED ?? 45));

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

/** The FEN after some moves, by the native program. */
async function fenAfter(variant, play) {
  return JSON.parse((await native.answers([{ do: "play", variant, play }]))[0]).fen;
}

async function play(page, variant) {
  const played = [];
  for (let ply = 0; ply < PLIES; ply++) {
    const made = await page.move(random(1 << 20));
    if (made === null) break;
    assert.equal(made.played, made.wanted, `${variant}, ply ${ply + 1}`);
    played.push(made.played);
    assert.equal(made.fen, await fenAfter(variant, played), `${variant} after ${played.join(" ")}`);
  }
  assert.ok(played.length > 0);
}

for (const name of Object.keys(BROWSERS)) {
  const skip = missing || (await absent(name));
  test(`pages play by all rules from disk in ${name}`, { skip }, async (context) => {
    const { variants } = JSON.parse((await native.answers([{ do: "variants" }]))[0]);
    const shipped = variants.map((variant) => variant.name);
    const chosen = VARIANTS.slice(0, WANTED);
    while (chosen.length < WANTED) chosen.push(shipped[random(shipped.length)]);
    const browser = await BROWSERS[name]();
    try {
      for (const variant of chosen) {
        await context.test(variant, async () => {
          assert.ok(shipped.includes(variant));
          const { file, size } = await written(folder, variant);
          assert.ok(size <= LARGEST, `${file} has ${size} bytes`);
          const page = await Page.open(browser, file);
          await play(page, variant);
          assert.deepEqual(page.faults, []);
          await page.close();
        });
      }
      await context.test("the engine answers", async () => {
        const { file } = await written(folder, "chess", "black");
        const page = await Page.open(browser, file);
        await page.move(0);
        await page.wait(2);
        const { played, fen } = await page.state();
        assert.equal(fen, await fenAfter("chess", played));
        assert.deepEqual(page.faults, []);
        await page.close();
      });
    } finally {
      await browser.close();
    }
  });
}
