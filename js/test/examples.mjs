// The examples of the package's README.
import { readFile } from "node:fs/promises";

/** The examples in JavaScript. */
export async function examples() {
  const page = await readFile(new URL("../README.md", import.meta.url), "utf8");
  return [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code);
}
