import { Queries } from "./queries.js";

/** A position without history. It never changes; `after` returns the next one. */
export class Position extends Queries {
  /** The fields of requests that are about this position. */
  where;

  constructor(variant, { fen, start, chess960 } = {}) {
    super(variant);
    this.where = Object.freeze({ variant: variant.source, fen, start, chess960 });
    // A wrong position is an error here, and not at the first question about it.
    this.status;
  }

  ask(verb, fields, watch) {
    return this.variant.ferz.request({ do: verb, ...this.where, ...fields }, watch);
  }

  /** The position after a move, in UCI notation or SAN. */
  after(move) {
    const { fen } = this.ask("play", { play: [String(move?.uci ?? move)] });
    return new Position(this.variant, { fen, chess960: this.where.chess960 });
  }
}
