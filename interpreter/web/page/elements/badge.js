// What stands for a player.

import { parsed, shape } from "./figures.js";

/** A player's piece, or a disc in their colour, as the board draws it: an <svg>. */
export function badge({ badge: drawing }) {
  const svg = shape("svg", { viewBox: "-18 -18 36 36", class: "badge", "aria-hidden": "true" });
  if (drawing !== undefined) svg.append(parsed(drawing));
  return svg;
}
