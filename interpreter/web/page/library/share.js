// What somebody shared: its sheet is shown before anything of it is played.

import { counted, h, worded } from "../elements/dom.js";
import { bring, written } from "../keeping/draft.js";
import { opening, spread } from "./opening.js";
import { unpacked } from "../keeping/sharing.js";

/** The view `#/s/CODE`. */
export async function show(place, page, code) {
  const { name, options, moves, ...own } = await unpacked(code);
  const { text, bases = [] } = name === undefined ? own : await page.carrier.ask("sheet", { name });
  const full = written(text, bases);
  const checked = await page.carrier.ask("check", {
    ...full,
    options,
    ...(moves.length ? { moves } : {}),
    quick: true,
  });
  if (page.signal.aborted) return;
  const errors = checked.problems.filter(({ severity }) => severity === "error");
  const sheet = name === undefined ? full : { name };
  const edit = () => {
    if (name === undefined) bring(full);
    page.go(name === undefined ? "edit" : `edit/${encodeURIComponent(name)}`);
  };
  spread(place, page, { title: checked.title || "A shared sheet", board: checked.board }, (onBoard) => [
    h("p", {}, "Someone has shared this game with you. Read its rule sheet, then play."),
    moves.length ? h("p", {}, `The game begins after ${counted(moves.length, "move")}.`) : null,
    errors.length > 0
      ? h("p", { class: "problem" }, `The sheet has ${counted(errors.length, "error")}: `, worded(errors[0].message))
      : opening(page, { sheet, full, checked, options, moves, onBoard }),
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: edit }, "Open in the editor")),
    h("details", { open: true }, h("summary", {}, "The rule sheet"), h("pre", { class: "sheet" }, text)),
  ]);
}
