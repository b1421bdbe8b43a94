// The worker: answers beside other work, progress, cancelling, failures.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { FerzError, WorkerFerz, open, openWorker } from "../index.js";
import { startWorker } from "../lib/client.js";
import { compile } from "../lib/module.js";
import { trap } from "./trap.mjs";

const ferz = await open();
const worker = await openWorker();
after(() => worker.close());

test("requests are answered in order", async () => {
  const game = ferz.load("chess").game({ moves: ["e4"] });
  const answers = await Promise.all([worker.perft(game, 3), worker.legalMoves(game), worker.check("chess")]);
  assert.equal(answers[0], game.perft(3));
  assert.deepEqual(answers[1], game.legalMoves);
  assert.deepEqual(answers[2], []);
  await assert.rejects(worker.check({ yaml: 1 }), { name: "FerzError", fault: "request" });
});

test("a search tells its progress, and is stopped with the best move so far", async () => {
  const game = ferz.load("chess").game();
  let last;
  const onProgress = (progress) => {
    last = progress;
    if (progress.depth === 3) search.stop();
  };
  const begun = performance.now();
  const search = worker.search(game, { seconds: 3_000, onProgress });
  const found = await search;
  assert.ok(performance.now() - begun < 100_000);
  assert.deepEqual(found, last);
  assert.ok(game.isLegal(found.best));
});

test("a search that is stopped at once still has a move", async () => {
  const game = ferz.load("xiangqi").game();
  const search = worker.search(game, { seconds: 9 });
  search.stop();
  assert.ok(game.isLegal((await search).best));
});

test("a signal ends a request with its own reason, whether it waits or runs", async () => {
  const game = ferz.load("chess").game();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = worker.perft(game, 9, { signal: running.signal });
  const second = worker.perft(game, 9, { signal: waiting.signal });
  const third = worker.perft(game, 2);
  waiting.abort();
  await assert.rejects(second, { name: "AbortError" });
  setTimeout(() => running.abort(), 100);
  await assert.rejects(first, { name: "AbortError" });
  assert.equal(await third, 400);
  await assert.rejects(worker.perft(game, 1, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("a trap in a worker is reported, and it answers again", async () => {
  const broken = await openWorker({ wasm: trap() });
  await assert.rejects(broken.check("chess"), (error) => error instanceof FerzError && error.fault === "internal");
  await assert.rejects(broken.check("chess"), (error) => error instanceof FerzError && error.fault === "internal");
  broken.close();
});

test("a worker that dies is replaced", async () => {
  const threads = [];
  const begin = async () => {
    threads.push(await startWorker());
    return threads.at(-1);
  };
  const own = new WorkerFerz(await compile(new URL("../ferz.wasm", import.meta.url)), begin);
  await own.ready;
  const game = ferz.load("chess").game();
  const lost = own.perft(game, 9);
  threads[0].terminate();
  await assert.rejects(lost, (error) => error instanceof FerzError && error.fault === "internal");
  assert.equal(await own.perft(game, 2), 400);
  assert.equal(threads.length, 2);
  own.close();
  await assert.rejects(own.perft(game, 2), { fault: "cancelled" });
});
