// What is being written, kept in this browser.

/** A sheet as messages name it: its text, and the sheets that it is a variant of, if there are any. */
export function written(text, bases) {
  return bases.length ? { text, bases } : { text };
}

let brought = null;

/** Have the editor show a text, in place of what was written there: that can be had again by undoing. */
export function bring(text) {
  brought = text;
}

/** The text that was brought to the editor; null if there is none. */
export function received() {
  const text = brought;
  brought = null;
  return text;
}

/** The text that is being written, kept in this browser until it is what it was at first. */
export class Draft {
  constructor(name, original, bases) {
    this.name = name;
    this.original = original;
    this.bases = bases;
    this.key = `hexgame:sheet:${name ?? ""}`;
    const kept = localStorage.getItem(this.key);
    this.isKept = kept !== null && kept !== original;
    this.text = this.isKept ? kept : original;
  }

  keep(text) {
    this.text = text;
    try {
      if (text === this.original) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      // a browser that keeps nothing still edits
    }
  }

  /** What a game of this text is opened with. */
  get sheet() {
    if (this.name !== undefined && this.text === this.original) return { name: this.name };
    return written(this.text, this.bases);
  }
}
