import { Game } from "./game.js";
import { Position } from "./position.js";

/** A variant, ready to play. */
export class Variant {
  /** @param {import("./ferz.js").Ferz} ferz */
  constructor(ferz, source) {
    this.ferz = ferz;
    /** How requests name the variant: its name, or `{yaml}`. */
    this.source = source;
    const { id: _, ok: __, ...about } = ferz.request({ do: "about", variant: source });
    Object.assign(this, about);
    Object.freeze(this);
  }

  /** A game from the start, from a FEN, or from the shuffled start position with a number. */
  game(options = {}) {
    return new Game(this, options);
  }

  /** A position without history. */
  position(options = {}) {
    return new Position(this, options);
  }

  /** The problems of the variant, warnings among them. */
  check() {
    return this.ferz.check(this.source);
  }

  /** A page with the rules, as `"html"` or `"markdown"` (in `ferz/full`). */
  rulesPage(format = "html") {
    return this.ferz.request({ do: "page", variant: this.source, format }).page;
  }

  /** Compares a page of rules with the variant (in `ferz/full`). `name` ends like the file: `.html`, `.md`, `.txt`. */
  checkPage(page, name = "page.html") {
    const { summary, claims } = this.ferz.request({ do: "check_page", variant: this.source, page, name });
    return { summary, claims };
  }

  /** A section of a variants.ini of Fairy-Stockfish with the rules. */
  exportIni(name) {
    return this.ferz.request({ do: "export", variant: this.source, name }).ini;
  }

  toString() {
    return this.title;
  }
}
