// What a review draws over a board: the best moves in order, and an arrow from the move that was played to a better one.

import { shape } from "../elements/figures.js";

const LAYER = "hints";
const SIZES = [15, 13, 11.5, 10.5, 10, 10]; // radii of the discs: larger is better

/** Show moves as discs with their `number`, or else with their place, the best first; `played` is the move that was made, `better` another that beats it.
 * Moves have a `cell` and perhaps a `source`. */
export function hinted(board, { best = [], played = null, better = null }) {
  const discs = best.filter(({ cell }) => cell !== null && cell !== undefined).slice(0, SIZES.length);
  const taken = new Set();
  const made = [];
  if (played !== null && board.byCell?.has(played.cell)) {
    const [x, y] = board.centre(played.cell);
    made.push(shape("circle", { cx: x, cy: y, r: 17, class: "played" }));
    made.push(...arrow(board, better?.source ?? played.cell, better?.cell));
    made.push(...disc(x + 13, y - 13, 9, played.mark, "blunder"));
  }
  best.forEach((move, index) => {
    if (!discs.includes(move) || taken.has(move.cell)) return;
    taken.add(move.cell);
    made.push(...disc(...board.centre(move.cell), SIZES[taken.size - 1], String(move.number ?? index + 1), "best"));
  });
  board.overlay.layer(LAYER).replaceChildren(...made);
}

/** Take away what `hinted` has drawn. */
export function unhinted(board) {
  board.overlay.layer(LAYER).replaceChildren();
}

function disc(cx, cy, r, text, name) {
  const label = shape("text", { x: cx, y: cy + 0.36 * 1.15 * r, "font-size": 1.15 * r, class: `hint ${name}` });
  label.textContent = text;
  return [shape("circle", { cx, cy, r, class: `hint ${name}` }), label];
}

function arrow(board, from, to) {
  if (to === null || to === undefined || from === to) return [];
  const [[x1, y1], [x2, y2]] = [board.centre(from), board.centre(to)];
  const long = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const [tip, neck] = [long - 16, long - 28];
  const at = (along, aside) => `${x1 + along * dx - aside * dy},${y1 + along * dy + aside * dx}`;
  const line = { x1: x1 + 17 * dx, y1: y1 + 17 * dy, x2: x1 + neck * dx, y2: y1 + neck * dy };
  const shaft = neck > 17 ? [shape("line", { ...line, class: "arrow casing" }), shape("line", { ...line, class: "arrow" })] : [];
  return [...shaft, shape("polygon", { points: `${at(tip, 0)} ${at(neck, 7)} ${at(neck, -7)}`, class: "arrowhead" })];
}
