// The plane that a board lies in: maps as SVG's matrices [a, b, c, d, e, f], and which place lies in a direction.

export const IDENTITY = [1, 0, 0, 1, 0, 0];

/** Where a map takes a point. */
export function moved([a, b, c, d, e, f], [x, y]) {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** One map after another. */
export function after(outer, inner) {
  const [a, b, c, d] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, ...moved(outer, [t, u])];
}

/** The map that takes everything back. */
export function inverse([a, b, c, d, e, f]) {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** The box [left, top, width, height] around another that a map has moved. */
export function around(map, [left, top, width, height]) {
  const corners = [[left, top], [left + width, top], [left, top + height], [left + width, top + height]];
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => moved(map, corner)[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/** Does a box hold another? */
export function holds([left, top, width, height], [x, y, wide, high]) {
  return x >= left - 1 && y >= top - 1 && x + wide <= left + width + 1 && y + high <= top + height + 1;
}

export function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}

/** How far a point lies from the line between two others. */
export function offLine(point, start, end) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = dx * dx + dy * dy || 1;
  const share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length;
  const held = Math.max(0, Math.min(1, share));
  return distance(point, [start[0] + held * dx, start[1] + held * dy]);
}

/** Of the spots {x, y}, the one that an arrow key leads to: near, ahead (within 61° above and below, 46° aside, so that no
 * step aside leads to another row where cells are hexagons; `isWide` says which), and in line with `track`,
 * the point where the row of steps in this direction began, so that steps up and down do not drift to one side. */
export function ahead(spots, from, [dx, dy], track, isWide = dy !== 0) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along < 4 || aside > along * (isWide ? 1.81 : 1.04)) continue;
    const drift = Math.abs((spot.x - track.x) * dy - (spot.y - track.y) * dx);
    const cost = along + 0.6 * aside + 0.8 * drift;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}
