// The graph of a game: what a player could expect after each move. It is drawn in the pixels that it has, so that its
// letters are as large on a phone as anywhere.

import { shape } from "../elements/figures.js";
import { percent, provedRuns, reachOf, ticks } from "./judging.js";

const [LEFT, RIGHT, TOP, LOW, HEIGHT] = [38, 14, 14, 26, 190];
const SCALE = [0, 0.25, 0.5, 0.75, 1];
const TICK = 46; // pixels that a number below the graph needs

/** An <svg> of so many pixels. `lines` are the players to draw, each with a `seat` and a colour; of two, one says all,
 * and `ends` are the words for both ends of its scale. */
export function drawn({ positions, lines, ends, worst, error, here }, width) {
  const last = positions.length - 1;
  const [wide, high] = [Math.max(40, width - LEFT - RIGHT), HEIGHT - TOP - LOW];
  const x = (at) => LEFT + (wide * at) / Math.max(1, last);
  const y = (value) => TOP + high * (1 - value);
  const svg = shape("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" });
  const add = (name, attributes, text) => {
    const made = shape(name, attributes);
    if (text !== undefined) made.textContent = text;
    svg.append(made);
  };
  for (const value of SCALE) {
    add("line", { x1: LEFT, x2: LEFT + wide, y1: y(value), y2: y(value), class: value === 0.5 ? "even" : "grid" });
    add("text", { x: LEFT - 8, y: y(value) + 4, class: "scale", "text-anchor": "end" }, percent(value));
  }
  for (const at of ticks(last, Math.max(1, Math.floor(wide / TICK))))
    add("text", { x: x(at), y: HEIGHT - 8, class: "scale", "text-anchor": "middle" }, String(at));
  const known = positions.flatMap((position, at) => (position?.seats.length ? [{ ...position, at }] : []));
  const runs = provedRuns(positions);
  for (const [first, end] of runs)
    if (end > first) add("rect", { x: x(first), y: TOP, width: x(end) - x(first), height: high, class: "proved" });
  if (known.length > 0) plotted(add, { known, lines, error, x, y });
  if (ends) ends.forEach((text, at) => add("text", { x: LEFT + 6, y: at ? y(0) - 6 : y(1) + 15, class: "end" }, text));
  const [{ seat }] = lines;
  const value = (at, of = seat) => positions[at].seats[of];
  for (const [first, end] of runs) {
    for (const at of first === end ? [first] : []) add("path", { d: diamond(x(at), y(value(at))), class: "diamond" });
    const middle = (first + end) / 2;
    const told = { x: Math.min(Math.max(x(middle), LEFT + 28), LEFT + wide - 26), class: "end told", "text-anchor": "middle" };
    if (first < end && x(end) - x(first) > 56) add("text", { ...told, y: y(0.5) - 8 }, "proved");
  }
  if (here >= 0) add("line", { x1: x(here), x2: x(here), y1: TOP - 4, y2: TOP + high + 4, class: "now" });
  for (const { number, ply, mover } of worst) {
    const height = y(value(ply, lines.length > 1 ? mover : seat));
    add("circle", { cx: x(ply), cy: height, r: 10, class: "mistake" });
    add("text", { x: x(ply), y: height + 4.5, class: "number", "text-anchor": "middle" }, String(number));
  }
  return { svg, at: (clientX) => Math.round(((clientX - svg.getBoundingClientRect().x - LEFT) / wide) * last) };
}

/** The lines of the players, each with how far it may be off; for a single line, the side on which the game stood. */
function plotted(add, { known, lines, error, x, y }) {
  const even = y(0.5);
  const along = (of) => known.map((each) => `${x(each.at)},${of(each)}`).join(" ");
  for (const { seat, owner, paint, rim, other } of lines) {
    const value = (each) => each.seats[seat];
    if (other) {
      const ends = [`${x(known[0].at)},${even}`, `${x(known.at(-1).at)},${even}`];
      const side = (limit) => `${ends[0]} ${crossed(known, value).map(([at, each]) => `${x(at)},${y(limit(each, 0.5))}`).join(" ")} ${ends[1]}`;
      add("polygon", { points: side(Math.max), class: "side", fill: paint });
      add("polygon", { points: side(Math.min), class: "side", fill: other });
    }
    const [high, low] = [1, -1].map((sign) => (each) => y(Math.min(1, Math.max(0, value(each) + sign * reachOf(each, error)))));
    const back = [...known].reverse().map((each) => `${x(each.at)},${low(each)}`).join(" ");
    add("polygon", { points: `${along(high)} ${back}`, class: "doubt" });
    const points = along((each) => y(value(each)));
    if (!other) add("polyline", { points, class: "casing", stroke: rim });
    add("polyline", { points, class: "value", ...(other ? {} : { stroke: paint, "data-owner": owner }) });
  }
}

/** The values with those at which the middle is crossed, so that either side can be filled by itself. */
function crossed(known, value) {
  return known.flatMap((each, index) => {
    const now = [each.at, value(each)];
    const before = known[index - 1];
    if (before === undefined || (value(before) - 0.5) * (now[1] - 0.5) >= 0) return [now];
    const share = (0.5 - value(before)) / (now[1] - value(before));
    return [[before.at + share * (each.at - before.at), 0.5], now];
  });
}

function diamond(x, y) {
  return `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`;
}
