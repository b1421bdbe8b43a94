// The functions of ffish.js, answered by Ferz. README.md lists what differs.
import { Game } from "./game.js";

const WHITE = true;
const STANDARD = "chess";

const NOTATIONS = [
  "DEFAULT", "SAN", "LAN", "SHOGI_HOSKING", "SHOGI_HODGES", "SHOGI_HODGES_NUMBER", "JANGGI", "XIANGQI_WXF", "THAI_SAN",
  "THAI_LAN",
];
const TERMINATIONS = [
  "ONGOING", "CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "N_MOVE_RULE", "N_FOLD_REPETITION", "VARIANT_END",
];

const numbered = (names) => Object.freeze(Object.fromEntries(names.map((name, number) => [name, number])));

/** The settings of each section of a configuration file, with those of its parents. */
function sections(ini, known) {
  const found = new Map();
  let section = {};
  for (const raw of ini.split("\n")) {
    const line = raw.trim();
    const head = /^\[([^\]]*)\]/.exec(line);
    if (head) {
      const [name, parent] = head[1].split(":").map((part) => part.trim());
      section = { ...known.get(parent), ...found.get(parent) };
      found.set(name, section);
    } else if (!/^[#;]/.test(line) && line.includes("=")) {
      const [key, value] = line.split(/=(.*)/s).map((part) => part.trim());
      section[key] = value;
    }
  }
  return found;
}

/** The cells of each rank of a FEN, from the top: the letters of a piece, or nothing. */
function cells(fen) {
  const [board] = fen.split(/[ []/, 1);
  return board.split("/").map((rank) =>
    (rank.match(/\d+|\+?\p{L}~?|\*/gu) ?? []).flatMap((part) =>
      /^\d/.test(part) ? Array(Number(part)).fill("") : [part.replace("~", "")],
    ),
  );
}

const hand = (fen) => /\[([^\]]*)\]/.exec(fen)?.[1].replace("-", "") ?? "";

/** Pieces in hand as shogi programs write them: `2p` for two pawns. */
const counted = (hand) => hand.replace(/(.)\1+/g, (run, letter) => run.length + letter) || "-";

/** @param {import("./ferz.js").Ferz} ferz */
export function library(ferz) {
  const { ini, notations } = ferz.request({ do: "fairy_variants" });
  const settings = sections(ini, new Map());
  /** The texts of loaded variants, by the names of their files. */
  const files = {};

  /** The variant with the name that Fairy-Stockfish uses. */
  function variant(name) {
    const yaml = files[`${name}.yaml`];
    return yaml === undefined ? ferz.load(name) : ferz.loadText(yaml, files);
  }

  const plainName = (name) => (name === "" || name.toLowerCase() === "standard" ? STANDARD : name);

  /** The number of a notation; 0 is the one that is usual for the variant. */
  const notationOf = (name, notation) => notation || notations[name] || 1;

  class Board {
    #name;
    #chess960;
    #game;
    #moves;

    constructor(name = STANDARD, fen = "", chess960 = false) {
      this.#name = plainName(name);
      this.#chess960 = Boolean(chess960);
      this.setFen(fen);
    }

    setFen(fen) {
      this.#game?.close();
      this.#game = new Game(variant(this.#name), {
        fen: (fen || settings.get(this.#name)?.startFen) ?? undefined,
        chess960: this.#chess960,
        fairy: true,
      });
      this.#moves = [];
    }

    reset() {
      this.setFen("");
    }

    delete() {
      this.#game.close();
    }

    /** Answers a question of the verb `fairy`. */
    #ask(ask, fields) {
      return this.#game.ask("fairy", { ask, ...fields });
    }

    legalMoves() {
      return this.#game.uciLine;
    }

    legalMovesSan() {
      const notation = notationOf(this.#name);
      return this.#game.uciMoves.map((move) => this.sanMove(move, notation)).join(" ");
    }

    numberLegalMoves() {
      return this.#game.uciMoves.length;
    }

    push(move) {
      try {
        this.#game.push(move);
      } catch (error) {
        if (error.fault === "move") return false;
        throw error;
      }
      this.#moves.push(move);
      return true;
    }

    pushSan(san, notation = 0) {
      const number = notationOf(this.#name, notation);
      if (number > 1) {
        const found = this.#game.uciMoves.find((move) => this.sanMove(move, number) === san);
        return found !== undefined && this.push(found);
      }
      try {
        return this.push(this.#game.uci(san));
      } catch (error) {
        if (error.fault === "move") return false;
        throw error;
      }
    }

    pushMoves(moves) {
      for (const move of moves.split(" ")) if (move !== "") this.push(move);
    }

    pushSanMoves(moves, notation = 0) {
      for (const move of moves.split(" ")) if (move !== "") this.pushSan(move, notation);
    }

    pop() {
      this.#game.pop();
      this.#moves.pop();
    }

    moveStack() {
      return this.#moves.join(" ");
    }

    is960() {
      return this.#chess960;
    }

    variant() {
      return this.#name;
    }

    fen(showPromoted = false, countStarted = 0) {
      return this.#ask("fen", { show_promoted: showPromoted, count_started: countStarted }).fen;
    }

    sanMove(move, notation = 0) {
      return this.#ask("san", { moves: [move], notation: notationOf(this.#name, notation) }).san[0];
    }

    /** A line of moves with their numbers; empty if one of them is not legal. */
    variationSan(moves, notation = 0, moveNumbers = true) {
      const list = moves.split(" ").filter((move) => move !== "");
      let texts;
      try {
        texts = this.#ask("san", { moves: list, notation: notationOf(this.#name, notation) }).san;
      } catch (error) {
        if (error.fault === "move") return "";
        throw error;
      }
      if (!moveNumbers) return texts.join(" ");
      const first = this.turn() === WHITE ? 0 : 1;
      const number = (index) => this.fullmoveNumber() + Math.floor((first + index) / 2);
      const told = texts.map((text, index) => {
        if ((first + index) % 2 === 0) return `${number(index)}. ${text}`;
        return index === 0 ? `${number(index)}...${text}` : text;
      });
      return told.join(" ");
    }

    turn() {
      return this.#game.turn === "white";
    }

    fullmoveNumber() {
      return Number(this.#game.fen.split(" ").at(-1));
    }

    halfmoveClock() {
      return Number(this.#game.fen.split(" ").at(-2));
    }

    gamePly() {
      return Math.max(2 * (this.fullmoveNumber() - 1), 0) + (this.turn() === WHITE ? 0 : 1);
    }

    hasInsufficientMaterial(turn) {
      return this.#ask("insufficient").insufficient[turn === WHITE ? 0 : 1];
    }

    isInsufficientMaterial() {
      return this.#ask("insufficient").insufficient.every(Boolean);
    }

    isGameOver(claimDraw = false) {
      return this.result(claimDraw) !== "*";
    }

    result(claimDraw = false) {
      const { result } = this.#ask("result");
      return result ?? (claimDraw ? this.#ask("claim").claim : null) ?? "*";
    }

    checkedPieces() {
      return this.#ask("checked").checked.join(" ");
    }

    isCheck() {
      return this.#game.isCheck;
    }

    isBikjang() {
      return this.#ask("face_off").face_off;
    }

    isCapture(move) {
      return this.#ask("captures", { moves: [move] }).captures[0];
    }

    pocket(color) {
      const pieces = [...hand(this.#game.fen)];
      const own = pieces.filter((piece) => (piece === piece.toUpperCase()) === (color === WHITE));
      return own.join("").toLowerCase();
    }

    toString() {
      return cells(this.#game.fen).map((rank) => rank.map((piece) => piece || ".").join(" ")).join("\n");
    }

    toVerboseString() {
      const fen = this.#game.fen;
      const ranks = cells(fen);
      const files = ranks[0].length;
      const line = ` +${"---+".repeat(files)}\n`;
      const mover = (side) => {
        const held = fen.includes("[") ? ` [${this.pocket(side)}]` : "";
        return (side === this.turn() ? " *" : "  ") + held;
      };
      const rows = ranks.map((rank, index) => {
        const end = index === 0 ? mover(!WHITE) : index === ranks.length - 1 ? mover(WHITE) : "";
        const squares = rank.map((piece) => ` |${piece.length > 1 ? piece : ` ${piece || " "}`}`).join("");
        return `${squares} |${ranks.length - index}${end}\n${line}`;
      });
      const letters = Array.from({ length: files }, (_, file) => String.fromCharCode(97 + file)).join("   ");
      const [board] = fen.split(/[ []/, 1);
      const turn = this.turn() === WHITE ? "b" : "w";
      return (
        `\n${line}${rows.join("")}   ${letters}\n\nFen: ${fen}\n` +
        `Sfen: ${board} ${turn} ${counted(hand(fen))} ${this.gamePly() + 1}\nKey: \nCheckers: \nChased: `
      );
    }
  }

  /** A game that was read from PGN. */
  class ReadGame {
    #tags;
    #moves;

    constructor(tags, moves) {
      this.#tags = tags;
      this.#moves = moves;
    }

    delete() {}

    headerKeys() {
      return Object.keys(this.#tags).join(" ");
    }

    headers(key) {
      return this.#tags[key] ?? "";
    }

    mainlineMoves() {
      return this.#moves.join(" ");
    }
  }

  function readGamePGN(pgn) {
    const [game] = ferz.readPgn(pgn);
    if (game === undefined || game.error) return new ReadGame({}, []);
    const named = plainName((game.tags.Variant ?? "").toLowerCase());
    const chess960 = named.endsWith("960") || named.includes("chess 960");
    const name = plainName(named.replace("960", "").trim());
    const options = { fen: game.tags.FEN, chess960, fairy: true, moves: game.moves };
    return new ReadGame(game.tags, new Game(variant(name), options).line.map(({ uci }) => uci));
  }

  function loadVariantConfig(config) {
    for (const { name, yaml } of ferz.importIni(config).variants) files[`${name}.yaml`] = yaml;
    for (const [name, section] of sections(config, settings)) settings.set(name, section);
  }

  const setting = (name, key) => settings.get(plainName(name))?.[key];

  return {
    Board,
    Game: ReadGame,
    Notation: numbered(NOTATIONS),
    Termination: numbered(TERMINATIONS),
    info: () => "Fairy-Stockfish's functions, answered by Ferz",
    // These options change how Fairy-Stockfish searches, and no rule.
    setOption() {},
    setOptionInt() {},
    setOptionBool() {},
    variants: () => [...settings.keys()].sort().join(" "),
    startingFen: (name) => setting(name, "startFen") ?? variant(plainName(name)).fen,
    capturesToHand: (name) => setting(name, "capturesToHand") === "true",
    validateFen(fen, name = STANDARD, chess960 = false) {
      const { source } = variant(plainName(name));
      return ferz.request({ do: "fairy_fen", variant: source, fen, chess960 }).code;
    },
    loadVariantConfig,
    readGamePGN,
  };
}
