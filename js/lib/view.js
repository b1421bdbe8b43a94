// A board in a page: drawn by Ferz as SVG, and played by mouse, touch and keyboard. It knows squares by their names alone, so it
// shows boards of all shapes.
import { Choosing, keyOf } from "./choosing.js";

const STYLE = `
:host { display: block; color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif; }
.board { position: relative; outline-offset: 2px; touch-action: manipulation; }
.board svg { display: block; width: 100%; height: auto; max-height: var(--ferz-board-height, 85vh); }
.playable [data-square] { cursor: pointer; }
.mark { pointer-events: none; }
.chosen { fill: #2f7d32; fill-opacity: 0.4; }
.target { fill: #2f7d32; fill-opacity: 0.75; }
.capture { fill: none; stroke: #2f7d32; stroke-width: 4; }
.cursor { fill: none; stroke: #0b57d0; stroke-width: 3; }
.choices { position: sticky; bottom: 0; z-index: 1; background: Canvas; }
.hand, .choices, .controls { display: flex; flex-wrap: wrap; gap: 0.3rem; align-items: center; margin: 0.3rem 0; min-height: 0; }
button { font: inherit; padding: 0.2rem 0.5rem; display: inline-flex; align-items: center; gap: 0.3rem; }
button svg { width: 2rem; height: 2rem; display: block; }
button[aria-pressed="true"] { outline: 3px solid #2f7d32; }
.status { margin: 0.3rem 0; min-height: 1.4em; }
.refused { color: light-dark(#8a1c1c, #ff9a9a); }
`;

const svgElement = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A picture from the text of an SVG. Ferz writes these texts, and cleans what authors bring. */
function picture(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(documentElement, true);
}

/** The text of the button for a step that is neither a square nor a piece in hand. */
const nameOf = (step) => (step.pass ? "Pass" : (step.piece ?? step.rule.replaceAll("_", " ")));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardView {
  #root;
  #holder;
  #hands;
  #choices;
  #marks = null;
  #scene = null;
  #choosing = new Choosing();
  #places = new Map();
  #cursor = null;
  #play;
  #refused;
  /** `false` while no move is expected. */
  playable = true;

  /**
   * @param {ShadowRoot | HTMLElement} root Receives the elements of the board.
   * @param {{play: (uci: string) => void, refused?: (from: string, to: string) => void}} listener
   */
  constructor(root, { play, refused = () => {} }) {
    this.#root = root;
    this.#play = play;
    this.#refused = refused;
    this.#holder = element("div", {
      class: "board", part: "board", tabindex: "0", role: "application",
      "aria-label": "Board: arrow keys choose a square, Enter picks it, Escape cancels",
      onclick: (event) => this.#clicked(event),
      onkeydown: (event) => this.#key(event),
      onfocus: () => this.#mark(),
      onblur: () => this.#mark(),
    });
    const hand = () => element("div", { class: "hand", part: "hand", role: "group" });
    this.#hands = { top: hand(), bottom: hand() };
    this.#choices = element("div", { class: "choices", part: "choices", role: "group", "aria-label": "Choices of this move" });
    root.append(element("style", {}, STYLE), this.#hands.top, this.#holder, this.#hands.bottom, this.#choices);
    this.#root.addEventListener?.("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  /**
   * Shows a position.
   *
   * @param {object} scene `svg`, `board` and `moves` are the answers of the verbs `svg`, `board` and `moves` (as steps), `about`
   * is that of `about` with pictures, and `orientation` is the side at the bottom.
   */
  show(scene) {
    this.#scene = scene;
    this.#choosing = new Choosing(scene.moves);
    const drawn = picture(scene.svg);
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    drawn.querySelector("title")?.remove();
    drawn.setAttribute("aria-hidden", "true");
    this.#marks = svgElement("g", { class: "marks" });
    drawn.append(this.#marks);
    this.#holder.replaceChildren(drawn);
    this.#places = new Map();
    for (const square of drawn.querySelectorAll(".board > .square")) {
      const { x, y, width, height } = square.getBBox();
      this.#places.set(square.dataset.square, { x: x + width / 2, y: y + height / 2, size: Math.min(width, height) });
    }
    this.#showHands();
    this.#draw();
  }

  /** Gives up a move that has been begun. */
  cancel() {
    this.#choosing.clear();
    this.#draw();
  }

  #showHands() {
    const { about, board, orientation, moves } = this.#scene;
    const other = orientation === "white" ? "black" : "white";
    for (const [place, side] of [["top", other], ["bottom", orientation]]) {
      const counts = new Map(Object.entries(board.hands[side]));
      // An unlimited hand has no counts. Show the pieces that can be dropped now.
      if (board.turn === side) {
        for (const { steps: [first] } of moves) if (first?.hand !== undefined && !counts.has(first.hand)) counts.set(first.hand, null);
      }
      const held = [...counts].map(([name, count]) =>
        element("button", { type: "button", "data-hand": name, "data-step": keyOf({ hand: name }), title: name,
          disabled: board.turn === side ? null : "", "aria-label": `${name} in hand${count === null ? "" : `: ${count}`}`,
          onclick: () => this.#begin({ hand: name }) }, this.#pictureOf(name, side), count > 1 ? String(count) : ""));
      if (board.turn === side) {
        const others = new Map(moves.map(({ steps: [first] }) => [keyOf(first ?? ""), first]));
        for (const first of others.values()) {
          if (first === undefined || typeof first === "string" || first.hand !== undefined) continue;
          held.push(element("button", { type: "button", "data-step": keyOf(first), onclick: () => this.#begin(first) }, nameOf(first)));
        }
      }
      this.#hands[place].replaceChildren(...held);
      this.#hands[place].setAttribute("aria-label", `${about.sides[side]}: pieces in hand`);
    }
  }

  #pictureOf(name, side) {
    const text = this.#scene.about.pieces.find((piece) => piece.name === name)?.pictures?.[side];
    return text === undefined ? name : picture(text);
  }

  #begin(step) {
    if (!this.playable || this.#scene === null) return;
    // A piece in hand may also be a later step.
    if (!this.#choosing.choices.some((choice) => keyOf(choice) === keyOf(step))) this.#choosing.clear();
    this.#take(step);
  }

  #take(step) {
    const from = this.#choosing.path[0];
    const move = this.#choosing.take(step);
    if (move !== null) return this.#finish(move);
    const isLost = this.#choosing.path.length === 0 && typeof from === "string" && typeof step === "string";
    this.#draw();
    if (isLost && from !== step) this.#refused(from, step);
  }

  #finish({ uci }) {
    this.cancel();
    this.#play(uci);
  }

  #pick(square) {
    if (!this.playable || this.#scene === null) return;
    const { path, squares, complete } = this.#choosing;
    if (path.length > 0 && !squares.has(square) && path.at(-1) === square) {
      // If the chosen square is pressed again, the move is complete, or else it is given up.
      return complete.length === 1 ? this.#finish(complete[0]) : this.cancel();
    }
    this.#take(square);
  }

  /** The square below the mouse. What is drawn over it, such as the marks of the last move, has no square of its own. */
  #clicked(event) {
    const { clientX, clientY } = event;
    const below = this.#holder.getRootNode().elementsFromPoint(clientX, clientY);
    for (const drawn of [...event.composedPath(), ...below]) {
      if (!(drawn instanceof SVGElement) || drawn.classList.contains("hole")) continue;
      const { square, shaded, repeats } = drawn.dataset;
      const name = square ?? shaded ?? repeats;
      if (name !== undefined) return this.#pick(name);
    }
  }

  #draw() {
    if (this.#scene === null) return;
    this.#mark();
    const chosen = new Set(this.#choosing.path.map(keyOf));
    for (const held of this.#root.querySelectorAll("[data-step]")) held.setAttribute("aria-pressed", chosen.has(held.dataset.step));
    this.#offer();
  }

  /**
   * Draws the marks on the board. The buttons stay: a mouse that is pressed on one of them takes the focus from the board, and a
   * button that is replaced before the mouse is released gets no click.
   */
  #mark() {
    if (this.#scene === null) return;
    const { path, squares } = this.#choosing;
    this.#holder.classList.toggle("playable", this.playable);
    this.#marks.replaceChildren();
    const box = (square, kind) => {
      const place = this.#places.get(square);
      if (place === undefined) return;
      const half = place.size / 2 - 1;
      this.#marks.append(svgElement("rect", { class: `mark ${kind}`, x: place.x - half, y: place.y - half, width: 2 * half,
        height: 2 * half, rx: 3 }));
    };
    for (const step of path) if (typeof step === "string") box(step, "chosen");
    if (path.length > 0) {
      for (const [square, capture] of squares) {
        const place = this.#places.get(square);
        if (place === undefined) continue;
        const r = place.size * (capture ? 0.42 : 0.14);
        this.#marks.append(svgElement("circle", { class: `mark ${capture ? "capture" : "target"}`, cx: place.x, cy: place.y, r }));
      }
    }
    const active = this.#holder.getRootNode().activeElement === this.#holder;
    if (active && this.#cursor !== null) box(this.#cursor, "cursor");
  }

  /** The choices that are no squares, as buttons. */
  #offer() {
    const { path, choices, complete, squares } = this.#choosing;
    if (path.length === 0 || (choices.length === 0 && (complete.length === 0 || (complete.length === 1 && squares.size > 0 && path.length === 1)))) {
      return this.#choices.replaceChildren();
    }
    const side = this.#scene.board.turn;
    const button = (act, ...children) => element("button", { type: "button", onclick: act }, ...children);
    const shown = choices.map((step) => {
      const name = step.piece ?? step.hand;
      if (name !== undefined) return button(() => this.#take(step), this.#pictureOf(name, side), name);
      return button(() => this.#take(step), nameOf(step));
    });
    const whole = complete.map((move) => {
      const label = complete.length > 1 ? move.uci : choices.length > 0 ? "as it is" : "stop here";
      return button(() => this.#finish(move), label);
    });
    this.#choices.replaceChildren(...shown, ...whole, button(() => this.cancel(), "Cancel"));
  }

  #key(event) {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#cursor = this.#beside(arrow);
      this.#draw();
      const piece = this.#scene?.board.pieces[this.#cursor];
      this.#holder.setAttribute("aria-label", piece === undefined ? this.#cursor : `${this.#cursor}: ${piece.side} ${piece.piece}`);
    } else if ((event.key === "Enter" || event.key === " ") && this.#cursor !== null) {
      event.preventDefault();
      this.#pick(this.#cursor);
    }
  }

  /** The nearest square in a direction. */
  #beside([right, down]) {
    const from = this.#places.get(this.#cursor);
    if (from === undefined) return this.#places.keys().next().value ?? null;
    let [best, least] = [this.#cursor, Infinity];
    for (const [name, { x, y }] of this.#places) {
      const ahead = (x - from.x) * right + (y - from.y) * down;
      const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
      const cost = ahead < from.size * 0.3 ? Infinity : ahead + 3 * aside;
      if (cost < least) [best, least] = [name, cost];
    }
    return best;
  }
}
