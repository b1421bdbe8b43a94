// Pages of `ferz export diagram` in Chromium: the script of chessvariants.com marks the moves that `ferz batch` gives for the same piece
// and position. `.ci/long diagrams` runs it, because the script is not part of this project and has to be at hand:
//
//   FERZ_BETZA_JS=FILE   the script, betza.js of https://www.chessvariants.com/page/MSinteractive-diagrams by H. G. Muller;
//                        without it, the script of the site is loaded
//   FERZ_ONLY=a,b        only these variants
//   FERZ_TRIALS=20       random positions for each piece
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { Native, missing, program } from "./native.mjs";
import { absent, chromium } from "./pages.mjs";
import { generator } from "./random.mjs";

const run = promisify(execFile);

/**
 * Variants with many kinds of moves. Their boards have no holes, because a request about a piece knows none; and no joined edges, because
 * versions of the script run for ever along an empty rank that joins itself.
 */
const VARIANTS = [
  "chess", "capablanca", "grand", "berolina", "knightmate", "shatranj", "makruk", "courier", "chaturanga", "almost",
  "amazon", "chigorin", "coregal", "nightrider", "grasshopper", "newzealand", "spartan", "orda", "empire", "synochess",
  "shako", "gothic", "janus", "chancellor", "wildebeest", "centaur", "modern", "chess960", "crazyhouse", "shogi",
  "xiangqi", "minishogi", "losalamos", "janggi", "tencubed", "opulent", "elgam", "metamachy", "shinobi", "chak",
];
const TRIALS = Number(process.env.FERZ_TRIALS ?? 20);
const SITE = "https://www.chessvariants.com/membergraphics/MSinteractive-diagrams/betza.js";
const script = process.env.FERZ_BETZA_JS === undefined ? SITE : pathToFileURL(process.env.FERZ_BETZA_JS).href;

const isAtHand = () => fetch(SITE, { signal: AbortSignal.timeout(10_000) }).then(({ ok }) => ok, () => false);
const skip =
  missing || (await absent("Chromium")) ||
  (script !== SITE || (await isAtHand()) ? false : "SKIPPED: FERZ_BETZA_JS is not set, and chessvariants.com cannot be reached");

const random = generator(Number(process.env.FERZ_SEED ?? 45));

let folder;
let native;
let browser;
before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "ferz-diagrams-"));
  native = new Native();
  browser = await (await import("playwright-core")).chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
});
after(async () => {
  native?.close();
  await browser?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const square = (file, rank) => `${String.fromCharCode(97 + file)}${rank + 1}`;

/* global files, ranks, nType, names, moves, royal, board, Display, BadZone -- variables of the script */

/** What the script knows of the game. Runs in the page. */
function told() {
  const pieces = [];
  for (let number = 1; number <= nType; number++) pieces.push({ number, name: names[number], moves: moves[number], royal: royal[number] === 1 });
  return { files, ranks, pieces, board: board.slice(0, ranks).map((rank) => rank.slice(0, files).map((piece) => piece & 2047)) };
}

/**
 * Puts pieces on the board of each position, presses the mouse on one of them, and returns the squares that are marked as its moves,
 * and those that it cannot enter. Runs in the page.
 */
function marked(positions) {
  const cell = (x, y) => document.getElementById(`0y${y}y${x}`);
  const all = [...Array(files * ranks)].map((_, at) => [at % files, Math.floor(at / files)]);
  // The selected piece, a first part of a move, and castling.
  const others = ["rgb(128, 255, 128)", "rgb(0, 255, 255)", "rgb(0, 160, 0)"];
  return positions.map(({ placed, file, rank }) => {
    for (const [x, y] of all) board[y][x] = placed[y][x];
    // Nothing is selected, and no pawn has just made two steps.
    globalThis.xx = globalThis.px = globalThis.ex = globalThis.flagX = -1;
    Display();
    const plain = all.map(([x, y]) => cell(x, y).style.backgroundColor);
    cell(file, rank).dispatchEvent(new MouseEvent("mousedown", { bubbles: true, button: 0 }));
    const colour = ([x, y]) => cell(x, y).style.backgroundColor;
    const found = all.filter((place, at) => colour(place) !== plain[at] && !others.includes(colour(place)));
    const [type, side] = [placed[rank][file] & 511, placed[rank][file] & 1024];
    const bad = all.filter(([x, y]) => typeof BadZone === "function" && BadZone(x, y, type, side));
    return { found, bad };
  });
}

/** A random position around one piece: other pieces have moved and are not royal. */
function position(game, piece) {
  const placed = game.board.map((rank) => rank.map((known) => (known === 250 ? 250 : 0)));
  const others = game.pieces.filter(({ royal }) => !royal);
  const black = random(2) === 1;
  const virgin = random(2) === 1;
  for (let y = 0; y < game.ranks; y++) {
    for (let x = 0; x < game.files; x++) {
      if (placed[y][x] === 0 && others.length > 0 && random(10) < 3) {
        placed[y][x] = others[random(others.length)].number + 1024 * random(2) + 512;
      }
    }
  }
  const [file, rank] = [random(game.files), random(game.ranks)];
  placed[rank][file] = piece.number + (black ? 1024 : 0) + (virgin ? 0 : 512);
  return { placed, file, rank, black, virgin };
}

/** The request about the piece in a position. */
function request(about, betza, { placed, file, rank, black, virgin }) {
  const occupied = {};
  for (const [y, row] of placed.entries()) {
    for (const [x, other] of row.entries()) {
      if (other === 0 || (x === file && y === rank)) continue;
      occupied[square(x, y)] = (other & 1024) === 0 === !black ? "friend" : "enemy";
    }
  }
  const board = `${about.files}x${about.ranks}`;
  return { do: "piece", betza, board, topology: about.topology, side: black ? "black" : "white", from: square(file, rank), occupied, virgin };
}

/** The squares on which the moves end, apart from castling and from moves that capture elsewhere: the script marks these in steps. */
function ends({ moves: list }, from) {
  const plain = list.filter(({ to, castle, ep, captures }) => to !== from && !castle && !ep && (captures ?? []).every((one) => one === to));
  return new Set(plain.map(({ to }) => to));
}

/** The name of a piece as the script knows it. */
const plain = (name) => name.replaceAll(/[-:=]/g, " ").toLowerCase();

/** The notation of a piece in a diagram, without castling, as `ferz piece` reads it on a board with the same edges. */
const notation = ({ moves }) => moves.replace(/[a-z]*O\d*$/, "").replaceAll("o", "");

/** Compares a piece in random positions. Returns their number. */
async function comparePiece(page, about, game, piece) {
  const written = notation(piece);
  if (written === "") return 0;
  const known = about.pieces.find(({ name }) => plain(name) === piece.name);
  // Moves that hold on some squares only are added to the notation, and the diagram shows them in addition.
  const own = known === undefined || (written !== known.betza && written.startsWith(known.betza)) ? written : known.betza;
  const positions = Array.from({ length: TRIALS }, () => position(game, piece));
  const shown = await page.evaluate(marked, positions);
  for (const betza of new Set([written, own])) {
    const requests = positions.map((at) => request(about, betza, at));
    for (const [trial, answer] of (await native.answers(requests)).map((answer) => JSON.parse(answer)).entries()) {
      const { found, bad } = shown[trial];
      assert.ok(answer.ok, `${piece.name} ${betza}: ${answer.error?.message}`);
      const wanted = ends(answer, requests[trial].from);
      for (const [x, y] of bad) wanted.delete(square(x, y));
      const seen = found.map(([x, y]) => square(x, y));
      const what = `${piece.name}: ${piece.moves} in the diagram, ${betza} here; ${JSON.stringify(requests[trial])}`;
      assert.deepEqual(seen.toSorted(), [...wanted].toSorted(), what);
    }
  }
  return positions.length;
}

test(`diagrams of ${VARIANTS.length} variants show the moves of their pieces`, { skip }, async (context) => {
  for (const variant of process.env.FERZ_ONLY?.split(",") ?? VARIANTS) {
    await context.test(variant, async () => {
      const file = join(folder, `${variant}.html`);
      // The exit code is 1 if the diagram cannot say a rule.
      const exported = run(program, ["export", "diagram", variant, "-o", file, "--script", script]);
      const { stderr } = await exported.catch((error) => (assert.equal(error.code, 1), error));
      // Moves that versions of the script read in different ways are reported.
      const odd = [...stderr.matchAll(/the move `.*?` of `(.*?)` in all versions of its script/g)].map(([, name]) => plain(name));
      const [about] = (await native.answers([{ do: "about", variant }])).map((answer) => JSON.parse(answer));
      const page = await browser.newPage();
      const faults = [];
      page.on("pageerror", (error) => faults.push(error.message));
      await page.goto(pathToFileURL(file).href);
      await page.waitForSelector("#\\30y0y0", { state: "attached" });
      const game = await page.evaluate(told);
      assert.ok(!game.board.flat().includes(250), "a request about a piece knows no holes");
      let compared = 0;
      for (const piece of game.pieces.filter(({ name }) => !odd.includes(name))) compared += await comparePiece(page, about, game, piece);
      assert.deepEqual(faults, []);
      assert.ok(compared > 0, "nothing was compared");
      await page.close();
    });
  }
});
