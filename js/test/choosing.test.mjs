// How a move is chosen step by step.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Choosing } from "../lib/choosing.js";

const MOVES = [
  { uci: "e7e8q", steps: ["e7", "e8", { piece: "queen" }] },
  { uci: "e7e8n", steps: ["e7", "e8", { piece: "knight" }] },
  { uci: "e7d8q", steps: ["e7", "d8", { piece: "queen" }], capture: true },
  { uci: "g1f3", steps: ["g1", "f3"] },
  { uci: "g1f3,d4", steps: ["g1", "f3", "d4"] },
  { uci: "P@e4", steps: [{ hand: "pawn" }, "e4"] },
  { uci: "e1e1", steps: [{ pass: true }] },
];

test("squares and choices lead to a move", () => {
  const choosing = new Choosing(MOVES);
  assert.equal(choosing.take("e7"), null);
  assert.deepEqual([...choosing.squares], [["e8", false], ["d8", true]]);
  assert.equal(choosing.take("e8"), null);
  assert.deepEqual(choosing.choices, [{ piece: "queen" }, { piece: "knight" }]);
  assert.equal(choosing.take({ piece: "knight" }).uci, "e7e8n");
});

test("a choice that is the only one is made without asking", () => {
  const choosing = new Choosing(MOVES);
  choosing.take("e7");
  assert.equal(choosing.take("d8").uci, "e7d8q");
});

test("a move may end where another one goes on", () => {
  const choosing = new Choosing(MOVES);
  choosing.take("g1");
  assert.equal(choosing.take("f3"), null);
  assert.deepEqual(choosing.complete.map(({ uci }) => uci), ["g1f3"]);
  assert.deepEqual([...choosing.squares.keys()], ["d4"]);
  assert.equal(choosing.take("d4").uci, "g1f3,d4");
});

test("drops and passes begin beside the board", () => {
  const choosing = new Choosing(MOVES);
  assert.ok(choosing.begins({ hand: "pawn" }));
  assert.equal(choosing.take({ hand: "pawn" }), null);
  assert.equal(choosing.take("e4").uci, "P@e4");
  assert.equal(new Choosing(MOVES).take({ pass: true }).uci, "e1e1");
});

test("a step that leads nowhere begins anew, or ends the choice", () => {
  const choosing = new Choosing(MOVES);
  choosing.take("e7");
  assert.equal(choosing.take("g1"), null);
  assert.deepEqual(choosing.path, ["g1"]);
  assert.equal(choosing.take("a5"), null);
  assert.deepEqual(choosing.path, []);
});
