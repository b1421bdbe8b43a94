// The script of a page that `ferz export html` writes. The page has everything in it: the module, compressed, and the variant.
import { FerzBoard } from "../board.js";
import { WorkerFerz } from "../lib/client.js";
import { unpacked } from "./xz.js";

/* global WORKER -- the script of the worker as a text, by build.mjs */

const textOf = (id) => document.getElementById(id).textContent;

const bytesOf = (id) => Uint8Array.from(atob(textOf(id).trim()), (letter) => letter.charCodeAt(0));

/** The module of the page. */
async function compiled() {
  return WebAssembly.compile(await unpacked(bytesOf("ferz-module")));
}

/** Shows the rules page, when it is opened for the first time. */
async function showRules() {
  const plain = new Blob([bytesOf("ferz-rules-page")]).stream().pipeThrough(new DecompressionStream("deflate"));
  rules.querySelector("iframe").srcdoc = pageOf(await new Response(plain).arrayBuffer());
}

/** A page from its different parts and their numbers, as `ferz export html` writes them. */
function pageOf(buffer) {
  const view = new DataView(buffer);
  const length = view.getUint32(0, true);
  const parts = new TextDecoder().decode(buffer.slice(4, 4 + length)).split("<");
  const found = [];
  for (let at = 4 + length; at < buffer.byteLength; at += 4) found.push(parts[view.getUint32(at, true)]);
  return found.join("<");
}

const rules = document.getElementById("ferz-rules");
rules.addEventListener("toggle", () => showRules(), { once: true });

const script = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));

async function worker() {
  const made = new WorkerFerz(await compiled(), () => new Worker(script));
  await made.ready;
  return made;
}

FerzBoard.worker = worker();
const board = document.createElement("ferz-board");
board.source = JSON.parse(textOf("ferz-variant"));
const opponent = document.getElementById("ferz-engine");
const choose = () => {
  if (opponent.value === "") board.removeAttribute("engine");
  else board.setAttribute("engine", opponent.value);
};
choose();
opponent.addEventListener("change", choose);
document.getElementById("ferz-place").append(board);
