// Before a game: its board and rules, its options, who plays.

import { h, worded } from "./dom.js";
import { drawing } from "./drawing.js";
import { optionControls, seatControls } from "./options.js";

/** The view `#/new/NAME`. */
export async function show(place, page, name) {
  const { text } = await page.carrier.ask("sheet", { name });
  const checked = await page.carrier.ask("check", { text });
  if (page.signal.aborted) return;
  page.title(checked.title || name);
  const board = h("div", { class: "stage" });
  const begin = opening(page, {
    sheet: { name },
    text,
    checked,
    onBoard: (scene) => board.replaceChildren(drawing(scene)),
  });
  if (checked.board !== null) board.append(drawing(checked.board));
  place.append(
    h(
      "div",
      { class: "spread" },
      board,
      h(
        "section",
        { class: "panel" },
        h("h1", {}, checked.title || name),
        h("p", { class: "lead" }, part(text, "summary")),
        begin,
        h("p", {}, h("a", { href: `#/edit/${encodeURIComponent(name)}` }, "Read and change the sheet")),
        rules(text),
      ),
    ),
  );
}

/** A form that begins a game: options, seats, a button. `sheet` is what the game is opened with, `text` what is checked
 * when options change, `checked` the answer to its check, `moves` those that have been made. */
export function opening(page, { sheet, text, checked, options = {}, moves = [], onBoard = () => {} }) {
  const players = checked.board?.players ?? [];
  const seats = players.map((_, index) => (index === 0 ? "human" : "normal"));
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "primary" }, "Play");
  let chosen = { ...options };
  let latest = 0;

  const changed = async (values) => {
    chosen = values;
    const mine = ++latest;
    const answer = await page.carrier.ask("check", { text, options: chosen });
    if (mine !== latest || page.signal.aborted) return;
    const wrong = answer.problems.find(({ severity }) => severity === "error");
    problem.replaceChildren(...worded(wrong?.message ?? ""));
    start.disabled = answer.board === null;
    if (answer.board !== null) onBoard(answer.board);
  };

  const submitted = async (event) => {
    event.preventDefault();
    start.disabled = true;
    try {
      const record = { game: sheet.name ?? "sheet", options: chosen, moves };
      const begun = moves.length ? { record: JSON.stringify(record) } : { options: chosen };
      const answer = await page.carrier.ask("open", { sheet, seats, ...begun });
      page.go(`play/${answer.table}`);
    } catch (error) {
      problem.replaceChildren(...worded(error.message));
      start.disabled = false;
    }
  };

  return h(
    "form",
    { onsubmit: submitted },
    optionControls(checked.options, chosen, changed),
    seatControls(players, seats),
    problem,
    h("div", { class: "buttons" }, start),
  );
}

/** What a sheet says for readers: its summary or its rules. */
function part(text, section) {
  const match = new RegExp(String.raw`^${section}\s+(?:"""([^]*?)"""|"([^"\n]*)")`, "m").exec(text);
  return (match?.[1] ?? match?.[2] ?? "").trim();
}

function rules(text) {
  const written = part(text, "rules");
  if (!written) return null;
  const paragraphs = written.split(/\n\s*\n/).map((each) => h("p", {}, each.replace(/\s+/g, " ")));
  return h("section", {}, h("h2", {}, "Rules"), paragraphs);
}
