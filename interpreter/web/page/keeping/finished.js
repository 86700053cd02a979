// The games that this browser has seen to their end from a seat of its own, as names of their positions: what openings
// are counted from. They stay in this browser.

import { Entries } from "./entries.js";

const games = new Entries("hexgame:finished", 300);

/** Keep a game: `game` says which rules, `keys` are the names of its positions, `winner` is a colour or null, `mine` the
 * colour that was played here, null for both or neither. */
export function keepFinished(table, { game, keys, plies, winner, mine }) {
  games.keep(table, { game, keys, plies, winner, mine }, { stays: true });
}

/** How many moves a table's game had when it was kept; -1 if it was not. */
export function pliesKept(table) {
  return games.get(table)?.plies ?? -1;
}

/** The games with these rules. One that was opened from a file as well, or watched in two tabs, counts once. */
export function finished(game) {
  const found = Object.values(games.all()).filter((each) => each?.game === game && Array.isArray(each.keys));
  return [...new Map(found.map((each) => [`${each.keys.join()} ${each.plies} ${each.winner}`, each])).values()];
}

export function forgetFinished(table) {
  games.remove(table);
}
