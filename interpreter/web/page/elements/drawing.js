// A scene's board as it is drawn, without behaviour: for the gallery, for what is about to be played, for links.

const SVG = "http://www.w3.org/2000/svg";

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
  return URL.createObjectURL(new Blob([written(scene)], { type: "image/svg+xml" }));
}

function written({ svg }) {
  const [x, y, width, height] = svg.view;
  return `<svg xmlns="${SVG}" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" text-anchor="middle" font-family="sans-serif">${svg.board}${svg.stones}</svg>`;
}
