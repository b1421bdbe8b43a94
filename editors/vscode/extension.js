// The client of the language server `ferz lsp` in VS Code.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** The running client; `undefined` if the server could not be started. */
let client;

/** The texts that the client sends to the server. The server leaves YAML files alone that are no variants. */
const SELECTOR = ["file", "untitled"].flatMap((scheme) => ["ferz", "yaml"].map((language) => ({ scheme, language })));

/** Starts the server. `watcher` reports changes of files that are not open: an open file may extend them. */
async function start(watcher) {
  const command = vscode.workspace.getConfiguration("ferz").get("path") || "ferz";
  const options = { documentSelector: SELECTOR, synchronize: { fileEvents: watcher } };
  client = new LanguageClient("ferz", "Ferz", { command, args: ["lsp"] }, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    complain(command, error);
  }
}

/** Says that the server cannot be started. Nothing waits for the answer. */
function complain(command, error) {
  const said = `\`${command} lsp\` cannot be started: ${error.message}. Install ferz, or set \`ferz.path\` to the program.`;
  const open = (chosen) => chosen && vscode.commands.executeCommand("workbench.action.openSettings", "ferz.path");
  vscode.window.showErrorMessage(said, "Open settings").then(open);
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function activate(context) {
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml}");
  const restart = async () => {
    await stop();
    await start(watcher);
  };
  context.subscriptions.push(
    watcher,
    vscode.commands.registerCommand("ferz.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("ferz.path")) restart();
    }),
  );
  await start(watcher);
}

module.exports = { activate, deactivate: stop };
