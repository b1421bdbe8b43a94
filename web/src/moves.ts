import { button, h, say } from "./dom";
import { whyBox, type Workbench } from "./workbench";
import type { Found } from "./opponent";

/** Buttons to go through the game, and the reasons of a refused move. */
export function controls(bench: Workbench): HTMLElement {
  const to = (ply: () => number): (() => void) => () => void bench.attempt(() => bench.go(ply()));
  const row = h(
    "div",
    { class: "controls", role: "group", "aria-label": "Go through the game" },
    button("«", to(() => 0), { "aria-label": "First position" }),
    button("‹", to(() => bench.game!.ply - 1), { "aria-label": "Previous position" }),
    button("›", to(() => bench.game!.ply + 1), { "aria-label": "Next position" }),
    button("»", to(() => bench.game!.line.length), { "aria-label": "Last position" }),
    button("Take back", () => void bench.attempt(() => bench.takeBack())),
    button("Turn", () => void bench.attempt(() => bench.flip()), { "aria-label": "Turn the board" }),
    button("New game", () => void bench.attempt(() => bench.start(bench.game?.start ?? {}))),
  );
  return h("div", { class: "column" }, row, whyBox(bench));
}

/** The list of moves. */
export function movesPanel(bench: Workbench): HTMLElement {
  const list = h("ol", { class: "moves" });
  const typed = h("input", { "aria-label": "Type a move", placeholder: "Type a move: Nf3, e2e4", autocomplete: "off", class: "typed" });
  const form = h(
    "form",
    {
      class: "line",
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        const uci = typed.value.trim();
        if (uci === "") return;
        void bench.attempt(async () => {
          await bench.playMove({ uci });
          typed.value = "";
        });
      },
    },
    typed,
    h("button", { type: "submit" }, "Play"),
  );
  bench.on("game", () => fill(bench, list));
  return h("div", { class: "column" }, h("div", { class: "scroll" }, list), form);
}

function fill(bench: Workbench, list: HTMLElement): void {
  const game = bench.game!;
  const blackFirst = / b /.test(game.startFen);
  const rows: HTMLElement[] = [];
  const cell = (index: number): HTMLElement | string => {
    const move = game.line[index];
    if (move === undefined) return "";
    const isNow = index === game.ply - 1;
    return button(move.san, () => void bench.go(index + 1), { class: isNow ? "now" : "", "aria-current": isNow ? "true" : null });
  };
  const first = blackFirst ? -1 : 0;
  for (let index = first; index < game.line.length; index += 2) {
    rows.push(h("li", {}, h("span", { class: "number" }, `${(index - first) / 2 + 1}.`), index < 0 ? "…" : cell(index), cell(index + 1)));
  }
  list.replaceChildren(...rows);
  list.querySelector(".now")?.scrollIntoView({ block: "nearest" });
}

/** The line above the board: the game, whose turn it is, and how the game has ended. */
export function statusLine(bench: Workbench): HTMLElement {
  const title = h("h1", {});
  const turn = h("p", { class: "turn" });
  bench.on("game", () => {
    const scene = bench.board.scene!;
    title.textContent = scene.about.title;
    document.title = `${scene.about.title} · Ferz workbench`;
    const { end, check, about, board } = scene;
    const side = about.sides[board.turn];
    const words = end === null ? `${side} to move${check ? ", in check" : ""}` : `${end.result}: ${end.reason.replaceAll("_", " ")}`;
    turn.textContent = words;
    turn.dataset.turn = board.turn;
    if (end !== null) say(words, { quiet: true });
  });
  return h("div", { class: "status" }, title, turn);
}

/** Settings of the engine, and what it thinks. */
export function opponentPanel(bench: Workbench): HTMLElement {
  const { opponent } = bench;
  const side = h(
    "select",
    {
      onchange: () => {
        opponent.stop();
        opponent.side = side.value === "" ? null : (side.value as "white" | "black");
        bench.board.playable = true;
        opponent.look();
      },
    },
    h("option", { value: "" }, "Nobody: play both sides"),
    h("option", { value: "black" }, "The second side"),
    h("option", { value: "white" }, "The first side"),
  );
  const time = h("input", { type: "range", min: 1, max: 10, value: 1, "aria-label": "Seconds for a move", oninput: () => setTime() });
  const seconds = h("output", {}, "1 s");
  const setTime = (): void => {
    opponent.seconds = Number(time.value);
    seconds.textContent = `${time.value} s`;
  };
  const told = h("p", { class: "thought", "aria-live": "polite" });
  bench.on<{ running: boolean; found?: Found }>("think", ({ running, found }) => {
    if (found === undefined) {
      if (running) told.textContent = "Thinking…";
      return;
    }
    const value = found.mate !== undefined ? `mate in ${found.mate}` : `${((found.score ?? 0) / 100).toFixed(2)}`;
    told.textContent = `${value}, depth ${found.depth}: ${found.pv.slice(0, 6).map(({ san }) => san).join(" ")}`;
  });
  bench.on("game", () => {
    const sides = bench.board.scene!.about.sides;
    side.options[1]!.textContent = sides.black;
    side.options[2]!.textContent = sides.white;
  });
  return h(
    "div",
    { class: "column" },
    h("label", {}, "The engine plays", side),
    h("label", {}, h("span", {}, "Time for a move ", seconds), time),
    h("div", { class: "buttons" }, button("Analyse this position", () => void opponent.think()), button("Stop", () => opponent.stop())),
    told,
  );
}
