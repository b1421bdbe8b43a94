/** The fields of an error answer. */
export interface Fault {
  fault:
    | "json" | "request" | "variant" | "position" | "move" | "game" | "betza" | "limit" | "cancelled" | "internal";
  message: string;
  line?: number;
  column?: number;
}

/** An error answer of Ferz. */
export class FerzError extends Error implements Fault {
  constructor(fault: Fault, options?: ErrorOptions);
  readonly fault: Fault["fault"];
  /** The line in the text of the variant, from 1. */
  readonly line?: number;
  /** The character in this line, in the FEN or in the notation, from 1. */
  readonly column?: number;
}

export type Side = "white" | "black";
export type Result = "1-0" | "0-1" | "1/2-1/2";
export type Source = string | { yaml: string; files?: Record<string, string> };

export interface Move {
  uci: string;
  san: string;
}

export interface End {
  result: Result;
  /** The name of the end in the variant's file. */
  reason: string;
}

export interface Problem {
  severity: "error" | "warning";
  code: string;
  file: string;
  line: number;
  column: number;
  message: string;
  help: string | null;
}

export interface PieceType {
  name: string;
  symbols: Record<Side, string>;
  betza: string;
  royal: boolean;
}

export interface Placed {
  piece: string;
  side: Side;
  symbol: string;
  promoted?: boolean;
}

export interface Board {
  turn: Side;
  /** By the names of squares. */
  pieces: Record<string, Placed>;
  /** By the names of pieces. */
  hands: Record<Side, Record<string, number>>;
  walls: string[];
}

export interface Why {
  move: string;
  legal: boolean;
  reasons: { rule: string; message: string; file?: string; line?: number; column?: number }[];
}

export interface Limits {
  seconds?: number;
  nodes?: number;
}

export interface SearchOptions {
  depth?: number;
  nodes?: number;
  seconds?: number;
  /** The number of best lines. */
  lines?: number;
  /** The size of the hash table in megabytes. */
  hash?: number;
  limits?: Limits;
  onProgress?: (found: Found) => void;
}

export interface Found {
  /** Missing if there is no legal move. */
  best?: Move;
  rank?: number;
  /** In hundredths of a weak piece, for the side to move. */
  score?: number;
  /** Moves until a forced win; negative for a loss. */
  mate?: number;
  depth: number;
  nodes: number;
  seconds: number;
  pv: Move[];
}

export interface SvgOptions {
  orientation?: Side;
  coordinates?: boolean;
  legend?: boolean;
  size?: number;
  lastMove?: string[];
  /** The square of a royal piece in check. */
  check?: string;
  fill?: Record<string, string>;
  arrows?: ([string, string] | [string, string, string])[];
  colours?: Partial<Record<"light" | "middle" | "dark" | "last_move" | "check" | "arrow", string>>;
}

export interface Where {
  variant: Source;
  fen?: string;
  start?: number;
  chess960?: boolean;
  play?: string[];
}

export interface GameOptions {
  fen?: string;
  /** The number of a shuffled start position. */
  start?: number;
  chess960?: boolean;
}

/** What games and positions have in common. */
interface Queries {
  readonly variant: Variant;
  readonly fen: string;
  readonly turn: Side;
  readonly isCheck: boolean;
  readonly end: End | null;
  readonly legalMoves: Move[];
  readonly uciMoves: string[];
  /** The same in one text, with spaces between them: the fastest. */
  readonly uciLine: string;
  readonly board: Board;
  /** The fields of requests about it, for a worker. */
  readonly where: Where;
  isLegal(move: string | Move): boolean;
  san(move: string | Move): string;
  uci(move: string | Move): string;
  perft(depth: number, limits?: Limits): number;
  why(move: string | Move): Why;
  view(side?: Side): string;
  rolls(): { piece: string; fen: string; moves: string[] }[];
  search(options: SearchOptions): Found;
  svg(options?: SvgOptions): string;
}

export class Position implements Queries {
  private constructor();
  after(move: string | Move): Position;
}
export interface Position extends Queries {}

export class Game implements Queries {
  private constructor();
  readonly played: string[];
  readonly line: (Move & { fen: string })[];
  readonly result: Result | "*";
  readonly position: Position;
  push(move: string | Move): this;
  pop(count?: number): this;
  pgn(options?: { tags?: Record<string, string>; result?: Result | "*" }): string;
  /** Forgets the game in the module. Only of use to a program that keeps very many games. */
  close(): void;
}
export interface Game extends Queries {}

export interface Report {
  summary: Record<string, number>;
  claims: { verdict: string; [field: string]: unknown }[];
}

export class Variant {
  private constructor();
  readonly source: Source;
  readonly name: string;
  readonly title: string;
  readonly files: number;
  readonly ranks: number;
  readonly levels: number;
  readonly topology: string;
  readonly squares: string[];
  readonly sides: Record<Side, string>;
  readonly pieces: PieceType[];
  readonly fen: string;
  readonly starts: number;
  readonly hands: boolean;
  readonly ends: string[];
  game(options?: GameOptions & { moves?: (string | Move)[] }): Game;
  position(options?: GameOptions): Position;
  check(): Problem[];
  rulesPage(format?: "html" | "markdown"): string;
  checkPage(page: string, name?: string): Report;
  exportIni(name: string): string;
}

export interface BuiltIn {
  name: string;
  title: string;
  description: string;
}

export type ReadGame =
  | { tags: Record<string, string>; moves: string[]; result: Result | "*"; error?: undefined }
  | { error: { message: string; line: number; column: number } };

export class Ferz {
  private constructor();
  load(name: string): Variant;
  loadText(yaml: string, files?: Record<string, string>): Variant;
  check(variant: Source): Problem[];
  variants(): BuiltIn[];
  ruleFiles(): BuiltIn[];
  piece(betza: string, from: string, options?: Record<string, unknown>): { to: string; capture: boolean }[];
  readPgn(pgn: string): ReadGame[];
  importIni(ini: string): { variants: { name: string; yaml: string }[]; problems: Problem[] };
  /** Sends any request of docs/batch.md. */
  request(request: { do: string; [field: string]: unknown }): any;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

/** A search that can be stopped: it then resolves with the best move so far. */
export type Searching = Promise<Found> & { stop(): void };

/** A Ferz in a worker. */
export class WorkerFerz {
  private constructor();
  search(of: Game | Position | Where, options: SearchOptions & RequestOptions): Searching;
  perft(of: Game | Position | Where, depth: number, options?: RequestOptions): Promise<number>;
  legalMoves(of: Game | Position | Where, options?: RequestOptions): Promise<Move[]>;
  check(variant: Variant | Source, options?: RequestOptions): Promise<Problem[]>;
  rulesPage(variant: Variant | Source, format?: "html" | "markdown", options?: RequestOptions): Promise<string>;
  checkPage(variant: Variant | Source, page: string, name?: string, options?: RequestOptions): Promise<Report>;
  request(
    request: { do: string; [field: string]: unknown },
    options?: RequestOptions & { onProgress?: (progress: any) => void },
  ): Promise<any>;
  close(): void;
}

export type Wasm = URL | string | BufferSource | Response | WebAssembly.Module;

/** Loads the module. */
export function open(options?: { wasm?: Wasm }): Promise<Ferz>;

/** Starts a worker that answers beside other work. */
export function openWorker(options?: { wasm?: Wasm }): Promise<WorkerFerz>;
