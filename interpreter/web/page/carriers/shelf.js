// The tables that this browser keeps, in IndexedDB: the setup of each, and what has happened there, in order.

const TABLES = "tables";
const EVENTS = "events";

export class Shelf {
  constructor() {
    this.known = new Map();
    this.database = opened().catch(() => null); // some browsers keep nothing: then tables last as long as the page
  }

  /** Return the setup and the events of a table; null if there is none. */
  async read(table) {
    if (!this.known.has(table)) {
      const found = await this.found(table);
      if (found === null) return null;
      this.known.set(table, found);
    }
    return this.known.get(table);
  }

  async found(table) {
    const database = await this.database;
    if (database === null) return null;
    const reading = database.transaction([TABLES, EVENTS]);
    const [setup, events] = await Promise.all([
      value(reading.objectStore(TABLES).get(table)),
      value(reading.objectStore(EVENTS).getAll(IDBKeyRange.bound([table, 0], [table, Infinity]))),
    ]);
    return setup === undefined ? null : { setup, events };
  }

  /** Keep a new table. */
  async begin(table, setup) {
    this.known.set(table, { setup, events: [] });
    const database = await this.database;
    if (database === null) return;
    const writing = database.transaction(TABLES, "readwrite");
    writing.objectStore(TABLES).add(setup, table);
    await done(writing);
  }

  /** Keep what has happened at a table after all that this page knows of. Returns false if another tab was quicker. */
  async append(table, events) {
    if (!events.length) return true;
    const known = this.known.get(table);
    const database = await this.database;
    if (database !== null) {
      const writing = database.transaction([TABLES, EVENTS], "readwrite");
      const isThere = value(writing.objectStore(TABLES).count(table)); // another tab may have deleted it
      events.forEach((event, number) => writing.objectStore(EVENTS).add(event, [table, known.events.length + number]));
      try {
        if ((await isThere) === 0) writing.abort();
        await done(writing);
      } catch (error) {
        if ((await isThere.catch(() => 1)) === 0) throw new Error("This game was deleted in another tab.");
        if (error?.name === "ConstraintError") return false;
        throw error;
      }
    }
    known.events.push(...events);
    return true;
  }

  /** Remove a table, with all that has happened there. */
  async remove(table) {
    this.known.delete(table);
    const database = await this.database;
    if (database === null) return;
    const writing = database.transaction([TABLES, EVENTS], "readwrite");
    writing.objectStore(TABLES).delete(table);
    writing.objectStore(EVENTS).delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    await done(writing);
  }

  /** Read a table again when it is next asked for. */
  async forget(table) {
    if ((await this.database) !== null) this.known.delete(table);
  }
}

async function opened() {
  const opening = indexedDB.open("hexgame", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(TABLES);
    opening.result.createObjectStore(EVENTS);
  };
  return value(opening);
}

function value(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}
