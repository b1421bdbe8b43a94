import type { Board, End, PieceType, Side, Source } from "ferz";
import { isFault, type Ask, type AskOptions, type Engine } from "./engine";
import type { Stepped } from "./steps";

/** The facts about a variant. */
export interface About {
  name: string;
  title: string;
  files: number;
  ranks: number;
  levels: number;
  topology: string;
  squares: string[];
  sides: Record<Side, string>;
  pieces: (PieceType & { pictures: Record<Side, string> })[];
  fen: string;
  starts: number;
  hands: boolean;
  ends: string[];
}

/** A move that was played, with the position after it. */
export interface Played {
  uci: string;
  san: string;
  fen: string;
}

/** Everything that is drawn of a position. */
export interface Scene {
  about: About;
  svg: string;
  fen: string;
  board: Board;
  moves: Stepped[];
  check: boolean;
  end: End | null;
  last: string[];
}

/** What is drawn of a position before its moves are known. */
export type Seen = Omit<Scene, "moves" | "check" | "end">;

interface Status {
  game?: number;
  fen: string;
  check: boolean;
  end: End | null;
}

/** A game, which the engine keeps under a number. The moves behind the current position are kept, too. */
export class Game {
  line: Played[] = [];
  ply = 0;
  startFen = "";
  #number: number | null = null;
  /** The moves that the engine has played in its game. */
  #held: string[] = [];

  private constructor(
    readonly engine: Engine,
    readonly source: Source,
    readonly about: About,
    readonly start: { fen?: string; start?: number },
  ) {}

  /** Starts a game. Moves that are not legal are left out, with those behind them. */
  static async open(
    engine: Engine,
    source: Source,
    { fen, start, moves = [], about }: { fen?: string; start?: number; moves?: string[]; about?: About } = {},
  ): Promise<Game> {
    const facts = about ?? (await engine.ask<About>({ do: "about", variant: source, pictures: true }));
    const game = new Game(engine, source, facts, { ...(fen && { fen }), ...(start !== undefined && { start }) });
    await game.#open([]);
    if (moves.length > 0) await game.replay(moves);
    return game;
  }

  /** The fields of requests about the position, for another engine. */
  get where(): { variant: Source; fen?: string; start?: number; play: string[] } {
    return { variant: this.source, ...this.start, play: this.line.slice(0, this.ply).map(({ uci }) => uci) };
  }

  get fen(): string {
    return this.ply === 0 ? this.startFen : this.line[this.ply - 1]!.fen;
  }

  /** Asks about the current position. */
  async ask<A>(verb: string, fields: Record<string, unknown> = {}, options?: AskOptions): Promise<A> {
    const wanted = this.line.slice(0, this.ply).map(({ uci }) => uci);
    if (this.#number === null) await this.#open(wanted);
    let common = 0;
    while (common < wanted.length && wanted[common] === this.#held[common]) common++;
    const request: Ask = { do: verb, game: this.#number, ...fields };
    if (this.#held.length > common) request.pop = this.#held.length - common;
    if (wanted.length > common) request.push = wanted.slice(common);
    this.#held = wanted;
    try {
      return await this.engine.ask<A>(request, options);
    } catch (error) {
      // The worker may be a new one, or it has forgotten the game.
      const lost = isFault(error, "game") || isFault(error, "internal");
      this.#number = null;
      if (!lost) throw error;
      await this.#open(wanted);
      return this.engine.ask<A>({ do: verb, game: this.#number, ...fields }, options);
    }
  }

  async #open(moves: string[]): Promise<void> {
    const opened = await this.engine.ask<Status>({ do: "open", variant: this.source, ...this.start, play: moves });
    this.#number = opened.game ?? null;
    this.#held = moves;
    if (moves.length === 0) this.startFen = opened.fen;
  }

  /** Plays a legal move, in UCI notation or SAN. Moves behind the current position are dropped. */
  async play(text: string): Promise<Played> {
    const before = { variant: this.source, fen: this.fen };
    const { line } = await this.engine.ask<{ line: Played[] }>({ do: "line", ...before, play: [text] });
    const move = line[0]!;
    this.line = [...this.line.slice(0, this.ply), move];
    this.ply += 1;
    move.fen = (await this.ask<Status>("status")).fen;
    return move;
  }

  /** Plays the moves of another game as far as they are legal. */
  async replay(moves: string[]): Promise<void> {
    let known = moves;
    for (;;) {
      try {
        const { line } = await this.engine.ask<{ line: Played[] }>({ do: "line", variant: this.source, ...this.start, play: known });
        this.line = line;
        this.ply = line.length;
        return;
      } catch (error) {
        const wrong = isFault(error, "move") ? /move (\d+)/.exec(error.message) : null;
        if (wrong === null) throw error;
        known = known.slice(0, Number(wrong[1]) - 1);
      }
    }
  }

  /** Goes to the position after a number of moves. */
  go(ply: number): void {
    this.ply = Math.max(0, Math.min(ply, this.line.length));
  }

  /** Takes back moves, and forgets them. */
  takeBack(count = 1): void {
    this.go(this.ply - count);
    this.line.length = this.ply;
  }

  /** The squares of the last move. */
  get last(): string[] {
    return this.ply === 0 ? [] : squaresOf(this.line[this.ply - 1]!.uci, this.about.squares);
  }

  /** Everything that is drawn of the position. `seen` may have the picture of it. */
  async scene(orientation: Side, colours: Record<string, string>, seen: Seen | null = null): Promise<Scene> {
    const { last, about } = this;
    const { fen, check, end } = await this.ask<Status>("status");
    const listed = this.ask<{ moves: Stepped[] }>("moves", { texts: "steps" });
    if (seen !== null && seen.fen === fen && seen.last.join() === last.join()) {
      return { ...seen, about, moves: (await listed).moves, check, end };
    }
    const [{ moves }, { svg }, board] = await Promise.all([
      listed,
      this.ask<{ svg: string }>("svg", { orientation, colours, last_move: last }),
      this.ask<Board>("board"),
    ]);
    return { about, svg, fen, board, moves, check, end, last };
  }
}

/** The squares that the text of a move names. */
function squaresOf(uci: string, squares: string[]): string[] {
  const known = new Set(squares);
  return [...new Set(uci.match(/[a-z]{1,2}\d+/g)?.filter((name) => known.has(name)) ?? [])];
}
