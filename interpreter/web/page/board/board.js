// The board of a scene: drawn as the interpreter draws it, pressed, dragged, walked over with arrow keys, read aloud.

import { Camera, gestures, zooming } from "./camera.js";
import { Choosing, described } from "./choosing.js";
import { Confirming } from "./confirming.js";
import { h } from "../elements/dom.js";
import { copy, glossed, parsed, pieceOf, shape, spot, tierOf } from "../elements/figures.js";
import { Overlay } from "./overlay.js";
import { ahead, distance, inverse, moved, offLine } from "./plane.js";
import { Position } from "./position.js";
import { Turning } from "./turning.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let made = 0;

/** `onMove(text)` gets the move that was chosen; `onCell(cell)` any cell that is pressed; `announce(text)` what a
 * screen reader should say. */
export class Board {
  constructor(element, { onMove = () => {}, onCell = () => {}, announce = () => {}, label = "Board", turns = false } = {}) {
    Object.assign(this, { element, onMove, onCell, announce, label });
    glossed();
    this.hash = "";
    this.scene = null;
    this.lasting = null;
    this.choosing = new Choosing();
    this.grabbed = null; // the cell whose piece is being dragged
    this.position = new Position();
    this.svg = shape("svg", { class: "playboard", id: `board-${++made}`, role: "grid", "text-anchor": "middle" });
    this.world = shape("g", { class: "world", role: "presentation" });
    this.overlay = new Overlay(this);
    this.svg.append(this.world);
    this.camera = new Camera(this.svg, this.world);
    this.turning = new Turning(this, turns);
    this.asks = "small"; // about moves by touch
    this.confirming = new Confirming(this);
    this.tools = zooming(this.camera);
    this.chooser = h("div", { class: "chooser", role: "menu", "aria-label": "Which move?", hidden: true });
    element.classList.add("boardbox");
    element.replaceChildren(this.svg, this.confirming.glass, this.tools, this.chooser);
    this.listen();
  }

  /** Draw a scene. Its lasting parts may be missing if the board has them, as `hash` says; what is had already stays as
   * it is, with the focus and the view. */
  show(scene) {
    const isSame = this.isAt(scene);
    this.scene = scene;
    if (isSame) return this.refresh(); // so what is chosen, asked or dragged stays
    if (scene.svg.board && scene.hash !== this.hash) this.lay(scene);
    const focused = this.svg.contains(document.activeElement) || this.chooser.contains(document.activeElement);
    this.choosing = new Choosing(scene.moves ?? []);
    this.grabbed = null;
    this.overlay.carry(null);
    this.confirming.end();
    this.chooser.hidden = true;
    this.position.draw(scene.svg.stones);
    if (!this.position.element.isConnected) this.world.insertBefore(this.position.element, this.overlay.element);
    this.camera.redrawn(scene.svg.seen);
    this.overlay.heat(null);
    this.refresh();
    if (focused && !this.svg.contains(document.activeElement)) this.focus();
    return undefined;
  }

  /** Is a position on the board already, with the moves that can be made in it? */
  isAt({ hash, svg, moves, node }) {
    const before = this.scene;
    if (before === null || before.hash !== hash || before.node !== node || before.svg.stones !== svg.stones) return false;
    return JSON.stringify(before.moves) === JSON.stringify(moves);
  }

  /** Put the focus where it was last on the board. */
  focus() {
    this.svg.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  /** Draw the lasting parts: the board itself, its cells in rows for readers. */
  lay(scene) {
    const { cells, neighbours, kinds, legend = [], drawn = {}, edges, seams } = scene;
    this.hash = scene.hash;
    this.lasting = { cells, neighbours, kinds, legend, drawn, edges, seams, view: scene.svg.view };
    const ground = parsed(scene.svg.board);
    this.world.replaceChildren(ground, this.overlay.beneath, this.overlay.element);
    this.places = [...ground.querySelectorAll("g.cells > [data-cell]")].map((element) => spot(element, cells));
    this.ghosts = [...ground.querySelectorAll("g.ghosts > [data-cell]")].map((element) => spot(element, cells));
    this.byCell = new Map(cells.map((_, cell) => [cell, { places: [], ghosts: [] }]));
    for (const place of this.places) this.byCell.get(place.cell).places.push(place);
    for (const ghost of this.ghosts) this.byCell.get(ghost.cell).ghosts.push(ghost);
    for (const { element } of this.ghosts) element.parentNode.setAttribute("aria-hidden", "true");
    for (const group of ground.children) if (!group.matches(".cells")) group.setAttribute("aria-hidden", "true");
    ground.setAttribute("role", "presentation");
    this.inRows(ground.querySelector("g.cells"));
    this.svg.setAttribute("aria-label", `${this.label}: ${scene.title}`);
    this.camera.take(scene.svg.view, scene.svg.copies, this.places);
    this.turning.fit();
    this.tools.hidden = false;
  }

  inRows(layer) {
    if (layer === null) return;
    const rows = new Map();
    for (const place of this.places) {
      const y = Math.round(place.y / 4) - 1e6 * tierOf(place.element); // large cells lie below those they reach under
      if (!rows.has(y)) rows.set(y, shape("g", { role: "row" }));
      rows.get(y).append(place.element);
      place.element.setAttribute("role", "gridcell");
      place.element.setAttribute("tabindex", "-1");
    }
    layer.setAttribute("role", "rowgroup");
    layer.append(...[...rows].sort(([one], [other]) => one - other).map(([, row]) => row));
    this.places[0]?.element.setAttribute("tabindex", "0");
  }

  // What is on cells

  name(cell) {
    return this.lasting.cells[cell][0];
  }

  /** What a screen reader says of a cell, with what `can` be done there. */
  told(cell, can) {
    const { held, last, piles, values, winning } = this.scene;
    const words = [this.name(cell)];
    const piece = held?.[cell];
    const kind = piece?.[1] === "?" ? "piece" : piece?.[1];
    if (piece) words.push(this.lasting.kinds.length > 1 ? `${kind} of ${piece[0]}` : piece[0]);
    else words.push("empty");
    const pile = piles?.[cell];
    if (pile) words.push(`a pile of ${pile.length}, from the top: ${pile.join(", ")}`);
    words.push(...Object.entries(values?.[cell] ?? {}).map(([name, value]) => `${name} ${value}`));
    if (last?.cell === cell) words.push("last move");
    if (last?.source === cell) words.push("the last move came from here");
    if (winning?.includes(cell)) words.push("in the winning chain");
    if (can) words.push({ place: "you can play here", source: "you can move this", target: "you can move here" }[can]);
    if (this.choosing.selected === cell) words.push("chosen");
    return words.join(", ");
  }

  /** Where a cell is drawn, with its ghosts or without. */
  spotsOf(cell, withGhosts = false) {
    const found = this.byCell.get(cell) ?? { places: [], ghosts: [] };
    return withGhosts ? [...found.places, ...found.ghosts] : found.places;
  }

  /** How many of the cells that are drawn are empty. */
  countEmpty() {
    const { held } = this.scene;
    return new Set(this.places.map(({ cell }) => cell).filter((cell) => !held?.[cell])).size;
  }

  centre(cell) {
    const [, x, y] = this.lasting.cells[cell];
    return [x, y];
  }

  /** Draw anew what can be pressed, and say so to readers. */
  refresh() {
    this.overlay.refresh();
    const { cells } = this.choosing;
    for (const place of this.places) {
      const can = cells.get(place.cell);
      const told = this.told(place.cell, can);
      if (told === place.told) continue;
      place.told = told;
      place.element.setAttribute("aria-label", told);
      place.element.classList.toggle("can", can !== undefined);
    }
  }

  get linkMoves() {
    return (this.scene.moves ?? []).filter(({ ends }) => ends);
  }

  /** Write values on cells, as {cell: {level from 0 to 1, text}}; null takes them away. */
  heat(values) {
    this.overlay.heat(values);
  }

  /** Ring cells, such as those where the next move wins. */
  mark(cells) {
    this.overlay.mark(cells, "threat");
  }

  // Pressing

  /** The cell under a point of the screen; null if there is none. */
  cellAt(client) {
    for (const point of this.camera.locals(client)) {
      const spots = this.camera.tiles ? this.places : [...this.places, ...this.ghosts];
      const near = spots
        .map((place) => [distance(point, [place.x, place.y]), place])
        .sort(([one], [other]) => one - other)
        .slice(0, 5);
      const inside = near.find(([, { element }]) => element.isPointInFill(new DOMPoint(...point)));
      if (inside) return inside[1].cell;
    }
    return null;
  }

  /** The move of an open link under a point of the screen. */
  linkAt(client) {
    const [point] = this.camera.locals(client);
    const off = ({ ends }) => offLine(point, ...ends.map((cell) => this.centre(cell)));
    return this.linkMoves.find((move) => off(move) < 6) ?? null;
  }

  press(cell, client = null) {
    this.chooser.hidden = true;
    if (cell === null) return this.drop();
    this.onCell(cell);
    const { choosing } = this;
    const meant = choosing.press(cell);
    if (meant.play && this.confirming.asks(client)) return this.confirming.ask(meant.play, cell);
    if (meant.play) return this.play(meant.play);
    if (meant.choose) return this.choose(cell, meant, client);
    if (meant.select !== undefined) return this.select(meant.select);
    if (meant.drop) return this.drop();
    if (this.scene.moves?.length) this.announce(`You cannot play at ${this.name(cell)}.`);
    return undefined;
  }

  select(cell) {
    this.choosing.selected = cell;
    this.refresh();
    const targets = [...this.choosing.cells.keys()].map((each) => this.name(each));
    this.announce(`${this.name(cell)} chosen. It can go to ${targets.slice(0, 20).join(", ")}.`);
  }

  drop() {
    this.chooser.hidden = true;
    if (this.choosing.selected === null) return;
    this.choosing.selected = null;
    this.refresh();
    this.announce("Nothing selected.");
  }

  play(move) {
    this.choosing.selected = null;
    if (!this.chooser.hidden) this.closeChooser();
    this.onMove(move.text);
  }

  /** Ask which of several moves on one cell is meant. */
  choose(cell, { choose, select }, client) {
    const item = (text, onclick, move = null) =>
      h("button", { type: "button", role: "menuitem", "data-move": move, onclick }, text);
    const items = choose.map((move) => item(described(move, this.scene, this.lasting), () => this.play(move), move.text));
    choose.forEach(
      ({ kind, owner }, index) => kind !== undefined && items[index].prepend(pieceOf(this.lasting.kinds, kind, owner)),
    );
    if (select !== undefined) items.push(item("move this piece", () => this.closeChooser(() => this.select(select))));
    this.chooser.replaceChildren(...items);
    this.chooser.hidden = false;
    const box = this.element.getBoundingClientRect();
    const [place] = this.spotsOf(cell);
    const shown = place?.element.getBoundingClientRect() ?? box;
    const [x, y] = client ?? [shown.x + shown.width / 2, shown.y + shown.height / 2];
    const { width, height } = this.chooser.getBoundingClientRect();
    this.chooser.style.left = `${Math.max(0, Math.min(box.width - width, x - box.x + 8))}px`;
    this.chooser.style.top = `${Math.max(0, Math.min(box.height - height, y - box.y + 8))}px`;
    items[0].focus();
    this.announce(`${items.length} moves on ${this.name(cell)}.`);
  }

  closeChooser(then = () => {}) {
    this.chooser.hidden = true;
    this.focus();
    then();
  }

  // Listening

  listen() {
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focused(event.target));
    this.svg.addEventListener("focusout", () => {
      this.overlay.mark([], "cursor");
      this.overlay.hover(null);
    });
    this.chooser.addEventListener("keydown", (event) => this.keyInChooser(event));
    gestures(this.svg, {
      press: (client, element) => this.pressAt(client, element),
      hover: (client) => this.hoverAt(client),
      leave: () => this.overlay.hover(null),
      grabs: (client) => this.grabs(client),
      drag: (client) => this.dragged(client),
      drop: (client) => this.dropped(client),
      cancel: () => this.overlay.carry(null),
      pan: (dx, dy) => this.camera.isFree && this.camera.panBy(dx, dy),
      pinch: (factor, client) => this.camera.zoomBy(factor, client),
    });
  }

  pressAt(client, element) {
    if (this.scene === null) return;
    const link = client && this.choosing.selected === null ? this.linkAt(client) : null;
    const cell = client ? this.cellAt(client) : Number(element.dataset.cell);
    if (link && cell === null) return this.play(link);
    const place = this.spotsOf(cell)[0];
    if (place) this.rove(place.element);
    this.press(cell, client);
  }

  hoverAt(client) {
    if (this.scene === null) return;
    const cell = this.cellAt(client);
    if (cell !== this.overlay.hovered) this.overlay.hover(cell);
  }

  grabs(client) {
    if (this.confirming.isAsking) return true;
    const cell = this.cellAt(client);
    return cell !== null && this.choosing.leaving.has(cell) ? ((this.grabbed = cell), true) : false;
  }

  dragged(client) {
    if (this.confirming.isAsking) return this.confirming.slide(client);
    if (this.grabbed === null) return undefined; // the position has changed under the hand
    const [x, y] = this.camera.locals(client)[0];
    const [left, top] = this.centre(this.grabbed);
    if (this.choosing.selected !== this.grabbed) {
      this.choosing.selected = this.grabbed;
      this.refresh();
      this.overlay.carry(this.world.querySelector(`g.stones .stone[data-cell="${this.grabbed}"]`));
    }
    this.overlay.carry(undefined, x - left, y - top);
    this.hoverAt(client);
    return undefined;
  }

  dropped(client) {
    if (this.grabbed === null) return;
    const cell = this.cellAt(client);
    this.overlay.carry(null);
    if (cell !== null && cell !== this.grabbed) this.press(cell, client);
  }

  // Keys

  key(event) {
    const here = this.places?.find(({ element }) => element === event.target);
    if (here === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = ARROWS[event.key];
    const keys = {
      Enter: () => this.press(here.cell),
      " ": () => this.press(here.cell),
      Escape: () => this.drop(),
      "+": () => this.camera.zoomIn(),
      "-": () => this.camera.zoomOut(),
      0: () => this.camera.toggle(),
    };
    const act = direction ? () => this.walk(here, direction, event.key) : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  walk(here, onScreen, key) {
    const direction = moved(inverse(this.camera.turned), onScreen);
    const axis = key === "ArrowLeft" || key === "ArrowRight" ? "across" : "down";
    if (this.track?.axis !== axis || this.track.place !== here) this.track = { axis, x: here.x, y: here.y };
    const spots = [...this.places, ...this.ghosts];
    const found = ahead(spots, here, direction, this.track, axis === "down") ?? this.beyond(here, direction);
    if (found === null) return;
    const [place] = this.places.includes(found) ? [found] : this.spotsOf(found.cell);
    if (!this.places.includes(found)) this.track = { axis, x: place.x, y: place.y };
    this.track.place = place;
    this.rove(place.element);
    place.element.focus({ preventScroll: true });
  }

  /** Where nothing lies ahead, a neighbour that is drawn far away, as on a board glued to its opposite points. */
  beyond(here, [dx, dy]) {
    const far = this.lasting.neighbours[here.cell]
      .flatMap((cell) => this.spotsOf(cell))
      .filter(({ x, y }) => (x - here.x) * dx + (y - here.y) * dy < 0 && distance([x, y], [here.x, here.y]) > 90);
    return far[0] ?? null;
  }

  rove(element) {
    this.svg.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
  }

  focused(element) {
    const place = this.places?.find((each) => each.element === element);
    if (place === undefined || !element.matches(":focus-visible")) return;
    this.overlay.layer("cursor").replaceChildren(copy(place, "cursor"));
    this.camera.reveal([place.x, place.y]);
    this.overlay.hover(place.cell);
  }

  keyInChooser(event) {
    const items = [...this.chooser.children];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
    if (event.key === "Escape") this.closeChooser();
    if (step || event.key === "Escape") event.preventDefault();
  }
}
