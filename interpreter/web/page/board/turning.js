// A board that is turned to fill a narrow screen, such as a rhombus that stands on its point. What is written stays upright.

import { IDENTITY, moved } from "./plane.js";

const NARROW = matchMedia("(width < 40rem) and (orientation: portrait)");
const TALLEST = 0.74; // of the screen, as board/phone.css has it
const ENOUGH = 1.15; // so many times as large must the cells become
const MARGIN = 8;
const SHAPES = "polygon, polyline, path, circle, text";
const [LETTER, LINE] = [4.5, 8]; // half of what a character is wide and high
const STEPS = [60, 90]; // by these angles, hexagons and squares come to lie on each other

/** Words for what a board that is turned does not have. */
export const DIRECTIONS = /\b(top|bottom|left|right|upper|lower)\b/;

/** The map that turns by some degrees. */
export function turned(angle) {
  if (angle === 0) return IDENTITY;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [cos, sin, -sin, cos, 0, 0];
}

export class Turning {
  /** Turns `board` where it `may` be turned and the screen is narrow; `element` is what it lies in. */
  constructor(board, may) {
    Object.assign(this, { board, may, angle: 0, isUpright: false });
    if (may) NARROW.addEventListener("change", () => this.fit());
  }

  /** What the rule sheet says of a position: where it names directions, the board stays upright from then on. */
  hear(texts) {
    if (this.isUpright || !texts.some((text) => DIRECTIONS.test(text))) return;
    this.isUpright = true;
    if (this.isTurned) this.fit();
  }

  /** A turned board has no top and no left: what is said of it must not name them. */
  get isTurned() {
    return this.angle !== 0;
  }

  /** Turn the board as it is largest. Wrapped boards, which are dragged round, and small gains stay as they are. */
  fit() {
    const { board } = this;
    const { camera, element, lasting } = board;
    if (!lasting) return;
    const isAllowed = this.may && !this.isUpright && NARROW.matches && !element.classList.contains("no-turned") && camera.copies.length === 0;
    const upright = { angle: 0, frame: lasting.view };
    const others = isAllowed ? anglesOf(lasting).map((angle) => ({ angle, frame: this.frame(angle) })) : [];
    const size = ({ frame: [, , width, height] }) => Math.min(element.clientWidth / width, (TALLEST * innerHeight) / height);
    const best = others.sort((one, other) => size(other) - size(one))[0];
    const { angle, frame } = best && size(best) > ENOUGH * size(upright) ? best : upright;
    this.angle = angle;
    element.classList.toggle("turned", angle !== 0);
    element.style.setProperty("--turn", `${angle}deg`);
    element.style.setProperty("--ratio", frame[2] / frame[3]);
    camera.turn(turned(angle), frame);
  }

  /** What of the plane a turned board takes. */
  frame(angle) {
    const map = turned(angle);
    const shapes = [...this.board.world.querySelectorAll(`g.ground :is(${SHAPES})`)];
    const corners = shapes.flatMap((each) => cornersOf(each, (point) => moved(map, point)));
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, top] = [least(xs) - MARGIN, least(ys) - MARGIN];
    return [left, top, most(xs) + MARGIN - left, most(ys) + MARGIN - top];
  }
}

/** The angles by which the links of cells come to lie on each other. */
function anglesOf({ cells, neighbours }) {
  const spot = (cell) => cells[cell].slice(1, 3);
  const ways = neighbours.flatMap((others, cell) => others.map((other) => way(spot(cell), spot(other))));
  const off = (angle, step) => Math.abs(angle / step - Math.round(angle / step)) * step;
  const step = STEPS.find((each) => ways.every((angle) => off(angle, each) < 2));
  return step === undefined ? [] : [step, -step];
}

function way([x, y], [u, v]) {
  return (Math.atan2(v - y, u - x) * 180) / Math.PI;
}

/** The corners of a shape where a map puts them; what is written stays upright there. */
function cornersOf(shape, put) {
  const number = (name) => Number(shape.getAttribute(name) ?? 0);
  if (shape.tagName === "text") {
    const [[x, y], wide] = [put([number("x"), number("y") - LINE / 2]), LETTER * shape.textContent.length];
    return [
      [x - wide, y - LINE],
      [x + wide, y + LINE],
    ];
  }
  if (shape.tagName === "circle") {
    const [[x, y], r] = [put([number("cx"), number("cy")]), number("r")];
    return [
      [x - r, y - r],
      [x + r, y + r],
    ];
  }
  const numbers = (shape.getAttribute("points") ?? shape.getAttribute("d") ?? "").match(/-?\d+(\.\d+)?/g) ?? [];
  const pairs = numbers.slice(0, numbers.length >> 1).map((_, at) => [numbers[2 * at], numbers[2 * at + 1]]);
  return pairs.map(([x, y]) => put([Number(x), Number(y)]));
}

function least(numbers) {
  return numbers.reduce((one, other) => Math.min(one, other), Infinity);
}

function most(numbers) {
  return numbers.reduce((one, other) => Math.max(one, other), -Infinity);
}
