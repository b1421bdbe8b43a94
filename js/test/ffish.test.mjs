// `ferz/ffish` by itself, and by the test file of ffish-es6, if that package and what its tests need are installed.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

import Module from "../ffish.js";

const ffish = await Module();

test("a board is played, in several notations", () => {
  const board = new ffish.Board();
  assert.equal(board.legalMoves().split(" ").length, 20);
  assert.equal(board.numberLegalMoves(), 20);
  assert.ok(board.push("e2e4"));
  assert.ok(!board.push("e2e4"));
  assert.ok(board.pushSan("e5"));
  assert.ok(board.pushSan("Ng1-f3", ffish.Notation.LAN));
  assert.equal(board.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  assert.equal(board.moveStack(), "e2e4 e7e5 g1f3");
  assert.equal(board.variationSan("b8c6 f1c4 g8f6"), "2...Nc6 3. Bc4 Nf6");
  assert.equal(board.variationSan("b8c6 f1c8"), "");
  board.pop();
  assert.deepEqual([board.turn(), board.gamePly(), board.fullmoveNumber(), board.halfmoveClock()], [true, 2, 2, 0]);
  board.delete();
});

test("hands, checks, results", () => {
  const board = new ffish.Board("crazyhouse", "rnb1kbnr/ppp1pppp/8/8/8/5q2/PPPP1PPP/RNBQKB1R/Pnp w KQkq - 0 4");
  assert.deepEqual([board.pocket(true), board.pocket(false)], ["p", "np"]);
  const mated = new ffish.Board();
  mated.pushSanMoves("f3 e5 g4 Qh4#");
  assert.deepEqual([mated.result(), mated.isGameOver(), mated.isCheck(), mated.checkedPieces()], ["0-1", true, true, "e1"]);
  assert.equal(new ffish.Board("chess", "3k4/8/8/8/8/8/2N5/3K4 w - - 0 1").result(), "1/2-1/2");
});

test("configurations are loaded, and their variants extend each other", () => {
  ffish.loadVariantConfig("[lone:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n[lone2:lone]\ncastling = false\n");
  assert.ok(ffish.variants().split(" ").includes("lone2"));
  assert.equal(new ffish.Board("lone").numberLegalMoves(), 15);
  assert.equal(new ffish.Board("lone2").numberLegalMoves(), 14);
});

/** The folder of Fairy-Stockfish's games and variants.ini, which its tests read. */
const files = process.env.FAIRY_STOCKFISH;
const require = createRequire(import.meta.url);

/** What differs on purpose, by the name of the test, with the reason. */
const DIFFERENT = {
  "it returns a verbose string representation of the board.": "the key is a hash of Fairy-Stockfish",
  "it returns all available header keys of the loaded game": "the order of the file instead of that of a hash table",
};

/** The tests of a file in the form of mocha. */
function collect(path, globals) {
  const found = [];
  const context = vm.createContext({
    ...globals,
    before: () => {},
    describe: (_, body) => body(),
    it: (name, body) => found.push({ name, body }),
  });
  vm.runInContext(readFileSync(path, "utf8"), context, { filename: path });
  return found;
}

function peer() {
  try {
    return { path: require.resolve("ffish-es6/test.js"), chai: require("chai") };
  } catch {
    return null;
  }
}

const found = peer();
const skip = found === null ? "SKIPPED: ffish-es6 and chai@4 are not installed (npm install)" : false;

test("the test file of ffish-es6", { skip }, async (context) => {
  // The file reads other files with callbacks; here they are called at once, so that a failure belongs to its test.
  const readFile = (path, _, callback) => {
    if (!existsSync(path)) return callback(new Error(`no ${path}`));
    callback(null, readFileSync(path, "utf8"));
  };
  const modules = { fs: { readFile } };
  const globals = {
    ffish: await Module(), chai: found.chai, console: { log() {} }, require: (name) => modules[name],
    srcDir: `${files}/src/`, pgnDir: `${files}/tests/pgn/`, WHITE: true, BLACK: false,
  };
  const tests = collect(found.path, globals);
  assert.ok(tests.length > 50);
  for (const { name, body } of tests) {
    const reads = files === undefined && /srcDir|pgnDir/.test(body.toString());
    await context.test(name, { skip: reads ? "SKIPPED: FAIRY_STOCKFISH names no folder with its files" : false }, () => {
      if (!(name in DIFFERENT)) return body();
      // A difference that is none any more has to leave the list.
      assert.throws(body, undefined, DIFFERENT[name]);
    });
  }
});
