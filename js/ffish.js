// The functions of ffish.js, answered by Ferz: `import Module from "ferz/ffish"` in place of `ffish-es6`.
import { opened } from "./lib/open.js";
import { library } from "./lib/ffish.js";

/**
 * Resolves with an object that has the functions of ffish.js.
 *
 * @param {{wasm?: URL | string | BufferSource | Response | WebAssembly.Module, wasmBinary?: BufferSource}} [options]
 */
export default async function Module({ wasm, wasmBinary } = {}) {
  const source = wasm ?? wasmBinary ?? new URL("./ferz-full.wasm", import.meta.url);
  const ffish = library(await opened(source));
  // As in ffish.js, a program may wait for this instead of the promise.
  queueMicrotask(() => ffish.onRuntimeInitialized?.(ffish));
  return ffish;
}
