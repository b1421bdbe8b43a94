import type { Wasm } from "./index.js";

/** Loads the functions of ffish.js, answered by Ferz. */
export default function Module(options?: { wasm?: Wasm; wasmBinary?: BufferSource }): Promise<Ffish>;

export interface Ffish {
  Board: { new (variant?: string, fen?: string, is960?: boolean): Board };
  Game: unknown;
  Notation: Readonly<Record<NotationName, number>>;
  Termination: Readonly<Record<string, number>>;
  onRuntimeInitialized?: (ffish: Ffish) => void;
  info(): string;
  setOption(name: string, value: string): void;
  setOptionInt(name: string, value: number): void;
  setOptionBool(name: string, value: boolean): void;
  readGamePGN(pgn: string): Game;
  variants(): string;
  loadVariantConfig(config: string): void;
  capturesToHand(variant: string): boolean;
  startingFen(variant: string): string;
  validateFen(fen: string, variant?: string, is960?: boolean): number;
}

export type NotationName =
  | "DEFAULT" | "SAN" | "LAN" | "SHOGI_HOSKING" | "SHOGI_HODGES" | "SHOGI_HODGES_NUMBER" | "JANGGI" | "XIANGQI_WXF"
  | "THAI_SAN" | "THAI_LAN";

export interface Board {
  delete(): void;
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  push(move: string): boolean;
  pushSan(san: string, notation?: number): boolean;
  pushMoves(moves: string): void;
  pushSanMoves(moves: string, notation?: number): void;
  pop(): void;
  reset(): void;
  is960(): boolean;
  fen(showPromoted?: boolean, countStarted?: number): string;
  setFen(fen: string): void;
  sanMove(move: string, notation?: number): string;
  variationSan(moves: string, notation?: number, moveNumbers?: boolean): string;
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  hasInsufficientMaterial(turn: boolean): boolean;
  isInsufficientMaterial(): boolean;
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): string;
  checkedPieces(): string;
  isCheck(): boolean;
  isBikjang(): boolean;
  isCapture(move: string): boolean;
  moveStack(): string;
  pocket(color: boolean): string;
  toString(): string;
  toVerboseString(): string;
  variant(): string;
}

export interface Game {
  delete(): void;
  headerKeys(): string;
  headers(item: string): string;
  mainlineMoves(): string;
}
