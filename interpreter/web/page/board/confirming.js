// A move by touch that is asked about before it is made, where cells are too small to be hit for sure: the piece is shown on
// its cell and, magnified, in a corner that is free; a slide changes the cell.

import { h } from "../elements/dom.js";
import { shape } from "../elements/figures.js";

export const SURE = 30; // pixels: cells that are as large are hit as they are meant
const SEEN = 66; // so far around the cell shows the magnifier, in the drawing
const COARSE = matchMedia("(pointer: coarse)");

export class Confirming {
  /** Asks about moves on `board`, when `board.asks` says: "small", "always" or "never". */
  constructor(board) {
    Object.assign(this, { board, move: null, cell: null });
    this.glass = shape("svg", { class: "magnifier", "aria-hidden": "true" });
    this.glass.append(shape("use", {}));
    this.question = h("span", {});
    this.words = h("p", { role: "status" }, this.question, h("small", {}, "Slide to change it."));
    this.yes = h("button", { type: "button", class: "primary", onclick: () => this.made() });
    this.no = h("button", { type: "button", onclick: () => this.end() }, "Not yet");
    const attributes = { class: "confirm", role: "group", "aria-label": "Is this the move?", hidden: true };
    this.bar = h("div", attributes, this.words, this.no, this.yes);
    this.glass.setAttribute("hidden", "");
  }

  get isAsking() {
    return this.move !== null;
  }

  /** Whether a press at a point of the screen is asked about. */
  asks(client) {
    const { asks, camera } = this.board;
    if (client === null || !this.bar.isConnected) return false;
    return asks === "always" || (asks !== "never" && COARSE.matches && camera.cellSize < SURE);
  }

  /** Ask about a move on a cell. Pressed once more, it is made. */
  ask(move, cell) {
    if (this.move?.text === move.text) return this.made();
    const { board } = this;
    Object.assign(this, { move, cell });
    this.question.textContent = `${board.scene.deciders[0] ?? "Play"} to ${board.name(cell)}?`;
    this.yes.textContent = `Play ${board.name(cell)}`;
    this.bar.hidden = false;
    board.svg.classList.add("asking");
    board.overlay.aim(move, cell);
    this.magnify(cell);
    return undefined;
  }

  /** The finger slides: ask about the cell below it, if there is one move on it. */
  slide(client) {
    const cell = this.board.cellAt(client);
    const move = cell === null || cell === this.cell ? null : this.board.choosing.only(cell);
    if (move !== null) this.ask(move, cell);
  }

  magnify(cell) {
    const { board, glass } = this;
    const [place] = board.spotsOf(cell);
    const [x, y] = board.camera.placed([place.x, place.y]);
    glass.setAttribute("viewBox", [x - SEEN, y - SEEN, 2 * SEEN, 2 * SEEN].join(" "));
    board.world.id ||= `${board.svg.id}-world`;
    glass.firstChild.setAttribute("href", `#${board.world.id}`);
    const [box, at] = [board.element.getBoundingClientRect(), place.element.getBoundingClientRect()];
    glass.classList.toggle("right", at.x + at.width / 2 < box.x + box.width / 2);
    glass.classList.toggle("below", at.y + at.height / 2 < box.y + 0.4 * box.height);
    glass.removeAttribute("hidden");
  }

  made() {
    const { move } = this;
    this.end();
    this.board.onMove(move.text);
  }

  /** Ask no more. */
  end() {
    Object.assign(this, { move: null, cell: null });
    this.bar.hidden = true;
    this.glass.setAttribute("hidden", "");
    this.board.svg.classList.remove("asking");
    this.board.overlay.aim(null, null);
  }
}
