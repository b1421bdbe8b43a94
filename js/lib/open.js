import { Ferz } from "./ferz.js";
import { Module, compile } from "./module.js";
import { WorkerFerz } from "./client.js";

/** The compiled modules by their addresses, so that a second session or a worker does not compile again. */
const known = new Map();

function compiled(source) {
  if (!(source instanceof URL) && typeof source !== "string") return compile(source);
  const key = String(source);
  if (!known.has(key)) {
    const compiling = compile(source);
    // After a failed download, the next call tries again.
    compiling.catch(() => known.delete(key));
    known.set(key, compiling);
  }
  return known.get(key);
}

export async function opened(source) {
  return new Ferz(await new Module(await compiled(source)).start());
}

export async function openedWorker(source) {
  const worker = new WorkerFerz(await compiled(source));
  await worker.ready;
  return worker;
}
