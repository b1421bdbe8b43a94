// The script of a page that `ferz export html` writes. The page has everything in it: the module, compressed, and the variant.
import { FerzBoard } from "../board.js";
import { WorkerFerz } from "../lib/client.js";
import { unpacked } from "./xz.js";

/* global WORKER -- the script of the worker as a text, by build.mjs */

const textOf = (id) => document.getElementById(id).textContent;

/** The module of the page. */
async function compiled() {
  const bytes = Uint8Array.from(atob(textOf("ferz-module").trim()), (letter) => letter.charCodeAt(0));
  return WebAssembly.compile(await unpacked(bytes));
}

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
