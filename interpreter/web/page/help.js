// Pages of the manual.

import { h } from "./dom.js";

/** The view `#/help`. */
export async function show(place, page) {
  page.title("Help");
  place.append(
    h(
      "article",
      { class: "narrow manual" },
      h("h1", {}, "Help"),
      h("h2", {}, "Playing"),
      h(
        "p",
        {},
        "Choose a game, set its options, say who plays. Click a cell, or drag a piece; what you may do is marked.",
      ),
      h("h2", {}, "Writing"),
      h(
        "p",
        {},
        "In the editor, problems are underlined as you type. Point at a word to read what it means; Ctrl-Space completes it. Each problem says how to mend it.",
      ),
      h(
        "table",
        {},
        h(
          "tbody",
          {},
          KEYS.map(([keys, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, does))),
        ),
      ),
    ),
  );
}

const KEYS = [
  ["Ctrl-Space", "complete a word"],
  ["Shift-Alt-F", "usual layout"],
  ["F8", "next problem"],
  ["Ctrl-Z, Ctrl-Y", "undo, redo"],
  ["Ctrl-F", "search and replace"],
  ["Ctrl-S", "save as a file"],
  ["Ctrl-/", "comment out"],
  ["Esc, then Tab", "leave the text"],
];
