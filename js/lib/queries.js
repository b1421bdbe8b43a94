/** The fields of a search request. The request may take longer than the search, so that the search is never cut off. */
export function searchFields(fields) {
  const { seconds } = fields;
  return { ...fields, limits: fields.limits ?? { seconds: seconds > 0 ? Math.min(2 * seconds + 1, 86_400) : 86_400 } };
}

/** Methods that positions and games share. A subclass sends requests with `ask(verb, fields)`. */
export class Queries {
  #status = null;
  #legal = null;
  /** The legal moves in UCI notation in one text, with the position: one answer for all that a program asks at each ply. */
  #line = null;
  #uci = null;

  /** @param {import("./variant.js").Variant} variant */
  constructor(variant) {
    this.variant = variant;
  }

  /** Drops the answers that are known, because the position has changed. */
  changed(status = null) {
    this.#status = status;
    this.#legal = this.#line = this.#uci = null;
  }

  get status() {
    return (this.#status ??= this.#line ?? this.ask("status"));
  }

  /** The position as FEN. */
  get fen() {
    return this.status.fen;
  }

  /** `"white"` or `"black"`. */
  get turn() {
    return this.fen.split(" ", 2)[1] === "b" ? "black" : "white";
  }

  /** `true` if the side to move is in check. */
  get isCheck() {
    return (this.#line ?? this.#legal ?? this.status).check;
  }

  /** `null`, or how the game has ended: `{result, reason}`. */
  get end() {
    return (this.#line ?? this.#legal ?? this.status).end;
  }

  /** The legal moves, sorted by UCI: `{uci, san}`. */
  get legalMoves() {
    return (this.#legal ??= this.ask("moves")).moves;
  }

  /** The legal moves in UCI notation, sorted. Faster than `legalMoves`. */
  get uciMoves() {
    if (this.#uci === null) this.#uci = this.uciLine === "" ? [] : this.uciLine.split(" ");
    return this.#uci;
  }

  /** The legal moves in UCI notation, sorted, in one text with spaces between them. The fastest. */
  get uciLine() {
    return (this.#line ??= this.ask("moves", { texts: "line" })).moves;
  }

  /** `true` if the text is known to be that of a legal move, without asking. */
  isKnown(text) {
    if (this.#line !== null && !text.includes(" ") && ` ${this.#line.moves} `.includes(` ${text} `)) return true;
    return this.#legal?.moves.some(({ uci }) => uci === text) ?? false;
  }

  /** A move, in UCI notation or SAN, as SAN. */
  san(move) {
    return this.written(move).san;
  }

  /** A move, in UCI notation or SAN, in UCI notation. */
  uci(move) {
    return this.written(move).uci;
  }

  written(move) {
    const text = String(move?.uci ?? move);
    const found = this.legalMoves.find(({ uci, san }) => uci === text || san === text);
    return found ?? this.ask("line", { play: [text] }).line.at(-1);
  }

  /** `true` if a move, in UCI notation or SAN, is legal. */
  isLegal(move) {
    try {
      this.written(move);
      return true;
    } catch (error) {
      if (error.fault === "move") return false;
      throw error;
    }
  }

  /** What stands where: `{turn, pieces, hands, walls}`. */
  get board() {
    const { turn, pieces, hands, walls } = this.ask("board");
    return { turn, pieces, hands, walls };
  }

  /** The number of sequences of `depth` legal moves. */
  perft(depth, limits) {
    return this.ask("perft", { depth, limits }).nodes;
  }

  /** The rules that allow or forbid a move: `{move, legal, reasons}`. */
  why(move) {
    const answer = this.ask("why", { move: String(move?.uci ?? move) });
    return { move: answer.move, legal: answer.legal, reasons: answer.reasons };
  }

  /** A picture (in `ferz/full`): see `svg` in docs/batch.md. */
  svg({ orientation, coordinates, legend, size, lastMove, check, fill, arrows, colours } = {}) {
    const options = { orientation, coordinates, legend, size, last_move: lastMove, mark: check, fill, arrows, colours };
    return this.ask("svg", options).svg;
  }

  /** The position as a side sees it, as FEN. */
  view(side) {
    return this.ask("view", { side }).fen;
  }

  /** Possible results of the dice before the next move. */
  rolls() {
    return this.ask("rolls").rolls;
  }

  /** Searches for the best move, and blocks meanwhile: see `openWorker` for a search beside other work. */
  search(options) {
    const { onProgress, ...fields } = options;
    const tell = onProgress && ((line) => onProgress(JSON.parse(line).progress));
    const request = { ...searchFields(fields), progress: onProgress !== undefined };
    const { id: _, ok: __, ...found } = this.ask("search", request, { tell });
    return found;
  }
}
