// The tables that this browser has opened or joined, the latest first, each as it was seen last. Kept in this browser.

import { Entries } from "./entries.js";
import { forgetFinished } from "./finished.js";

const LARGEST = 200_000; // characters of a scene
const tables = new Entries("hexgame:table", 100);
const scenes = new Entries("hexgame:scene", 8);

/** The tables, each as {table, title, standing, awaits}. */
export function remembered() {
  return Object.entries(tables.all()).map(([table, { title, standing, awaits }]) => ({ table, title, standing, awaits }));
}

/** Note how a table stands, and put it first. */
export function remember(table, { title, standing, awaits }) {
  tables.keep(table, { title, standing, awaits });
}

/** Note how a table stands, where it is in the list. */
export function renew(table, { title, standing, awaits }) {
  if (tables.get(table) !== null) tables.keep(table, { title, standing, awaits }, { stays: true });
}

export function forget(table) {
  tables.remove(table);
  scenes.remove(table);
  forgetFinished(table);
}

/** The scene of a table as it was seen last, with the seats of this browser; null if it is not kept. */
export function lastSeen(table) {
  return scenes.get(table);
}

/** Keep the scene of a table for when the page is loaded again, unless it is large, or holds what others may not see. */
export function keepSeen(table, seats, scene) {
  const isKept = !scene.secret && scene.curtain === null && JSON.stringify(scene).length <= LARGEST;
  if (isKept) scenes.keep(table, { seats, scene });
  else scenes.remove(table);
}
