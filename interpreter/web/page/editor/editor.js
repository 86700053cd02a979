// Rules on the left, their board on the right: the text with its problems as it is typed.

import {
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  Compartment,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  keymap,
  lineNumbers,
  lintKeymap,
  search,
  searchKeymap,
} from "../vendor/codemirror.js";
import { h } from "../elements/dom.js";
import { Draft, received, written } from "../keeping/draft.js";
import { dropped, picked, saved } from "../keeping/files.js";
import { colours, completion, explanation } from "./language.js";
import { Live } from "./live.js";
import { LOOK } from "./look.js";
import { isRecord, openRecord } from "../keeping/records.js";
import { Checks } from "./checks.js";
import { moved, ProblemList, underline } from "./problems.js";
import { sharedLink } from "../keeping/sharing.js";
import { toolbar } from "./toolbar.js";

const SAVE_AFTER = 300;

/** What is marked beside what CodeMirror marks by itself; the joiners of some scripts are not. */
const HIDDEN =
  /[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/** The views `#/edit` and `#/edit/NAME`. */
export async function show(place, page, name) {
  const [library, original, { patterns }] = await Promise.all([
    page.carrier.ask("library"),
    name === undefined ? null : page.carrier.ask("sheet", { name }),
    page.carrier.ask("highlight"),
  ]);
  if (page.signal.aborted) return;
  const sheet = new Draft(name, original?.text ?? library.templates[0].text, original?.bases ?? []);
  const editor = new Editor(page, sheet, patterns);
  place.classList.add("workbench");
  place.append(
    h("h1", { class: "unseen" }, name === undefined ? "Editor" : `Editor: ${name}`),
    toolbar(editor, library, page),
    editor.element,
  );
  page.title(name === undefined ? "Editor" : name);
  const stop = page.carrier.onTell(
    ({ tell, changed }) => tell === "library" && changed.includes(name) && editor.reread(),
  );
  page.signal.addEventListener("abort", () => {
    stop();
    editor.close();
  });
  dropped(place, {
    signal: page.signal,
    onFile: (file) => editor.take(file),
    onFailure: (error) => editor.say(error.message),
  });
  const brought = name === undefined ? received() : null;
  if (brought !== null) editor.bring(brought);
  editor.checks.soon();
}

class Editor {
  constructor(page, draft, patterns) {
    this.page = page;
    this.draft = draft;
    this.options = {};
    this.warnings = [];
    this.isNew = true;
    this.readings = 0; // how often the file was read again
    this.notice = h("p", { class: "notice", role: "status", hidden: true });
    this.text = h("div", { class: "text" });
    this.wrap = new Compartment();
    this.view = new EditorView({ parent: this.text, state: this.state(patterns) });
    this.list = new ProblemList(page.carrier, this.view);
    this.live = new Live(page, this);
    this.element = this.columns();
    this.checks = new Checks(page.carrier, {
      question: (wanted) => this.question(wanted),
      onAnswer: (answer, told) => this.answered(answer, told),
      onFailure: (error) => this.list.fail(error.message),
    });
    if (draft.isKept) this.say("This is your text as you left it.", ["Start over", () => this.replace(draft.original)]);
  }

  state(patterns) {
    const { carrier } = this.page;
    return EditorState.create({
      doc: this.draft.text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars({ addSpecialChars: HIDDEN }),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("  "),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        search({ top: true }),
        EditorView.contentAttributes.of({
          "aria-label": "Rule sheet",
          spellcheck: "false",
          autocapitalize: "off",
          autocorrect: "off",
        }),
        this.wrap.of(EditorView.lineWrapping),
        colours(patterns),
        completion(carrier),
        explanation(carrier),
        LOOK,
        keymap.of([
          { key: "Shift-Alt-f", run: () => this.format(), preventDefault: true },
          { key: "Mod-s", run: () => this.save(), preventDefault: true },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => update.docChanged && this.changed(update.changes)),
      ],
    });
  }

  /** Both parts; on a narrow screen buttons choose which of them is shown. */
  columns() {
    const writing = h(
      "section",
      { class: "writing", "aria-label": "Rules" },
      this.notice,
      this.text,
      this.list.element,
    );
    const element = h("div", { class: "columns", "data-part": "writing" }, writing, this.live.element);
    const choose = (event) => {
      element.dataset.part = event.target.dataset.part;
      for (const each of parts.children) each.setAttribute("aria-pressed", String(each === event.target));
    };
    const button = (part, label, isShown) =>
      h("button", { type: "button", "data-part": part, "aria-pressed": String(isShown), onclick: choose }, label);
    const parts = h("div", { class: "parts" }, button("writing", "Rules", true), button("live", "Board", false));
    element.prepend(parts);
    return element;
  }

  changed(changes) {
    this.list.wait();
    this.warnings = moved(this.warnings, changes, this.view.state.doc);
    this.checks.changed(changes);
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.keep(), SAVE_AFTER);
  }

  keep() {
    clearTimeout(this.saving);
    if (this.draft.keep(this.view.state.doc.toString())) return;
    this.say(
      "This sheet was changed in another tab. What you write here is not saved.",
      ["Keep mine", () => this.settled(() => this.draft.elsewhere())],
      ["Show the other version", () => this.settled(() => this.replace(this.draft.elsewhere()))],
    );
  }

  /** Go on after another tab has kept another text. */
  settled(act) {
    this.notice.hidden = true;
    act();
    this.keep();
  }

  /** What a check is asked. Without a server, the first question is plain: its answer may be known beforehand. */
  question({ quick, board }) {
    const { options } = this;
    const text = this.view.state.doc.toString();
    const chosen = { ...written(text, this.draft.bases), ...(Object.keys(options).length ? { options } : {}) };
    if (this.isNew && this.page.carrier.name === "worker") return chosen;
    return { ...chosen, quick, ...(board ? this.live.question : { board: false }) };
  }

  /** Until a sound text rests, warnings are those that it had before. */
  answered(answer, { since, isWhole, hasBoard }) {
    const { doc } = this.view.state;
    const old = isWhole ? [] : this.warnings.map((each) => ({ ...each, doc: null })); // no fix is made until they are found again
    const problems = [...moved(answer.problems, since, doc), ...old];
    if (isWhole) this.warnings = problems.filter(({ severity }) => severity === "warning");
    underline(this.view, problems, (problem) => this.list.explain(problem));
    this.list.show(problems, isWhole);
    if (hasBoard) this.live.show(answer);
    else this.live.heed(answer);
    if (this.isNew && hasBoard) this.checks.move();
    this.isNew = false;
  }

  /** The options were changed. */
  optioned(options) {
    this.options = options;
    this.checks.soon();
  }

  /** Forget what was chosen for options that there are no longer. */
  keepOptions(names) {
    const kept = Object.entries(this.options).filter(([name]) => names.includes(name));
    if (kept.length < Object.keys(this.options).length) this.optioned(Object.fromEntries(kept));
  }

  replace(text) {
    const { doc } = this.view.state;
    this.view.dispatch({ ...difference(doc.toString(), text.replace(/\r\n?/g, "\n")), userEvent: "input.replace" });
    this.notice.hidden = true;
  }

  /** Show a sheet that was brought here, and offer what was written before. */
  bring({ text, bases }) {
    const { isKept, text: before, bases: basesBefore } = this.draft;
    const take = (taken, theirBases) => {
      this.draft.bases = theirBases;
      this.replace(taken);
      this.keep();
      this.checks.soon();
    };
    take(text, bases);
    if (isKept && before !== text)
      this.say("This has replaced what you were writing.", ["Restore mine", () => take(before, basesBefore)]);
  }

  /** The file of this sheet was changed elsewhere. */
  async reread() {
    const { draft } = this;
    const number = (this.readings += 1);
    const { text } = await this.page.carrier.ask("sheet", { name: draft.name }).catch(() => ({ text: draft.original }));
    if (number !== this.readings || this.page.signal.aborted) return;
    const isOwn = this.view.state.doc.toString() !== draft.original;
    draft.original = text;
    if (isOwn) this.say("The file has changed on disk.", ["Load the new text", () => this.replace(text)]);
    else this.replace(text);
  }

  say(text, ...actions) {
    const close = h(
      "button",
      { type: "button", class: "quiet", "aria-label": "Close", onclick: () => (this.notice.hidden = true) },
      "×",
    );
    const buttons = actions.map(([label, act]) => h("button", { type: "button", onclick: act }, label));
    this.notice.replaceChildren(h("span", {}, text), ...buttons, close);
    this.notice.hidden = false;
  }

  format() {
    const text = this.view.state.doc.toString();
    const formatted = (answer) => text === this.view.state.doc.toString() && this.replace(answer.text);
    this.page.carrier.ask("format", { text }).then(formatted, (error) => this.say(error.message));
    return true;
  }

  save() {
    this.keep();
    const title = this.live.title ?? this.draft.name ?? "game";
    const stem = title
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
    saved(`${stem || "game"}.hexgame`, this.draft.text);
    return true;
  }

  /** Write the sheet of a file, or play on from a saved game of the sheet that is written. */
  async take(file) {
    if (!isRecord(file)) return this.replace(file.text);
    this.keep();
    const { text, bases } = this.draft;
    return openRecord(this.page, file.text, written(text, bases)).catch((error) => this.say(error.message));
  }

  async open() {
    try {
      const file = await picked(".hexgame,.yaml,.yml,text/plain");
      if (file !== null) await this.take(file);
    } catch (error) {
      this.say(error.message);
    }
  }

  async share() {
    this.keep();
    const { sheet } = this.draft;
    try {
      const link = await sharedLink({
        ...sheet,
        options: this.options,
        moves: this.live.moves.slice(0, this.live.played),
      });
      await navigator.clipboard.writeText(link).then(
        () => this.say("Link copied. It holds the whole sheet."),
        () => this.say("This link holds the whole sheet: ", ["Open it", () => open(link, "_blank", "noopener")]),
      );
    } catch (error) {
      this.say(error.message);
    }
  }

  close() {
    this.keep();
    this.checks.stop();
    this.live.close();
    this.view.destroy();
  }
}

/** The change that makes one text of another and touches only what differs. */
function difference(old, text) {
  const most = Math.min(old.length, text.length);
  let from = 0;
  while (from < most && old[from] === text[from]) from += 1;
  let same = 0;
  while (same < most - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  return { changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) } };
}
