import { button, h, say } from "./dom";
import type { Workbench } from "./workbench";
import { set } from "./yamledit";

/** How a piece may go to a square. */
type Manner = "both" | "move" | "capture";

interface Reached {
  to: string;
  capture: boolean;
}

const SIZE = 9;
const MIDDLE = 4;
const FILES = "abcdefghi";
const FROM = "e5";
/** Leapers by the distance of their leap. */
const LEAPS: Record<string, string> = { "0,1": "W", "1,1": "F", "0,2": "D", "1,2": "N", "2,2": "A", "0,3": "H", "1,3": "C", "2,3": "Z", "3,3": "G", "0,4": "WX", "1,4": "FX", "2,4": "DY", "3,4": "NY", "4,4": "AY" };
/** Sets of directions, from the largest to the smallest. */
const DIRECTIONS = ["", "v", "s", "fh", "bh", "f", "b", "l", "r", "fs", "bs", "ff", "bb", "ll", "rr", "fl", "fr", "bl", "br", "ffl", "ffr", "bbl", "bbr", "lfl", "rfr", "lbl", "rbr", "fsl", "fsr", "lf", "rf", "lb", "rb"];
const MODES: Record<Manner, string> = { both: "", move: "m", capture: "c" };

/** The letter and the squares of a leap to a square of the grid. */
function leap(square: string): string {
  const away = [Math.abs(FILES.indexOf(square[0]!) - MIDDLE), Math.abs(Number(square[1]) - 1 - MIDDLE)].sort((one, other) => one - other);
  return away.join(",");
}

function letterOf(distance: string): string {
  const known = LEAPS[distance];
  if (known === undefined) throw new Error(`no letter for a leap of ${distance}`);
  return known;
}

/** Finds a notation for squares by asking the engine which squares each set of directions reaches. */
export class Designer {
  readonly #reached = new Map<string, Set<string>>();

  constructor(readonly bench: Workbench) {}

  async #squares(betza: string): Promise<Set<string>> {
    const known = this.#reached.get(betza);
    if (known !== undefined) return known;
    let found = new Set<string>();
    try {
      const { moves } = await this.bench.engine.ask<{ moves: Reached[] }>({ do: "piece", betza, from: FROM, board: `${SIZE}x${SIZE}` });
      found = new Set(moves.map(({ to }) => to));
    } catch {
      // Not every leap has all directions.
    }
    this.#reached.set(betza, found);
    return found;
  }

  /** The notation of a piece that goes to these squares; `slides` are those at which it does not stop. */
  async notation(leaps: Map<string, Manner>, slides: Map<string, Manner>): Promise<string> {
    return (await this.#part(leaps, "")) + (await this.#part(slides, "0"));
  }

  async #part(wanted: Map<string, Manner>, range: string): Promise<string> {
    let text = "";
    const distances = [...new Set([...wanted.keys()].map(leap))].sort();
    for (const distance of distances) {
      for (const manner of ["both", "move", "capture"] as const) {
        const squares = [...wanted].filter(([square, how]) => how === manner && leap(square) === distance).map(([square]) => square);
        for (const directions of await this.#cover(new Set(squares), letterOf(distance))) {
          text += `${MODES[manner]}${directions}${letterOf(distance)}${range}`;
        }
      }
    }
    return text;
  }

  /** Sets of directions that together reach exactly these squares. The largest that fits comes first. */
  async #cover(squares: Set<string>, letter: string): Promise<string[]> {
    const chosen: string[] = [];
    const left = new Set(squares);
    for (const directions of DIRECTIONS) {
      if (left.size === 0) break;
      const reached = await this.#squares(`${directions}${letter}`);
      const fits = reached.size > 0 && [...reached].every((square) => squares.has(square)) && [...reached].some((square) => left.has(square));
      if (!fits) continue;
      chosen.push(directions);
      reached.forEach((square) => left.delete(square));
    }
    if (left.size > 0) throw new Error(`no notation was found for ${[...left].join(" ")}`);
    return chosen;
  }
}

/** A grid on which a piece is designed by pressing squares. */
export function piecePanel(bench: Workbench): HTMLElement {
  const designer = new Designer(bench);
  const leaps = new Map<string, Manner>();
  const slides = new Map<string, Manner>();
  const grid = h("div", { class: "design", role: "group", "aria-label": "Squares around the piece" });
  const betza = h("input", { class: "mono", "aria-label": "The notation", spellcheck: "false", autocomplete: "off" });
  const name = h("input", { "aria-label": "Name of the piece", placeholder: "hunter", autocomplete: "off" });
  const symbol = h("input", { "aria-label": "Letter of the piece", placeholder: "H", maxlength: 2, size: 2, autocomplete: "off" });
  const note = h("p", { class: "hint", "aria-live": "polite" });
  const manner = h("select", { "aria-label": "What the piece does there" }, h("option", { value: "both" }, "moves and captures"), h("option", { value: "move" }, "only moves"), h("option", { value: "capture" }, "only captures"));
  const kind = h("select", { "aria-label": "How it gets there" }, h("option", { value: "leap" }, "one step"), h("option", { value: "slide" }, "slides on"));
  const cells = new Map<string, HTMLButtonElement>();
  let reached = new Map<string, string>();

  const draw = (): void => {
    for (const [square, cell] of cells) {
      const chosen = leaps.get(square) ?? slides.get(square);
      cell.dataset.manner = chosen ?? reached.get(square) ?? "";
      cell.dataset.chosen = leaps.has(square) ? "leap" : slides.has(square) ? "slide" : "";
      cell.setAttribute("aria-pressed", String(chosen !== undefined));
    }
  };
  const preview = async (): Promise<void> => {
    reached = new Map();
    note.textContent = "";
    if (betza.value.trim() !== "") {
      const ask = { do: "piece", betza: betza.value.trim(), from: FROM, board: `${SIZE}x${SIZE}` };
      const { moves } = await bench.engine.ask<{ moves: Reached[] }>(ask);
      const enemies = Object.fromEntries([...cells.keys()].filter((square) => square !== FROM).map((square) => [square, "enemy"]));
      const fought = await bench.engine.ask<{ moves: Reached[] }>({ ...ask, occupied: enemies });
      const captured = new Set(fought.moves.filter(({ capture }) => capture).map(({ to }) => to));
      for (const { to } of moves) reached.set(to, "both");
      const isSlider = [...captured].length < moves.length;
      if (!isSlider) for (const { to } of moves) if (!captured.has(to)) reached.set(to, "move");
      for (const to of captured) if (!reached.has(to)) reached.set(to, "capture");
    }
    draw();
  };
  let updates = 0;
  const update = async (): Promise<void> => {
    const number = (updates += 1);
    draw();
    const found = await designer.notation(leaps, slides);
    // A later press has changed the squares meanwhile.
    if (number !== updates) return;
    betza.value = found;
    await preview();
  };
  const press = (square: string): void => {
    const [own, other] = kind.value === "leap" ? [leaps, slides] : [slides, leaps];
    other.delete(square);
    if (own.get(square) === manner.value) own.delete(square);
    else own.set(square, manner.value as Manner);
    void bench.attempt(update);
  };
  for (let rank = SIZE; rank >= 1; rank--) {
    for (const file of FILES) {
      const square = `${file}${rank}`;
      const away = [FILES.indexOf(file) - MIDDLE, rank - 1 - MIDDLE];
      const label = square === FROM ? "The piece" : `${away[0]} right, ${away[1]} forward`;
      const cell = button(square === FROM ? "♟" : "", () => press(square), { "aria-label": label, "aria-pressed": "false", disabled: square === FROM });
      cells.set(square, cell);
      grid.append(cell);
    }
  }
  betza.addEventListener("input", () => {
    leaps.clear();
    slides.clear();
    preview().catch((error: Error) => (note.textContent = error.message));
  });
  const add = (): void => {
    const title = name.value.trim();
    const letter = symbol.value.trim();
    if (title === "" || letter === "" || betza.value.trim() === "") throw new Error("a piece needs a name, a letter and moves");
    bench.editor.rewrite(set(bench.editor.text, ["pieces", title], { symbol: letter, moves: betza.value.trim() }));
    say(`${title} was added. Put it on the board with “Arrange the pieces”.`);
  };
  const clear = (): void => {
    leaps.clear();
    slides.clear();
    void bench.attempt(update);
  };
  return h(
    "div",
    { class: "column" },
    h("p", {}, "Press the squares that the piece can go to, or type its Betza notation."),
    h("div", { class: "line" }, kind, manner),
    grid,
    h("label", {}, "Betza", betza),
    note,
    h("div", { class: "line" }, name, symbol, button("Add to the file", () => void bench.attempt(add), { class: "main" }), button("Clear", clear)),
  );
}
