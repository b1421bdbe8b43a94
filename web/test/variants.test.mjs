// Variants of all kinds, played by clicks. After each ply the FEN is that of the native program.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Native, browser, choose, open, serve, settled, skip as absent } from "./site.mjs";
import { generator } from "../../js/test/random.mjs";

const VARIANTS = [
  "chess", "crazyhouse", "shogi", "chu-shogi", "xiangqi", "janggi", "duck", "seirawan", "cylinder", "torus", "glinski", "mccooey",
  "raumschach", "alice", "bughouse", "draughts", "russian-draughts", "turkish-draughts", "marseillais", "progressive1", "doublemove1",
  "amazons", "ataxx", "atomic", "chess960", "grand", "capablanca", "placement", "minishogi", "torishogi", "dobutsu", "sittuyin", "makruk",
  "konane", "rococo", "metamachy", "pacosako", "hostage", "rifle", "jungle", "surakarta", "tablut", "lines-of-action", "apocalypse",
  "shafran", "courier", "wildebeest", "omega", "spartan", "shako", "monster", "horde", "racingkings", "3check", "antichess", "dameo",
  "interweave", "koopa", "flipello", "clobber", "pocketknight", "kyotoshogi",
];
const WANTED = Number(process.env.FERZ_WEB_VARIANTS ?? 40);
const PLIES = Number(process.env.FERZ_WEB_PLIES ?? 40);
const skip = absent || (Native.isThere ? false : "SKIPPED: there is no native program (cargo build --release)");

const random = generator(Number(process.env.FERZ_SEED ?? 44));

let chromium;
let site;
let page;
let native;
const faults = [];

before(async () => {
  if (skip) return;
  site = await serve();
  chromium = await browser();
  native = new Native();
  const context = await chromium.newContext({ viewport: { width: 1500, height: 1000 } });
  page = await open(context, site.address, faults);
});

after(async () => {
  native?.close();
  await chromium?.close();
  site?.close();
});

test("variants are played by clicks", { skip }, async (context) => {
  const { variants } = await native.ask({ do: "variants" });
  const shipped = new Set(variants.map(({ name }) => name));
  const named = VARIANTS.filter((name) => shipped.has(name));
  const others = variants.map(({ name }) => name).filter((name) => !named.includes(name));
  while (named.length < WANTED) named.push(...others.splice(random(others.length), 1));
  for (const name of named.slice(0, WANTED)) await context.test(name, () => play(name));
});

async function play(name) {
  await page.evaluate((name) => globalThis.workbench.openBuiltIn(name), name);
  await settled(page);
  const played = [];
  for (let ply = 0; ply < PLIES; ply++) {
    const moves = await page.evaluate(() => (globalThis.workbench.board.scene.end === null ? globalThis.workbench.board.scene.moves : []));
    if (moves.length === 0) break;
    const move = moves[random(moves.length)];
    await choose(page, move);
    const own = await page.evaluate(() => ({ fen: globalThis.workbench.game.fen, uci: globalThis.workbench.game.line.at(-1).uci }));
    assert.equal(own.uci, move.uci, `ply ${ply + 1}: ${JSON.stringify(move.steps)}`);
    played.push(own.uci);
    const answer = await native.ask({ do: "play", variant: name, play: played });
    assert.equal(own.fen, answer.fen, `after ${played.join(" ")}`);
  }
  assert.ok(played.length > 0);
}

test("nothing has failed", { skip }, () => assert.deepEqual(faults, []));
