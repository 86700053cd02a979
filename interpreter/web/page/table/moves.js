// The moves as a tree: go anywhere, try something else, write comments, play the game back.

import { badge } from "../elements/badge.js";
import { h } from "../elements/dom.js";
import { fill, reveal } from "../elements/lasting.js";
import { playOn } from "../review/review.js";

const PACE = 900;

export class Moves {
  constructor(table) {
    this.table = table;
    this.run = null; // the replay that goes on
    this.saved = ""; // the comment in the field, as it is kept
    const step = (text, label, act) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.replaying = step("Replay", "Replay the game", () => (this.run === null ? this.replay() : this.stop()));
    this.walk = h(
      "div",
      { class: "buttons walk" },
      step("«", "First position", () => this.go(this.line[0])),
      step("‹", "One move back", () => this.go(this.beside(-1))),
      step("›", "One move on", () => this.go(this.beside(1))),
      step("»", "Last position", () => this.go(this.line.at(-1))),
      this.replaying,
    );
    this.list = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.note = h("textarea", {
      rows: 3,
      maxlength: 10000,
      "aria-label": "Comment on this position",
      placeholder: "Comment on this position",
    });
    this.note.addEventListener("change", () => this.noted());
    this.prune = h("button", { type: "button", class: "small", onclick: () => this.pruned() }, "Remove this variation");
    const onward = () => playOn(table, this.scene.node).catch((error) => table.failed(error));
    this.onward = h("button", { type: "button", class: "small", onclick: onward }, "Play on from here");
    const below = h("div", { class: "buttons" }, this.prune, this.onward);
    this.element = h("div", { class: "movespanel" }, this.walk, this.list, this.note, below);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(scene) {
    this.scene = scene;
    this.rows = new Map(scene.tree.map((row) => [row.node, row]));
    this.children = new Map();
    for (const row of scene.tree) {
      if (row.parent === null) continue;
      this.children.set(row.parent, [...(this.children.get(row.parent) ?? []), row.node]);
    }
    this.main = new Set(this.pathTo(scene.tip));
    this.line = this.lineThrough(scene.node);
    fill(this.list, [scene.tree, scene.node, scene.tip, this.table.review.version], () => this.written());
    const row = this.rows.get(scene.node);
    if (!this.isWriting) {
      this.noteNode = scene.node;
      this.note.value = this.saved = row?.note ?? "";
    }
    this.note.hidden = !scene.free && this.table.seats.length === 0;
    this.prune.hidden = !scene.free || row === undefined || row.parent === null || this.main.has(scene.node);
    this.onward.hidden = !scene.free || scene.awaits !== "over" || scene.moves.length === 0;
    const current = this.list.querySelector("[aria-current]");
    if (current && this.revealed !== scene.node) reveal(this.list, current);
    this.revealed = scene.node;
  }

  /** Whether a comment is being written. It stays with the position for which it was begun, wherever the game goes. */
  get isWriting() {
    return document.activeElement === this.note && this.note.value !== this.saved;
  }

  stop() {
    this.run = null;
    this.replaying.textContent = "Replay";
    this.replaying.setAttribute("aria-label", "Replay the game");
  }

  // The tree

  pathTo(node) {
    const found = [];
    for (let row = this.rows.get(node); row; row = this.rows.get(row.parent)) found.unshift(row.node);
    return found;
  }

  /** The line through a position: the moves that led there, then the main line or the first of its variations. */
  lineThrough(node) {
    const found = this.pathTo(node);
    for (let last = node; this.children.has(last); found.push(last)) {
      const next = this.children.get(last);
      last = next.find((each) => this.main.has(each)) ?? next[0];
    }
    return found;
  }

  beside(step) {
    return this.line[this.line.indexOf(this.scene.node) + step];
  }

  /** The main line with the variations after the moves that they replace. */
  written() {
    const items = [];
    const line = (start) => {
      const row = [];
      let node = start;
      while (node !== undefined) {
        row.push(this.button(node));
        const [first, ...others] = this.ordered(this.children.get(node) ?? []);
        if (others.length > 0) {
          if (first !== undefined) row.push(this.button(first));
          for (const other of others) row.push(h("div", { class: "variation" }, line(other)));
          const [next, ...more] = this.ordered(this.children.get(first) ?? []);
          for (const other of more) row.push(h("div", { class: "variation" }, line(other)));
          node = next;
        } else node = first;
      }
      return row;
    };
    const root = this.scene.tree.find(({ parent }) => parent === null);
    if (root) items.push(...line(root.node));
    return items;
  }

  ordered(nodes) {
    return [...nodes].sort((one, other) => Number(this.main.has(other)) - Number(this.main.has(one)));
  }

  button(node) {
    const { ply, by, text, note, outcome } = this.rows.get(node);
    const player = this.scene.players.find(({ colour }) => colour === by);
    const said = ply === 0 ? "Start" : text || `${by} has played`;
    const { mark, number, value } = this.table.review.beside(node);
    const judged = { "": "", "?": ", a mistake", "??": ", a blunder" }[mark] + (number ? `, number ${number} of those that decided it` : "");
    return h(
      "button",
      {
        type: "button",
        class: "move quiet",
        "data-node": node,
        "aria-current": node === this.scene.node ? "step" : null,
        "aria-label": `${ply === 0 ? "" : `${ply}. ${by} `}${said}${judged}${value ? `, ${value}` : ""}${note ? `, comment: ${note}` : ""}${outcome ? `, ${outcome}` : ""}`,
        title: note || null,
        onclick: () => this.go(node),
      },
      ply > 0 && h("span", { class: "ply" }, `${ply}.`),
      player && badge(player),
      h("span", {}, said),
      mark && h("span", { class: "mark" }, mark),
      number && h("span", { class: "disc" }, String(number)),
      value && h("span", { class: "worth" }, value),
      note && h("span", { class: "noted" }, "✎"),
    );
  }

  // What is done

  go(node) {
    return node === undefined || node === this.scene.node ? undefined : this.table.look({ node });
  }

  key(event) {
    if (event.target === this.note) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const wasInList = this.list.contains(document.activeElement);
    const node = this.beside(step);
    if (node === undefined) return;
    this.table.look({ node }).then(() => wasInList && this.list.querySelector("[aria-current]")?.focus());
  }

  async replay() {
    const run = (this.run = {});
    const begin = this.scene.node === this.line.at(-1) ? 0 : this.line.indexOf(this.scene.node);
    this.replaying.textContent = "Pause";
    this.replaying.setAttribute("aria-label", "Pause the replay");
    for (const node of this.line.slice(begin)) {
      await this.go(node); // however long an answer takes, each position is shown
      await new Promise((resolve) => setTimeout(resolve, PACE));
      if (this.run !== run) return;
    }
    this.stop();
  }

  noted() {
    this.table.try("note", { node: this.noteNode, text: this.note.value });
  }

  async pruned() {
    const { node } = this.scene;
    const parent = this.rows.get(node).parent;
    if ((await this.table.try("prune", { node })) !== null) this.table.look({ node: parent });
  }
}
