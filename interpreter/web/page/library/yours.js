// The reader's own tables: how each stands, the way back to it, and a button that forgets it.

import { confirmed, h } from "../elements/dom.js";
import { arrange } from "../elements/lasting.js";
import { marked } from "../elements/turn.js";
import { forget, remembered, renew } from "../keeping/tables.js";

const SHOWN = 6;

/** The reader's tables, those first where it is their turn. */
const sorted = () => remembered().sort((one, other) => (other.awaits === "you") - (one.awaits === "you"));
const AWAITED = { you: "your turn", computer: "the computer’s turn" };

/** A time that is left, in its largest unit. */
function remains(seconds) {
  const [unit, name] = [[86_400, "d"], [3600, "h"], [60, "min"], [1, "s"]].find(([each]) => seconds >= each) ?? [1, "s"];
  return `${Math.floor(seconds / unit)} ${name}`;
}

/** A section with the tables that this browser knows; it is hidden if there are none. */
export function yours(page) {
  const list = h("ul", { class: "tables" });
  const more = h("button", { type: "button", class: "quiet small", onclick: () => all() });
  const heading = h("h2", {}, "Your tables");
  const element = h("section", { class: "yours", "aria-label": "Your tables" }, heading, list, more);
  const rows = new Map();
  let shown = SHOWN;
  const show = () => {
    const tables = sorted();
    element.hidden = tables.length === 0;
    for (const each of tables.slice(0, shown)) if (!rows.has(each.table)) rows.set(each.table, row(each));
    arrange(list, tables.slice(0, shown).map(({ table }) => rows.get(table).element));
    more.hidden = tables.length <= shown;
    more.textContent = `Show all ${tables.length}`;
  };
  const row = ({ table, title, standing, awaits }) => {
    const link = h("a", { href: `#/play/${table}` }, title);
    const stands = h("span", { class: "soft" }, standing);
    const tag = h("span", { class: "tag", hidden: !AWAITED[awaits] }, AWAITED[awaits]);
    const question = page.carrier.keeps ? "Delete this game?" : "Really forget?";
    const button = confirmed("Forget", question, () => gone(table), { class: "quiet small" });
    return { element: h("li", { "data-table": table }, link, stands, tag, button), link, stands, tag };
  };
  // What is found changes a row where it stands: whoever is about to press its button loses neither the focus nor the question.
  const found = (table, { title, standing, awaits, left }) => {
    const { link, stands, tag } = rows.get(table);
    link.textContent = title;
    stands.textContent = standing;
    tag.hidden = !AWAITED[awaits];
    tag.textContent = `${AWAITED[awaits] ?? ""}${awaits === "you" && left ? `, ${remains(left)} left` : ""}`;
  };
  const gone = (table) => {
    page.carrier.forget(table);
    forget(table);
    show();
    page.announce("Forgotten.");
    (list.querySelector("a") ?? document.getElementById("search"))?.focus();
  };
  const ask = async (tables) => {
    for (const { table } of tables) {
      const glance = await page.carrier.ask("glance", { table }).catch(() => null);
      if (page.signal.aborted) return;
      if (glance === null) rows.get(table).stands.textContent = "no longer kept";
      else {
        renew(table, glance);
        found(table, glance);
      }
    }
  };
  const all = () => {
    const others = sorted().slice(shown);
    shown = Infinity;
    show();
    list.children[SHOWN]?.querySelector("a").focus();
    ask(others);
  };
  /** Say at how many tables it is the reader's turn, and put these first, unless somebody is about to press a button. */
  const settle = () => {
    if (page.signal.aborted) return;
    const number = remembered().filter(({ awaits }) => awaits === "you").length;
    page.title(number > 0 ? `Your turn (${number})` : "");
    marked(number);
    if (!list.matches(":hover, :focus-within")) show();
  };
  page.signal.addEventListener("abort", () => marked(0));
  show();
  ask(sorted().slice(0, SHOWN)).then(settle);
  if (!page.carrier.keeps) import("./lobby.js").then(({ lobby }) => page.signal.aborted || element.after(lobby(page)));
  return element;
}
