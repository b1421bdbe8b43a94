import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker with the list of all files, so that the page works without a network after the first visit. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const still = readdirSync("public").filter((name) => name !== "sw.template.js");
      const files = [...Object.keys(bundle), ...still].filter((name) => !name.endsWith(".map"));
      const hash = createHash("sha256");
      for (const name of still) hash.update(readFileSync(`public/${name}`));
      for (const name of Object.keys(bundle).sort()) hash.update(name);
      const template = readFileSync("src/sw.template.js", "utf8");
      const source = template
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)))
        .replace("__FILES__", JSON.stringify(["./", ...files.filter((name) => name !== "index.html").sort()]));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/** Lets the browser load the page's scripts beside the first one, which starts the worker that unpacks the module. */
function early(): Plugin {
  return {
    name: "early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const page = Object.values(bundle ?? {}).find((one) => one.type === "chunk" && one.name === "main");
        const worker = Object.values(bundle ?? {}).find((one) => /unpack-[\w-]+\.js$/.test(one.fileName));
        const link = (file: string) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `./${file}` }, injectTo: "head" as const });
        return [page, worker].flatMap((one) => (one === undefined ? [] : [link(one.fileName)]));
      },
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  plugins: [offline(), early()],
});
