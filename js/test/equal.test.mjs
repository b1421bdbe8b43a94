// The module and the native program give the same answers, byte for byte: all built-in variants to two plies, and random
// positions.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { open } from "../index.js";
import { Module, compile } from "../lib/module.js";
import { Native, missing } from "./native.mjs";
import { generator } from "./random.mjs";

/** The number of random positions. */
const POSITIONS = Number(process.env.FERZ_POSITIONS ?? 10_000);
/** A busy machine needs more time than requests usually have. */
const limits = { seconds: 3_600 };
const SEED = Number(process.env.FERZ_SEED ?? 1);

const ferz = await open();
const module = new Module(await compile(new URL("../ferz.wasm", import.meta.url)));
const native = missing ? null : new Native();
after(() => native?.close());
const names = ferz.variants().map(({ name }) => name);

/** Compares the answers to requests. */
async function compare(requests) {
  const theirs = await native.answers(requests);
  for (const [index, request] of requests.entries()) {
    const line = JSON.stringify(request);
    assert.equal(module.answer(line), `${theirs[index]}\n`, line);
  }
}

test("perft, moves, SAN, FEN and ends of all variants to two plies", { skip: missing }, async () => {
  assert.ok(names.length > 300);
  for (const variant of names) {
    const start = { variant, limits };
    const moves = ferz.request({ do: "moves", ...start, texts: "uci" }).moves;
    const requests = [
      { do: "about", variant, limits },
      { do: "status", ...start },
      { do: "moves", ...start },
      { do: "perft", ...start, depth: 1 },
      { do: "perft", ...start, depth: 2 },
    ];
    // In the largest games, only a part of the first moves is compared.
    const step = Math.ceil(moves.length / 150);
    for (let index = 0; index < moves.length; index += step) {
      const after = { ...start, play: [moves[index]] };
      requests.push({ do: "moves", ...after }, { do: "status", ...after });
    }
    await compare(requests);
  }
});

test(`${POSITIONS} random positions`, { skip: missing }, async () => {
  const random = generator(SEED);
  const requests = [];
  let positions = 0;
  while (positions < POSITIONS) {
    const variant = names[random(names.length)];
    ferz.request({ do: "status", variant, limits });
    const game = ferz.load(variant).game();
    const plies = 4 + random(60);
    for (let ply = 0; ply < plies && positions < POSITIONS; ply++) {
      const { uciMoves } = game;
      if (uciMoves.length === 0 || game.end) break;
      game.push(uciMoves[random(uciMoves.length)]);
      // Only every fourth position of a game is compared, so that there are more games.
      if (random(4) > 0) continue;
      const where = { variant, play: game.played, limits };
      requests.push({ do: "moves", ...where }, { do: "status", ...where }, { do: "moves", variant, fen: game.fen, limits });
      positions += 1;
    }
    game.close();
    if (requests.length >= 900) await compare(requests.splice(0));
  }
  await compare(requests);
});
