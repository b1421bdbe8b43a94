import { button, h, say } from "./dom";
import { link } from "./share";
import type { Workbench } from "./workbench";

interface ReadGame {
  tags?: Record<string, string>;
  moves?: string[];
  error?: { message: string; line: number };
}

/** FEN and PGN, in and out, and numbered start positions. */
export function positionPanel(bench: Workbench): HTMLElement {
  const fen = h("input", { "aria-label": "The position as FEN", class: "mono", spellcheck: "false" });
  const number = h("input", { type: "number", min: 0, value: 0, "aria-label": "Number of the start position" });
  const starts = h(
    "div",
    { class: "line", hidden: true },
    number,
    button("Start", () => void bench.attempt(() => bench.start({ start: Number(number.value) }))),
    button("Shuffle", () => {
      number.value = String(Math.floor(Math.random() * Number(number.max) + 0.5));
      void bench.attempt(() => bench.start({ start: Number(number.value) }));
    }),
  );
  const pgn = h("textarea", { rows: 6, "aria-label": "The game as PGN", class: "mono", spellcheck: "false", placeholder: "Paste a game in PGN here" });
  const load = async (): Promise<void> => {
    const { games } = await bench.engine.ask<{ games: ReadGame[] }>({ do: "read_pgn", pgn: pgn.value });
    const [game] = games;
    if (game === undefined) throw new Error("there is no game in this text");
    if (game.error !== undefined) throw new Error(`line ${game.error.line}: ${game.error.message}`);
    const from = game.tags?.FEN === undefined ? {} : { fen: game.tags.FEN };
    await bench.start({ ...from, moves: game.moves ?? [] });
    const left = (game.moves ?? []).length - bench.game!.line.length;
    if (left > 0) say(`${left} moves of the game are not legal here, and are left out`, { wrong: true });
  };
  bench.on("game", () => {
    const game = bench.game!;
    fen.value = game.fen;
    starts.hidden = game.about.starts <= 1;
    number.max = String(game.about.starts - 1);
  });
  return h(
    "div",
    { class: "column" },
    h(
      "form",
      {
        class: "line",
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          void bench.attempt(() => bench.start({ fen: fen.value.trim() }));
        },
      },
      fen,
      h("button", { type: "submit" }, "Set"),
      button("Copy", () => void copy(fen.value, "FEN")),
    ),
    starts,
    pgn,
    h(
      "div",
      { class: "buttons" },
      button("Load", () => void bench.attempt(load)),
      button("Write", () => void bench.attempt(async () => (pgn.value = (await bench.game!.ask<{ pgn: string }>("pgn")).pgn))),
      button("Copy", () => void copy(pgn.value, "PGN")),
    ),
  );
}

/** Puts a text on the clipboard. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say(`the browser does not allow copying: ${text.slice(0, 80)}`, { wrong: true });
  }
}

/** The address that shares the file with its game. */
export function shareLink(bench: Workbench): Promise<string> {
  const game = bench.game;
  const moves = game?.line.slice(0, game.ply).map(({ uci }) => uci) ?? [];
  return link({ text: bench.editor.text, ...(moves.length > 0 && { moves }), ...(game?.start.fen !== undefined && { fen: game.start.fen }) });
}
