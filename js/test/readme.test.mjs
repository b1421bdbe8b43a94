// Every example of the package's README runs in Node and in Deno, as a module of its own.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "node:test";

import { examples } from "./examples.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const installed = join(root, "node_modules", ".bin", "deno");
const deno = process.env.DENO ?? (existsSync(installed) ? installed : null);

/** Runs all examples, each by `command` with the name of its file. */
async function runAll(command, ...words) {
  const folder = await mkdtemp(join(tmpdir(), "ferz-readme-"));
  try {
    await mkdir(join(folder, "node_modules"));
    await symlink(root, join(folder, "node_modules", "ferz"));
    await writeFile(join(folder, "package.json"), '{"dependencies": {"ferz": "*"}}');
    const all = await examples();
    assert.ok(all.length >= 6);
    for (const [index, code] of all.entries()) {
      const file = `example-${index}.mjs`;
      await writeFile(join(folder, file), code);
      const { stdout } = await run(command, [...words, file], { cwd: folder });
      assert.ok(stdout.length > 0, `example ${index} prints nothing`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the examples of the README run in Node", () => runAll(process.execPath));

const skip = deno === null ? "SKIPPED: Deno is not installed (npm install deno, or DENO names the program)" : false;
test("the examples of the README run in Deno", { skip }, () =>
  runAll(deno, "run", "--quiet", "--no-lock", "--node-modules-dir=manual", "--allow-read"));
