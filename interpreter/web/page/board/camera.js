// What part of the plane is seen: zoom by pinch, wheel and keys, panning by dragging, and a wrapped board dragged round.

import { h } from "../elements/dom.js";
import { IDENTITY, after, around, distance, holds, inverse, moved } from "./plane.js";

const MOST = 8;
const STEP = 1.4;
const STILL = 6;
const PITCH = 40;
const PAVING = [2, 8]; // so many copies has a board that paves a strip or the plane
const OVERLAP = 0.1;
const KEPT = 0.6; // a part of the board stays in view while what must be seen takes so much of it
const SVG = "http://www.w3.org/2000/svg";
const REPEATED = ["links", "edges", "cells", "ruled", "position"];

export class Camera {
  /** `svg` is the drawing, `world` the group in it that holds the board and everything on it. */
  constructor(svg, world) {
    this.svg = svg;
    this.world = world;
    this.map = this.turned = IDENTITY;
    this.copies = [];
    this.around = [];
    this.tiles = null;
    this.frame = this.whole = this.seen = this.part = [0, 0, 1, 1]; // whole and seen as if the board were not turned
    this.view = this.frame;
    this.isWhole = false; // somebody wants the whole board
    this.isHeld = false; // somebody has zoomed or moved the view
  }

  /** Look at a whole board; `copies` are the maps by which it repeats, `spots` points of it. */
  take(frame, copies, spots) {
    this.frame = this.whole = this.seen = frame;
    this.isWhole = false;
    this.copies = copies;
    this.around = copiesAround(frame, copies, spots);
    this.fit();
  }

  /** Look at the whole board as a map turns it, and at what it takes then. */
  turn(map, frame) {
    this.turned = map;
    this.frame = frame;
    this.fit();
  }

  /** Of a large board, look at the part where its pieces are, unless somebody looks elsewhere. It does not move with every
   * move: only where something would not be seen, or little of it is needed. */
  follow(seen) {
    this.seen = seen;
    const { wanted } = this;
    if (holds(this.part, wanted) && wanted[2] * wanted[3] > KEPT * this.part[2] * this.part[3]) return;
    this.part = wanted;
    if (!this.isHeld) this.look(this.home);
  }

  /** What must be seen. */
  get wanted() {
    return this.seen.join() === this.whole.join() ? this.frame : around(this.turned, this.seen);
  }

  /** What is shown if nobody has moved the view. */
  get home() {
    return this.isWhole ? this.frame : this.part;
  }

  /** Where a point of the board lies in the drawing. */
  placed(point) {
    return moved(this.map, point);
  }

  /** Show the whole board; where it is shown already, the part where its pieces are. */
  toggle() {
    this.isWhole = this.zoom > 1.01 || !this.isWhole;
    this.fit();
  }

  /** Show the board as it was at first. */
  fit() {
    this.tiles?.remove();
    this.tiles = null;
    this.map = this.turned;
    this.isHeld = false;
    this.part = this.wanted;
    this.svg.classList.remove("roaming");
    this.unrepeated(true);
    this.look(this.home);
  }

  get zoom() {
    return this.frame[2] / this.view[2];
  }

  get isMoved() {
    return this.zoom > 1.01 || this.tiles !== null;
  }

  /** Whether dragging the ground moves the view. */
  get isFree() {
    return this.copies.length > 0 || this.zoom > 1.01;
  }

  look(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", view.map((each) => each.toFixed(2)).join(" "));
    this.world.setAttribute("transform", `matrix(${this.map.map((each) => +each.toFixed(4)).join(" ")})`);
    this.svg.classList.toggle("free", this.isFree);
  }

  /** Zoom by a factor about a point of the screen, or about the middle. */
  zoomBy(factor, client = null) {
    const zoom = Math.max(1, Math.min(MOST, this.zoom * factor));
    if (zoom === 1 && this.tiles === null) {
      this.isWhole = true;
      return this.fit();
    }
    this.isHeld = true;
    const [x, y, width] = this.view;
    const about = client ? this.point(client) : [x + width / 2, y + this.view[3] / 2];
    const share = this.frame[2] / zoom / width;
    return this.look(
      this.held([
        about[0] + (x - about[0]) * share,
        about[1] + (y - about[1]) * share,
        width * share,
        this.view[3] * share,
      ]),
    );
  }

  zoomIn() {
    this.zoomBy(STEP);
  }

  zoomOut() {
    this.zoomBy(1 / STEP);
  }

  /** Move the view by a way on the screen. */
  panBy(dx, dy) {
    if (this.copies.length > 0 && this.tiles === null) this.roam();
    this.isHeld = true;
    const scale = this.scale;
    const [x, y, width, height] = this.view;
    this.look(this.held([x - dx * scale, y - dy * scale, width, height]));
    this.rebased();
  }

  /** Units of the drawing per pixel of the screen. */
  get scale() {
    return 1 / (this.svg.getScreenCTM()?.a || 1);
  }

  /** How many pixels of the screen neighbouring cells are apart. */
  get cellSize() {
    return PITCH / this.scale;
  }

  /** Without copies, the view stays on the board. */
  held([x, y, width, height]) {
    if (this.copies.length > 0) return [x, y, width, height];
    const [left, top, wide, high] = this.frame;
    return [
      Math.max(left, Math.min(left + wide - width, x)),
      Math.max(top, Math.min(top + high - height, y)),
      width,
      height,
    ];
  }

  /** A point of the screen in the drawing, before the world is moved. */
  point([x, y]) {
    const found = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [found.x, found.y];
  }

  /** A point of the screen in the board's own coordinates, once for the board and once for each copy that is shown. */
  locals(client) {
    const local = moved(inverse(this.map), this.point(client));
    return [local, ...(this.tiles === null ? [] : this.around.map((copy) => moved(inverse(copy), local)))];
  }

  /** Move the view so that a point of the board is well inside it. */
  reveal(point) {
    const [x, y] = moved(this.map, point);
    const [left, top, width, height] = this.view;
    const [margin, rim] = [0.1 * width, 0.1 * height];
    if (x > left + margin && x < left + width - margin && y > top + rim && y < top + height - rim) return;
    if (this.isMoved) this.look(this.held([x - width / 2, y - height / 2, width, height]));
  }

  // Wrapped boards

  /** Lay the copies of the board all around it. */
  roam() {
    this.tiles = document.createElementNS(SVG, "g");
    this.tiles.setAttribute("class", "copies");
    this.tiles.setAttribute("aria-hidden", "true");
    for (const copy of this.around) {
      const tile = document.createElementNS(SVG, "g");
      tile.setAttribute("transform", `matrix(${copy.join(" ")})`);
      for (const name of REPEATED) {
        const part = this.world.querySelector(`g.${name}`);
        if (part === null) continue;
        part.id ||= `${this.svg.id}-${name}`;
        const use = document.createElementNS(SVG, "use");
        use.setAttribute("href", `#${part.id}`);
        tile.append(use);
      }
      this.tiles.append(tile);
    }
    this.world.prepend(this.tiles);
    this.svg.classList.add("roaming");
    this.unrepeated(false);
  }

  /** Show or hide what belongs to the board as it is drawn once: ghosts, coordinates, dashes along seams. */
  unrepeated(isShown) {
    for (const each of this.world.querySelectorAll("g.ghosts, g.labels, g.faints")) {
      if (isShown) each.removeAttribute("display");
      else each.setAttribute("display", "none");
    }
  }

  /** The position has been drawn anew: so much of the board must be seen. */
  redrawn(seen) {
    this.follow(seen);
    if (this.tiles === null) return;
    this.tiles.remove();
    this.roam();
  }

  /** Once a copy lies nearer to the middle than the board itself, put the board there. */
  rebased() {
    if (this.tiles === null) return;
    const [left, top, wide, high] = this.frame;
    const centre = [left + wide / 2, top + high / 2];
    const middle = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2];
    const off = (map) => distance(middle, moved(map, centre));
    const nearest = this.copies.map((copy) => after(this.map, copy)).sort((one, other) => off(one) - off(other))[0];
    if (off(nearest) < off(this.map) - 1) {
      this.map = nearest;
      this.look(this.view);
    }
  }
}

/** Buttons that zoom, hidden until there is a board. */
export function zooming(camera) {
  const button = (text, label, act) =>
    h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, text);
  return h(
    "div",
    { class: "zooming", hidden: true },
    button("+", "Zoom in", () => camera.zoomIn()),
    button("−", "Zoom out", () => camera.zoomOut()),
    button("⤢", "Show the whole board", () => camera.toggle()),
  );
}

/** The copies that come into view while the board is nearest to its middle: those beside it, and those beside them where
 * they do not lie on others, as they do on a projective plane or where a strip bends round. */
function copiesAround([left, top, width, height], copies, spots) {
  const covered = new Set();
  const keys = (map) =>
    spots.map(({ x, y }) => moved(map, [x, y])).map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`);
  const isNear = ([x, y]) => Math.abs(x - left - width / 2) < width && Math.abs(y - top - height / 2) < height;
  const cover = (map) => keys(map).forEach((key) => covered.add(key));
  const found = [...copies];
  [IDENTITY, ...copies].forEach(cover);
  const further = PAVING.includes(copies.length) ? copies.flatMap((one) => copies.map((other) => after(one, other))) : [];
  for (const map of further) {
    const isFree = keys(map).filter((key) => covered.has(key)).length < OVERLAP * spots.length;
    if (!isFree || !spots.some(({ x, y }) => isNear(moved(map, [x, y])))) continue;
    found.push(map);
    cover(map);
  }
  return found;
}

/** Listen to pointers on an element. `on` has press(client), drag(client), drop(client), cancel(), pan(dx, dy),
 * pinch(factor, client), hover(client) and leave(); `drag` is taken up where `grabs(client)` says that something is held. */
export function gestures(element, on) {
  const pointers = new Map();
  let mode = null;
  let start = null;

  const down = (event) => {
    if (event.button > 0) return;
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 1) {
      start = at(event);
      mode = "press";
    } else {
      if (mode === "drag") on.cancel();
      mode = "pinch";
    }
  };
  const move = (event) => {
    const last = pointers.get(event.pointerId);
    const here = at(event);
    if (last === undefined) return void (event.pointerType === "mouse" && on.hover(here));
    if (mode === "press" && distance(start, here) > STILL) {
      mode = on.grabs(start) ? "drag" : "pan";
      element.setPointerCapture(event.pointerId);
    }
    if (mode === "drag") on.drag(here);
    if (mode === "pan") on.pan(here[0] - last[0], here[1] - last[1]);
    if (mode === "pinch" && pointers.size === 2) {
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      on.pinch(distance(here, other) / (distance(last, other) || 1), [
        (here[0] + other[0]) / 2,
        (here[1] + other[1]) / 2,
      ]);
      on.pan((here[0] - last[0]) / 2, (here[1] - last[1]) / 2);
    }
    pointers.set(event.pointerId, here);
  };
  const up = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (mode === "drag" && event.type === "pointerup") on.drop(at(event));
    else if (mode === "drag") on.cancel();
    if (pointers.size === 0) {
      const wasPress = mode === "press" && event.type === "pointerup";
      mode = wasPress ? null : "ending";
      setTimeout(() => (mode = mode === "ending" ? null : mode));
    }
  };
  const click = (event) => {
    if (mode === "ending") return;
    const cell = event.target.closest?.("[data-cell]");
    const isSeen = event.clientX !== 0 || event.clientY !== 0;
    if (isSeen || cell) on.press(isSeen ? at(event) : null, cell);
  };
  const wheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    on.pinch(Math.exp(-event.deltaY / 200), at(event));
  };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", () => on.leave());
  element.addEventListener("click", click);
  element.addEventListener("wheel", wheel, { passive: false });
}

function at(event) {
  return [event.clientX, event.clientY];
}
