// What is being written, kept in this browser.

/** A sheet as messages name it: its text, and the sheets that it is a variant of, if there are any. */
export function written(text, bases) {
  return bases.length ? { text, bases } : { text };
}

let brought = null;

/** Have the editor show a sheet, {text, bases}, in place of what was written there: that can be had back. */
export function bring(sheet) {
  brought = { bases: [], ...sheet };
}

/** The sheet that was brought to the editor; null if there is none. */
export function received() {
  const sheet = brought;
  brought = null;
  return sheet;
}

/** The text that is being written, kept in this browser until it is what it was at first. A sheet without a name is
 * kept with those that it is a variant of: nobody else has them. */
export class Draft {
  constructor(name, original, bases) {
    this.name = name;
    this.original = original;
    this.bases = bases;
    const kept = (this.seen = read(this.textKey));
    this.isKept = kept !== null && kept !== original;
    this.text = this.isKept ? kept : original;
    if (this.isKept && name === undefined) this.bases = basesIn(read(BASES));
  }

  get textKey() {
    return `hexgame:sheet:${this.name ?? ""}`;
  }

  /** Keep a text. Returns whether it is kept: what another tab has kept meanwhile is not overwritten. */
  keep(text) {
    this.text = text;
    if (read(this.textKey) !== this.seen) return false;
    this.seen = text === this.original ? null : text;
    write(this.textKey, this.seen);
    if (this.name === undefined) write(BASES, this.bases.length ? JSON.stringify(this.bases) : null);
    return true;
  }

  /** What another tab has kept; from now on, this one may keep its text in its place. */
  elsewhere() {
    this.seen = read(this.textKey);
    return this.seen ?? this.original;
  }

  /** What a game of this text is opened with. */
  get sheet() {
    if (this.name !== undefined && this.text === this.original) return { name: this.name };
    return written(this.text, this.bases);
  }
}

const BASES = "hexgame:bases:";

function basesIn(json) {
  try {
    return JSON.parse(json) ?? [];
  } catch {
    return [];
  }
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // a browser that keeps nothing still edits
  }
}
