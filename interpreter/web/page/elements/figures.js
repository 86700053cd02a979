// Shapes of SVG: made here, parsed from a message, copied from the drawing.

const SVG = "http://www.w3.org/2000/svg";

export function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A group of a message as an element: parsed as XML, so that no text in it becomes anything else. */
export function parsed(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Make one group of another, layer by layer, and touch only what differs: what is put in costs the browser far more than
 * what is compared. */
export function become(group, other) {
  const left = [...group.children];
  for (const layer of [...other.children]) {
    const at = left.findIndex((each) => each.cloneNode().isEqualNode(layer.cloneNode()));
    if (at < 0) group.insertBefore(layer, left[0] ?? null);
    else {
      for (const each of left.splice(0, at)) each.remove();
      mend(left.shift(), [...layer.children]);
    }
  }
  for (const each of left) each.remove();
}

/** Replace what differs between the first and the last shapes that a layer and the wanted ones have in common. */
function mend(layer, wanted) {
  const had = [...layer.children];
  let start = 0;
  while (start < wanted.length && had[start]?.isEqualNode(wanted[start])) start += 1;
  let [end, last] = [had.length, wanted.length];
  while (end > start && last > start && had[end - 1].isEqualNode(wanted[last - 1])) [end, last] = [end - 1, last - 1];
  for (const each of had.slice(start, end)) each.remove();
  for (const each of wanted.slice(start, last)) layer.insertBefore(each, had[end] ?? null);
}

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
