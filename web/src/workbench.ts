import type { Side, Source } from "ferz";
import { BoardView } from "./board";
import { h, message, say } from "./dom";
import { Editor, type TextProblem } from "./editor";
import { isFault, startEngine, type Engine } from "./engine";
import { Conflict, files, type Kept } from "./files";
import { Game, type Played, type Seen } from "./game";
import { Opponent } from "./opponent";
import type { Stepped } from "./steps";

/** The colours of boards. */
export const COLOURS = { light: "#efe2c8", middle: "#d9bd8f", dark: "#bf9563", last_move: "#e4cf5b", check: "#d8433b", arrow: "#20705f" };

/** How a game is opened. */
interface Opening {
  fen?: string;
  moves?: string[];
}

/** The answer to `preview`: the problems of a text, and its board unless it has errors. */
type Preview = { problems: TextProblem[] } & Partial<Omit<Seen, "last">>;

/** The state of the page: one file, and one game of it. */
export class Workbench extends EventTarget {
  file: Kept = { name: "", text: "", changed: 0 };
  game: Game | null = null;
  orientation: Side = "white";
  problems: TextProblem[] = [];
  readonly board: BoardView;
  readonly editor: Editor;
  readonly opponent: Opponent;
  /** Other files that the text may extend. */
  #others: Record<string, string> = {};
  #looking = false;
  #again = false;
  /** How the next game is opened, if not as the one before. */
  #opening: Opening = {};
  /** The board that was drawn before its moves were known. */
  #seen: Seen | null = null;
  /** True if the newest text can be played, and has not been opened yet. */
  #isNew = false;
  #compiling = false;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #second: Engine | null = null;
  /** The engine that reads the text while the first one finds the moves; `null` until the first board is drawn. */
  #reader: Engine | null = null;
  #shown = 0;
  /** Milliseconds from the last change of the text to its problems and its board. */
  lastDelay = 0;
  /** Milliseconds from the last change of the text to its moves, and to the problems of the first moves. */
  lastWhole = 0;
  /** The number of plies of the position that is drawn. */
  drawn = 0;
  #changedAt = 0;
  /** True if the text has changes that are not saved. */
  #dirty = false;

  constructor(readonly engine: Engine) {
    super();
    this.board = new BoardView({
      play: (move) => void this.attempt(() => this.playMove(move)),
      refused: (from, to) => void this.attempt(() => this.explain(from + to)),
    });
    this.editor = new Editor(
      () => this.helper,
      () => this.#others,
      (text) => this.#edited(text),
    );
    this.opponent = new Opponent(this);
    files.watch((name) => void this.attempt(() => this.#outside(name)));
  }

  /** A second engine, for pictures and searches beside the first. */
  second(): Engine {
    this.#second ??= startEngine();
    return this.#second;
  }

  /** Tells everything that listens. */
  tell(what: "game" | "file" | "problems" | "why" | "think", detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  on<D = unknown>(what: string, call: (detail: D) => void): void {
    this.addEventListener(what, (event) => call((event as CustomEvent<D>).detail));
  }

  /** Does something, and shows its error. */
  async attempt(work: () => Promise<unknown> | unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      say(message(error), { wrong: true });
    }
  }

  // The file.

  get source(): Source {
    return Object.keys(this.#others).length === 0 ? { yaml: this.editor.text } : { yaml: this.editor.text, files: this.#others };
  }

  /** Opens a text as the current file, perhaps with a game. */
  async open(file: Kept, game: Opening = {}): Promise<void> {
    this.opponent.stop();
    clearTimeout(this.#saving);
    this.file = file;
    this.#dirty = false;
    this.game = null;
    this.#others = await this.#readOthers(file.text);
    this.editor.open(file.text);
    this.tell("file");
    this.#opening = game;
    await this.refresh();
  }

  /** Opens a copy of a built-in variant. */
  async openBuiltIn(name: string): Promise<void> {
    const { text } = await this.engine.ask<{ text: string }>({ do: "source", variant: name });
    await this.open({ name: `${name.replace(/^.*\//, "")}.yaml`, text, changed: 0 });
  }

  /** The kept files that a text may extend. */
  async #readOthers(text: string): Promise<Record<string, string>> {
    const named = [...text.matchAll(/[\w./-]+\.ya?ml\b/g)].map(([name]) => name);
    const others: Record<string, string> = {};
    if (named.length === 0) return others;
    const kept = new Set((await files.list()).map(({ name }) => name));
    for (const name of new Set(named)) {
      const file = kept.has(name) ? await files.read(name) : null;
      if (file !== null) others[name] = file.text;
    }
    return others;
  }

  #edited(text: string): void {
    this.#changedAt = performance.now();
    this.file = { ...this.file, text, changed: Date.now() };
    this.#dirty = true;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.attempt(() => this.save()), 600);
    void this.attempt(() => this.refresh());
  }

  /** Saves the file, if it has changes or is new. */
  async save(isNew = false): Promise<void> {
    clearTimeout(this.#saving);
    if (this.file.name === "" || !(this.#dirty || isNew)) return;
    const { name, text } = this.file;
    this.#dirty = false;
    try {
      const kept = await files.write({ ...this.file, text });
      // The file may have been changed or replaced meanwhile.
      if (this.file.name === name) this.file = { ...kept, text: this.file.text };
      this.tell("file");
    } catch (error) {
      if (this.file.name === name) this.#dirty = true;
      if (!(error instanceof Conflict)) throw error;
      this.tell("file", { conflict: true });
    }
  }

  /** Gives the file another name. */
  async rename(name: string): Promise<void> {
    const old = this.file.name;
    this.file = { name, text: this.editor.text, changed: Date.now() };
    await this.save(true);
    if (old !== "" && old !== name && (await files.read(old)) !== null) await files.remove(old);
    this.tell("file");
  }

  /** Another program has changed a file. */
  async #outside(name: string): Promise<void> {
    if (name !== this.file.name) return;
    const now = await files.read(name);
    if (now === null || now.tag === this.file.tag || now.text === this.file.text) return;
    if (this.#dirty) return this.tell("file", { conflict: true });
    this.editor.rewrite(now.text);
    clearTimeout(this.#saving);
    this.file = now;
    this.#dirty = false;
    say(`${name} was changed by another program`);
  }

  /** Takes the text of the folder, or writes the own one over it. */
  async settle(choice: "theirs" | "mine"): Promise<void> {
    const now = await files.read(this.file.name);
    if (choice === "theirs" && now !== null) return this.open(now);
    this.file = { name: this.file.name, text: this.editor.text, changed: Date.now(), ...(now?.tag && { tag: now.tag }) };
    await this.save(true);
  }

  /** True if nothing is left to do for the last change of the text. */
  get idle(): boolean {
    return !this.#looking && !this.#compiling && this.game !== null;
  }

  // Checking the text, and drawing the board.

  /**
   * Shows the problems of the text and its board, and then finds its moves. Problems and the picture need no tables of moves, which take most
   * of the time: so the page follows each key stroke, and moves come when nothing was typed meanwhile.
   */
  async refresh(): Promise<void> {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    try {
      do {
        this.#again = false;
        await this.#look();
      } while (this.#again);
    } finally {
      this.#looking = false;
    }
    await this.#compile();
  }

  async #look(): Promise<void> {
    const text = this.editor.text;
    const last = this.#opening.fen === undefined ? (this.game?.last ?? []) : [];
    const { problems, about, fen, board, svg } = await this.#preview(last);
    if (text !== this.editor.text) return;
    this.#say(problems);
    this.#isNew = about !== undefined;
    if (about === undefined || fen === undefined || board === undefined || svg === undefined) return this.#spoil();
    this.#seen = { about, fen, board, svg, last };
    this.board.playable = false;
    this.board.root.classList.remove("stale");
    this.board.show({ ...this.#seen, moves: [], check: false, end: null }, this.orientation);
    this.lastDelay = performance.now() - this.#changedAt;
  }

  /** What is known before the moves. */
  async #preview(last: string[]): Promise<Preview> {
    const request = { do: "preview", variant: this.source, pictures: true, orientation: this.orientation, colours: COLOURS };
    try {
      const kept = this.game === null || this.game.ply === 0 ? this.game?.start.fen : this.game.fen;
      return await this.helper.ask<Preview>({ ...request, fen: this.#opening.fen ?? kept, last_move: last });
    } catch (error) {
      // A board that was changed may not have these squares.
      if (!isFault(error, "request") || last.length === 0) throw error;
      return this.helper.ask<Preview>(request);
    }
  }

  #say(problems: TextProblem[]): void {
    this.problems = problems;
    this.editor.problems(problems);
    this.tell("problems");
  }

  /** Leaves the last board as a picture: no moves can be made on it. */
  #spoil(): void {
    this.board.root.classList.add("stale");
    this.board.playable = false;
    this.lastDelay = this.lastWhole = performance.now() - this.#changedAt;
  }

  /** Opens the game of the newest text, and finds the problems of its first moves. */
  async #compile(): Promise<void> {
    if (this.#compiling) return;
    this.#compiling = true;
    try {
      while (this.#isNew) {
        this.#isNew = false;
        await this.#open(this.editor.text);
      }
    } finally {
      this.#compiling = false;
    }
    if (this.game !== null) this.#reader ??= startEngine();
  }

  async #open(text: string): Promise<void> {
    // A game that cannot be opened has problems, which say why.
    const failed = await this.#restart(text).catch((error: unknown) => error);
    if (text !== this.editor.text) return;
    const { problems } = await this.engine.ask<{ problems: TextProblem[] }>({ do: "check", variant: this.source, fixes: true });
    if (text !== this.editor.text) return;
    this.#say(problems);
    if (problems.some(({ severity }) => severity === "error")) return this.#spoil();
    if (failed instanceof Error) throw failed;
    this.lastWhole = performance.now() - this.#changedAt;
  }

  /** The engine that helps with the text. */
  get helper(): Engine {
    return this.#reader ?? this.engine;
  }

  async #restart(text: string): Promise<void> {
    const { fen, moves } = this.#opening;
    const old = this.game;
    const played = moves ?? old?.line.map(({ uci }) => uci) ?? [];
    const start = fen !== undefined ? { fen } : (old?.start ?? {});
    const about = this.#seen?.about;
    const open = (from: { fen?: string; start?: number }): Promise<Game> =>
      Game.open(this.engine, this.source, { ...from, moves: played, ...(about && { about }) });
    const game = await open(start).catch((error: unknown) => {
      // A position or a game of the rules before may not exist any more.
      if (!isFault(error, "position") && !isFault(error, "move")) throw error;
      return Game.open(this.engine, this.source);
    });
    if (text !== this.editor.text) return;
    this.game = game;
    this.#opening = {};
    if (old !== null && moves === undefined) game.go(Math.min(old.ply, game.line.length));
    await this.draw();
  }

  /** Draws the position of the game. */
  async draw(): Promise<void> {
    const game = this.game;
    if (game === null) return;
    const turn = (this.#shown += 1);
    const scene = await game.scene(this.orientation, COLOURS, this.#seen);
    this.#seen = null;
    if (game !== this.game || turn !== this.#shown) return;
    // While the text is read anew, its own board is shown.
    if (this.#looking) return;
    this.board.show(scene, this.orientation);
    this.drawn = game.ply;
    this.tell("game");
    this.opponent.look();
  }

  // The game.

  /** Starts another game of the same file. */
  async start(from: { fen?: string; start?: number; moves?: string[] } = {}): Promise<void> {
    this.opponent.stop();
    this.game = await Game.open(this.engine, this.source, from);
    await this.draw();
  }

  async playMove(move: Stepped | { uci: string }): Promise<void> {
    this.tell("why", null);
    this.opponent.stop();
    const played = await this.game!.play(move.uci);
    this.#said(played);
    await this.draw();
  }

  #said({ san }: Played): void {
    say(san, { quiet: true });
  }

  async go(ply: number): Promise<void> {
    this.opponent.stop();
    this.game?.go(ply);
    await this.draw();
  }

  /** Takes back the last move, and that of the engine before it. */
  async takeBack(): Promise<void> {
    this.opponent.stop();
    if (this.game === null) return;
    const other = this.opponent.side !== null && this.board.scene?.board.turn !== this.opponent.side;
    this.game.takeBack(other ? 2 : 1);
    await this.draw();
  }

  async flip(): Promise<void> {
    this.#seen = null;
    this.orientation = this.orientation === "white" ? "black" : "white";
    await this.draw();
  }

  /** Asks which rule forbids a move. */
  async explain(move: string): Promise<void> {
    if (this.game === null) return;
    try {
      const answer = await this.game.ask<{ legal: boolean; reasons: { message: string; file?: string; line?: number }[] }>("why", { move });
      this.tell("why", { move, ...answer });
    } catch (error) {
      this.tell("why", { move, legal: false, reasons: [{ message: message(error) }] });
    }
  }
}

/** A place that shows what the page says about a refused move. */
export function whyBox(bench: Workbench): HTMLElement {
  const box = h("div", { class: "why", "aria-live": "polite" });
  bench.on<{ move: string; reasons: { message: string; file?: string; line?: number }[] } | null>("why", (answer) => {
    box.replaceChildren();
    if (answer === null) return;
    const reasons = answer.reasons.map(({ message, file, line }) => {
      const place = file === "yaml" && line !== undefined ? h("button", { type: "button", class: "link", onclick: () => bench.editor.goToLine(line) }, `line ${line}`) : null;
      return h("li", {}, message, place === null ? null : " ", place);
    });
    box.append(h("b", {}, `Why not ${answer.move}?`), h("ul", {}, ...reasons));
  });
  return box;
}
