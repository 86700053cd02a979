// Panels with tabs, as the pattern for tabs wants them: arrow keys go from tab to tab.

import { h } from "./dom.js";

/** The elements for items, each [name, content], and `choose(name)`, which opens one. */
export function tabbed(items, label) {
  const tabs = items.map(([name], index) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${index}`,
        "aria-controls": `panel-${index}`,
        onclick: () => open(index),
      },
      name,
    ),
  );
  const panels = items.map(([, content], index) =>
    h("div", { role: "tabpanel", id: `panel-${index}`, "aria-labelledby": `tab-${index}`, class: "tabpanel" }, content),
  );
  const open = (chosen) => {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      panels[index].hidden = index !== chosen;
    });
  };
  const key = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
    open(next);
    tabs[next].focus();
  };
  open(0);
  const choose = (chosen) => open(items.findIndex(([name]) => name === chosen));
  return { elements: [h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: key }, tabs), panels], choose };
}
