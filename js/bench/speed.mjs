// The speed of Ferz beside that of ffish-es6, on variants that both know, in one run:
//
//   npm install && node bench/speed.mjs [--seconds 0.4] [--variants 50]
//
// "games": random games; at each ply a list of the legal moves as texts, and one is played. "tree": all legal moves to
// a depth are counted, in the quickest way that each library has for it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import ferzModule from "../ffish.js";
import { open } from "../index.js";

const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};
const SECONDS = option("seconds", 0.4);
const VARIANTS = option("variants", 50);
const LONGEST = 150;

const path = createRequire(import.meta.url).resolve("ffish-es6/ffish.wasm");
const { default: peerModule } = await import("ffish-es6");
const peer = await new peerModule({ wasmBinary: await readFile(path) });
// Before the first board, its list of variants is empty.
new peer.Board("chess").delete();
const ours = await ferzModule();
const ferz = await open();

function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Legal moves a second in random games. */
function games(library, variant) {
  const random = generator(1);
  let [moves, board] = [0, new library.Board(variant)];
  const begun = performance.now();
  for (let ply = 0; ; ply++) {
    if (ply % 16 === 0 && performance.now() - begun > 1000 * SECONDS) break;
    const text = board.legalMoves();
    const list = text === "" ? [] : text.split(" ");
    moves += list.length;
    if (list.length === 0 || board.gamePly() > LONGEST) {
      board.delete();
      board = new library.Board(variant);
    } else {
      board.push(list[random(list.length)]);
    }
  }
  const rate = (1000 * moves) / (performance.now() - begun);
  board.delete();
  return rate;
}

/** Legal moves of the start to a depth, by the board of ffish.js. */
function count(board, depth) {
  if (depth === 1) return board.numberLegalMoves();
  let nodes = 0;
  for (const move of board.legalMoves().split(" ")) {
    if (move === "") break;
    board.push(move);
    nodes += count(board, depth - 1);
    board.pop();
  }
  return nodes;
}

function peerTree(variant) {
  const board = new peer.Board(variant);
  const begun = performance.now();
  let nodes = 0;
  for (let depth = 2; performance.now() - begun < 500 * SECONDS && depth < 4; depth++) nodes += count(board, depth);
  const rate = (1000 * nodes) / (performance.now() - begun);
  board.delete();
  return rate;
}

function ourTree(variant) {
  const game = ferz.load(variant).game();
  const begun = performance.now();
  let nodes = 0;
  for (let depth = 2; performance.now() - begun < 500 * SECONDS; depth++) nodes += game.perft(depth, { seconds: 60 });
  return (1000 * nodes) / (performance.now() - begun);
}

const known = new Set(ferz.variants().map(({ name }) => name));
const shared = peer.variants().split(" ").filter((name) => known.has(name));
const step = Math.max(1, Math.floor(shared.length / VARIANTS));
const chosen = shared.filter((_, index) => index % step === 0).slice(0, VARIANTS);

const rates = { games: [], tree: [] };
const thousands = (number) => Math.round(number / 1000).toString().padStart(7);
console.log("variant               games: ffish    Ferz  times   tree: ffish    Ferz  times   (thousand moves a second)");
for (const variant of chosen) {
  // Both are warmed up before they are measured.
  for (const library of [peer, ours]) new library.Board(variant).legalMoves();
  const [one, two] = [games(peer, variant), games(ours, variant)];
  const [three, four] = [peerTree(variant), ourTree(variant)];
  rates.games.push(two / one);
  rates.tree.push(four / three);
  const times = (number) => number.toFixed(1).padStart(6);
  console.log(
    `${variant.padEnd(20)} ${thousands(one)} ${thousands(two)} ${times(two / one)}  ${thousands(three)} ${thousands(four)} ${times(four / three)}`,
  );
}
for (const [name, list] of Object.entries(rates)) {
  const sorted = [...list].sort((a, b) => a - b);
  const mean = Math.exp(list.reduce((sum, rate) => sum + Math.log(rate), 0) / list.length);
  console.log(`${name}: ${list.length} variants, ${mean.toFixed(1)} times as fast (geometric mean), ` +
    `least ${sorted[0].toFixed(1)}, median ${sorted[sorted.length >> 1].toFixed(1)}`);
}
