// A scene's board as it is drawn, without behaviour: for the gallery, for what is about to be played, for links.

import { glossed, parsed } from "./figures.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = "circle, line, path, polygon, polyline, rect, stop, text";
const WORN = { fill: "", stroke: "none", "stroke-width": "1px", "fill-opacity": "1", opacity: "1", "stop-color": "rgb(0, 0, 0)" };

/** The drawing of a scene: an <svg> element. The text comes from the interpreter and is parsed as XML, not as HTML. */
export function drawing(scene, label = scene.title) {
  const text = written(scene);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  svg.setAttribute("class", "board");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}

/** The address of a picture of a scene. Revoke it when it is no longer shown. */
export function picture(scene) {
  return URL.createObjectURL(new Blob([worn(written(scene))], { type: "image/svg+xml" }));
}

/** A drawing as this page shows it, as text: what its theme says of colours becomes part of it and goes with it. */
export function worn(text) {
  glossed();
  const svg = parsed(text);
  svg.append(document.getElementById("glosses").cloneNode(true));
  svg.style.cssText = "position: absolute; visibility: hidden; width: 0; height: 0";
  document.body.append(svg);
  const shapes = [...svg.querySelectorAll(SHAPES)];
  const worn = shapes.map((shape) => {
    const style = getComputedStyle(shape);
    return Object.keys(WORN).map((name) => [name, plain(style.getPropertyValue(name))]);
  });
  svg.remove();
  shapes.forEach((shape, index) => {
    for (const [name, value] of worn[index])
      if (value !== WORN[name] || shape.hasAttribute(name)) shape.setAttribute(name, value);
  });
  svg.removeAttribute("style");
  svg.lastChild.removeAttribute("id");
  return new XMLSerializer().serializeToString(svg);
}

/** A value that programs for drawing know: no second colour behind a gradient, no colours in fractions. */
function plain(value) {
  const byte = (part) => Math.round(255 * Number(part));
  return value
    .replace(/^url\("(#[\w-]+)"\).*$/, "url($1)")
    .replace(/^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/, (_, ...parts) => `rgb(${parts.slice(0, 3).map(byte).join(", ")})`);
}

function written({ svg }) {
  const [x, y, width, height] = svg.view;
  return `<svg xmlns="${SVG}" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" text-anchor="middle" font-family="sans-serif">${svg.board}${svg.stones}</svg>`;
}
