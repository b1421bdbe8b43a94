import { XzReadableStream } from "xz-decompress";
import { WorkerFerz } from "../../js/lib/client.js";

/** A request of docs/batch.md. */
export type Ask = { do: string; [field: string]: unknown };

export interface AskOptions {
  signal?: AbortSignal;
  onProgress?: (progress: object) => void;
}

/** Something that answers requests, one after the other. */
export interface Engine {
  ask<A>(request: Ask, options?: AskOptions): Promise<A>;
}

/** An answer that says what is wrong. */
export interface Fault extends Error {
  fault: string;
  line?: number;
  column?: number;
}

export function isFault(error: unknown, fault?: string): error is Fault {
  return error instanceof Error && "fault" in error && (fault === undefined || error.fault === fault);
}

/** The WebAssembly module in a worker. */
class Local implements Engine {
  #worker: WorkerFerz;

  constructor(compiled: WebAssembly.Module) {
    this.#worker = new WorkerFerz(compiled);
  }

  ask<A>(request: Ask, options: AskOptions = {}): Promise<A> {
    return this.#worker.request(request, options) as Promise<A>;
  }
}

/** The native program behind `ferz serve`. */
class Native implements Engine {
  readonly #name = crypto.randomUUID();
  #last: Promise<unknown> = Promise.resolve();

  ask<A>(request: Ask, options: AskOptions = {}): Promise<A> {
    // One after the other, as in a worker: a request may say what has to happen before the next one.
    const answer = this.#last.then(() => this.#send<A>(request, options));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #send<A>(request: Ask, { signal, onProgress }: AskOptions): Promise<A> {
    const body = JSON.stringify(request);
    const headers = { "content-type": "application/json", "x-ferz-engine": this.#name };
    const response = await fetch("api/ask", { method: "POST", body, headers, signal: signal ?? null });
    if (!response.ok || response.body === null) throw new Error(`the program answers: ${await response.text()}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      text += value ?? "";
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const answer = JSON.parse(line);
        if (answer.progress !== undefined) onProgress?.(answer.progress);
        else if (answer.ok) return answer as A;
        else throw Object.assign(new Error(answer.error.message), answer.error);
      }
      if (done) throw new Error("the program has ended without an answer");
    }
  }
}

/** True if `ferz serve` has sent the page. */
export const isServed = document.querySelector('meta[name="ferz-serve"]') !== null;

let compiling: Promise<WebAssembly.Module> | null = null;

/** Downloads and compiles the module, which is packed by xz: browsers unpack gzip themselves, but that leaves a third more. */
async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("./ferz.bin", document.baseURI));
  if (!response.ok || response.body === null) throw new Error(`ferz.bin: ${response.status} ${response.statusText}`);
  const stream = new XzReadableStream(response.body);
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
}

/** Starts an engine. Each one answers beside the others. */
export async function startEngine(): Promise<Engine> {
  if (isServed) return new Native();
  compiling ??= compiled();
  return new Local(await compiling);
}
