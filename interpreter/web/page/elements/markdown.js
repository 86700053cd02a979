// The pages of the manual, which are Markdown, as elements. Only what those pages use is known; all else stays text.

import { h } from "./dom.js";

const BLOCKS = [
  [
    /^```(\S*)[^\n]*\n([^]*?)\n?^```[^\n]*$\n*/m,
    ([, kind, text]) => h("pre", { class: kind || false, tabindex: "0" }, h("code", {}, text)),
  ],
  [
    /^(?: {4}.*(?:\n+(?= {4})|\n|$))+/,
    ([text]) => h("pre", { tabindex: "0" }, h("code", {}, text.replace(/^ {4}/gm, "").trimEnd())),
  ],
  [/^(#{1,4}) +(.*)\n*/, ([, marks, text]) => h(`h${marks.length}`, { id: slug(text) }, spans(text))],
  [/^(?:\|.*(?:\n|$))+\n*/, ([text]) => table(text)],
  [
    /^(?:(?:[-*]|\d+\.) .*(?:\n(?: +\S.*|(?!\n|[-*] |\d+\. ).+))*(?:\n+(?=[-*] |\d+\. )|\n|$))+\n*/,
    ([text]) => list(text),
  ],
  [/^>.*(?:\n>.*)*\n*/, ([text]) => h("blockquote", {}, blocks(text.replace(/^> ?/gm, "")))],
  [/^[^\n]+(?:\n(?!\n|```|#|\||[-*] ).+)*\n*/, ([text]) => h("p", {}, spans(text.trim().replace(/\n/g, " ")))],
];

/** The elements of a page. `link(target)` returns the address for a link, or null to leave its text alone. */
export function page(text, link = () => null) {
  linked = link;
  return blocks(text.replace(/\r\n?/g, "\n"));
}

let linked = () => null;

function blocks(text) {
  const made = [];
  for (let rest = text.replace(/^\n+/, ""); rest;) {
    const [match, make] = first(rest);
    made.push(make(match));
    rest = rest.slice(match[0].length).replace(/^\n+/, "");
  }
  return made;
}

function first(rest) {
  for (const [pattern, make] of BLOCKS) {
    const match = pattern.exec(rest);
    if (match?.index === 0 && match[0]) return [match, make];
  }
  return [[rest], ([text]) => h("p", {}, text)];
}

function list(text) {
  const items = text.split(/^(?=[-*] |\d+\. )/m).map((item) => item.replace(/^(?:[-*]|\d+\.) +/, "").trim());
  const name = /^\d/.test(text) ? "ol" : "ul";
  return h(
    name,
    {},
    items.map((item) => h("li", {}, spans(item.replace(/\n\s*/g, " ")))),
  );
}

function table(text) {
  const rows = text
    .trim()
    .split("\n")
    .map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
  const isRuled = rows[1]?.every((cell) => /^:?-+:?$/.test(cell));
  const made = (name, cells) =>
    h(
      "tr",
      {},
      cells.map((cell) => h(name, name === "th" ? { scope: "col" } : {}, spans(cell))),
    );
  if (!isRuled)
    return h(
      "table",
      {},
      h(
        "tbody",
        {},
        rows.map((row) => made("td", row)),
      ),
    );
  return h(
    "table",
    {},
    h("thead", {}, made("th", rows[0])),
    h(
      "tbody",
      {},
      rows.slice(2).map((row) => made("td", row)),
    ),
  );
}

const SPANS = /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)/;

function spans(text) {
  const made = [];
  for (let match, rest = text; ; rest = rest.slice(match.index + match[0].length)) {
    match = SPANS.exec(rest);
    made.push(rest.slice(0, match?.index));
    if (match === null) return made.filter((each) => each !== "");
    const [, , code, strong, slanted, words, target] = match;
    if (code !== undefined) made.push(h("code", {}, code.trim()));
    else if (strong !== undefined) made.push(h("strong", {}, spans(strong)));
    else if (slanted !== undefined) made.push(h("em", {}, spans(slanted)));
    else made.push(anchor(words, target));
  }
}

function anchor(words, target) {
  const address = linked(target);
  return address === null ? h("span", {}, spans(words)) : h("a", { href: address }, spans(words));
}

function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}
