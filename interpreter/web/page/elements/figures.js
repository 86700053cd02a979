// Shapes of SVG: made here, parsed from a message, copied from the drawing.

const SVG = "http://www.w3.org/2000/svg";

export function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const GLOSSY = ["red", "blue", "black", "white"];
const STOPS = [0, 0.55, 1];

/** Put the gloss of stones onto the page, where the style sheet of boards finds it: a gradient for each colour. */
export function glossed() {
  if (document.getElementById("glosses")) return;
  const svg = shape("svg", { id: "glosses", "aria-hidden": "true" });
  for (const paint of GLOSSY) {
    const gradient = shape("radialGradient", { id: `gloss-${paint}`, "data-paint": paint, cx: 0.36, cy: 0.3, r: 0.78 });
    gradient.append(...STOPS.map((offset) => shape("stop", { offset })));
    svg.append(gradient);
  }
  document.body.append(svg);
}

/** A group of a message as an element: parsed as XML, so that no text in it becomes anything else. */
export function parsed(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** A drawing around the origin as an <svg>. */
export function figure(drawing, name = "piece", reach = 21) {
  const size = 2 * reach;
  const svg = shape("svg", { viewBox: `${-reach} ${-reach} ${size} ${size}`, class: name, "aria-hidden": "true" });
  if (drawing !== undefined) svg.append(parsed(drawing));
  return svg;
}

/** A piece by itself, as the board draws it: an <svg>; of `kinds`, each has its name and its drawing for each owner. */
export const pieceOf = (kinds, kind, owner) => figure(kinds[kind]?.[1 + owner]);

export function spot(element, cells) {
  const cell = Number(element.dataset.cell);
  const [, x, y, first] = cells[cell];
  if (element.dataset.place === first) return { element, cell, x, y };
  const points = element.getAttribute("points")?.split(/[ ,]/).map(Number) ?? [];
  const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
  return { element, cell, x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

export function copy({ element }, name) {
  const made = element.cloneNode();
  for (const { name: attribute } of [...made.attributes]) {
    if (!["points", "cx", "cy", "r"].includes(attribute)) made.removeAttribute(attribute);
  }
  made.setAttribute("class", name);
  return made;
}

export function written({ x, y }, text) {
  const made = shape("text", { x, y: y + 4, "font-size": 12, class: "value" });
  made.textContent = text;
  return made;
}

const [USUAL, TIER] = [40, 3];

/** How often a cell is three times as wide as usual. */
export function tierOf(element) {
  const xs = (element.getAttribute("points") ?? "").split(" ").map((each) => Number.parseFloat(each));
  const wide = Math.max(...xs) - Math.min(...xs);
  return wide > USUAL ? Math.round(Math.log(wide / USUAL) / Math.log(TIER)) : 0;
}
