import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { button, h, message, say } from "./dom";
import type { Engine } from "./engine";
import { markdown } from "./markdown";

/** A problem of the text, with ways to remove it. */
export interface TextProblem {
  severity: "error" | "warning";
  code: string;
  file: string;
  line: number;
  message: string;
  help: string | null;
  own: boolean;
  from: number;
  to: number;
  fixes: { title: string; sure: boolean; changes: { from: number; to: number; text: string }[] }[];
}

interface Item {
  label: string;
  sort: "key" | "name" | "word" | "letter" | "file";
  detail: string;
  insert: string;
  from: number;
  to: number;
}

const ICONS = { key: "property", name: "variable", word: "keyword", letter: "text", file: "class" };

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.separator, tags.punctuation, tags.bracket, tags.squareBracket, tags.brace], color: "var(--faint)" },
]);

/** The text of a variant, with problems, completion and hover from the engine. */
export class Editor {
  readonly root = h("div", { class: "editor" });
  readonly #view: EditorView;
  readonly #list = h("div", { class: "problems", role: "region", "aria-label": "Problems of the file" });
  readonly #host = h("div", { class: "text" });
  #problems: TextProblem[] = [];

  constructor(
    readonly engine: () => Engine,
    readonly files: () => Record<string, string>,
    readonly changed: (text: string) => void,
  ) {
    this.#view = new EditorView({ parent: this.#host, state: this.#state("") });
    this.root.append(this.#host, this.#list);
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows another text. The history of the one before ends. */
  open(text: string): void {
    this.#view.setState(this.#state(text));
    this.problems([]);
  }

  /** Replaces the text by a change that can be taken back. Only the part that differs is written. */
  rewrite(text: string): void {
    const old = this.text;
    let start = 0;
    while (start < old.length && start < text.length && old[start] === text[start]) start++;
    let end = 0;
    while (end < old.length - start && end < text.length - start && old.at(-1 - end) === text.at(-1 - end)) end++;
    this.#view.dispatch({ changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) } });
  }

  focus(): void {
    this.#view.focus();
  }

  /** Shows the problems of the text, below their places and as a list. */
  problems(problems: TextProblem[]): void {
    // The problems of a text are told twice, and are nearly always the same.
    if (this.#list.hasChildNodes() && JSON.stringify(problems) === JSON.stringify(this.#problems)) return;
    this.#problems = problems;
    const length = this.#view.state.doc.length;
    const shown = problems.filter(({ own, to }) => own && to <= length).map((problem) => this.#diagnostic(problem, length));
    this.#view.dispatch(setDiagnostics(this.#view.state, shown));
    this.#list.replaceChildren(...problems.slice(0, 50).map((problem) => this.#row(problem)));
    if (problems.length === 0) this.#list.append(h("p", { class: "fine" }, "✓ no problems"));
  }

  #diagnostic(problem: TextProblem, length: number): Diagnostic {
    const { from, severity, fixes, message: text, help, code } = problem;
    const actions = fixes.slice(0, 4).map((fix) => ({ name: fix.title, apply: () => this.#fix(problem, fix) }));
    const message = help === null ? text : `${text}\n${help}`;
    return { from, to: Math.min(length, Math.max(problem.to, from + 1)), severity, message, source: code, actions };
  }

  #row(problem: TextProblem): HTMLElement {
    const { severity, line, own, file, message: text, help, fixes } = problem;
    const go = button(h("span", {}, h("b", {}, own ? `line ${line}` : file), ` ${text}`), () => this.goTo(problem.from), { class: "problem" });
    const all = fixes.slice(0, 3).map((fix) => button(fix.title, () => this.#fix(problem, fix), { class: "fix" }));
    return h("div", { class: `row ${severity}` }, go, help !== null && h("small", {}, help), ...all);
  }

  #fix(problem: TextProblem, fix: TextProblem["fixes"][number]): void {
    if (!this.#problems.includes(problem)) return;
    const changes = fix.changes.map(({ from, to, text }) => ({ from, to, insert: text }));
    this.#view.dispatch({ changes });
    this.focus();
  }

  /** Puts the cursor to a place, counted in units of UTF-16. */
  goTo(at: number): void {
    const place = Math.min(at, this.#view.state.doc.length);
    this.#view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
    this.focus();
  }

  /** Puts the cursor to the beginning of a line, counted from 1. */
  goToLine(line: number): void {
    const { doc } = this.#view.state;
    if (line <= doc.lines) this.goTo(doc.line(line).from);
  }

  /** Formats the text as `ferz fmt` does, or makes all sure fixes. */
  async tidy(ask: "format" | "fix"): Promise<void> {
    const text = this.text;
    try {
      const answer = await this.engine().ask<{ text: string }>({ do: "assist", variant: { yaml: text, files: this.files() }, ask });
      if (this.text === text) this.rewrite(answer.text);
    } catch (error) {
      say(message(error), { wrong: true });
    }
  }

  #state(text: string): EditorState {
    const extensions: Extension[] = [
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      foldGutter(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [(context) => this.#complete(context)] }),
      highlightActiveLine(),
      highlightSelectionMatches(),
      lintGutter(),
      hoverTooltip((_, at) => this.#hover(at)),
      yaml(),
      syntaxHighlighting(COLOURS),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "The variant file", spellcheck: "false" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.changed(update.state.doc.toString());
      }),
      keymap.of([
        { key: "Shift-Alt-f", run: () => (void this.tidy("format"), true) },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
    ];
    return EditorState.create({ doc: text, extensions });
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[\w./-]+/);
    const after = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
    if (!context.explicit && word === null && !/[\s:"[{,]/.test(after)) return null;
    const yaml = context.state.doc.toString();
    try {
      const request = { do: "assist", variant: { yaml, files: this.files() }, ask: "complete", at: context.pos };
      const { items } = await this.engine().ask<{ items: Item[] }>(request);
      if (items.length === 0 || context.aborted) return null;
      const from = Math.min(...items.map((item) => item.from));
      const options = items.map((item, index) => ({
        label: context.state.sliceDoc(from, item.from) + item.label,
        displayLabel: item.label,
        apply: context.state.sliceDoc(from, item.from) + item.insert,
        info: item.detail.length > 40 ? () => markdown(item.detail) : undefined,
        detail: item.detail.length > 40 ? "" : item.detail,
        type: ICONS[item.sort],
        boost: -index / 100,
      }));
      return { from, options: options.map(({ info, ...rest }) => (info === undefined ? rest : { ...rest, info })) };
    } catch {
      // A text that cannot be read has no completions; its problems say why.
      return null;
    }
  }

  async #hover(at: number): Promise<Tooltip | null> {
    try {
      const request = { do: "assist", variant: { yaml: this.text, files: this.files() }, ask: "hover", at };
      const { hover } = await this.engine().ask<{ hover: { text: string; from: number; to: number } | null }>(request);
      if (hover === null) return null;
      return { pos: hover.from, end: hover.to, create: () => ({ dom: h("div", { class: "hover" }, markdown(hover.text)) }) };
    } catch {
      return null;
    }
  }
}
