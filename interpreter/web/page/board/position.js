// What lies on a board: drawn from its text, of which each line is a shape, or a few that belong together, or opens or closes
// a layer. Of a new text only the lines that differ are drawn: what is put in costs the browser far more than comparing.

import { parsed } from "../elements/figures.js";

export class Position {
  constructor() {
    this.element = null;
    this.opens = null;
    this.layers = null;
  }

  /** Draw a text; the element is another one than before where its text is not written in such lines. */
  draw(text) {
    const { opens, layers } = layersOf(text);
    if (this.element !== null && layers !== null && opens === this.opens) become(this.element, this.layers, layers);
    else {
      const element = parsed(text);
      element.setAttribute("aria-hidden", "true");
      element.setAttribute("pointer-events", "none");
      this.element?.replaceWith(element);
      this.element = element;
    }
    [this.opens, this.layers] = layers === null ? [null, null] : [opens, layers];
  }
}

/** The lines of a text by layers, each as {opens, lines}; no layers where it is not written in such lines. */
function layersOf(text) {
  const [opens, ...lines] = text.split("\n").filter(Boolean);
  const layers = [];
  let isOpen = false;
  for (const line of lines.slice(0, -1)) {
    const closes = isOpen && line === "</g>";
    if (!closes && isOpen === line.includes("<g")) return { opens, layers: null };
    if (isOpen && !closes) layers.at(-1).lines.push(line);
    if (!isOpen) layers.push({ opens: line, lines: [] });
    isOpen = !closes;
  }
  return { opens, layers: isOpen ? null : layers };
}

function become(group, had, wanted) {
  const left = had.map(({ opens, lines }, index) => ({ opens, lines, element: group.children[index] }));
  for (const { opens, lines } of wanted) {
    const at = left.findIndex((layer) => layer.opens === opens);
    if (at < 0) group.insertBefore(shapesOf([`${opens}${lines.join("")}</g>`])[0], left[0]?.element ?? null);
    else {
      for (const { element } of left.splice(0, at)) element.remove();
      const layer = left.shift();
      mend(layer.element, layer.lines, lines);
    }
  }
  for (const { element } of left) element.remove();
}

/** Take the lines that are no longer wanted out of a layer, and put in those that are new. */
function mend(layer, had, wanted) {
  const held = [...layer.children];
  if (held.length !== counted(had)) return layer.replaceChildren(...shapesOf(wanted));
  const shapes = byLine(held, had);
  const places = new Map(had.map((line, index) => [line, index]));
  let next = 0;
  const added = [];
  for (const line of wanted) {
    const place = places.get(line) ?? -1;
    if (place < next) added.push({ line, before: next });
    else {
      for (const shape of shapes.slice(next, place).flat()) shape.remove();
      next = place + 1;
    }
  }
  const anchors = shapes.map(([first]) => first);
  for (const shape of shapes.slice(next).flat()) shape.remove();
  const lines = added.map(({ line }) => line);
  byLine(shapesOf(lines), lines).forEach((made, index) => {
    const anchor = anchors.slice(added[index].before).find((shape) => shape.parentNode === layer);
    for (const shape of made) layer.insertBefore(shape, anchor ?? null);
  });
  return undefined;
}

/** How many shapes lines hold. */
function counted(lines) {
  return lines.reduce((number, line) => number + line.match(/<[a-z]/g).length, 0);
}

/** The shapes that each line holds. */
function byLine(shapes, lines) {
  let first = 0;
  return lines.map((line) => shapes.slice(first, (first += counted([line]))));
}

function shapesOf(lines) {
  return [...parsed(`<g xmlns="http://www.w3.org/2000/svg">${lines.join("")}</g>`).children];
}
