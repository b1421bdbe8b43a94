import { askFor, dialog } from "./dialog";
import { button, h, say } from "./dom";
import { files, type Kept } from "./files";
import { gallery } from "./gallery";
import { copy, shareLink } from "./position";
import { download } from "./rules";
import { COLOURS, type Workbench } from "./workbench";
import { mixed } from "./yamledit";

/** A file that begins a variant. */
export function beginning(title: string, parent: string): string {
  return `name: ${title}\nextends: ${parent}\n`;
}

/** A name for a file that no kept file has. */
async function freeName(wanted: string): Promise<string> {
  const base = wanted.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "variant";
  const taken = new Set((await files.list()).map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${base}.yaml` : `${base}-${number}.yaml`;
    if (!taken.has(name)) return name;
  }
}

/** The bar at the top: the file and what can be done with it. */
export function header(bench: Workbench): HTMLElement {
  const name = button("", () => void bench.attempt(() => showFiles(bench)), { class: "filename", title: "Your files" });
  bench.on<{ conflict?: boolean } | undefined>("file", (detail) => {
    name.textContent = bench.file.name === "" ? "new file" : bench.file.name;
    if (detail?.conflict === true) conflict(bench);
  });
  const openGallery = (): void =>
    void bench.attempt(() =>
      gallery(bench.engine, () => bench.second(), {
        colours: COLOURS,
        open: ({ name }) => void bench.attempt(() => bench.openBuiltIn(name)),
        mix: ({ name }) => void bench.attempt(() => bench.editor.rewrite(mixed(bench.editor.text, name, true))),
      }),
    );
  return h(
    "header",
    { class: "top" },
    h("span", { class: "brand" }, h("img", { src: "./icon.svg", alt: "", width: 26, height: 26 }), h("b", {}, "Ferz")),
    name,
    h(
      "nav",
      { "aria-label": "File" },
      button("Gallery", openGallery),
      button("New", () => void bench.attempt(() => create(bench))),
      button("Open", () => void bench.attempt(() => openFile(bench))),
      button("Save", () => void bench.attempt(() => saveFile(bench))),
      button("Share", () => void bench.attempt(() => share(bench)), { class: "main" }),
    ),
  );
}

async function create(bench: Workbench): Promise<void> {
  const title = await askFor("New variant", "Its name", "My Chess");
  if (title === null || title === "") return;
  await bench.open({ name: await freeName(title), text: beginning(title, "chess"), changed: Date.now() });
  await bench.save(true);
  bench.editor.goToLine(3);
}

async function share(bench: Workbench): Promise<void> {
  const address = await shareLink(bench);
  const field = h("input", { value: address, readonly: true, "aria-label": "The link", class: "mono" });
  dialog(
    "Share",
    h("p", {}, "The whole variant is in this link. Nothing is stored on any server."),
    h("div", { class: "line" }, field, button("Copy", () => void copy(address, "Link"), { class: "main" })),
    h("p", { class: "hint" }, `${address.length} letters`),
  );
  field.select();
}

interface Picker {
  showOpenFilePicker?: (options: object) => Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle>;
}

const TYPES = { types: [{ description: "Variant", accept: { "application/yaml": [".yaml", ".yml"] } }] };

/** Opens a file of the computer. */
async function openFile(bench: Workbench): Promise<void> {
  const use = async (file: File): Promise<void> => {
    const text = await file.text();
    if (file.name.endsWith(".ini")) return importIni(bench, text);
    await bench.open({ name: file.name, text, changed: Date.now() });
    await bench.save(true);
  };
  const picker = h("input", { type: "file", accept: ".yaml,.yml,.ini", onchange: () => picker.files?.[0] && void bench.attempt(() => use(picker.files![0]!)) });
  picker.click();
}

/** Opens the first variant of a variants.ini of Fairy-Stockfish. */
async function importIni(bench: Workbench, ini: string): Promise<void> {
  const { variants } = await bench.engine.ask<{ variants: { name: string; yaml: string }[] }>({ do: "import", ini });
  for (const { name, yaml } of variants) await files.write({ name: `${name}.yaml`, text: yaml, changed: Date.now() });
  const [first] = variants;
  if (first === undefined) throw new Error("the file has no variant");
  await bench.open({ name: `${first.name}.yaml`, text: first.yaml, changed: Date.now() });
  say(`${variants.length} variants were taken over`);
}

/** Writes the file to a place of the computer. */
async function saveFile(bench: Workbench): Promise<void> {
  await bench.save();
  const save = (window as Picker).showSaveFilePicker;
  if (save === undefined) return download(bench.file.name || "variant.yaml", bench.editor.text, "application/yaml");
  try {
    const handle = await save({ suggestedName: bench.file.name || "variant.yaml", ...TYPES });
    const stream = await handle.createWritable();
    await stream.write(bench.editor.text);
    await stream.close();
    say("Saved");
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** The kept files. */
async function showFiles(bench: Workbench): Promise<void> {
  const all = await files.list();
  const list = h("ul", { class: "files" });
  const open = async (file: Kept): Promise<void> => {
    box.close();
    const kept = await files.read(file.name);
    if (kept !== null) await bench.open(kept);
  };
  const remove = async (file: Kept, row: HTMLElement): Promise<void> => {
    if (!confirm(`Remove ${file.name}?`)) return;
    await files.remove(file.name);
    row.remove();
  };
  for (const file of all) {
    const row: HTMLElement = h(
      "li",
      {},
      button(h("span", {}, h("b", {}, file.name), h("small", {}, new Date(file.changed).toLocaleString())), () => void bench.attempt(() => open(file)), { class: "open" }),
      button("Remove", () => void bench.attempt(() => remove(file, row)), { class: "quiet", "aria-label": `Remove ${file.name}` }),
    );
    list.append(row);
  }
  const rename = async (): Promise<void> => {
    box.close();
    const name = await askFor("Name of the file", "Name", bench.file.name || "variant.yaml");
    if (name !== null && name !== "") await bench.rename(/\.ya?ml$/.test(name) ? name : `${name}.yaml`);
  };
  const box = dialog("Your files", all.length === 0 ? h("p", {}, "No file yet. Changes are kept in this browser as you type.") : list, button("Rename the open file", () => void bench.attempt(rename)));
}

function conflict(bench: Workbench): void {
  if (document.querySelector("dialog.conflict") !== null) return;
  const choose = (choice: "theirs" | "mine"): void => {
    box.close();
    void bench.attempt(() => bench.settle(choice));
  };
  const box: HTMLDialogElement = dialog(
    "The file was changed elsewhere",
    h("p", {}, `Another program has changed ${bench.file.name} while you were editing it.`),
    h("div", { class: "buttons" }, button("Take that text", () => choose("theirs")), button("Write mine over it", () => choose("mine"), { class: "main" })),
  );
  box.classList.add("conflict");
}
