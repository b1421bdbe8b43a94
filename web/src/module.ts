/** True if `ferz serve` has sent the page. Then the native program answers. */
export const isServed = document.querySelector('meta[name="ferz-serve"]') !== null;

/** What the worker answers: the module, or why there is none. */
export type Unpacked = { compiled: WebAssembly.Module } | { failed: string };

let unpacking: Promise<WebAssembly.Module> | null = null;
/** Workers whose scripts are loaded while the module is unpacked. */
const ready: Worker[] = [];

/** Downloads, unpacks and compiles the module in a worker, because the page has enough to do. */
export function unpacked(): Promise<WebAssembly.Module> {
  unpacking ??= new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./unpack.ts", import.meta.url), { type: "module" });
    const end = (finish: () => void): void => {
      worker.terminate();
      finish();
    };
    worker.onmessage = ({ data }: MessageEvent<Unpacked>) =>
      end(() => ("compiled" in data ? resolve(data.compiled) : reject(new Error(data.failed))));
    worker.onerror = (event) => end(() => reject(new Error(event.message || "the module cannot be unpacked")));
    worker.postMessage(new URL("./ferz.bin", document.baseURI).href);
  });
  return unpacking;
}

/** A worker that answers requests: see js/lib/worker.js. */
export function engineWorker(): Promise<Worker> {
  return Promise.resolve(ready.pop() ?? newWorker());
}

function newWorker(): Worker {
  return new Worker(new URL("../../js/lib/worker.js", import.meta.url), { type: "module" });
}

/** Begins what the page needs before its other scripts are there. */
export function startUnpacking(): void {
  if (isServed) return;
  // A failure is heard where the module is asked for.
  unpacked().catch(() => undefined);
  ready.push(newWorker());
}
