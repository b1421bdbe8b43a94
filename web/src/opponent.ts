import type { Side } from "ferz";
import type { BoardView } from "./board";
import { message, say } from "./dom";
import type { Engine } from "./engine";
import type { Game } from "./game";

/** What a search has found. */
export interface Found {
  best?: { uci: string; san: string };
  score?: number;
  mate?: number;
  depth: number;
  nodes: number;
  pv: { san: string }[];
}

/** The parts of the workbench with which the engine plays. */
export interface Bench {
  readonly board: BoardView;
  readonly game: Game | null;
  second(): Engine;
  tell(what: "think", detail: unknown): void;
  attempt(work: () => Promise<unknown> | unknown): Promise<void>;
  playMove(move: { uci: string; san: string }): unknown;
}

/** The engine as a player, and as an adviser. */
export class Opponent {
  /** The side of the engine; `null` if people play both. */
  side: Side | null = null;
  seconds = 1;
  #stopping: AbortController | null = null;

  constructor(readonly bench: Bench) {}

  /** Plays if it is the engine's turn. */
  look(): void {
    const scene = this.bench.board.scene;
    const game = this.bench.game;
    if (scene === null || game === null || this.#stopping !== null) return;
    const own = this.side !== null && scene.board.turn === this.side && scene.end === null && scene.moves.length > 0;
    // A player who looks at earlier moves is left alone.
    const isLast = game.ply === game.line.length;
    this.bench.board.playable = !own || !isLast;
    if (own && isLast) void this.#play();
  }

  async #play(): Promise<void> {
    const found = await this.think();
    if (found?.best !== undefined) await this.bench.attempt(() => this.bench.playMove(found.best!));
  }

  /** Searches the current position. Returns `null` if the search was stopped. */
  async think(): Promise<Found | null> {
    const { game } = this.bench;
    if (game === null) return null;
    this.stop();
    const stopping = (this.#stopping = new AbortController());
    this.bench.tell("think", { running: true });
    try {
      const engine = this.bench.second();
      const request = { do: "search", ...game.where, seconds: this.seconds, progress: true, limits: { seconds: 2 * this.seconds + 5 } };
      const onProgress = (found: object): void => this.bench.tell("think", { running: true, found });
      const found = await engine.ask<Found>(request, { signal: stopping.signal, onProgress });
      this.bench.tell("think", { running: false, found });
      return found;
    } catch (error) {
      this.bench.tell("think", { running: false });
      if (!stopping.signal.aborted) say(message(error), { wrong: true });
      return null;
    } finally {
      if (this.#stopping === stopping) this.#stopping = null;
    }
  }

  /** Ends a search. */
  stop(): void {
    this.#stopping?.abort();
    this.#stopping = null;
  }
}
