// A game at a table.

import { h } from "./dom.js";
import { drawing } from "./drawing.js";

/** The view `#/play/TABLE`. */
export async function show(place, page, table) {
  const { scene } = await page.carrier.ask("join", { table });
  const board = h("div", { class: "stage" });
  const standing = h("p", { role: "status" });
  const draw = (scene) => {
    board.replaceChildren(drawing(scene));
    standing.textContent = scene.standing;
  };
  page.title(scene.title);
  place.append(h("h1", {}, scene.title), board, standing);
  draw(scene);
  const stop = page.carrier.onTell((told) => told.table === table && told.scene && draw(told.scene));
  page.signal.addEventListener("abort", stop);
}
