// The functions of the package in Node, with the engine alone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { FerzError, open } from "../index.js";
import { open as openFull } from "../full.js";
import { trap } from "./trap.mjs";
import { generator } from "./random.mjs";

const ferz = await open();
const chess = ferz.load("chess");

const fails = (fault, run) =>
  assert.throws(run, (error) => error instanceof FerzError && error.fault === fault && error.message.length > 0);

test("a game is played, taken back and written", () => {
  const game = chess.game();
  assert.equal(game.legalMoves.length, 20);
  game.push("e2e4").push("e5").push({ uci: "g1f3", san: "Nf3" });
  assert.equal(game.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  assert.deepEqual(game.line.map(({ uci, san }) => `${uci} ${san}`), ["e2e4 e4", "e7e5 e5", "g1f3 Nf3"]);
  assert.match(game.pgn({ tags: { White: "Anna" } }), /\[White "Anna"\][^]*1\. e4 e5 2\. Nf3 \*\n$/);
  game.pop(2);
  assert.deepEqual(game.played, ["e2e4"]);
  assert.equal(game.turn, "black");
  assert.throws(() => game.pop(2), RangeError);
});

test("a wrong move leaves the game as it was, also after moves that were not sent yet", () => {
  const game = chess.game();
  assert.ok(game.uciMoves.includes("e2e4"));
  game.push("e2e4");
  fails("move", () => game.push("e2e4"));
  assert.equal(game.push("c7c5").fen, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  fails("move", () => game.why("nonsense"));
  assert.equal(game.why("e2e4").legal, false);
  assert.deepEqual(game.played, ["e2e4", "c7c5"]);
});

test("more games are in use than the module keeps", () => {
  const games = Array.from({ length: 100 }, () => chess.game());
  games.forEach((game, index) => game.push(game.uciMoves[index % 20]));
  games.forEach((game, index) => {
    assert.equal(game.played.length, 1);
    assert.equal(game.pop().push(game.uciMoves[(index + 1) % 20]).uciMoves.length, 20);
  });
});

test("repetitions count in a game and not in a position", () => {
  const game = chess.game({ moves: ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] });
  assert.equal(game.end.result, "1/2-1/2");
  assert.equal(game.position.end, null);
});

test("errors have a kind and a place", () => {
  assert.throws(() => ferz.loadText("name: Oops\nextends: chess\nbord: 8\n"), { fault: "variant", line: 3, column: 1 });
  assert.throws(() => chess.game({ fen: "8/8/8/8/8/8/8/7X w - - 0 1" }), { fault: "position", column: 16 });
  assert.throws(() => ferz.piece("NQw", "a1"), { fault: "betza", column: 3 });
  fails("variant", () => ferz.load("ches"));
  fails("variant", () => ferz.load("/etc/passwd"));
  fails("request", () => ferz.request({ do: "perft", variant: "chess" }));
  // A quick build has everything in one module.
  if (!process.env.FERZ_JS_QUICK) {
    fails("request", () => chess.game().svg());
    fails("request", () => ferz.importIni("[lone:chess]"));
  }
  fails("limit", () => chess.game().perft(9, { seconds: 0.05 }));
  assert.equal(chess.game().perft(2), 400);
});

test("texts may extend each other", () => {
  const files = { "lone.yaml": "name: Lone\nextends: chess\nsetup: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n" };
  const text = "name: Mine\nextends: lone.yaml\npieces: {king: {moves: KN}}\n";
  assert.equal(ferz.loadText(text, files).game().uciMoves.length, 15 + 4);
});

test("an illegal move has its reason", () => {
  const why = chess.game().why("a1a5");
  assert.equal(why.legal, false);
  assert.match(why.reasons[0].message, /blocked/);
  assert.ok(why.reasons[0].line > 0);
});

test("the engine finds a mate, with progress", () => {
  const told = [];
  const game = chess.game({ fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" });
  const found = game.search({ depth: 3, onProgress: (progress) => told.push(progress.depth) });
  assert.equal(found.best.san, "Ra8#");
  assert.equal(found.mate, 1);
  assert.deepEqual(told, [...told].sort());
  assert.ok(told.length > 0);
});

test("all built-in variants are known by name", () => {
  const variants = ferz.variants();
  assert.ok(variants.length > 300);
  assert.ok(variants.every(({ name, title }) => name && title));
  assert.equal(ferz.load("Grand Chess").name, "grand");
});

test("the full build reads and writes settings of Fairy-Stockfish", async () => {
  const full = await openFull();
  const { variants } = full.importIni("[lone:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n");
  assert.equal(ferz.loadText(variants[0].yaml).game().uciMoves.length, 18);
  assert.match(full.load("berolina").exportIni("mine"), /^\[mine\]/);
});

test("the full build has pictures and pages", async () => {
  const grand = (await openFull()).load("grand");
  assert.match(grand.game().svg({ lastMove: ["e3", "e5"], size: 300 }), /^<svg[^]*data-marked="e5"/);
  assert.match(grand.rulesPage(), /<html/);
  assert.match(grand.rulesPage("markdown"), /^# /);
  const { claims } = grand.checkPage("The bishop moves any number of squares diagonally.", "page.txt");
  assert.equal(claims[0].verdict, "confirmed");
});

test("a trap becomes an error, and the next request is answered", async () => {
  // A module with the functions of Ferz, whose `ferz_answer` fails the first time in each instance.
  const broken = await open({ wasm: trap() });
  assert.throws(() => broken.variants(), { name: "FerzError", fault: "internal" });
  assert.throws(() => broken.variants(), { name: "FerzError", fault: "internal" });
});

test("garbage gets errors and no traps", () => {
  const random = generator(7);
  const letters = ["{", "}", "[", "]", '"', ":", ",", "name", "extends", "chess", "\n", "-", " ", "é", "\u0000", "8", "\\"];
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: random(40) }, () => letters[random(letters.length)]).join("");
    for (const request of [
      { do: "check", variant: { yaml: text } },
      { do: "moves", variant: "chess", fen: text },
      { do: "piece", betza: text, from: "a1" },
      { do: "read_pgn", pgn: text },
      { do: "import", ini: text },
      { do: text },
    ]) {
      try {
        ferz.request(request);
      } catch (error) {
        assert.ok(error instanceof FerzError && error.fault !== "internal", `${JSON.stringify(request)}: ${error}`);
      }
    }
  }
  assert.equal(ferz.generation, 1);
});
