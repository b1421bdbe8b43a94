import { FerzError, content } from "./error.js";
import { searchFields } from "./queries.js";

/** Starts the script of a worker, in the way of the host. */
export async function startWorker() {
  if (typeof Worker !== "undefined") {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
  const threads = "node:worker_threads";
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  const thread = new Thread(new URL("./worker.js", import.meta.url));
  // The process may exit even if the worker still waits for requests.
  thread.unref();
  return thread;
}

/** Calls a function for each event of a worker, with the data of messages. */
function listen(worker, { message, failed }) {
  if (typeof worker.on === "function") {
    worker.on("message", message);
    worker.on("error", failed);
    worker.on("exit", (code) => failed(new Error(`the worker has ended with code ${code}`)));
  } else {
    worker.addEventListener("message", ({ data }) => message(data));
    worker.addEventListener("error", (event) => failed(event.error ?? new Error(event.message)));
    worker.addEventListener("messageerror", () => failed(new Error("a message could not be read")));
  }
}

/** The fields of requests about a game, a position, or an object with these fields. */
function where(of) {
  return of?.where ?? of;
}

/**
 * A Ferz in a worker. Requests wait for each other, and each returns a promise. If the worker fails, the request gets
 * an error, and another worker answers the next one.
 */
export class WorkerFerz {
  #compiled;
  #begin;
  #worker = null;
  #flag = null;
  #queue = [];
  #running = null;
  #number = 0;
  #closed = false;

  /**
   * @param {WebAssembly.Module} compiled
   * @param {() => Promise<Worker>} [begin] Starts a worker.
   */
  constructor(compiled, begin = startWorker) {
    this.#compiled = compiled;
    this.#begin = begin;
    /** Resolves when the first worker is there. */
    this.ready = this.#start();
  }

  /**
   * Sends any request of docs/batch.md, and resolves with its answer.
   *
   * @param {object} request
   * @param {{onProgress?: (progress: object) => void, signal?: AbortSignal}} [options]
   */
  request(request, { onProgress, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new FerzError({ fault: "cancelled", message: "the worker is closed" });
      signal?.throwIfAborted();
      const number = (this.#number = (this.#number + 1) & 0x7fffffff || 1);
      const job = { number, line: JSON.stringify(request), onProgress, resolve, reject };
      signal?.addEventListener("abort", () => this.#cancel(job, signal.reason), { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  /**
   * Searches for the best move. The promise has a method `stop`, which ends the search with the best move so far.
   *
   * @param {object} of A game, a position, or the fields of a request about one.
   */
  search(of, { onProgress, signal, ...fields } = {}) {
    const stopping = new AbortController();
    const stopped = new Error("stopped");
    const signals = signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal]);
    const request = { do: "search", ...where(of), ...searchFields(fields), progress: true };
    let last = null;
    const told = (progress) => {
      if (!(progress.rank > 1)) last = progress;
      onProgress?.(progress);
    };
    const plain = ({ id: _, ok: __, ...found }) => found;
    const found = this.request(request, { onProgress: told, signal: signals }).then(plain, (error) => {
      if (error !== stopped) throw error;
      if (last !== null) return last;
      // Not even the first iteration was finished: it takes a moment.
      return this.request({ ...request, depth: 1, seconds: undefined, progress: false }, { signal }).then(plain);
    });
    return Object.assign(found, { stop: () => stopping.abort(stopped) });
  }

  /** The number of sequences of `depth` legal moves. */
  async perft(of, depth, options) {
    return (await this.request({ do: "perft", ...where(of), depth, limits: { seconds: 86_400 } }, options)).nodes;
  }

  /** The legal moves: `{uci, san}`. */
  async legalMoves(of, options) {
    return (await this.request({ do: "moves", ...where(of) }, options)).moves;
  }

  /** The problems of a variant: a name, `{yaml}`, or a `Variant`. */
  async check(variant, options) {
    return (await this.request({ do: "check", variant: variant.source ?? variant }, options)).problems;
  }

  /** A page with the rules, as `"html"` or `"markdown"` (in `ferz/full`). */
  async rulesPage(variant, format = "html", options = {}) {
    return (await this.request({ do: "page", variant: variant.source ?? variant, format }, options)).page;
  }

  /** Compares a page of rules with a variant (in `ferz/full`). */
  async checkPage(variant, page, name = "page.html", options = {}) {
    const request = { do: "check_page", variant: variant.source ?? variant, page, name };
    const { summary, claims } = await this.request(request, options);
    return { summary, claims };
  }

  /** Ends the worker. Requests that are not answered are rejected. */
  close() {
    this.#closed = true;
    const closed = new FerzError({ fault: "cancelled", message: "the worker is closed" });
    for (const job of [this.#running, ...this.#queue]) job?.reject(closed);
    this.#running = null;
    this.#queue = [];
    this.#end();
  }

  async #start() {
    const worker = await this.#begin();
    if (this.#closed) return worker.terminate();
    const isolated = typeof SharedArrayBuffer !== "undefined" && globalThis.crossOriginIsolated !== false;
    const flag = isolated ? new SharedArrayBuffer(4) : undefined;
    const failed = (error) => this.#failed(worker, error);
    await new Promise((resolve, reject) => {
      const message = (data) => (data.ready ? resolve() : this.#told(worker, data));
      const early = (error) => {
        reject(error);
        failed(error);
      };
      listen(worker, { message, failed: early });
      worker.postMessage({ open: { compiled: this.#compiled, flag } });
    });
    if (this.#closed) return worker.terminate();
    this.#worker = worker;
    this.#flag = flag === undefined ? null : new Int32Array(flag);
    this.#next();
  }

  #end() {
    const worker = this.#worker;
    this.#worker = null;
    worker?.terminate();
  }

  #restart() {
    this.#end();
    this.#start().catch((error) => {
      const failed = new FerzError({ fault: "internal", message: `no worker can be started: ${error.message}` });
      for (const job of this.#queue.splice(0)) job.reject(failed);
    });
  }

  #next() {
    if (this.#worker === null || this.#running !== null || this.#queue.length === 0) return;
    const job = (this.#running = this.#queue.shift());
    this.#worker.ref?.();
    this.#worker.postMessage({ number: job.number, line: job.line });
  }

  #told(worker, { number, progress, answer }) {
    const job = this.#running;
    if (worker !== this.#worker || job?.number !== number) return;
    if (progress !== undefined) {
      job.onProgress?.(JSON.parse(progress).progress);
      return;
    }
    this.#running = null;
    worker.unref?.();
    try {
      job.resolve(content(answer));
    } catch (error) {
      job.reject(job.reason ?? error);
    }
    this.#next();
  }

  #cancel(job, reason) {
    if (this.#running === job) {
      job.reason = reason;
      if (this.#flag !== null) {
        // The worker sees it within a millisecond, and answers with an error.
        Atomics.store(this.#flag, 0, job.number);
        return;
      }
      // Without shared memory, the worker cannot be told to stop, so it is replaced.
      this.#running = null;
      this.#restart();
    } else {
      const at = this.#queue.indexOf(job);
      if (at < 0) return;
      this.#queue.splice(at, 1);
    }
    job.reject(reason);
  }

  #failed(worker, error) {
    if (worker !== this.#worker) return;
    const job = this.#running;
    this.#running = null;
    job?.reject(new FerzError({ fault: "internal", message: `the worker has failed: ${error.message}` }, { cause: error }));
    if (!this.#closed) this.#restart();
  }
}
