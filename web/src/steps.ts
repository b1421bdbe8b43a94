/** A step of a move: a square, or a choice. */
export type Step = string | { hand: string } | { piece: string } | { rule: string } | { pass: true };

/** A legal move as the squares and choices that lead to it. */
export interface Stepped {
  uci: string;
  steps: Step[];
  capture?: boolean;
}

export function same(one: Step | undefined, other: Step | undefined): boolean {
  return key(one) === key(other);
}

export function key(step: Step | undefined): string {
  return typeof step === "string" ? step : JSON.stringify(step);
}

/** A square that can be chosen next. */
export interface Target {
  capture: boolean;
  /** True if moves go on behind this square. */
  goesOn: boolean;
}

/** The choice of a move, step by step. */
export class Choosing {
  path: Step[] = [];

  constructor(readonly moves: Stepped[]) {}

  /** The moves that begin with the path. */
  get candidates(): Stepped[] {
    return this.moves.filter(({ steps }) => this.path.every((step, index) => same(step, steps[index])));
  }

  /** The moves that end with the path. */
  get complete(): Stepped[] {
    if (this.path.length === 0) return [];
    return this.candidates.filter(({ steps }) => steps.length === this.path.length);
  }

  /** The squares that can be chosen next. */
  get squares(): Map<string, Target> {
    const found = new Map<string, Target>();
    for (const { steps, capture } of this.candidates) {
      const next = steps[this.path.length];
      if (typeof next !== "string") continue;
      const known = found.get(next);
      const goesOn = typeof steps[this.path.length + 1] === "string";
      found.set(next, { capture: (known?.capture ?? false) || capture === true, goesOn: (known?.goesOn ?? false) || goesOn });
    }
    return found;
  }

  /** The choices beside the board that can be made next, each once. */
  get choices(): Step[] {
    const found = new Map<string, Step>();
    for (const { steps } of this.candidates) {
      const next = steps[this.path.length];
      if (next !== undefined && typeof next !== "string") found.set(key(next), next);
    }
    return [...found.values()];
  }

  /** True if a move begins with this step. */
  begins(step: Step): boolean {
    return this.moves.some(({ steps }) => same(steps[0], step));
  }

  /** Goes on by a step. Returns the move if only one is left that the player can mean. */
  take(step: Step): Stepped | null {
    this.path.push(step);
    const candidates = this.candidates;
    const only = candidates.length === 1 ? candidates[0] : undefined;
    if (only === undefined) return null;
    const rest = only.steps.slice(this.path.length);
    // A single square that is left is still shown, because the player may want something else.
    return rest.some((one) => typeof one === "string") ? null : only;
  }
}
