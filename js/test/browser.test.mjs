// The examples of the README in Chromium, and the worker there: with and without memory that threads share.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { examples } from "./examples.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const playwright = await import("playwright-core").catch(() => null);
const skip =
  playwright === null ? "SKIPPED: playwright-core is not installed (npm install)"
  : !existsSync(chromium) ? `SKIPPED: there is no ${chromium}`
  : false;

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const PAGE = `<!doctype html><meta charset="utf-8"><title>Ferz</title><script type="importmap">{"imports": {
  "ferz": "/index.js", "ferz/full": "/full.js", "ferz/ffish": "/ffish.js"}}</script>`;

/** Serves the package. Pages below `/isolated/` may share memory between threads. */
const server = createServer(async ({ url }, answer) => {
  const { pathname } = new URL(url, "http://localhost");
  answer.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  answer.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  if (pathname.startsWith("/isolated/")) answer.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  if (pathname.endsWith("/")) return answer.setHeader("content-type", "text/html").end(PAGE);
  try {
    const body = await readFile(join(root, normalize(pathname)));
    answer.setHeader("content-type", TYPES[extname(pathname)] ?? "text/plain").end(body);
  } catch {
    answer.writeHead(404).end();
  }
});

let browser;
let address;

before(async () => {
  if (skip) return;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
  browser = await playwright.chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server.close();
});

/** Runs code as a module in a page, and returns what it has printed. */
async function run(code, folder = "/") {
  const page = await browser.newPage();
  const printed = [];
  page.on("console", (message) => printed.push(message.text()));
  await page.goto(address + folder);
  const failed = await page.evaluate(async (code) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    try {
      await import(url);
      return null;
    } catch (error) {
      return `${error.name}: ${error.message}`;
    }
  }, code);
  await page.close();
  assert.equal(failed, null, code);
  return printed;
}

test("the examples of the README run in Chromium", { skip }, async () => {
  for (const code of await examples()) assert.ok((await run(code)).length > 0, code);
});

for (const [folder, isolated] of [["/", false], ["/isolated/", true]]) {
  test(`a search is stopped, in a page that ${isolated ? "shares" : "does not share"} memory`, { skip }, async () => {
    const printed = await run(
      `import { open, openWorker } from "ferz";
       const ferz = await open();
       const worker = await openWorker();
       const game = ferz.load("chess").game();
       const search = worker.search(game, { seconds: 9 });
       setTimeout(() => search.stop(), 500);
       const begun = performance.now();
       const found = await search;
       const control = new AbortController();
       const perft = worker.perft(game, 9, { signal: control.signal }).catch((error) => error.name);
       setTimeout(() => control.abort(), 100);
       console.log(crossOriginIsolated, game.isLegal(found.best), performance.now() - begun < 5000, await perft,
         await worker.perft(game, 3));
       worker.close();`,
      folder,
    );
    assert.deepEqual(printed, [`${isolated} true true AbortError 8902`]);
  });
}

test("a variant is loaded and played in a worker of the page's own", { skip }, async () => {
  const printed = await run(
    `const code = \`import { open } from "\${location.origin}/index.js";
       const game = (await open()).load("shogi").game();
       postMessage(game.uciMoves.length);\`;
     const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
     console.log(await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data))));`,
  );
  assert.deepEqual(printed, ["30"]);
});
