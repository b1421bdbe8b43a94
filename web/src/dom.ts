/** What may stand inside an element. */
export type Child = Node | string | null | undefined | false;

type Value = string | number | boolean | null | undefined | ((event: never) => void);

/** Makes an element. A property whose name begins with `on` is a listener, and all others are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button. `label` is read aloud if the button only shows a sign. */
export function button(text: Child, press: (event: MouseEvent) => void, more: Record<string, Value> = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: press, ...more }, text);
}

/** Parses the text of a picture that Ferz has drawn. */
export function picture(svg: string): SVGSVGElement {
  const holder = document.createElement("template");
  holder.innerHTML = svg;
  const element = holder.content.querySelector("svg");
  if (element === null) throw new Error("the picture is no SVG");
  return element;
}

/** An element of a picture. */
export function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** Says something to people who do not see the page, and to all others for a moment. */
export function say(text: string, { quiet = false, wrong = false } = {}): void {
  let region = document.getElementById("said");
  if (region === null) {
    region = h("div", { id: "said", class: "unseen", "aria-live": "polite" });
    document.body.append(region);
  }
  region.textContent = text;
  if (quiet) return;
  document.querySelector(".toast")?.remove();
  const toast = h("div", { class: wrong ? "toast wrong" : "toast" }, text);
  document.body.append(toast);
  setTimeout(() => toast.remove(), wrong ? 8000 : 3500);
}

/** The message of anything that was thrown. */
export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
