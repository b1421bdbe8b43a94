// The package as a new user gets it: packed, and installed into an empty project.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { test } from "node:test";

import { examples } from "./examples.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

test("the packed package is installed into an empty project, and runs there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ferz-pack-"));
  const npm = (...words) => run("npm", [...words, "--no-audit", "--no-fund", "--offline"], { cwd: folder });
  try {
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root });
    const [{ filename, files }] = JSON.parse(stdout);
    const paths = files.map(({ path }) => path);
    for (const needed of ["ferz.wasm", "ferz-full.wasm", "index.d.ts", "README.md", "LICENSE-MIT", "OFL.txt"]) {
      assert.ok(paths.includes(needed), needed);
    }
    assert.ok(!paths.some((path) => path.startsWith("test/")));
    await writeFile(join(folder, "package.json"), '{"type": "module"}');
    await npm("install", join(folder, filename));
    for (const [index, code] of (await examples()).entries()) {
      await writeFile(join(folder, `${index}.js`), code);
      await run(process.execPath, [`${index}.js`], { cwd: folder });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The largest sizes in bytes, gzipped. A build without optimising is larger, and is not measured. */
const SIZES = { "ferz.wasm": 1.55e6, "ferz-board.wasm": 1.63e6, "ferz-full.wasm": 2.48e6 };
const quick = process.env.FERZ_JS_QUICK ? "SKIPPED: this build is not optimised" : false;

test("the modules are small", { skip: quick }, async () => {
  for (const [name, most] of Object.entries(SIZES)) {
    const size = gzipSync(await readFile(join(root, name)), { level: 9 }).length;
    assert.ok(size <= most, `${name} has ${size} bytes gzipped`);
  }
});

test("a variant is loaded and its moves are listed in 50 ms, warm", { skip: quick }, async () => {
  assert.ok((await stat(join(root, "ferz.wasm"))).size > 0);
  const { open } = await import("../index.js");
  await open();
  // Compiles the code that lists moves.
  (await open()).load("grand").game().legalMoves;
  // Another program may have the processor meanwhile, so the best of three counts.
  let taken = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const ferz = await open();
    const begun = performance.now();
    assert.equal(ferz.load("chess").game().legalMoves.length, 20);
    taken = Math.min(taken, performance.now() - begun);
  }
  assert.ok(taken < 50, `${taken} ms`);
});
