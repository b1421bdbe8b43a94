import type { End, Side, Source, WorkerFerz } from "./index.js";

/** `<ferz-board>`: README.md lists its attributes and events. */
export class FerzBoard extends HTMLElement {
  /** The worker of all boards. A page that has one of its own may set it before it shows a board. */
  static get worker(): Promise<WorkerFerz>;
  static set worker(worker: WorkerFerz | Promise<WorkerFerz>);
  get source(): Source;
  set source(source: Source | null);
  readonly played: string[];
  readonly fen: string | undefined;
  readonly end: End | null;
  readonly moves: string[];
  readonly orientation: Side;
  push(move: string): Promise<void>;
  pop(count?: number): Promise<void>;
  reset(): Promise<void>;
  flip(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "ferz-board": FerzBoard;
  }
}
