// All built-in variants as pages of `ferz export html`, opened from disk without network in each browser, one after the other; and 40
// variants of different kinds played with the mouse. It takes minutes, so `npm test` and CI do not run it: `.ci/long pages` does.
//
//   FERZ_PLIES=40     how many plies are played in each of the 40 games
//   FERZ_ONLY=a,b     only these variants
import assert from "node:assert/strict";
import { mkdtemp, rm, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Native, missing } from "./native.mjs";
import { BROWSERS, LARGEST, Page, absent, written } from "./pages.mjs";
import { generator } from "./random.mjs";

/** Variants that differ in their boards, in how moves are chosen, in what is drawn, and in how rules are written. */
const PLAYED = [
  "chess", "grand", "crazyhouse", "shogi", "xiangqi", "janggi", "makruk", "sittuyin", "placement", "seirawan",
  "duck", "atomic", "chess960", "cylinder", "torus", "glinski", "brusky", "raumschach", "alice", "omega",
  "chu-shogi", "tai-shogi", "tenjiku-shogi", "torishogi", "minixiangqi", "metamachy", "dark", "marseillais", "baroque", "rococo",
  "draughts", "turkish-draughts", "amazons", "flipello", "tictactoe", "snailtrail", "konane", "pacosako", "rollerball", "circular",
];
const PLIES = Number(process.env.FERZ_PLIES ?? 40);
const only = process.env.FERZ_ONLY?.split(",");

const random = generator(Number(process.env.FERZ_SEED ?? 45));

let folder;
let native;
let shipped;
before(async () => {
  if (missing) return;
  folder = await mkdtemp(join(tmpdir(), "ferz-pages-"));
  native = new Native();
  shipped = (await ask([{ do: "variants" }]))[0].variants.map(({ name }) => name);
});
after(async () => {
  native?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** What the native program answers. */
async function ask(requests) {
  return (await native.answers(requests)).map((answer) => JSON.parse(answer));
}

/** Compares the lists of moves and the positions of a game in a page with those of the native program. */
async function compare(variant, game) {
  const plays = game.map((_, at) => game.slice(0, at + 1).map(({ played }) => played));
  const answers = await ask(plays.flatMap((play) => [{ do: "play", variant, play }, { do: "moves", variant, play }]));
  for (const [at, { fen, moves }] of game.entries()) {
    const [position, list] = answers.slice(2 * at, 2 * at + 2);
    assert.equal(fen, position.fen, `${variant} after ${plays[at].join(" ")}`);
    const known = list.end === null ? list.moves.map(({ uci }) => uci) : [];
    assert.deepEqual(moves.toSorted(), known.toSorted(), `${variant} after ${plays[at].join(" ")}`);
  }
}

/** Plays with the mouse, and begins a new game after each end, until enough plies are played. */
async function play(page, variant, plies) {
  for (let left = plies; left > 0; ) {
    const game = [];
    for (; left > 0; left--) {
      const made = await page.move(random(1 << 20));
      if (made === null) break;
      assert.equal(made.played, made.wanted, `${variant} after ${game.map(({ played }) => played).join(" ")}`);
      game.push(made);
    }
    assert.ok(game.length > 0, `${variant} has no move`);
    await compare(variant, game);
    if (left > 0) await page.again();
  }
}

/** Opens the pages of variants one after the other. */
async function each(context, browser, variants, act) {
  const opened = await BROWSERS[browser]();
  try {
    for (const variant of variants) {
      await context.test(variant, async () => {
        const { file, size } = await written(folder, variant);
        assert.ok(size <= LARGEST, `${file} has ${size} bytes`);
        const page = await Page.open(opened, file);
        try {
          await act(page, variant);
          assert.deepEqual(page.faults, []);
        } finally {
          await page.close();
          await unlink(file);
        }
      });
    }
  } finally {
    await opened.close();
  }
}

for (const name of Object.keys(BROWSERS)) {
  const skip = missing || (await absent(name));
  test(`every variant is shown from disk in ${name}`, { skip }, async (context) => {
    await each(context, name, only ?? shipped, async (page, variant) => {
      const [board, { fen }] = await ask([{ do: "board", variant }, { do: "status", variant }]);
      assert.equal((await page.state()).fen, fen);
      const { drawn, letters, held } = await page.pieces();
      const placed = Object.keys(board.pieces).length;
      // Joined edges show some squares twice.
      assert.ok(drawn >= placed && drawn + held > 0, `${drawn} pieces on the board, ${held} in hand`);
      assert.equal(letters, 0);
      assert.ok((await page.rules()) > 1000);
      await play(page, variant, 1);
    });
  });
  test(`${PLAYED.length} variants are played with the mouse in ${name}`, { skip }, async (context) => {
    for (const variant of PLAYED) assert.ok(shipped.includes(variant), variant);
    await each(context, name, only ?? PLAYED, (page, variant) => play(page, variant, PLIES));
  });
}
