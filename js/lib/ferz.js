import { content } from "./error.js";
import { Variant } from "./variant.js";

/** A Ferz that answers at once, in the thread that asks. */
export class Ferz {
  #module;
  #variants = new Map();

  /** @param {import("./module.js").Module} module */
  constructor(module) {
    this.#module = module;
  }

  /** Grows each time the module is started anew. */
  get generation() {
    return this.#module.generation;
  }

  /**
   * Sends any request of docs/batch.md, and returns its answer.
   *
   * @throws {FerzError}
   */
  request(request, watch) {
    return content(this.#module.answer(JSON.stringify(request), watch));
  }

  /** The built-in variant with a name or title, or a mixture such as `grand+atomic`. */
  load(name) {
    if (typeof name !== "string") throw new TypeError("load: the name of a variant is needed");
    let variant = this.#variants.get(name);
    if (variant === undefined) {
      variant = new Variant(this, name);
      this.#variants.set(name, variant);
    }
    return variant;
  }

  /**
   * The variant that the text of a YAML file describes. It may extend built-in variants, and the texts in `files`, by
   * their names.
   */
  loadText(yaml, files) {
    if (typeof yaml !== "string") throw new TypeError("loadText: the text of a variant is needed");
    return new Variant(this, files === undefined ? { yaml } : { yaml, files: { ...files } });
  }

  /** The problems of a built-in variant, or of a text `{yaml}`. */
  check(variant) {
    return this.request({ do: "check", variant }).problems;
  }

  /** The built-in variants, each with name, title and description. */
  variants() {
    return this.request({ do: "variants" }).variants;
  }

  /** The built-in rule files, which can be mixed into a game. */
  ruleFiles() {
    return this.request({ do: "variants" }).rules;
  }

  /** The moves of a notation from a square: see `piece` in docs/batch.md. */
  piece(betza, from, options = {}) {
    return this.request({ ...options, do: "piece", betza, from }).moves;
  }

  /** The games of a PGN text: tags, moves in SAN, and result; or `error` with line and column. */
  readPgn(pgn) {
    return this.request({ do: "read_pgn", pgn }).games;
  }

  /** The variants of a variants.ini of Fairy-Stockfish as YAML texts, with the problems of the file. */
  importIni(ini) {
    const { variants, problems } = this.request({ do: "import", ini });
    return { variants, problems };
  }
}
