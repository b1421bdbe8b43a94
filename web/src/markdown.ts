import { h } from "./dom";

/** Draws the Markdown of hover texts: paragraphs, bold words, code, and blocks of code. */
export function markdown(text: string): HTMLElement {
  const root = h("div", { class: "markdown" });
  const parts = text.split(/^```\w*\n?/m);
  parts.forEach((part, index) => {
    if (index % 2 === 1) {
      root.append(h("pre", {}, part.replace(/\n$/, "")));
      return;
    }
    for (const paragraph of part.split(/\n{2,}/).filter((one) => one.trim() !== "")) {
      root.append(h("p", {}, ...inline(paragraph.trim())));
    }
  });
  return root;
}

function inline(text: string): (Node | string)[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**") && part.length > 4) return h("strong", {}, ...inline(part.slice(2, -2)));
    if (part.startsWith("`") && part.length > 2) return h("code", {}, part.slice(1, -1));
    return part.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  });
}
