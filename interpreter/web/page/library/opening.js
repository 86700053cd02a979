// Before a game: its board and rules, its options, who plays.

import { counted, h, present, worded } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";
import { written } from "../keeping/draft.js";
import { drawing } from "../elements/drawing.js";
import { glossed } from "../elements/figures.js";
import { chips } from "./cards.js";
import { optionControls, seatControls } from "./options.js";
import { rulesOf, said } from "../elements/rules.js";
import { waiting } from "../elements/waiting.js";

/** The views `#/new/NAME` and `#/new/NAME/middle`, where a game goes on that others have played so far. */
export async function show(place, page, name, middle) {
  const asked = [page.carrier.ask("sheet", { name }), page.carrier.ask("library")];
  const [{ text, bases, puzzles = [] }, { games }] = await Promise.all(asked);
  const listed = games.find((game) => game.name === name);
  const full = written(text, bases);
  const moves = middle ? (await page.carrier.ask("preview", { sheet: { name } })).moves : [];
  const checked = await page.carrier.ask("check", { ...full, ...(moves.length ? { moves } : {}), quick: true });
  if (page.signal.aborted) return;
  const told = { title: checked.title || name, board: checked.board, family: listed?.family };
  spread(place, page, told, (onBoard) => [
    h("p", { class: "lead" }, said(text, "summary")),
    listed && chips(listed),
    moves.length > 0 && h("p", { class: "soft" }, `The game continues after ${counted(moves.length, "move")} by computer players.`),
    opening(page, { sheet: { name }, full, checked, moves, onBoard }),
    rulesOf([text, ...bases.map((base) => base.text)]),
    puzzles.length > 0 && h("p", {}, h("a", { href: `#/puzzles/${encodeURIComponent(name)}` }, `Solve ${counted(puzzles.length, "puzzle")}`)),
    h("p", {}, h("a", { href: `#/edit/${encodeURIComponent(name)}` }, "Read or change the sheet")),
  ]);
}

/** A game that is about to begin: its board, and a panel. `filled` makes what stands under the title; it gets what
 * shows another board. */
export function spread(place, page, { title, board, family }, filled) {
  page.title(title);
  glossed();
  const drawn = board === null ? h("p", { class: "soft" }, "This sheet has no board.") : drawing(board);
  const stage = h("div", { class: "stage" }, drawn);
  const top = [family && h("p", { class: "eyebrow" }, family), h("h1", {}, title)];
  const below = filled((scene) => stage.replaceChildren(drawing(scene)));
  place.append(h("div", { class: "spread" }, stage, h("section", { class: "panel" }, ...present([top, below]))));
}

/** A form that begins a game: options, seats, a button. `sheet` is what the game is opened with, `full` the same
 * with its text, `checked` the answer to its check, `moves` those that have been made. */
export function opening(page, { sheet, full, checked, options = {}, moves = [], onBoard = () => {} }) {
  const who = h("div");
  let seats = [];
  let players = [];
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "primary" }, "Play");
  const waits = waiting(page);
  let isBegun = false;
  let chosen = { ...options };
  let latest = 0;

  const changed = async (values) => {
    chosen = values;
    const mine = ++latest;
    const failed = (error) => ({ problems: [{ severity: "error", message: error.message }], board: null });
    const asked = page.carrier.ask("check", { ...full, options: chosen, moves, quick: true });
    const answer = await waits.during(asked.catch(failed), "The board will appear shortly.");
    if (mine !== latest || page.signal.aborted) return;
    heed(answer);
    if (answer.board === null) return;
    seated(answer.board.players);
    onBoard(answer.board);
  };

  /** Say why the game cannot begin like this, if it cannot. */
  const heed = ({ problems, board, played }) => {
    const wrong = problems.find(({ severity }) => severity === "error")?.message;
    const refused = board !== null && played < moves.length ? `move ${played + 1}, \`${moves[played]}\`, cannot be played` : "";
    problem.replaceChildren(...worded(wrong ?? refused));
    start.disabled = isBegun || board === null || refused !== "";
  };

  /** Controls for the seats; options can say how many there are. */
  const seated = (found) => {
    players = found;
    apart.hidden = players.length < 2;
    if (players.length !== seats.length)
      seats = players.map((_, index) => seats[index] ?? (index === 0 ? "human" : "normal"));
    fill(who, players.map(({ colour, badge }) => [colour, badge]), () => seatControls(players, seats));
  };
  const begun = () => {
    const record = { game: sheet.name ?? "sheet", options: chosen, moves };
    return { sheet, ...(moves.length ? { record: JSON.stringify(record) } : { options: chosen }) };
  };

  const apart = page.carrier.keeps
    ? h("p", { class: "soft" }, "Friends play here on one screen, or in turn by sending links that hold the moves.")
    : h("button", { type: "button", onclick: () => befriend() }, "Play a friend");
  const befriend = async () => {
    const { friend } = await import("./friend.js");
    if (!page.signal.aborted && !start.disabled) friend(page, players, begun);
  };
  heed(checked);
  seated(checked.board?.players ?? []);

  const submitted = async (event) => {
    event.preventDefault();
    start.disabled = isBegun = true;
    try {
      const asked = page.carrier.ask("open", { seats, ...begun() });
      const answer = await waits.during(asked, "The game will start on its own.");
      page.go(`play/${answer.table}`);
    } catch (error) {
      problem.replaceChildren(...worded(error.message));
      start.disabled = isBegun = false;
    }
  };

  return h(
    "form",
    { onsubmit: submitted },
    optionControls(checked.options, chosen, changed).element,
    who,
    problem,
    h("div", { class: "buttons" }, start, apart),
    waits.element,
  );
}
