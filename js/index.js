// The engine alone. `ferz/full` has pictures and rules pages too, with the same functions.
import { opened, openedWorker } from "./lib/open.js";

export { FerzError } from "./lib/error.js";
export { Ferz } from "./lib/ferz.js";
export { Game } from "./lib/game.js";
export { Position } from "./lib/position.js";
export { Variant } from "./lib/variant.js";
export { WorkerFerz } from "./lib/client.js";

/** Loads the module. `wasm` is for a program that keeps the file elsewhere. */
export function open({ wasm = new URL("./ferz.wasm", import.meta.url) } = {}) {
  return opened(wasm);
}

/** Starts a worker that answers beside other work. */
export function openWorker({ wasm = new URL("./ferz.wasm", import.meta.url) } = {}) {
  return openedWorker(wasm);
}
