import { button, h, type Child } from "./dom";

/** Opens a dialog. It closes by Escape, by its button, and by a press beside it. */
export function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const box: HTMLDialogElement = h(
    "dialog",
    { "aria-label": title, onclose: () => box.remove(), onclick: (event: MouseEvent) => event.target === box && box.close() },
    h("header", {}, h("h2", {}, title), button("✕", () => box.close(), { class: "quiet", "aria-label": "Close" })),
    h("div", { class: "inside" }, ...children),
  );
  document.body.append(box);
  box.showModal();
  return box;
}

/** Asks for a short text. Resolves with `null` if nothing is wanted. */
export function askFor(title: string, label: string, value: string): Promise<string | null> {
  return new Promise((resolve) => {
    const field = h("input", { value, name: "answer", required: true, autocomplete: "off" });
    let answer: string | null = null;
    const form = h(
      "form",
      {
        class: "column",
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          answer = field.value.trim();
          box.close();
        },
      },
      h("label", {}, label, field),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, "OK")),
    );
    const box = dialog(title, form);
    box.addEventListener("close", () => resolve(answer));
    field.select();
  });
}
