// Makes page/player.js, the script of the pages that `ferz export html` writes: main.js and all that it imports as one file.
//
//   npm install && node page/build.mjs           writes it
//   npm install && node page/build.mjs --check   says whether it is up to date
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A script and all that it imports, as a text. */
async function bundled(name, options) {
  const common = { bundle: true, minify: true, write: false, target: "es2022", legalComments: "none", logLevel: "error" };
  const { outputFiles } = await build({ entryPoints: [path(name)], ...common, ...options });
  // A script must not end the element that it stands in.
  return outputFiles[0].text.replaceAll("</", "<\\/");
}

/** The notice that the licences of the parts require. */
const NOTICE = "/* With xz-decompress (MIT, Tim Perry and Steven Sanderson) and XZ Embedded (0BSD). */";

const worker = await bundled("../lib/worker.js", { format: "iife" });
const player = await bundled("main.js", { format: "esm", banner: { js: NOTICE }, define: { WORKER: JSON.stringify(worker) } });
const output = path("player.js");
if (process.argv.includes("--check")) {
  if ((await readFile(output, "utf8").catch(() => "")) !== player) {
    console.error("js/page/player.js is out of date: run `npm install && node page/build.mjs` in js/");
    process.exit(1);
  }
} else {
  await writeFile(output, player);
}
