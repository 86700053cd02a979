// What lies over a board: where one can press, what is chosen or pointed at, values, threats.

import { copy, parsed, shape, written } from "../elements/figures.js";

const CROWDED = 0.7;

export class Overlay {
  constructor(board) {
    this.board = board;
    this.element = shape("g", { class: "overlay", "aria-hidden": "true", "pointer-events": "none" });
    this.beneath = shape("g", { class: "beneath", "aria-hidden": "true", "pointer-events": "none" });
    this.hovered = null;
    this.isShowingMoves = null;
  }

  layer(name) {
    const found = this.element.querySelector(`g.${name}`);
    if (found) return found;
    const made = shape("g", { class: name });
    this.element.append(made);
    return made;
  }

  /** Ring cells, such as those where the next move wins. */
  mark(cells, kind) {
    const spots = cells.flatMap((cell) => this.board.spotsOf(cell, true));
    this.layer(kind).replaceChildren(...spots.map((spot) => copy(spot, kind)));
  }

  /** Write values on cells, as {cell: {level from 0 to 1, text}}; null takes them away. Colours lie below stones. */
  heat(values) {
    const cells = Object.entries(values ?? {}).flatMap(([cell, value]) =>
      this.board.spotsOf(Number(cell)).map((spot) => [spot, value]),
    );
    const grounds = cells.map(([spot, { level }]) => {
      const ground = copy(spot, "warm");
      ground.style.fillOpacity = 0.1 + 0.75 * level;
      return ground;
    });
    this.beneath.replaceChildren(...grounds);
    this.layer("heat").replaceChildren(...cells.map(([spot, { text }]) => written(spot, text)));
  }

  /** Draw what can be pressed, what is chosen, what lies under the pointer. Where nearly every empty cell can be
   * pressed, that says nothing and is not drawn, unless the reader wants it. */
  refresh() {
    const { board } = this;
    const { choosing } = board;
    const cells = [...choosing.cells];
    const isShown = this.isShowingMoves ?? (choosing.selected !== null || cells.length < CROWDED * board.countEmpty());
    this.layer("lines").replaceChildren(...(isShown ? board.linkMoves.map((move) => this.open(move)) : []));
    this.layer("dots").replaceChildren(...(isShown ? this.dots(cells) : []));
    this.mark(choosing.selected === null ? [] : [choosing.selected], "chosen");
    this.hover(this.hovered);
  }

  dots(cells) {
    const { isWritten } = this;
    return cells.flatMap(([cell, kind]) => this.board.spotsOf(cell).map((spot) => this.dot(spot, kind, isWritten)));
  }

  dot(spot, kind, isWritten) {
    const { x, y, cell } = spot;
    if (kind === "source" || this.board.scene.held?.[cell])
      return shape("circle", { cx: x, cy: y, r: 18, class: `ring ${kind}` });
    if (isWritten) return copy(spot, "may");
    return shape("circle", { cx: x, cy: y, r: 4.5, class: `dot ${kind}` });
  }

  /** Whether something is written on the cells, which dots would cover. */
  get isWritten() {
    return this.board.world.querySelector("g.position .number, g.position .caption") !== null;
  }

  /** A link that could be laid. */
  open({ ends: [one, other] }) {
    const [[x1, y1], [x2, y2]] = [this.board.centre(one), this.board.centre(other)];
    return shape("line", { x1, y1, x2, y2, class: "open" });
  }

  /** Light all places of a cell, and show the piece that a press would put there. */
  hover(cell) {
    const { choosing } = this.board;
    this.hovered = cell;
    const spots = cell === null ? [] : this.board.spotsOf(cell, true);
    const move = cell === null ? null : choosing.only(cell);
    this.layer("twins").replaceChildren(...spots.map((spot) => copy(spot, spots.length > 1 ? "twin" : "under")));
    this.layer("preview").replaceChildren(
      ...(move ? spots.map((place) => this.drawnAt(move, place)) : []),
    );
  }

  /** Ring a cell on which a move is asked about, with its piece; null takes that away. */
  aim(move, cell) {
    const spots = move === null ? [] : this.board.spotsOf(cell);
    const pieces = spots.filter(() => move.source === undefined).map((place) => this.drawnAt(move, place));
    this.layer("aim").replaceChildren(...pieces, ...spots.map((spot) => copy(spot, "aimed")));
    if (move !== null) this.hover(null);
  }

  /** The piece that a move puts down, at one of its places. */
  drawnAt({ kind, owner }, { x, y }) {
    const drawing = this.board.lasting.kinds[kind]?.[1 + owner];
    const made = drawing === undefined ? shape("g", {}) : parsed(drawing);
    made.setAttribute("transform", `translate(${x} ${y})`);
    return made;
  }

  /** Let a piece follow the pointer; null puts it down. */
  carry(stone, dx = 0, dy = 0) {
    const layer = this.layer("carried");
    if (stone !== undefined) layer.replaceChildren(...(stone === null ? [] : [stone.cloneNode()]));
    layer.setAttribute("transform", `translate(${dx} ${dy})`);
  }
}
