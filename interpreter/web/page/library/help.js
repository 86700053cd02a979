// The manual, and the keys of the editor.

import { h } from "../elements/dom.js";
import { page as rendered } from "../elements/markdown.js";
import { packed } from "../keeping/sharing.js";

const PAGES = [
  ["browser", "Playing in the browser", "the editor, the board, people, comments and analysis"],
  ["language", "The language", "the reference, with an example of everything"],
  ["cookbook", "Cookbook", "recipes, each with a sheet"],
  ["players", "Computer players", "who they are, and how they choose"],
  ["records", "Saved games", "files that hold a game"],
  ["glossary", "Glossary", "words with a meaning of their own"],
  ["errors", "Error codes", "each with a wrong and a right example"],
];

const KEYS = [
  ["Ctrl-Space", "complete a word"],
  ["Shift-Alt-F", "usual layout"],
  ["F8", "next problem"],
  ["Ctrl-Z, Ctrl-Y", "undo, redo"],
  ["Ctrl-F", "search and replace"],
  ["Ctrl-S", "save as a file"],
  ["Ctrl-/", "comment out"],
  ["Tab", "leave the text"],
];

/** The views `#/help`, `#/help/PAGE` and `#/help/PAGE/HEADING`. */
export async function show(place, page, name, heading) {
  if (name === undefined) return overview(place, page);
  const { text, examples } = await page.carrier.ask("docs", { page: name });
  if (page.signal.aborted) return undefined;
  const article = h(
    "article",
    { class: "narrow manual" },
    rendered(text, (target) => address(target, name)),
  );
  await tried(article, examples);
  place.append(article);
  page.title(article.querySelector("h1")?.textContent ?? name);
  if (heading) article.querySelector(`#${CSS.escape(heading)}`)?.scrollIntoView();
  return undefined;
}

function overview(place, page) {
  page.title("Help");
  const entry = ([name, title, about]) =>
    h("li", {}, h("a", { href: `#/help/${name}` }, title), h("span", { class: "soft" }, `: ${about}`));
  const key = ([keys, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, does));
  place.append(
    h(
      "article",
      { class: "narrow manual" },
      h("h1", {}, "Help"),
      h("h2", {}, "Playing"),
      h(
        "p",
        {},
        "Choose a game, set its options and say who plays. Click a cell, or drag a piece; with the keyboard, use the arrow keys to move between cells and Enter to play.",
      ),
      h("h2", {}, "Writing"),
      h(
        "p",
        {},
        "Problems are underlined as you type, and listed below the text with ways to fix them. Point at a word to read what it means. Moves made on the board stay while you change the rules.",
      ),
      h("h2", {}, "Editor shortcuts"),
      h("table", {}, h("tbody", {}, KEYS.map(key))),
      h("h2", {}, "The manual"),
      h("ul", {}, PAGES.map(entry)),
    ),
  );
}

/** Where a link of the manual leads here; null if nowhere. */
function address(target, here) {
  if (/^https?:/.test(target)) return target;
  const [, file, heading] = /^([\w./-]*?)(?:\.md)?(?:#(.+))?$/.exec(target) ?? [];
  const name = file ? file.split("/").at(-1) : here;
  if (!PAGES.some(([known]) => known === name)) return null;
  return `#/help/${name}${heading ? `/${heading}` : ""}`;
}

/** Put a link below each example by which it can be tried: `examples` are the same as whole games. */
async function tried(article, examples) {
  for (const [index, pre] of article.querySelectorAll("pre.hexgame").entries()) {
    if (examples[index] === undefined) return;
    const link = h("a", { class: "button try", href: `#/s/${await packed({ text: examples[index] })}` }, "Try it");
    pre.after(h("p", {}, link));
  }
}
