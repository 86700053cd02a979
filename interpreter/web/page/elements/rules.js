// What a sheet says to readers: its summary, and its rules in words.

import { h } from "./dom.js";
import { unfolding } from "./lasting.js";

/** The text of a section, such as `summary`; empty if the sheet has none. */
export function said(text, section) {
  const match = new RegExp(String.raw`^${section}\s+(?:"""([^]*?)"""|"([^"\n]*)")`, "m").exec(text);
  return (match?.[1] ?? match?.[2] ?? "").trim();
}

/** The rules in words, of the first of these sheets that has any: a variant comes before its bases. */
export function rulesOf(texts) {
  const found = paragraphs(texts);
  return found.length > 0 ? h("section", {}, h("h2", {}, "Rules"), found) : null;
}

/** What can be unfolded beside a game that is played. `find` gives the sheets when they are first looked at. */
export function rulesBeside(find) {
  return unfolding({}, "Rules", async () => {
    const [text, ...bases] = await find();
    const found = paragraphs([text, ...bases]);
    const sheet = h("pre", { class: "sheet" }, text);
    return found.length > 0 ? [...found, h("details", {}, h("summary", {}, "The sheet"), sheet)] : [sheet];
  });
}

function paragraphs(texts) {
  const found = texts.map((text) => said(text, "rules")).find((rules) => rules !== "") ?? "";
  return found === "" ? [] : found.split(/\n\s*\n|\n(?=\s*- )/).map((each) => h("p", {}, each.replace(/\s+/g, " ")));
}
