import type { Side } from "ferz";
import type { BoardTool } from "./drag";
import { button, h, say } from "./dom";
import { catalogue } from "./gallery";
import type { Scene } from "./game";
import type { Workbench } from "./workbench";
import { append, mixed, names, parents, set } from "./yamledit";

/** A tool of the board: only one is in use at a time. */
class Tool {
  #using: (() => void) | null = null;

  constructor(readonly bench: Workbench) {}

  /** Uses a tool until `end` is called or another one begins. */
  use(tool: BoardTool, ended: () => void): void {
    this.end();
    this.bench.board.tool = tool;
    this.#using = ended;
  }

  end(): void {
    this.bench.board.tool = null;
    const ended = this.#using;
    this.#using = null;
    ended?.();
  }
}

/** Tools that change the file by the board. */
export function designPanel(bench: Workbench): HTMLElement {
  const tool = new Tool(bench);
  const part = (title: string, content: HTMLElement, open = false): HTMLElement => h("details", { open, name: "design" }, h("summary", {}, title), content);
  return h(
    "div",
    { class: "column parts" },
    part("Arrange the pieces", arrange(bench, tool), true),
    part("Paint a region", paint(bench, tool)),
    part("Mix in rules", mix(bench)),
    part("Make a test of this position", tests(bench)),
  );
}

/** Changes the position by a palette, then writes it into the file or plays from it. */
function arrange(bench: Workbench, tool: Tool): HTMLElement {
  const palette = h("div", { class: "palette", role: "group", "aria-label": "Pieces to put" });
  let brush = "";
  let fen: string | null = null;
  const put = async (square: string): Promise<void> => {
    const game = bench.game!;
    const there = bench.board.scene!.board.pieces[square];
    const content = there?.symbol === brush ? "" : brush;
    const changed = await bench.engine.ask<{ fen: string }>({ do: "put", variant: bench.source, fen: fen ?? game.fen, put: { [square]: content } });
    fen = changed.fen;
    await show(fen);
  };
  const show = async (position: string): Promise<void> => {
    const where = { variant: bench.source, fen: position };
    const { svg } = await bench.engine.ask<{ svg: string }>({ do: "svg", ...where, orientation: bench.orientation });
    const board = await bench.engine.ask<Scene["board"]>({ do: "board", ...where });
    bench.board.show({ ...bench.board.scene!, svg, board, moves: [] }, bench.orientation);
  };
  const choose = (symbol: string, pressed: HTMLElement): void => {
    brush = symbol;
    palette.querySelectorAll("[aria-pressed]").forEach((one) => one.setAttribute("aria-pressed", String(one === pressed)));
  };
  const begin = (): void => {
    fen = null;
    root.classList.add("active");
    tool.use({ strokes: true, paint: (square) => void bench.attempt(() => put(square)) }, () => {
      root.classList.remove("active");
      void bench.draw();
    });
    palette.querySelector<HTMLButtonElement>("button")?.click();
  };
  const need = (): string => {
    if (fen === null) throw new Error("change the board first");
    return fen;
  };
  const write = (): void => {
    const text = set(bench.editor.text, ["setup"], need());
    tool.end();
    bench.editor.rewrite(text);
    void bench.attempt(() => bench.start());
  };
  let shown: object | null = null;
  bench.on("game", () => {
    const { about } = bench.game!;
    if (about === shown) return;
    shown = about;
    const { pieces, sides } = about;
    const one = (side: Side) => (piece: (typeof pieces)[number]): HTMLElement => {
      const made: HTMLButtonElement = button(bench.board.pieceOf(piece.name, side), () => choose(piece.symbols[side], made), {
        "aria-pressed": "false",
        "aria-label": `${sides[side]} ${piece.name}`,
        title: piece.name,
      });
      return made;
    };
    const eraser: HTMLButtonElement = button("⌫", () => choose("", eraser), { "aria-pressed": "false", "aria-label": "Remove pieces", title: "Remove pieces" });
    const has = (side: Side) => pieces.filter(({ symbols }) => symbols[side] !== "");
    palette.replaceChildren(...has("white").map(one("white")), ...has("black").map(one("black")), eraser);
  });
  const root = h(
    "div",
    { class: "column tool" },
    h("p", {}, "Choose a piece, then press squares of the board."),
    button("Begin", begin, { class: "begin main" }),
    palette,
    h(
      "div",
      { class: "buttons" },
      button("Write as setup", () => void bench.attempt(write), { class: "main" }),
      button("Play from here", () => void bench.attempt(async () => {
        const position = need();
        tool.end();
        await bench.start({ fen: position });
      })),
      button("Cancel", () => tool.end()),
    ),
  );
  return root;
}

/** Paints a named set of squares. */
function paint(bench: Workbench, tool: Tool): HTMLElement {
  const name = h("input", { "aria-label": "Name of the region", value: "hill", autocomplete: "off", list: "region-names" });
  const known = h("datalist", { id: "region-names" });
  let squares = new Set<string>();
  let adds = true;
  const show = (): void => bench.board.colour(new Map([...squares].map((square) => [square, "#1f8a70"])));
  const begin = (): void => {
    squares = new Set();
    root.classList.add("active");
    tool.use(
      {
        strokes: true,
        paint: (square, isFirst) => {
          if (isFirst) adds = !squares.has(square);
          if (adds) squares.add(square);
          else squares.delete(square);
          show();
        },
      },
      () => {
        root.classList.remove("active");
        bench.board.colour(new Map());
      },
    );
  };
  const write = (): void => {
    if (squares.size === 0) throw new Error("paint some squares first");
    const title = name.value.trim();
    if (!/^[a-z][\w-]*$/i.test(title)) throw new Error("a name has letters, digits and underscores");
    const order = bench.game!.about.squares;
    const all = order.filter((square) => squares.has(square)).join(" ");
    const text = set(bench.editor.text, ["regions", title], all);
    tool.end();
    bench.editor.rewrite(text);
    say(`Region ${title}: ${squares.size} squares`);
  };
  bench.on("game", () => {
    if (root.classList.contains("active")) show();
  });
  bench.on("problems", () => known.replaceChildren(...safeNames(bench).map((one) => h("option", { value: one }))));
  const root = h(
    "div",
    { class: "column tool" },
    h("p", {}, "Press or drag over squares. They become a named region, which rules can speak of."),
    h("label", {}, "Name", name),
    known,
    button("Begin", begin, { class: "begin main" }),
    h("div", { class: "buttons" }, button("Write the region", () => void bench.attempt(write), { class: "main" }), button("Cancel", () => tool.end())),
  );
  return root;
}

function safeNames(bench: Workbench): string[] {
  return names(bench.editor.text, "regions");
}

/** Rule files that are laid over the game. */
function mix(bench: Workbench): HTMLElement {
  const list = h("div", { class: "ticks" });
  const root = h("div", { class: "column" }, h("p", {}, "Rule files are laid over your game."), list);
  const change = (name: string, wanted: boolean): void => {
    bench.editor.rewrite(mixed(bench.editor.text, name, wanted));
  };
  // The boxes are made once, so that the one in focus stays.
  const boxes = new Map<string, HTMLInputElement>();
  const make = async (): Promise<void> => {
    const { rules } = await catalogue(bench.engine);
    if (boxes.size > 0) return;
    const tick = ({ name, title, description }: (typeof rules)[number]): HTMLElement => {
      const box = h("input", { type: "checkbox", onchange: () => void bench.attempt(() => change(name, box.checked)) });
      boxes.set(name, box);
      return h("label", { class: "tick", title: description }, box, h("span", {}, h("b", {}, title), " ", h("small", {}, description)));
    };
    list.replaceChildren(...rules.map(tick));
  };
  const fill = async (): Promise<void> => {
    // The list is not seen before the game is drawn.
    if (bench.game === null) return;
    await make();
    const now = parents(bench.editor.text);
    for (const [name, box] of boxes) box.checked = now.includes(name);
  };
  bench.on("problems", () => void bench.attempt(fill));
  bench.on("game", () => void bench.attempt(fill));
  return root;
}

/** Writes what is legal in the position into the tests of the file. */
function tests(bench: Workbench): HTMLElement {
  const write = async (): Promise<void> => {
    const game = bench.game!;
    const { moves } = await game.ask<{ moves: string[] }>("moves", { texts: "uci" });
    const { end } = await game.ask<{ end: { result: string; reason: string } | null }>("status");
    const played = game.line.slice(0, game.ply).map(({ uci }) => uci);
    const where = { ...(game.start.fen !== undefined && { fen: game.start.fen }), ...(played.length > 0 && { play: played }) };
    const text = bench.editor.text;
    const made = end !== null ? append(text, ["tests", "ends"], { ...where, ...end }) : append(text, ["tests", "moves"], { ...where, moves });
    bench.editor.rewrite(made);
    say(end === null ? `A test with ${moves.length} legal moves was added` : "A test of this end was added");
  };
  return h(
    "div",
    { class: "column" },
    h("p", {}, "The legal moves of the position on the board become a test of your file. It fails if a later change alters them."),
    button("Add a test", () => void bench.attempt(write), { class: "main" }),
  );
}
