// What is wrong with a text: underlined, listed, each with its fixes and its page.

import { setDiagnostics } from "../vendor/codemirror.js";
import { counted, h, worded } from "../elements/dom.js";
import { arrange, unfolding } from "../elements/lasting.js";
import { page as rendered } from "../elements/markdown.js";

const WHILE = 700; // milliseconds

const underlined = new WeakMap();

/** Underline problems and offer their fixes. Nothing happens where they are underlined already: what is being pointed at
 * would close. */
export function underline(view, problems, explain) {
  const { doc } = view.state;
  const key = JSON.stringify(problems.map(({ doc: of, ...said }) => [said, of === doc]));
  const before = underlined.get(view);
  if (before?.key === key && before.doc === doc) return;
  underlined.set(view, { key, doc });
  const end = doc.length;
  const marks = problems.map((problem) => ({
    from: Math.min(problem.from, end),
    to: Math.min(Math.max(problem.to, problem.from), end),
    severity: problem.severity,
    message: problem.message,
    renderMessage: () => described(problem, explain),
    actions: problem.fix.length ? [{ name: fixing(view, problem), apply: () => fix(view, problem) }] : [],
  }));
  view.dispatch(setDiagnostics(view.state, marks));
}

function described(problem, explain) {
  return h(
    "div",
    { class: "told" },
    h("p", {}, worded(problem.message)),
    problem.label && problem.label !== problem.message ? h("p", { class: "soft" }, worded(problem.label)) : null,
    expectation(problem),
    problem.help ? h("p", { class: "soft" }, worded(problem.help)) : null,
    problem.code ? h("button", { type: "button", class: "code", onclick: () => explain(problem) }, problem.code) : null,
  );
}

function expectation({ expected }) {
  const texts = [expected].flat().filter(Boolean);
  return texts.length ? h("p", { class: "soft" }, "Expected: ", worded(texts.join(", "))) : null;
}

/** Problems of an older text, with their places in the text as it is now. */
export function moved(problems, since, doc) {
  const at = (place, side) => since.mapPos(Math.min(place, since.length), side);
  const range = (each) => ({ ...each, from: at(each.from, 1), to: at(each.to, -1) });
  return problems.map((problem) => ({ ...range(problem), fix: problem.fix.map(range), doc }));
}

/** Apply a problem's fix, as one step of the history; not if the text has changed: then the problem is about to. */
export function fix(view, problem) {
  if (view.state.doc === problem.doc)
    view.dispatch({ changes: problem.fix, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
}

function fixing(view, { fix: [edit, ...others] }) {
  if (others.length) return "Fix";
  const old = short(view.state.sliceDoc(edit.from, edit.to));
  const insert = short(edit.insert);
  if (!insert) return `Delete “${old}”`;
  return old ? `Change “${old}” to “${insert}”` : `Insert “${insert}”`;
}

function short(text) {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > 30 ? `${line.slice(0, 29)}…` : line;
}

/** The list below the text. Each problem is a link to its place, with its fix and its page. */
export class ProblemList {
  constructor(carrier, view) {
    this.carrier = carrier;
    this.view = view;
    this.title = h("h2", { id: "problems-title" }, "Problems");
    this.waiting = null;
    this.list = h("ol");
    this.element = h(
      "section",
      { class: "problems", "aria-labelledby": "problems-title", "aria-busy": "true" },
      this.title,
      this.list,
    );
    this.items = new Map(); // what is shown, by what it says: the element, and the problem as it was found last
  }

  /** Say that the text is being checked, if that takes a while: what was found in an earlier one may hold no longer. */
  wait() {
    this.element.setAttribute("aria-busy", "true");
    this.waiting ??= setTimeout(() => this.count("Checking…", "unknown"), WHILE);
  }

  /** Say what was found, in short. */
  count(text, worst) {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.title.textContent = text;
    this.element.dataset.worst = worst;
  }

  show(problems, isWhole) {
    this.element.setAttribute("aria-busy", "false");
    this.element.dataset.checked = isWhole ? "whole" : "quick";
    const errors = problems.filter(({ severity }) => severity === "error").length;
    const warnings = problems.length - errors;
    const parts = [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean);
    this.count(parts.join(", ") || "No problems", errors ? "error" : warnings ? "warning" : "none");
    const items = new Map();
    for (const problem of problems) {
      let key = this.said(problem);
      while (items.has(key)) key += " again";
      items.set(key, this.items.get(key) ?? this.item({}, problem));
      this.place(items.get(key), problem);
    }
    this.items = items;
    arrange(this.list, [...items.values()].map(({ element }) => element));
  }

  /** All that an item says of a problem, but for its place. */
  said(problem) {
    const { severity, code, message, help, expected, where, related, fix: { length } } = problem;
    const label = length ? fixing(this.view, problem) : null;
    return JSON.stringify([severity, code, message, help, expected, where, related.map(({ text }) => text), label]);
  }

  /** Have an item lead to a problem as it was found last. */
  place(item, problem) {
    const { doc } = this.view.state;
    item.problem = problem;
    item.line.textContent = `Line ${doc.lineAt(Math.min(problem.from, doc.length)).number}`;
  }

  /** Say that the question could not be answered. */
  fail(message) {
    this.element.setAttribute("aria-busy", "false");
    this.count(message, "error");
  }

  /** What is shown of a problem; later ones that say the same take its place. */
  item(item, problem) {
    item.line = h("span", { class: "line" });
    const go = () => this.goTo(item.problem);
    const notes = [problem.where && `In ${problem.where}`, problem.help, ...problem.related.map(({ text }) => text)];
    item.element = h(
      "li",
      { class: problem.severity },
      h(
        "button",
        { type: "button", class: "where quiet", onclick: go },
        item.line,
        h("span", { class: "unseen" }, ` ${problem.severity}: `),
        h("span", { class: "message" }, worded(problem.message)),
      ),
      problem.help ? null : expectation(problem),
      notes.filter(Boolean).map((note) => h("p", { class: "soft" }, worded(note))),
      h(
        "div",
        { class: "buttons" },
        problem.fix.length
          ? h(
              "button",
              { type: "button", class: "fix", onclick: () => fix(this.view, item.problem) },
              fixing(this.view, problem),
            )
          : null,
        problem.code ? this.explained(problem.code) : null,
      ),
    );
    return item;
  }

  /** The page of an error code, fetched when it is opened. */
  explained(code) {
    return unfolding({ class: "page", "data-code": code }, `${code} explained`, async () => {
      const { text } = await this.carrier.ask("explain", { code });
      return [h("div", { class: "manual" }, rendered(text))];
    });
  }

  /** Open the page of a problem in the list. */
  explain(problem) {
    const details = this.list.querySelector(`details[data-code="${CSS.escape(problem.code)}"]`);
    if (details === null) return;
    details.open = true;
    details.scrollIntoView({ block: "nearest" });
    details.querySelector("summary").focus();
  }

  goTo({ from, to }) {
    const end = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
    this.view.focus();
  }
}
