// The script of a worker: answers one request after the other, as client.js sends them.
import { Module } from "./module.js";

const isNode = typeof process !== "undefined" && process.versions?.node && typeof self === "undefined";

let module = null;
let flag = null;

function receive(port, { open, number, line }) {
  if (open !== undefined) {
    module = new Module(open.compiled);
    flag = open.flag === undefined ? null : new Int32Array(open.flag);
    port.postMessage({ ready: true });
    return;
  }
  const tell = (text) => port.postMessage({ number, progress: text });
  const isCancelled = flag === null ? null : () => Atomics.load(flag, 0) === number;
  try {
    port.postMessage({ number, answer: module.answer(line, { tell, isCancelled }) });
  } catch (error) {
    const { fault = "internal", message } = error;
    port.postMessage({ number, answer: JSON.stringify({ ok: false, error: { fault, message } }) });
  }
}

if (isNode) {
  const threads = "node:worker_threads";
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }) => {
    parentPort.on("message", (data) => receive(parentPort, data));
  });
} else {
  self.onmessage = ({ data }) => receive(self, data);
}
