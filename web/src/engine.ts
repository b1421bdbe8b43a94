import { WorkerFerz } from "../../js/lib/client.js";
import { engineWorker, isServed, unpacked } from "./module";

/** A request of docs/batch.md. */
export type Ask = { do: string; [field: string]: unknown };

export interface AskOptions {
  signal?: AbortSignal;
  onProgress?: (progress: object) => void;
}

/** Something that answers requests, one after the other. */
export interface Engine {
  /** Resolves when it can answer. */
  readonly ready: Promise<unknown>;
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
  readonly ready: Promise<WorkerFerz>;

  constructor() {
    this.ready = unpacked().then((compiled) => new WorkerFerz(compiled, engineWorker));
    // Requests hear of a failure.
    this.ready.catch(() => undefined);
  }

  async ask<A>(request: Ask, options: AskOptions = {}): Promise<A> {
    const worker = await this.ready;
    return worker.request(request, options) as Promise<A>;
  }
}

/** The native program behind `ferz serve`. */
class Native implements Engine {
  readonly ready = Promise.resolve();
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

/** Starts an engine. Each one answers beside the others. Requests wait until it is there. */
export function startEngine(): Engine {
  return isServed ? new Native() : new Local();
}
