// The reader's own tables: how each stands, the way back to it, and a button that forgets it.

import { confirmed, h } from "../elements/dom.js";
import { forget, remembered, renew } from "../keeping/tables.js";

const SHOWN = 6;
const AWAITED = { you: "your turn", computer: "the computer’s turn" };

/** A section with the tables that this browser knows; it is hidden if there are none. */
export function yours(page) {
  const list = h("ul", { class: "tables" });
  const more = h("button", { type: "button", class: "quiet small", onclick: () => all() });
  const heading = h("h2", {}, "Your tables");
  const element = h("section", { class: "yours", "aria-label": "Your tables" }, heading, list, more);
  const missing = new Set();
  let shown = SHOWN;
  const show = () => {
    const tables = remembered();
    element.hidden = tables.length === 0;
    list.replaceChildren(...tables.slice(0, shown).map(row));
    more.hidden = tables.length <= shown;
    more.textContent = `Show all ${tables.length}`;
  };
  const row = ({ table, title, standing, awaits }) =>
    h(
      "li",
      { "data-table": table },
      h("a", { href: `#/play/${table}` }, title),
      h("span", { class: "soft" }, missing.has(table) ? "no longer kept" : standing),
      AWAITED[awaits] && h("span", { class: "tag" }, AWAITED[awaits]),
      confirmed("Forget", page.carrier.keeps ? "Delete this game?" : "Really forget?", () => gone(table), {
        class: "quiet small",
      }),
    );
  const gone = (table) => {
    page.carrier.forget(table);
    forget(table);
    show();
    page.announce("Forgotten.");
    (list.querySelector("a") ?? document.getElementById("search"))?.focus();
  };
  const ask = async (tables) => {
    for (const { table } of tables) {
      const found = await page.carrier.ask("glance", { table }).catch(() => null);
      if (page.signal.aborted) return;
      if (found === null) missing.add(table);
      else renew(table, found);
    }
    show();
  };
  const all = () => {
    const others = remembered().slice(shown);
    shown = Infinity;
    show();
    list.children[SHOWN]?.querySelector("a").focus();
    ask(others);
  };
  show();
  ask(remembered().slice(0, SHOWN));
  return element;
}
