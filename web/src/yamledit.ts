import { Document, YAMLSeq, isMap, isScalar, isSeq, parseDocument } from "yaml";

/** Changes values of a YAML text, and keeps comments and the form of everything else. */
export function edit(text: string, change: (document: Document) => void): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error("the file is not YAML yet: correct its problems first");
  if (document.contents === null) document.contents = document.createNode({}) as never;
  change(document);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Sets a value below keys. Mappings that are missing are made. */
export function set(text: string, path: string[], value: unknown): string {
  return edit(text, (document) => document.setIn(path, document.createNode(value, flow(value))));
}

function flow(value: unknown): { flow: boolean } | undefined {
  return typeof value === "object" && value !== null ? { flow: true } : undefined;
}

/** Adds an item to a list below keys. */
export function append(text: string, path: string[], value: unknown): string {
  return edit(text, (document) => {
    const list = document.getIn(path);
    const item = document.createNode(value, flow(value));
    if (isSeq(list)) list.add(item);
    else {
      const made = new YAMLSeq();
      made.add(item);
      document.setIn(path, made);
    }
  });
}

/** The names of the entries below a key. */
export function names(text: string, key: string): string[] {
  const map = parseDocument(text).get(key);
  return isMap(map) ? map.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : [];
}

/** The rule files and variants that a text extends. */
export function parents(text: string): string[] {
  const value = parseDocument(text).get("extends");
  if (isSeq(value)) return value.items.map((item) => String(isScalar(item) ? item.value : item));
  return typeof value === "string" ? [value] : [];
}

/** Lays a rule file over what a text extends, or takes it away. */
export function mixed(text: string, name: string, wanted: boolean): string {
  const all = parents(text);
  if (all.length === 0) throw new Error("only a file with `extends:` can mix rules: begin with `extends: chess`");
  const others = all.filter((one) => one !== name);
  return setParents(text, wanted ? [...others, name] : others);
}

/** Sets what a text extends. */
function setParents(text: string, all: string[]): string {
  return all.length === 1 ? set(text, ["extends"], all[0]) : set(text, ["extends"], all);
}
