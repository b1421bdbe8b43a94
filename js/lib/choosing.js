// How a player chooses a move on a board: by squares and other choices, one after the other, as the verb `moves` lists them
// with `"texts": "steps"`.

/** A step as a text, so that steps can be compared. */
export const keyOf = (step) => (typeof step === "string" ? step : JSON.stringify(step));

const isSquare = (step) => typeof step === "string";

/** The choice of a move from a list, step by step. */
export class Choosing {
  #moves;
  /** The steps that have been chosen. */
  path = [];

  /** @param {{uci: string, steps: (string | object)[], capture?: boolean}[]} moves */
  constructor(moves = []) {
    this.#moves = moves;
  }

  /** The moves that begin with the path. */
  get candidates() {
    const path = this.path.map(keyOf);
    return this.#moves.filter(({ steps }) => path.every((key, index) => steps[index] !== undefined && keyOf(steps[index]) === key));
  }

  /** The moves that end with the path. Several moves may have the same steps. */
  get complete() {
    return this.path.length === 0 ? [] : this.candidates.filter(({ steps }) => steps.length === this.path.length);
  }

  /** The squares that may be chosen next, each with `true` if a move by way of it captures. */
  get squares() {
    const found = new Map();
    for (const { steps, capture = false } of this.candidates) {
      const next = steps[this.path.length];
      if (next !== undefined && isSquare(next)) found.set(next, (found.get(next) ?? false) || capture);
    }
    return found;
  }

  /** The choices beside the board that may be made next, each once. */
  get choices() {
    const found = new Map();
    for (const { steps } of this.candidates) {
      const next = steps[this.path.length];
      if (next !== undefined && !isSquare(next)) found.set(keyOf(next), next);
    }
    return [...found.values()];
  }

  /** `true` if a move begins with this step. */
  begins(step) {
    return this.#moves.some(({ steps }) => keyOf(steps[0]) === keyOf(step));
  }

  /**
   * Chooses the next step, or begins anew if no move goes on like that. Returns the move once the player can mean no other
   * one, and otherwise `null`.
   */
  take(step) {
    this.path.push(step);
    if (this.candidates.length === 0) {
      this.path = this.begins(step) ? [step] : [];
    }
    const [only, ...others] = this.candidates;
    if (this.path.length === 0 || only === undefined || others.length > 0) return null;
    // A square that is left is still shown, because the player may want something else.
    return only.steps.slice(this.path.length).some(isSquare) ? null : only;
  }

  /** Forgets the steps. */
  clear() {
    this.path = [];
  }
}
