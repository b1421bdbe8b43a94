import { button, h, type Child } from "./dom";
import { isServed } from "./module";
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
    const second = bench.second();
    ({ page } = await second.ask<{ page: string }>({ do: "page", variant: bench.source, format: "html", limits: { seconds: 60 } }));
    // The frame may run no scripts. Those of the page are for downloads.
    frame.srcdoc = page.replace(/<script>.*?<\/script>/gs, "");
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

/** What the page of a server says, which has no reader of rules pages: it would be a quarter more to download. */
function noReader(): HTMLElement {
  const command = h("code", {}, "ferz serve");
  return h("div", { class: "column" }, h("p", {}, "This page cannot read rules pages, so that it loads quickly. The program can: run ", command, " in the folder of your files, and open the page that it names."));
}

/** A rules page of somebody else, compared with the file. */
export function checkPanel(bench: Workbench): HTMLElement {
  return isServed ? comparePanel(bench) : noReader();
}

function comparePanel(bench: Workbench): HTMLElement {
  const page = h("textarea", { rows: 8, "aria-label": "A rules page", placeholder: "Paste a rules page here (text, Markdown or HTML), or drop a file" });
  const lines = h("ol", { class: "lines", hidden: true, "aria-label": "The rules page with its findings" });
  const list = h("ul", { class: "claims", "aria-label": "Findings without a line" });
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
    const second = bench.second();
    const request = { do: "check_page", variant: bench.source, page: page.value, name: format, limits: { seconds: 60 } };
    const { summary: counts, claims } = await second.ask<{ summary: Record<string, number>; claims: Claim[] }>(request);
    summary.textContent = Object.entries(counts).filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdict}`).join(", ");
    const weight = ({ verdict }: Claim): number => VERDICTS.indexOf(verdict);
    const sorted = [...claims].sort((one, other) => weight(one) - weight(other));
    // The page is silent about a rule in no line.
    const [apart, placed] = [sorted.filter(isSilent), sorted.filter((claim) => !isSilent(claim))];
    list.replaceChildren(...apart.map((claim) => h("li", { class: "claim silent" }, ...parts(claim))));
    const margin = (number: number): HTMLElement[] =>
      placed.filter(({ line }) => line === number).map((claim) => h("div", { class: `claim ${claim.verdict.replaceAll(" ", "-")}` }, ...parts(claim)));
    lines.replaceChildren(...page.value.split("\n").map((text, index) => h("li", {}, h("span", { class: "said" }, text), h("div", { class: "margin" }, ...margin(index + 1)))));
    lines.hidden = false;
  };
  const isSilent = ({ verdict }: Claim): boolean => verdict === "silent";
  const parts = ({ verdict, text, detail, position }: Claim): Child[] => [
    h("b", {}, verdict),
    ` ${text} `,
    position === undefined ? null : button("Show", () => void bench.attempt(() => bench.start({ fen: position })), { class: "link" }),
    h("small", {}, detail),
  ];
  page.addEventListener("input", () => (name = ""));
  return h("div", { class: "column" }, h("p", {}, "Ferz reads the page and compares its claims with your rules."), page, button("Compare", () => void bench.attempt(check), { class: "main" }), summary, lines, list);
}
