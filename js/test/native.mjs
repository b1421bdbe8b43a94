// The native program, for comparison: `ferz batch` as a child.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url));
export const program = process.env.FERZ_PROGRAM ?? `${target}/release/ferz`;

/** The reason why there is nothing to compare with, or `false`. */
export const missing = existsSync(program) ? false : `SKIPPED: there is no ${program} (cargo build --release)`;

export class Native {
  #child = spawn(program, ["batch", "--no-paths"], { stdio: ["pipe", "pipe", "inherit"] });
  #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();

  /** The answers to many requests, as lines. */
  async answers(requests) {
    const answers = [];
    const write = async () => {
      for (const request of requests) {
        if (!this.#child.stdin.write(`${JSON.stringify(request)}\n`)) await once(this.#child.stdin, "drain");
      }
    };
    const read = async () => {
      while (answers.length < requests.length) answers.push((await this.#lines.next()).value);
    };
    await Promise.all([write(), read()]);
    return answers;
  }

  close() {
    this.#child.stdin.end();
  }
}
