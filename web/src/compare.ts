import type { Source } from "ferz";
import { button, h } from "./dom";
import { isFault, type Engine } from "./engine";
import { files } from "./files";
import { catalogue } from "./gallery";
import type { Workbench } from "./workbench";
import { parents } from "./yamledit";

/** A position with other moves in one of two files. */
interface Difference {
  play: string[];
  own: string[];
  other: string[];
}

interface Answer {
  game?: number;
  moves: string[];
  end: { result: string; reason: string } | null;
}

/** Random games are at most this long. */
const LONGEST = 60;
/** The most differences that are shown. */
const MOST = 12;

function minus(one: string[], other: string[]): string[] {
  const known = new Set(other);
  return one.filter((move) => !known.has(move));
}

/** The legal moves, and the end as one more entry, so that other ends are differences, too. */
function told({ moves, end }: Answer): string[] {
  return end === null ? moves : [...moves, `the game ends: ${end.reason.replaceAll("_", " ")} ${end.result}`];
}

/** Plays a random game in both files until they differ. Returns `null` if they never do. */
async function difference(engine: Engine, own: Source, other: Source, signal: AbortSignal): Promise<Difference | null> {
  const games: number[] = [];
  for (const variant of [own, other]) games.push((await engine.ask<{ game: number }>({ do: "open", variant })).game);
  const play: string[] = [];
  try {
    for (let push: string[] = []; play.length < LONGEST; ) {
      signal.throwIfAborted();
      const fields = { do: "moves", texts: "uci", ...(push.length > 0 && { push }) };
      const [first, second] = [await engine.ask<Answer>({ ...fields, game: games[0] }), await engine.ask<Answer>({ ...fields, game: games[1] })];
      const [mine, theirs] = [told(first), told(second)];
      const found = { play: [...play], own: minus(mine, theirs), other: minus(theirs, mine) };
      if (found.own.length + found.other.length > 0) return found;
      if (first.end !== null || first.moves.length === 0) return null;
      push = [first.moves[Math.floor(Math.random() * first.moves.length)]!];
      play.push(...push);
    }
    return null;
  } finally {
    if (!signal.aborted) for (const game of games) await engine.ask({ do: "close", game });
  }
}

/** Finds positions in which the file plays differently from another one. */
export function comparison(bench: Workbench, runner: (label: string, work: (signal: AbortSignal) => Promise<void>, failed: (text: string) => void) => HTMLElement): HTMLElement {
  const name = h("input", { "aria-label": "The other variant", list: "compared", autocomplete: "off", placeholder: "chess, or one of your files" });
  const known = h("datalist", { id: "compared" });
  const note = h("p", { class: "hint", "aria-live": "polite" });
  const list = h("ul", { class: "differences" });
  bench.on("file", () => {
    const parent = parents(bench.editor.text)[0];
    if (name.value === "" && parent !== undefined) name.value = parent;
  });
  name.addEventListener("focus", () => void bench.attempt(async () => {
    const { variants } = await catalogue(bench.engine);
    const kept = (await files.list()).map((file) => file.name);
    known.replaceChildren(...[...kept, ...variants.map((one) => one.name)].map((value) => h("option", { value })));
  }));
  const row = ({ play, own, other }: Difference): HTMLElement => {
    const show = button(play.length === 0 ? "at the start" : `after ${play.length} plies`, () => void bench.attempt(() => bench.start({ moves: play })), { class: "link" });
    const part = (label: string, moves: string[]): HTMLElement | null => (moves.length === 0 ? null : h("span", { class: "moves-of" }, h("b", {}, `${label}: `), moves.slice(0, 12).join(" "), moves.length > 12 ? " …" : ""));
    return h("li", {}, show, part("only here", own), part(`only in ${name.value}`, other));
  };
  const work = async (signal: AbortSignal): Promise<void> => {
    list.replaceChildren();
    const kept = await files.read(name.value).catch(() => null);
    const other: Source = kept === null ? name.value.trim() : { yaml: kept.text };
    const engine = bench.second();
    let found = 0;
    for (let game = 1; game <= 60 && found < MOST; game++) {
      note.textContent = `${game} games, ${found} differences`;
      try {
        const one = await difference(engine, bench.source, other, signal);
        if (one === null) continue;
        found += 1;
        list.append(row(one));
        // A difference at the start is there in each game.
        if (one.play.length === 0) break;
      } catch (error) {
        if (isFault(error, "variant")) throw new Error(`${name.value}: ${error.message}`);
        throw error;
      }
    }
    note.textContent = found === 0 ? "no difference in 60 random games" : `${found} differences`;
  };
  return h("div", { class: "column" }, h("p", {}, "Random games are played in both files until the legal moves or the end differ."), h("div", { class: "line" }, name, runner("Compare", work, (text) => (note.textContent = text))), known, note, list);
}
