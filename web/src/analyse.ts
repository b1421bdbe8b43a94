import { comparison } from "./compare";
import { button, h, message } from "./dom";
import type { Engine } from "./engine";
import type { Workbench } from "./workbench";

/** Perft, and statistics of random games. */
export function analysePanel(bench: Workbench): HTMLElement {
  return h(
    "div",
    { class: "column parts" },
    h("details", { open: true }, h("summary", {}, "Perft"), perft(bench)),
    h("details", { open: true }, h("summary", {}, "Random games"), random(bench)),
    h("details", {}, h("summary", {}, "What plays differently"), comparison(bench, runner)),
  );
}

/** A button that starts work, and stops it if it is pressed again. */
function runner(label: string, work: (signal: AbortSignal) => Promise<void>, failed: (text: string) => void): HTMLButtonElement {
  let stopping: AbortController | null = null;
  const press = async (): Promise<void> => {
    if (stopping !== null) return stopping.abort();
    stopping = new AbortController();
    made.textContent = "Stop";
    try {
      await work(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) failed(message(error));
    }
    stopping = null;
    made.textContent = label;
  };
  const made = button(label, () => void press(), { class: "main" });
  return made;
}

function perft(bench: Workbench): HTMLElement {
  const depth = h("input", { type: "number", min: 1, max: 9, value: 3, "aria-label": "Depth" });
  const rows = h("tbody", {});
  const note = h("p", { class: "hint", "aria-live": "polite" });
  const work = async (signal: AbortSignal): Promise<void> => {
    rows.replaceChildren();
    note.textContent = "";
    const engine = bench.second();
    const where = bench.game!.where;
    for (let plies = 1; plies <= Number(depth.value); plies++) {
      const started = performance.now();
      const { nodes } = await engine.ask<{ nodes: number }>({ do: "perft", ...where, depth: plies, limits: { seconds: 3600 } }, { signal });
      const seconds = (performance.now() - started) / 1000;
      const speed = seconds > 0.05 ? `${Math.round(nodes / seconds / 1000).toLocaleString()} k/s` : "";
      rows.append(h("tr", {}, h("td", {}, String(plies)), h("td", {}, nodes.toLocaleString()), h("td", {}, `${seconds.toFixed(2)} s`), h("td", {}, speed)));
    }
  };
  return h(
    "div",
    { class: "column" },
    h("div", { class: "line" }, h("label", {}, "Depth ", depth), runner("Count", work, (text) => (note.textContent = text))),
    h("table", {}, h("thead", {}, h("tr", {}, ...["Depth", "Nodes", "Time", "Speed"].map((title) => h("th", { scope: "col" }, title)))), rows),
    note,
  );
}

/** What random games have shown. */
interface Statistics {
  games: number;
  results: Record<string, number>;
  reasons: Map<string, number>;
  lengths: number[];
  moves: number;
  plies: number;
}

/** The longest random game. */
const LONGEST = 400;

async function randomGame(engine: Engine, variant: object, found: Statistics, signal: AbortSignal): Promise<void> {
  const { game } = await engine.ask<{ game: number }>({ do: "open", ...variant });
  try {
    let push: string[] = [];
    for (let ply = 0; ; ply++) {
      signal.throwIfAborted();
      const fields = push.length > 0 ? { push } : {};
      const { moves, end } = await engine.ask<{ moves: string[]; end: { result: string; reason: string } | null }>({ do: "moves", game, texts: "uci", ...fields });
      if (end !== null || moves.length === 0 || ply >= LONGEST) {
        const result = end?.result ?? "*";
        const reason = end?.reason ?? (ply >= LONGEST ? `${LONGEST} plies` : "no move");
        found.games += 1;
        found.results[result] = (found.results[result] ?? 0) + 1;
        found.reasons.set(reason, (found.reasons.get(reason) ?? 0) + 1);
        found.lengths.push(ply);
        return;
      }
      found.moves += moves.length;
      found.plies += 1;
      push = [moves[Math.floor(Math.random() * moves.length)]!];
    }
  } finally {
    if (!signal.aborted) await engine.ask({ do: "close", game });
  }
}

function random(bench: Workbench): HTMLElement {
  const count = h("input", { type: "number", min: 1, max: 1000, value: 50, "aria-label": "Number of games" });
  const progress = h("progress", { max: 50, value: 0, "aria-label": "Games played" });
  const table = h("div", { class: "statistics" });
  const work = async (signal: AbortSignal): Promise<void> => {
    const engine = bench.second();
    const found: Statistics = { games: 0, results: {}, reasons: new Map(), lengths: [], moves: 0, plies: 0 };
    const { play: _, ...start } = bench.game!.where;
    progress.max = Number(count.value);
    for (let number = 0; number < Number(count.value); number++) {
      await randomGame(engine, start, found, signal);
      progress.value = found.games;
      table.replaceChildren(...report(found));
    }
  };
  return h(
    "div",
    { class: "column" },
    h("div", { class: "line" }, h("label", {}, "Games ", count), runner("Play", work, (text) => table.replaceChildren(text)), progress),
    table,
  );
}

function report({ games, results, reasons, lengths, moves, plies }: Statistics): HTMLElement[] {
  const mean = lengths.reduce((sum, one) => sum + one, 0) / games;
  const share = (count: number): string => `${Math.round((100 * count) / games)} %`;
  const bars = Object.entries(results).map(([result, number]) => bar(result, number / games, share(number)));
  const why = [...reasons].sort((one, other) => other[1] - one[1]).map(([reason, number]) => bar(reason.replaceAll("_", " "), number / games, share(number)));
  const text = `${games} games, ${mean.toFixed(0)} plies and ${(moves / Math.max(1, plies)).toFixed(1)} legal moves on average`;
  return [h("p", {}, text), h("h3", {}, "Results"), ...bars, h("h3", {}, "Ends"), ...why, h("h3", {}, "Plies"), chart(lengths)];
}

function bar(label: string, part: number, text: string): HTMLElement {
  const filled = h("span", { class: "filled" });
  filled.style.width = `${Math.round(100 * part)}%`;
  return h("div", { class: "bar" }, h("span", {}, label), h("span", { class: "track" }, filled), h("span", {}, text));
}

/** How many games have which length. */
function chart(lengths: number[]): HTMLElement {
  const bins = new Array<number>(20).fill(0);
  const wide = Math.max(20, ...lengths) / bins.length;
  for (const length of lengths) bins[Math.min(bins.length - 1, Math.floor(length / wide))]! += 1;
  const most = Math.max(...bins);
  const columns = bins.map((number, index) => {
    const column = h("span", { title: `${Math.round(index * wide)} to ${Math.round((index + 1) * wide)} plies: ${number} games` });
    column.style.height = `${(100 * number) / most}%`;
    return column;
  });
  return h("div", { class: "chart", role: "img", "aria-label": `Lengths from ${Math.min(...lengths)} to ${Math.max(...lengths)} plies` }, ...columns);
}
