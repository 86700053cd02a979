// What this browser keeps under a heading, each thing in an entry of its own: tabs that keep something at the same time
// overwrite nothing of each other's.

export class Entries {
  constructor(heading, most) {
    this.heading = `${heading}:`;
    this.most = most;
  }

  /** What is kept, as {name: value}, the latest first. No name is a number, so they stay in that order. */
  all() {
    try {
      const found = Object.keys(localStorage).filter((key) => key.startsWith(this.heading));
      const entries = found.map((key) => [key.slice(this.heading.length), read(key)]).filter(([, entry]) => entry !== null);
      entries.sort(([, one], [, other]) => other.at - one.at);
      return Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
    } catch {
      return {}; // a browser that keeps nothing
    }
  }

  /** What is kept under a name; null if there is nothing. */
  get(name) {
    return read(this.heading + name)?.value ?? null;
  }

  /** Keep something, and put it first, unless it stays where it is; the oldest goes if there is too much. */
  keep(name, value, { stays = false } = {}) {
    const key = this.heading + name;
    try {
      const [was, latest] = [read(key)?.at, this.latest()];
      const at = was && (stays || was === latest) ? was : 1 + latest; // a place, not a time: it tells nobody anything
      localStorage.setItem(key, JSON.stringify({ at, value }));
      for (const old of Object.keys(this.all()).slice(this.most)) this.remove(old);
    } catch {
      this.remove(name); // there is no room: better nothing than what is out of date
    }
  }

  /** The place of the entry that is first; 0 if there is none. */
  latest() {
    const places = Object.keys(localStorage).filter((key) => key.startsWith(this.heading)).map((key) => read(key)?.at ?? 0);
    return Math.max(0, ...places);
  }

  remove(name) {
    try {
      localStorage.removeItem(this.heading + name);
    } catch {
      // there is nothing
    }
  }
}

function read(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return typeof found?.at === "number" ? found : null;
  } catch {
    return null;
  }
}
