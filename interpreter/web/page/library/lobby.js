// The tables of this server that anybody may join.

import { counted, h } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";
import { terms } from "../table/clocks.js";

const AGAIN = 20_000;

/** A section with these tables, looked for again and again; it is hidden while there are none. */
export function lobby(page) {
  const list = h("ul", { class: "tables" });
  const count = h("span", { class: "soft", role: "status" });
  const element = h("section", { class: "lobby", "aria-label": "Open tables", hidden: true }, h("h2", {}, "Open tables "), count, list);
  const look = async () => {
    const tables = await page.carrier.ask("lobby").then((answer) => answer.tables).catch(() => []);
    if (page.signal.aborted) return;
    element.hidden = tables.length === 0;
    count.textContent = counted(tables.length, "table");
    fill(list, tables, () => tables.map(row));
  };
  const timer = setInterval(() => document.hidden || look(), AGAIN);
  page.signal.addEventListener("abort", () => clearInterval(timer));
  look();
  return element;
}

function row({ table, title, by, options, clock, free, players, here }) {
  const about = [
    by && `with ${by}`,
    ...Object.entries(options).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`),
    clock && terms(clock),
    here ? "" : "nobody there now",
  ].filter(Boolean);
  return h(
    "li",
    { "data-table": table },
    h("a", { href: `#/play/${table}` }, title),
    h("span", { class: "soft" }, about.join(" · ")),
    h("span", { class: "tag" }, `free: ${free.map((seat) => players[seat] ?? `seat ${seat + 1}`).join(", ")}`),
  );
}
