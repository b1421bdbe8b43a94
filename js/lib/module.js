// The WebAssembly module as a session of `ferz batch`: a line goes in, a line comes out (docs/batch.md).
//
// A trap damages the memory of an instance. So the instance is dropped, the caller gets an error, and the next request
// starts a new one. Nothing is lost by that, because requests say all that is needed to answer them, and games that
// were kept in the module are opened again (game.js).

import { FerzError } from "./error.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Texts up to this length are copied letter by letter, which is faster for them. */
const SHORT = 200;

export class Module {
  #compiled;
  #instance = null;
  #bytes = null;
  #onTell = null;
  #isCancelled = null;
  /** Grows with each new instance, so that others can tell whether what they kept in the module is still there. */
  generation = 0;

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    this.#compiled = compiled;
  }

  /**
   * Answers a request: a JSON text in, a JSON text out.
   *
   * @param {string} line
   * @param {{tell?: (line: string) => void, isCancelled?: () => boolean}} [watch] `tell` receives lines of progress;
   * `isCancelled` is asked now and then, and ends the work by returning `true`.
   */
  answer(line, { tell = null, isCancelled = null } = {}) {
    const exports = this.#exports();
    this.#onTell = tell;
    this.#isCancelled = isCancelled;
    try {
      this.#write(exports, line);
      const length = exports.ferz_answer();
      const at = exports.ferz_at();
      return decoder.decode(this.#memory(exports).subarray(at, at + length));
    } catch (error) {
      this.#instance = null;
      throw new FerzError({ fault: "internal", message: trapped(error) }, { cause: error });
    } finally {
      this.#onTell = this.#isCancelled = null;
    }
  }

  #write(exports, line) {
    const short = line.length <= SHORT;
    let at = exports.ferz_room(short ? line.length : 3 * line.length);
    let memory = this.#memory(exports);
    if (short) {
      let index = 0;
      let code = 0;
      for (; index < line.length && (code = line.charCodeAt(index)) < 128; index++) memory[at + index] = code;
      if (index === line.length) return;
      at = exports.ferz_room(3 * line.length);
      memory = this.#memory(exports);
    }
    const { written } = encoder.encodeInto(line, memory.subarray(at, at + 3 * line.length));
    // A shorter text keeps its place.
    exports.ferz_room(written);
  }

  /** The memory of the module, which is another object after it has grown. */
  #memory(exports) {
    if (this.#bytes === null || this.#bytes.buffer !== exports.memory.buffer) {
      this.#bytes = new Uint8Array(exports.memory.buffer);
    }
    return this.#bytes;
  }

  /** Starts the first instance. Browsers limit the size of modules that are started without waiting. */
  async start() {
    this.#use(await WebAssembly.instantiate(this.#compiled, this.#imports));
    return this;
  }

  #exports() {
    if (this.#instance === null) this.#use(new WebAssembly.Instance(this.#compiled, this.#imports));
    return this.#instance.exports;
  }

  #use(instance) {
    this.#instance = instance;
    this.#bytes = null;
    this.generation += 1;
  }

  get #imports() {
    return { ferz: { now: this.#now, tell: this.#tell } };
  }

  #now = () => {
    if (this.#isCancelled?.()) {
      const { ferz_cancel: cancel } = this.#instance.exports;
      this.#memory(this.#instance.exports)[cancel()] = 1;
    }
    return performance.now();
  };

  #tell = (at, length) => {
    if (this.#onTell === null) return;
    this.#onTell(decoder.decode(this.#memory(this.#instance.exports).subarray(at, at + length)));
  };
}

function trapped(error) {
  const what = error instanceof Error ? error.message : String(error);
  return `Ferz has failed (${what}): this is a bug, please report it`;
}

/**
 * Compiles a module.
 *
 * @param {URL | string | BufferSource | Response | WebAssembly.Module} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Response !== "undefined" && source instanceof Response) return compileResponse(source);
  const url = new URL(source, globalThis.location?.href);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const fs = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ fs);
    return WebAssembly.compile(await readFile(url));
  }
  return compileResponse(await fetch(url));
}

async function compileResponse(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  // A server that does not know the type of the file would make streaming fail.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
