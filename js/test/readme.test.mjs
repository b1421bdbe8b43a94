// Every example of the package's README runs, as a module of its own.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "node:test";

import { examples } from "./examples.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

test("the examples of the README run in Node", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ferz-readme-"));
  try {
    await mkdir(join(folder, "node_modules"));
    await symlink(root, join(folder, "node_modules", "ferz"));
    const all = await examples();
    assert.ok(all.length >= 6);
    for (const [index, code] of all.entries()) {
      const file = join(folder, `example-${index}.mjs`);
      await writeFile(file, code);
      const { stdout } = await run(process.execPath, [file]);
      assert.ok(stdout.length > 0, `example ${index} prints nothing`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
