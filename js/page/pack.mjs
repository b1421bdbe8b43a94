// Makes page/ferz.xz, the module that `ferz export html` puts into its pages, and page/ferz.json, which says what it is.
//
//   js/build ferz-board && node js/page/pack.mjs
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { open } from "../index.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

// As in web/build.
const OPTIONS = ["--format=xz", "--check=crc32", "--threads=1", "--lzma2=preset=9e,lc=4,pb=0,nice=273"];
const { stdout, status, error } = spawnSync("xz", [...OPTIONS, "--stdout", path("../ferz-board.wasm")], {
  maxBuffer: 1 << 28,
});
if (status !== 0) throw error ?? new Error(`xz has ended with ${status}`);
await writeFile(path("ferz.xz"), stdout);

const { version, protocol } = (await open({ wasm: new URL("../ferz-board.wasm", import.meta.url) })).request({ do: "version" });
const { length } = await readFile(path("../ferz-board.wasm"));
await writeFile(path("ferz.json"), `${JSON.stringify({ version, protocol, bytes: length })}\n`);
console.log(`page/ferz.xz: ${stdout.length} bytes for a module of ${length}`);
