// Writes `dist`: the extension as one file, and the schema of variant files. The licences go where `vsce` expects them.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");

const at = (...parts) => path.join(__dirname, ...parts);

fs.mkdirSync(at("dist"), { recursive: true });
fs.copyFileSync(at("..", "..", "docs", "variant.schema.json"), at("dist", "variant.schema.json"));
fs.copyFileSync(at("..", "..", "LICENSE-MIT"), at("LICENSE.txt"));
fs.copyFileSync(at("..", "..", "LICENSE-APACHE"), at("LICENSE-APACHE.txt"));
esbuild.buildSync({
  entryPoints: [at("extension.js")],
  outfile: at("dist", "extension.js"),
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  // VS Code itself provides this module.
  external: ["vscode"],
});
