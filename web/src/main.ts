import { analysePanel } from "./analyse";
import { designPanel } from "./design";
import { button, h, message, say } from "./dom";
import { startEngine } from "./engine";
import { files } from "./files";
import { header } from "./header";
import { isServed } from "./module";
import { controls, movesPanel, opponentPanel, statusLine } from "./moves";
import { piecePanel } from "./piece";
import { positionPanel } from "./position";
import { checkPanel, rulesPanel } from "./rules";
import { opened } from "./share";
import { Tabs } from "./tabs";
import { Workbench } from "./workbench";

/** The file that a visitor sees first. */
const FIRST = `# Change anything: the board follows.
name: Hunters
extends: chess
pieces:
  knight: null                          # no knights here
  hunter: {symbol: H, moves: "fRbB"}    # a rook forwards, a bishop backwards
  pawn: {promotion: {to: [queen, rook, bishop, hunter]}}
setup: rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1
tests:
  perft: [16]
`;

function page(bench: Workbench): HTMLElement {
  const rules = rulesPanel(bench);
  const text = new Tabs("The variant", [
    { name: "File", content: h("div", { class: "column fill" }, bench.editor.root, tidying(bench)) },
    { name: "Rules", ...rules },
    { name: "Piece", content: piecePanel(bench) },
    { name: "Compare a page", content: checkPanel(bench) },
  ]);
  const side = new Tabs("The game", [
    { name: "Moves", content: movesPanel(bench) },
    { name: "Engine", content: opponentPanel(bench) },
    { name: "Position", content: positionPanel(bench) },
    { name: "Design", content: designPanel(bench) },
    { name: "Count", content: analysePanel(bench) },
  ]);
  const main = h(
    "main",
    { "data-shown": "board" },
    h("section", { class: "pane text-pane", "aria-label": "The variant" }, text.root),
    h("section", { class: "pane board-pane", "aria-label": "The board" }, statusLine(bench), bench.board.root, controls(bench)),
    h("section", { class: "pane side-pane", "aria-label": "The game" }, side.root),
  );
  const foot = h("nav", { class: "foot", "aria-label": "Parts of the page" });
  for (const [part, label] of [["board", "Board"], ["side", "Game"], ["text", "Variant"]] as const) {
    const show = (): void => {
      main.dataset.shown = part;
      foot.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one === made)));
    };
    const made = button(label, show, { "aria-pressed": String(part === "board") });
    foot.append(made);
  }
  return h("div", { class: "page" }, header(bench), main, foot);
}

function tidying(bench: Workbench): HTMLElement {
  return h(
    "div",
    { class: "buttons" },
    button("Tidy", () => void bench.editor.tidy("format"), { title: "Shift+Alt+F" }),
    button("Fix all that is sure", () => void bench.editor.tidy("fix")),
    button("Play it anew", () => void bench.attempt(() => bench.start())),
  );
}

/** Opens the file of the address, or the one that was open last, or a first one. */
async function first(bench: Workbench): Promise<void> {
  const shared = await opened(location.hash).catch((error: unknown) => {
    say(`the link cannot be read: ${message(error)}`, { wrong: true });
    return null;
  });
  if (shared !== null) {
    const name = /^name:\s*["']?([^"'\n#]+)/m.exec(shared.text)?.[1] ?? "shared";
    const file = `${name.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-")}.yaml`;
    history.replaceState(null, "", location.pathname + location.search);
    return bench.open({ name: file, text: shared.text, changed: 0 }, shared);
  }
  const variant = new URLSearchParams(location.search).get("variant");
  if (variant !== null) return bench.openBuiltIn(variant);
  const [last] = await files.list().catch(() => []);
  const kept = last === undefined ? null : await files.read(last.name);
  await bench.open(kept ?? { name: "hunters.yaml", text: FIRST, changed: 0 });
}

async function start(): Promise<void> {
  const app = document.getElementById("app")!;
  try {
    const bench = new Workbench(startEngine());
    app.replaceChildren(page(bench));
    // Tests read `lastDelay` from here.
    Object.assign(window, { workbench: bench });
    const ready = (): void => void (document.body.dataset.ready = "true");
    bench.on("game", ready);
    // The file is in the editor before the engine can answer.
    await Promise.all([bench.engine.ready, bench.attempt(() => first(bench))]);
    ready();
    window.addEventListener("hashchange", () => void bench.attempt(() => first(bench)));
    window.addEventListener("beforeunload", () => void bench.save());
  } catch (error) {
    app.replaceChildren(h("p", { class: "starting" }, `The workbench cannot start: ${message(error)}`));
  }
  if (!isServed && import.meta.env.PROD && "serviceWorker" in navigator) {
    await navigator.serviceWorker.register("./sw.js").catch(() => undefined);
  }
}

void start();
