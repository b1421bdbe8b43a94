// The extension with the real server. VS Code and the library of its language clients are played by the objects below, so that
// this test needs Node alone: `FERZ=path/of/ferz node test/test.js`.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const at = (...parts) => path.join(__dirname, "..", ...parts);
const manifest = JSON.parse(fs.readFileSync(at("package.json"), "utf8"));

/** What the extension has done with VS Code. */
const seen = { settings: { path: process.env.FERZ }, commands: {}, changed: [], complaints: [], clients: [], watched: [] };

const vscode = {
  workspace: {
    getConfiguration: (section) => ({
      get: (key) => {
        assert.ok(`${section}.${key}` in manifest.contributes.configuration.properties, `${section}.${key} is a setting`);
        return seen.settings[key];
      },
    }),
    createFileSystemWatcher: (pattern) => {
      seen.watched.push(pattern);
      return { dispose() {} };
    },
    onDidChangeConfiguration: (listener) => {
      seen.changed.push(listener);
      return { dispose() {} };
    },
  },
  commands: {
    registerCommand: (name, run) => {
      seen.commands[name] = run;
      return { dispose() {} };
    },
  },
  window: {
    showErrorMessage: (text) => {
      seen.complaints.push(text);
      return Promise.resolve(undefined);
    },
  },
};

/** A language client with the few messages of the protocol that the test needs. */
class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, last: 0, waiting: new Map(), notes: [] });
    seen.clients.push(this);
  }

  async start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((done) => this.process.on("exit", done));
    await new Promise((done, fail) => this.process.on("spawn", done).on("error", fail));
    this.bytes = Buffer.alloc(0);
    this.process.stdout.on("data", (data) => this.read(data));
    this.about = await this.ask("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
    this.tell("initialized", {});
  }

  async stop() {
    await this.ask("shutdown", null);
    this.tell("exit", null);
    this.code = await this.ended;
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params) {
    const id = ++this.last;
    this.send({ id, method, params });
    return new Promise((done) => this.waiting.set(id, done));
  }

  /** The next note of the server with a method. */
  async note(method) {
    for (;;) {
      const place = this.notes.findIndex((note) => note.method === method);
      if (place >= 0) return this.notes.splice(place, 1)[0].params;
      await new Promise((done) => (this.woken = done));
    }
  }

  read(data) {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      const head = this.bytes.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.bytes.toString("latin1", 0, head))[1]);
      if (this.bytes.length < head + 4 + length) return;
      const message = JSON.parse(this.bytes.toString("utf8", head + 4, head + 4 + length));
      this.bytes = this.bytes.subarray(head + 4 + length);
      if ("id" in message) this.waiting.get(message.id)(message.result);
      else this.notes.push(message);
      this.woken?.();
    }
  }
}

const load = Module._load;
const played = { vscode, "vscode-languageclient/node": { LanguageClient } };
Module._load = (name, ...rest) => played[name] ?? load(name, ...rest);

/** Opens a text in the client and returns the codes of its problems. */
async function problems(client, language, text) {
  const { documentSelector } = client.options;
  assert.ok(documentSelector.some((entry) => entry.language === language && entry.scheme === "file"), language);
  const document = { uri: `file:///no/such/folder/${language}.yaml`, languageId: language, version: 1, text };
  client.tell("textDocument/didOpen", { textDocument: document });
  return (await client.note("textDocument/publishDiagnostics")).diagnostics.map((problem) => problem.code);
}

async function main() {
  const extension = require(at("extension.js"));
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepStrictEqual(Object.keys(seen.commands), manifest.contributes.commands.map((entry) => entry.command));
  assert.strictEqual(context.subscriptions.length, 3);
  const [first] = seen.clients;
  assert.strictEqual(first.about.serverInfo.name, "ferz");
  assert.strictEqual(first.about.serverInfo.version, manifest.version);
  for (const { id } of [...manifest.contributes.languages, { id: "yaml" }]) {
    assert.deepStrictEqual(await problems(first, id, "name: A\nextends: chess\nregoins: {}\n"), ["unknown-key"]);
  }
  assert.strictEqual(first.options.synchronize.fileEvents !== undefined && seen.watched.length, 1);

  // The command starts the server anew; another setting changes nothing.
  await seen.commands["ferz.restart"]();
  assert.strictEqual(first.code, 0);
  seen.changed[0]({ affectsConfiguration: (name) => name === "ferz.trace.server" });
  assert.strictEqual(seen.clients.length, 2);

  // A program that is not there gives a message, and the extension goes on.
  await extension.deactivate();
  assert.strictEqual(seen.clients[1].code, 0);
  seen.settings.path = at("no-such-program");
  await seen.commands["ferz.restart"]();
  assert.match(seen.complaints.join(), /no-such-program lsp` cannot be started: .*ENOENT.*`ferz\.path`/);
  await extension.deactivate();
  console.log("the extension starts, restarts and stops the server");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
