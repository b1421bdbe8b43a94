import type { Side } from "ferz";
import { button, h, picture, say, shape } from "./dom";
import type { Scene } from "./game";
import { Choosing, same, type Step, type Stepped } from "./steps";
import { type BoardTool, Drag } from "./drag";

/** What a board tells to the page around it. */
export interface BoardListener {
  play(move: Stepped): void;
  /** A player wanted to go from one square to another, which is no legal move. */
  refused(from: string, to: string): void;
}

interface Place {
  x: number;
  y: number;
  size: number;
}

/** A board that is drawn by Ferz and played by mouse, touch and keyboard. It knows squares by their names alone. */
export class BoardView {
  readonly root = h("div", { class: "boardbox" });
  readonly #above = h("div", { class: "hand" });
  readonly #below = h("div", { class: "hand" });
  readonly #holder: HTMLElement;
  readonly #bar = h("div", { class: "choices" });
  #scene: Scene | null = null;
  /** The picture that is shown, as a text. */
  #svg = "";
  #choosing = new Choosing([]);
  #places = new Map<string, Place>();
  #marks: SVGElement = shape("g", { class: "hints" });
  #cursor: string | null = null;
  #orientation: Side = "white";
  #tool: BoardTool | null = null;
  #drag: Drag;
  /** False while the engine is to move, or the file has errors. */
  playable = true;

  constructor(readonly listener: BoardListener) {
    this.#holder = h("div", {
      class: "board",
      tabindex: 0,
      role: "application",
      "aria-label": "Board: arrow keys choose a square, Enter picks it, Escape cancels",
      onkeydown: (event: KeyboardEvent) => this.#key(event),
      onblur: () => this.#drawMarks(),
      onfocus: () => this.#drawMarks(),
      onpointermove: (event: PointerEvent) => this.#hover(event),
      onpointerleave: () => this.#drawMarks(),
    });
    this.root.append(this.#above, this.#holder, this.#below, this.#bar);
    this.#drag = new Drag(this.#holder, {
      start: (square) => this.#pressed(square),
      drop: (from, to) => this.#dropped(from, to),
      click: (square, wasChosen) => this.#clicked(square, wasChosen),
      isChosen: (square) => same(this.#choosing.path[0], square) && this.#choosing.path.length === 1,
      tool: () => this.#tool,
    });
  }

  /** The scene that is shown. */
  get scene(): Scene | null {
    return this.#scene;
  }

  /** The steps of the move that is being chosen. */
  get path(): readonly Step[] {
    return this.#choosing.path;
  }

  /** Uses a tool in place of playing, or plays again. */
  set tool(tool: BoardTool | null) {
    this.#tool = tool;
    this.root.classList.toggle("painting", tool !== null);
    this.cancel();
  }

  /** Shows a position. */
  show(scene: Scene, orientation: Side): void {
    this.#scene = scene;
    this.#orientation = orientation;
    this.#choosing = new Choosing(scene.moves);
    if (scene.svg !== this.#svg) this.#picture(scene.svg);
    this.#holder.querySelectorAll(".painted").forEach((one) => one.remove());
    this.#hands();
    this.#draw();
  }

  /** Puts another picture of the board on the page. */
  #picture(text: string): void {
    const svg = picture(text);
    svg.setAttribute("aria-hidden", "true");
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.querySelector("title")?.remove();
    this.#marks = shape("g", { class: "hints" });
    svg.append(this.#marks);
    this.#holder.replaceChildren(svg);
    const { width, height } = svg.viewBox.baseVal;
    this.#holder.style.setProperty("--ratio", String(width / height));
    this.#measure(svg);
    this.#svg = text;
  }

  /** Squares that are coloured by a tool. */
  colour(fills: Map<string, string>): void {
    this.#holder.querySelectorAll(".painted").forEach((one) => one.remove());
    const group = shape("g", { class: "painted" });
    for (const [square, fill] of fills) {
      const place = this.#places.get(square);
      if (place === undefined) continue;
      const { x, y, size } = place;
      group.append(shape("circle", { cx: x, cy: y, r: size * 0.3, fill, "fill-opacity": 0.75, stroke: "#fff", "stroke-width": 2 }));
    }
    this.#marks.before(group);
  }

  /** Gives up a move that has been begun. */
  cancel(): void {
    this.#choosing.path = [];
    this.#draw();
  }

  #measure(svg: SVGSVGElement): void {
    this.#places.clear();
    svg.querySelectorAll<SVGGraphicsElement>(".board > .square").forEach((cell) => {
      const box = cell.getBBox();
      const square = cell.getAttribute("data-square") ?? "";
      this.#places.set(square, { x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) });
    });
  }

  // Hands.

  #hands(): void {
    const scene = this.#scene!;
    const other: Side = this.#orientation === "white" ? "black" : "white";
    this.#hand(this.#above, other);
    this.#hand(this.#below, this.#orientation);
    // Passes, and rules in place of a move.
    const first = new Choosing(scene.moves).choices;
    const starts = first.filter((step) => typeof step === "object" && !("hand" in step));
    this.root.classList.toggle("has-hands", scene.about.hands || first.length > 0);
    const hand = scene.board.turn === this.#orientation ? this.#below : this.#above;
    for (const step of starts) {
      const [shown, label] = this.#named(step);
      hand.append(button(shown, () => this.#begin(step), { class: "start", "aria-label": label }));
    }
  }

  /** The picture or the words of a step, and its name. */
  #named(step: Step): [Node | string, string] {
    const side = this.#scene!.board.turn;
    if (typeof step === "string") return [step, step];
    if ("hand" in step) return [this.pieceOf(step.hand, side), `${step.hand} from hand`];
    if ("piece" in step) return [this.pieceOf(step.piece, side), step.piece];
    return "rule" in step ? [step.rule.replaceAll("_", " "), step.rule] : ["Pass", "pass"];
  }

  #hand(place: HTMLElement, side: Side): void {
    const { about, board } = this.#scene!;
    const held = Object.entries(board.hands[side]);
    if (side === board.turn) {
      // Pieces of which there are any number stand in no hand.
      for (const step of new Choosing(this.#scene!.moves).choices) {
        if (typeof step === "object" && "hand" in step && !(step.hand in board.hands[side])) held.push([step.hand, 1]);
      }
    }
    const item = ([name, count]: [string, number]): HTMLElement => {
      const one = button(this.pieceOf(name, side), () => this.#begin({ hand: name }), {
        class: "held",
        "data-hand": name,
        "aria-label": `${name} in hand, ${count}`,
        title: name,
        onpointerdown: (event: PointerEvent) => {
          this.#begin({ hand: name });
          this.#drag.lift(event, one.querySelector("svg"), (to) => to !== null && this.#go(to));
        },
      });
      if (count > 1) one.append(h("span", { class: "count" }, String(count)));
      return one;
    };
    place.replaceChildren(...held.map(item));
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", `${about.sides[side]}: pieces in hand`);
  }

  /** The picture of a piece. */
  pieceOf(name: string, side: Side): Node {
    const piece = this.#scene?.about.pieces.find((one) => one.name === name);
    if (piece === undefined) return document.createTextNode(name);
    const drawn = picture(piece.pictures[side]);
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
  }

  // Choosing a move.

  #begin(step: Step): void {
    if (!this.playable || this.#scene === null) return;
    this.#choosing.path = [];
    if (this.#choosing.begins(step)) this.#take(step);
    else this.#draw();
  }

  #pressed(square: string): Element | null {
    if (!this.playable || this.#scene === null) return null;
    const path = this.#choosing.path;
    // A press on a square that can be chosen next waits for the click.
    if (path.length > 0 && this.#choosing.squares.has(square)) return null;
    if (this.#choosing.begins(square) || (path.length === 0 && this.#scene.board.pieces[square] !== undefined)) {
      this.#choosing.path = [square];
      this.#draw();
    }
    return this.#holder.querySelector(`.piece[data-square="${square}"]`);
  }

  #dropped(from: string, to: string): void {
    if (!same(this.#choosing.path[0], from)) this.#choosing.path = [from];
    this.#go(to);
  }

  #clicked(square: string, wasChosen: boolean): void {
    const { path } = this.#choosing;
    if (path.length === 0) return;
    if (path.length === 1 && same(path[0], square) && !this.#choosing.squares.has(square)) {
      if (wasChosen) this.cancel();
      return;
    }
    if (path.length === 1 && same(path[0], square) && !wasChosen) return;
    this.#go(square);
  }

  /** Goes on to a square, begins anew with it, or asks why it cannot be reached. */
  #go(square: string): void {
    const { path } = this.#choosing;
    if (!this.playable || this.#scene === null) return;
    if (this.#choosing.squares.has(square)) return this.#take(square);
    const complete = this.#choosing.complete;
    if (complete.length === 1 && same(path.at(-1), square)) return this.#finish(complete[0]!);
    const from = path[0];
    this.#choosing.path = [];
    if (this.#choosing.begins(square)) {
      this.#choosing.path = [square];
      return this.#draw();
    }
    this.#draw();
    if (typeof from === "string" && from !== square) this.listener.refused(from, square);
  }

  #take(step: Step): void {
    const move = this.#choosing.take(step);
    if (move !== null) return this.#finish(move);
    this.#draw();
    const first = this.#bar.querySelector("button");
    if (first !== null && this.#bar.dataset.kind === "must") first.focus();
  }

  #finish(move: Stepped): void {
    this.#choosing.path = [];
    this.#draw();
    this.listener.play(move);
  }

  // Drawing what can be chosen.

  #draw(): void {
    this.#drawMarks();
    this.#bar.replaceChildren();
    if (this.#choosing.path.length > 0) this.#offer();
  }

  /** Draws the marks alone: a button below the board must not be replaced while it is pressed. */
  #drawMarks(hovered: string | null = null): void {
    const choosing = this.#choosing;
    this.#marks.replaceChildren();
    this.root.querySelectorAll(".held").forEach((one) => {
      const hand = { hand: one.getAttribute("data-hand") ?? "" };
      one.setAttribute("aria-pressed", String(same(choosing.path[0], hand)));
    });
    const cursor = this.#cursor === null ? undefined : this.#places.get(this.#cursor);
    if (cursor !== undefined && document.activeElement === this.#holder) this.#mark(cursor, "cursor");
    if (choosing.path.length === 0) {
      if (hovered === null || !this.playable || this.#tool !== null || !choosing.begins(hovered)) return;
      choosing.path = [hovered];
      this.#targets("target faint");
      choosing.path = [];
      return;
    }
    for (const step of choosing.path) {
      const place = typeof step === "string" ? this.#places.get(step) : undefined;
      if (place !== undefined) this.#mark(place, "chosen");
    }
    this.#targets("target");
  }

  #targets(kind: string): void {
    for (const [square, { capture, goesOn }] of this.#choosing.squares) {
      const place = this.#places.get(square);
      if (place !== undefined) this.#mark(place, `${kind}${capture ? " capture" : ""}${goesOn ? " on" : ""}`);
    }
  }

  #mark({ x, y, size }: Place, kind: string): void {
    if (kind.startsWith("target")) {
      const isRing = kind.includes("capture");
      this.#marks.append(shape("circle", { class: kind, cx: x, cy: y, r: size * (isRing ? 0.42 : 0.15) }));
      return;
    }
    const half = size / 2 - 1.5;
    this.#marks.append(shape("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 3 }));
  }

  /** The choices that are not squares, as buttons below the board. */
  #offer(): void {
    const choosing = this.#choosing;
    if (choosing.path.length === 1 && typeof choosing.path[0] === "string" && choosing.complete.length === 0 && choosing.choices.length === 0) {
      return;
    }
    const choices = choosing.choices.map((step) => {
      const [shown, label] = this.#named(step);
      return button(h("span", { class: "choice" }, shown, h("small", {}, label)), () => this.#take(step), { "aria-label": label });
    });
    const complete = choosing.complete;
    const plain = complete.map((move) => {
      const label = complete.length > 1 ? move.uci : choices.length > 0 ? "as it is" : "stop here";
      return button(h("span", { class: "choice" }, label), () => this.#finish(move));
    });
    const all = [...choices, ...plain];
    if (all.length === 0) return;
    this.#bar.dataset.kind = choosing.squares.size > 0 ? "may" : "must";
    this.#bar.setAttribute("role", "group");
    this.#bar.setAttribute("aria-label", "Choices of this move");
    this.#bar.append(...all, button("Cancel", () => this.cancel(), { class: "quiet" }));
  }

  #hover(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.#choosing.path.length > 0 || event.buttons !== 0) return;
    this.#drawMarks(Drag.squareAt(event.clientX, event.clientY));
  }

  // Keyboard.

  #key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#move(step);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.#cursor !== null) this.#pick(this.#cursor);
    } else if (event.key === "Escape" && this.#choosing.path.length > 0) {
      this.cancel();
    }
  }

  #pick(square: string): void {
    if (this.#tool !== null) return this.#tool.paint(square, true);
    if (this.#choosing.path.length > 0) {
      const isStart = this.#choosing.path.length === 1 && same(this.#choosing.path[0], square);
      return isStart && !this.#choosing.squares.has(square) ? this.cancel() : this.#go(square);
    }
    this.#begin(square);
    const count = this.#choosing.squares.size;
    say(count === 0 ? `${square}: no move from here` : `${square} chosen, ${count} squares`, { quiet: true });
  }

  /** Moves the cursor to the nearest square in a direction. */
  #move([dx, dy]: [number, number]): void {
    const names = [...this.#places.keys()];
    const from = this.#cursor === null ? undefined : this.#places.get(this.#cursor);
    if (from === undefined) {
      this.#cursor = names.find((name) => this.#choosing.begins(name)) ?? names[0] ?? null;
    } else {
      const cost = ({ x, y }: Place): number => {
        const [ahead, aside] = dx !== 0 ? [(x - from.x) * dx, Math.abs(y - from.y)] : [(y - from.y) * dy, Math.abs(x - from.x)];
        return ahead < from.size * 0.3 ? Infinity : ahead + 3 * aside;
      };
      const best = names.reduce((one, other) => (cost(this.#places.get(other)!) < cost(this.#places.get(one)!) ? other : one));
      if (cost(this.#places.get(best)!) < Infinity) this.#cursor = best;
    }
    this.#draw();
    if (this.#cursor === null) return;
    const piece = this.#scene?.board.pieces[this.#cursor];
    say(`${this.#cursor}${piece === undefined ? "" : `, ${piece.side} ${piece.piece}`}`, { quiet: true });
  }
}
