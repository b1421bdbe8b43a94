import { button, h } from "./dom";
import { dialog } from "./dialog";
import type { Engine } from "./engine";

export interface BuiltIn {
  name: string;
  title: string;
  description: string;
}

export interface Catalogue {
  variants: BuiltIn[];
  rules: BuiltIn[];
}

let known: Promise<Catalogue> | null = null;

/** The built-in variants and rule files. */
export function catalogue(engine: Engine): Promise<Catalogue> {
  known ??= engine.ask<Catalogue>({ do: "variants" });
  return known;
}

/** Pictures of start positions, which are drawn once. */
const drawn = new Map<string, string>();

/** The best matches of a search: by name, by title, then by description. */
export function search(all: BuiltIn[], text: string): BuiltIn[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const score = ({ name, title, description }: BuiltIn): number => {
    let total = 0;
    for (const word of words) {
      const at = title.toLowerCase().indexOf(word);
      if (name === word) total += 12;
      else if (at === 0 || name.startsWith(word)) total += 8;
      else if (at > 0 || name.includes(word)) total += 4;
      else if (description.toLowerCase().includes(word)) total += 1;
      else return 0;
    }
    return total;
  };
  if (words.length === 0) return all;
  const scored = all.map((one) => ({ one, points: score(one) })).filter(({ points }) => points > 0);
  return scored.sort((a, b) => b.points - a.points).map(({ one }) => one);
}

/** Shows all built-in variants and rule files. */
export async function gallery(
  engine: Engine,
  drawing: () => Engine,
  { open, mix, colours }: { open: (one: BuiltIn) => void; mix: (one: BuiltIn) => void; colours: Record<string, string> },
): Promise<void> {
  const { variants, rules } = await catalogue(engine);
  const list = h("div", { class: "gallery" });
  const count = h("p", { class: "count", "aria-live": "polite" });
  const field = h("input", { type: "search", placeholder: "Search: shogi, hexagonal, atomic …", "aria-label": "Search variants", oninput: () => show() });
  const box = dialog("Gallery", h("div", { class: "searching" }, field, count), list);
  box.classList.add("wide");

  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void draw(target as HTMLElement);
    }
  });
  box.addEventListener("close", () => seen.disconnect());

  const draw = async (place: HTMLElement): Promise<void> => {
    const name = place.dataset.name ?? "";
    if (!drawn.has(name)) {
      const { svg } = await drawing().ask<{ svg: string }>({ do: "svg", variant: name, coordinates: false, colours });
      drawn.set(name, svg);
    }
    // Only one picture of a page may define an identifier, so that this one is shown as an image.
    place.replaceChildren(h("img", { alt: "", loading: "lazy", src: `data:image/svg+xml,${encodeURIComponent(drawn.get(name)!)}` }));
  };

  const card = (one: BuiltIn, isRule: boolean): HTMLElement => {
    const shown = h("span", { class: "shown", "data-name": isRule ? null : one.name }, isRule ? "+" : "");
    if (!isRule) seen.observe(shown);
    const press = (): void => {
      box.close();
      if (isRule) mix(one);
      else open(one);
    };
    const words = h("span", { class: "words" }, h("b", {}, one.title), h("small", {}, isRule ? `Rule file: mix it into your game. ${one.description}` : one.description));
    return button(h("span", { class: "inner" }, shown, words), press, { class: isRule ? "card rule" : "card", "data-variant": one.name });
  };

  const show = (): void => {
    const found = search(variants, field.value);
    const laid = search(rules, field.value);
    count.textContent = `${found.length} variants, ${laid.length} rule files`;
    list.replaceChildren(...found.map((one) => card(one, false)), ...laid.map((one) => card(one, true)));
    list.scrollTop = 0;
  };
  show();
  field.focus();
}
