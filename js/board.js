// `<ferz-board variant="grand" engine="black">`: a board in any page, played by all rules of a variant against a person or the engine.
// Importing this module defines the element.
import { openedWorker } from "./lib/open.js";
import { BoardView } from "./lib/view.js";

/** An empty class where there are no HTML elements, so that a server can import this code. */
const Element = globalThis.HTMLElement ?? class {};

const attribute = (board, name) => board.getAttribute(name) ?? undefined;

export class FerzBoard extends Element {
  static observedAttributes = ["variant", "fen", "start", "orientation", "engine", "seconds"];
  static #shared = null;

  /** The worker of all boards. A page that has one of its own may set a promise of it before it shows a board. */
  static get worker() {
    return (FerzBoard.#shared ??= openedWorker(new URL("./ferz-board.wasm", import.meta.url)));
  }

  static set worker(worker) {
    FerzBoard.#shared = Promise.resolve(worker);
  }

  #view = null;
  #status = null;
  #source = null;
  #about = null;
  #played = [];
  #state = null;
  /** Grows with each position, so that late answers about another one are dropped. */
  #turn = 0;
  #search = null;

  connectedCallback() {
    if (this.#view === null) this.#build();
    this.#open();
  }

  disconnectedCallback() {
    this.#turn += 1;
    this.#search?.stop();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after || this.#view === null || !this.isConnected) return;
    if (["variant", "fen", "start"].includes(name)) this.#open();
    else if (this.#about !== null) this.#refresh().catch((error) => this.#failed(error));
  }

  /** The text of a variant in place of the attribute `variant`: `{yaml, files}`. */
  set source(source) {
    this.#source = source;
    if (this.isConnected) this.#open();
  }

  get source() {
    return this.#source ?? attribute(this, "variant") ?? "chess";
  }

  /** The moves played, in UCI notation. */
  get played() {
    return [...this.#played];
  }

  /** The position as FEN; `undefined` until it is there. */
  get fen() {
    return this.#state?.fen;
  }

  /** `null`, or how the game has ended: `{result, reason}`. */
  get end() {
    return this.#state?.end ?? null;
  }

  /** The legal moves, in UCI notation. */
  get moves() {
    return this.#state?.moves.map(({ uci }) => uci) ?? [];
  }

  /** The side at the bottom. */
  get orientation() {
    const asked = attribute(this, "orientation");
    return asked ?? (attribute(this, "engine") === "white" ? "black" : "white");
  }

  /** Plays a move, in UCI notation or SAN. Resolves when it is shown. */
  async push(move) {
    const worker = await FerzBoard.worker;
    const { line } = await worker.request({ do: "line", ...this.#where, play: [...this.#played, String(move)] });
    this.#played = line.map(({ uci }) => uci);
    const { uci, san, fen } = line.at(-1);
    await this.#refresh();
    this.#tell("ferz-move", { uci, san, fen });
    if (this.end !== null) this.#tell("ferz-end", this.end);
  }

  /** Takes back moves: by default one, or two against the engine. Resolves when that is shown. */
  async pop(count = attribute(this, "engine") === undefined ? 1 : 2) {
    this.#search?.stop();
    this.#played = this.#played.slice(0, Math.max(0, this.#played.length - count));
    await this.#refresh();
  }

  /** Begins anew. */
  async reset() {
    await this.#open();
  }

  /** Turns the board. */
  flip() {
    this.setAttribute("orientation", this.orientation === "white" ? "black" : "white");
  }

  get #where() {
    const start = attribute(this, "start");
    return { variant: this.source, fen: attribute(this, "fen"), start: start === undefined ? undefined : Number(start) };
  }

  #build() {
    const root = this.attachShadow({ mode: "open" });
    this.#view = new BoardView(root, {
      play: (uci) => this.push(uci).catch((error) => this.#failed(error)),
      refused: (from, to) => this.#explain(from, to),
    });
    this.#status = document.createElement("p");
    this.#status.className = "status";
    this.#status.part = "status";
    this.#status.setAttribute("role", "status");
    const button = (name, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = name;
      made.addEventListener("click", () => Promise.resolve(act()).catch((error) => this.#failed(error)));
      return made;
    };
    const controls = document.createElement("div");
    controls.className = "controls";
    controls.part = "controls";
    controls.append(button("Take back", () => this.pop()), button("Turn the board", () => this.flip()), button("New game", () => this.reset()));
    root.append(this.#status, controls);
  }

  async #open() {
    this.#search?.stop();
    const turn = (this.#turn += 1);
    this.#played = [];
    try {
      const worker = await FerzBoard.worker;
      const about = await worker.request({ do: "about", variant: this.source, pictures: true });
      if (turn !== this.#turn) return;
      this.#about = about;
      await this.#refresh();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Shows the position after the moves that were played. */
  async #refresh() {
    const turn = (this.#turn += 1);
    const where = { ...this.#where, play: this.#played };
    const worker = await FerzBoard.worker;
    const last = this.#played.at(-1);
    const [{ fen }, board, moves] = await Promise.all([
      worker.request({ do: "status", ...where }),
      worker.request({ do: "board", ...where }),
      worker.request({ do: "moves", texts: "steps", ...where }),
    ]);
    const marked = this.#about.squares.filter((square) => last !== undefined && names(last).includes(square));
    const orientation = this.orientation;
    const { svg } = await worker.request({ do: "svg", ...where, orientation, last_move: marked });
    if (turn !== this.#turn) return;
    this.#state = { fen, board, moves: moves.end === null ? moves.moves : [], check: moves.check, end: moves.end };
    this.#view.playable = moves.end === null && board.turn !== attribute(this, "engine");
    this.#view.show({ about: this.#about, svg, board, moves: this.#state.moves, orientation });
    this.#say();
    if (moves.end === null && !this.#view.playable) this.#answer(turn).catch((error) => this.#failed(error));
  }

  /** Lets the engine move. */
  async #answer(turn) {
    const worker = await FerzBoard.worker;
    const seconds = Number(attribute(this, "seconds") ?? 1);
    this.#search = worker.search({ ...this.#where, play: this.#played }, { seconds });
    const { best } = await this.#search;
    if (turn === this.#turn && best != null) await this.push(best.uci);
  }

  #say() {
    const { board, check, end } = this.#state;
    const side = this.#about.sides[board.turn];
    const text = end === null ? `${side} to move${check ? ", in check" : ""}` : `${end.result}: ${end.reason.replaceAll("_", " ")}`;
    this.#status.classList.remove("refused");
    this.#status.textContent = text;
  }

  /** Says why a move is not legal. */
  async #explain(from, to) {
    const worker = await FerzBoard.worker;
    const asked = worker.request({ do: "why", ...this.#where, play: this.#played, move: from + to });
    const reason = await asked.then(({ reasons }) => reasons[0]?.message, (error) => error.message);
    this.#status.classList.add("refused");
    this.#status.textContent = reason ?? `${from}–${to} is not a legal move`;
    this.#tell("ferz-refused", { from, to, reason });
  }

  #failed(error) {
    if (this.#status !== null) {
      this.#status.classList.add("refused");
      this.#status.textContent = error.message;
    }
    this.#tell("ferz-error", error);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** The names of squares in a move. */
const names = (uci) => uci.match(/[a-z]{1,2}\d+/g) ?? [];

if (globalThis.customElements !== undefined && customElements.get("ferz-board") === undefined) {
  customElements.define("ferz-board", FerzBoard);
}
