// The tables that this browser has opened or joined, the latest first, each as it was seen last. Kept in this browser.

const KEPT = "hexgame:tables";
const MOST = 100;

/** The tables, each as {table, title, standing, awaits}. */
export function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(found) ? found.filter((each) => typeof each?.table === "string") : [];
  } catch {
    return [];
  }
}

/** Note how a table stands, and put it first. */
export function remember(table, { title, standing, awaits }) {
  keep([{ table, title, standing, awaits }, ...remembered().filter((each) => each.table !== table)]);
}

/** Note how a table stands, where it is in the list. */
export function renew(table, { title, standing, awaits }) {
  keep(remembered().map((each) => (each.table === table ? { table, title, standing, awaits } : each)));
}

export function forget(table) {
  keep(remembered().filter((each) => each.table !== table));
}

function keep(tables) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // a browser that keeps nothing has no list
  }
}
