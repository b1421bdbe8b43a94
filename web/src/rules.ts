import { button, h } from "./dom";
import type { Workbench } from "./workbench";

/** The rules page of the file, drawn in a frame that may run nothing. */
export function rulesPanel(bench: Workbench): { content: HTMLElement; shown: () => void } {
  const frame = h("iframe", { title: "The rules", sandbox: "allow-same-origin allow-modals", class: "rules" });
  const note = h("p", { class: "hint", "aria-live": "polite" });
  let text = "";
  let page = "";
  const shown = async (): Promise<void> => {
    if (text === bench.editor.text || bench.game === null) return;
    text = bench.editor.text;
    note.textContent = "Writing the rules…";
    const second = await bench.second();
    ({ page } = await second.ask<{ page: string }>({ do: "page", variant: bench.source, format: "html", limits: { seconds: 60 } }));
    frame.srcdoc = page;
    note.textContent = "";
  };
  const look = (): void => {
    if (content.offsetParent !== null) void bench.attempt(shown);
  };
  bench.on("game", look);
  const buttons = h(
    "div",
    { class: "buttons" },
    button("Print", () => frame.contentWindow?.print()),
    button("Download", () => download(`${bench.file.name.replace(/\.ya?ml$/, "")}.html`, page, "text/html")),
  );
  const content = h("div", { class: "column fill" }, buttons, note, frame);
  return { content, shown: look };
}

/** Hands a text to the person as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

interface Claim {
  verdict: string;
  line: number;
  text: string;
  detail: string;
  position?: string;
}

/** Verdicts from the worst to the best. */
const VERDICTS = ["contradicted", "suspicious", "incomplete", "stronger", "not understood", "silent", "not checkable", "confirmed"];

/** A rules page of somebody else, compared with the file. */
export function checkPanel(bench: Workbench): HTMLElement {
  const page = h("textarea", { rows: 8, "aria-label": "A rules page", placeholder: "Paste a rules page here (text, Markdown or HTML), or drop a file" });
  const list = h("ul", { class: "claims" });
  const summary = h("p", { class: "hint", "aria-live": "polite" });
  let name = "";
  const read = async (file: File): Promise<void> => {
    page.value = await file.text();
    name = file.name;
    await check();
  };
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void bench.attempt(() => read(file));
  });
  const check = async (): Promise<void> => {
    const format = name !== "" ? name : /<[a-z]+[\s>]/i.test(page.value) ? "page.html" : "page.md";
    const second = await bench.second();
    const request = { do: "check_page", variant: bench.source, page: page.value, name: format, limits: { seconds: 60 } };
    const { summary: counts, claims } = await second.ask<{ summary: Record<string, number>; claims: Claim[] }>(request);
    summary.textContent = Object.entries(counts).filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdict}`).join(", ");
    const weight = ({ verdict }: Claim): number => VERDICTS.indexOf(verdict);
    list.replaceChildren(...[...claims].sort((one, other) => weight(one) - weight(other)).map(row));
  };
  const goTo = (line: number): void => {
    const lines = page.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    page.focus();
    page.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
  const row = ({ verdict, line, text, detail, position }: Claim): HTMLElement => {
    const place = verdict === "silent" ? null : button(`line ${line}`, () => goTo(line), { class: "link" });
    const shown = position === undefined ? null : button("Show", () => void bench.attempt(() => bench.start({ fen: position })), { class: "link" });
    return h("li", { class: `claim ${verdict.replaceAll(" ", "-")}` }, h("b", {}, verdict), " ", place, ` ${text} `, shown, h("small", {}, detail));
  };
  page.addEventListener("input", () => (name = ""));
  return h("div", { class: "column" }, h("p", {}, "Ferz reads the page and compares its claims with your rules."), page, button("Compare", () => void bench.attempt(check), { class: "main" }), summary, list);
}
