// A player's colour with the sign that stands for it.

import { h } from "./dom.js";

const SMALL = { "●": "", "◉": "•", "▲": "▴", "■": "▪", "▬": "‒", "◆": "⬩" };

/** A disc in a player's colour, with the sign that is on their stones. */
export function badge({ paint, mark, rim, sign }) {
  const element = h("span", { class: "badge", "aria-hidden": "true" }, SMALL[sign] ?? sign);
  if ([paint, mark, rim].every((each) => /^#[0-9a-f]{6}$/i.test(each))) {
    element.style.background = paint;
    element.style.color = mark;
    element.style.borderColor = rim;
  }
  return element;
}
