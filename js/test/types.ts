// The types of the package, as a program uses them: `tsc` reads this file, nothing runs it.
import { FerzError, open, openWorker, type Found, type Move } from "../index.js";
import Module, { type Board } from "../ffish.js";

const ferz = await open();
const game = ferz.load("chess").game({ moves: ["e4"] });
const moves: Move[] = game.push("e5").legalMoves;
const nodes: number = game.perft(2, { seconds: 1 });
const found: Found = game.search({ depth: 2, onProgress: ({ depth, best }) => [depth, best?.san] });
const picture: string = game.svg({ orientation: "black", arrows: [["e2", "e4", "teal"]] });
const worker = await openWorker();
const searching = worker.search(game, { seconds: 1, signal: AbortSignal.timeout(1) });
searching.stop();
const best: Move | undefined = (await searching).best;
const board: Board = new (await Module()).Board("chess");
// @ts-expect-error There is no such side.
game.view("red");
try {
  ferz.loadText("");
} catch (error) {
  if (error instanceof FerzError) console.log(error.fault, error.line?.toFixed());
}
export { moves, nodes, found, picture, best, board };
