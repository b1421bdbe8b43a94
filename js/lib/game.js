import { Queries } from "./queries.js";
import { Position } from "./position.js";

/**
 * A game: a position with its history.
 *
 * The module keeps the game under a number, so that a request need not repeat all moves. Moves that are known to be
 * legal are sent together with the next question.
 */
export class Game extends Queries {
  #start;
  #played = [];
  #number = null;
  #generation = 0;
  /** Moves to take back and to play before the next question. */
  #pop = 0;
  #push = [];

  constructor(variant, { fen, start, chess960, fairy, moves = [] } = {}) {
    super(variant);
    this.#start = { variant: variant.source, fen, start, chess960, fairy };
    this.#open([...moves]);
  }

  /** The fields of requests that are about this game, for another session or a worker. */
  get where() {
    return { ...this.#start, play: [...this.#played] };
  }

  /** The moves played, as they were given. */
  get played() {
    return [...this.#played];
  }

  /** Plays a move, in UCI notation or SAN. Returns the game. */
  push(move) {
    const text = String(move?.uci ?? move);
    if (this.isKnown(text)) {
      this.#push.push(text);
      this.changed();
    } else {
      this.changed(this.#ask("status", { push: [text] }));
    }
    this.#played.push(text);
    return this;
  }

  /** Takes back moves, by default one. Returns the game. */
  pop(count = 1) {
    if (!Number.isInteger(count) || count < 0) throw new RangeError("pop: a number of moves is needed");
    if (count > this.#played.length) throw new RangeError(`pop: the game has ${this.#played.length} moves`);
    const unsent = Math.min(count, this.#push.length);
    this.#push.length -= unsent;
    this.#pop += count - unsent;
    this.#played.length -= count;
    if (count > 0) this.changed();
    return this;
  }

  /** The moves in both notations, each with the FEN after it: `{uci, san, fen}`. */
  get line() {
    return this.ask("line").line;
  }

  /** `"1-0"`, `"0-1"`, `"1/2-1/2"`, or `"*"` while the game goes on. */
  get result() {
    return this.end?.result ?? "*";
  }

  /** The game in PGN. `tags` is an object; `result` is for a game that the players have ended. */
  pgn({ tags, result } = {}) {
    return this.ask("pgn", { tags, result }).pgn;
  }

  /** The position without its history. */
  get position() {
    return new Position(this.variant, { fen: this.fen, chess960: this.#start.chess960 });
  }

  /** Forgets the game in the module. Only of use to a program that keeps very many games. */
  close() {
    if (this.#isOpen) this.variant.ferz.request({ do: "close", game: this.#number });
    this.#number = null;
  }

  ask(verb, fields, watch) {
    return this.#ask(verb, fields, watch);
  }

  get #isOpen() {
    return this.#number !== null && this.#generation === this.variant.ferz.generation;
  }

  #ask(verb, fields, watch) {
    if (!this.#isOpen) this.#open(this.#played);
    const request = { do: verb, game: this.#number };
    if (this.#pop > 0) request.pop = this.#pop;
    if (this.#push.length > 0) request.push = this.#push;
    if (fields?.push) fields.push = [...this.#push, ...fields.push];
    try {
      const answer = this.variant.ferz.request(Object.assign(request, fields), watch);
      this.#sent();
      return answer;
    } catch (error) {
      if (error.fault !== "game") {
        // It is unknown whether the moves were played, so the next request opens the game again.
        if (this.#pop > 0 || this.#push.length > 0) this.#number = null;
        throw error;
      }
      // The module keeps a limited number of games.
      this.#open(this.#played);
      return this.#ask(verb, fields && { ...fields, push: fields.push?.slice(-1) }, watch);
    }
  }

  #open(moves) {
    const opened = this.variant.ferz.request({ do: "open", ...this.#start, play: moves });
    this.#number = opened.game;
    this.#generation = this.variant.ferz.generation;
    this.#played = moves;
    this.#sent();
  }

  #sent() {
    this.#pop = 0;
    if (this.#push.length > 0) this.#push = [];
  }
}
