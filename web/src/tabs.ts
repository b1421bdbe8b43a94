import { button, h } from "./dom";

/** Panels of which one is shown at a time. */
export class Tabs {
  readonly root: HTMLElement;
  readonly #tabs = new Map<string, { tab: HTMLButtonElement; panel: HTMLElement; shown?: (() => void) | undefined }>();
  current = "";

  constructor(label: string, panels: { name: string; content: HTMLElement; shown?: () => void }[]) {
    const list = h("div", { role: "tablist", "aria-label": label, class: "tabs", onkeydown: (event: KeyboardEvent) => this.#key(event) });
    this.root = h("div", { class: "tabbed" }, list);
    for (const { name, content, shown } of panels) {
      const id = `tab-${name.toLowerCase().replaceAll(" ", "-")}`;
      const tab = button(name, () => this.show(name), { role: "tab", id, "aria-controls": `${id}-panel` });
      const panel = h("div", { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id, class: "panel" }, content);
      this.#tabs.set(name, { tab, panel, shown });
      list.append(tab);
      this.root.append(panel);
    }
    this.show(panels[0]!.name);
  }

  show(name: string): void {
    this.current = name;
    for (const [other, { tab, panel, shown }] of this.#tabs) {
      const isShown = other === name;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
      if (isShown) shown?.();
    }
  }

  #key(event: KeyboardEvent): void {
    const names = [...this.#tabs.keys()];
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = names[(names.indexOf(this.current) + step + names.length) % names.length]!;
    this.show(next);
    this.#tabs.get(next)!.tab.focus();
  }
}
