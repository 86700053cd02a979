// What stands for a player.

import { figure } from "./figures.js";

/** A player's piece, or a disc in their colour, as the board draws it: an <svg>. */
export const badge = ({ badge: drawing }) => figure(drawing, "badge", 18);
