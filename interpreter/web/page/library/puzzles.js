// Puzzles of a game: positions in which exactly one move wins, to be solved on the board.

import { Board } from "../board/board.js";
import { h, worded } from "../elements/dom.js";
import { written } from "../keeping/draft.js";
import { hand } from "../table/hand.js";

const HARDEST = 5;
const PROVED = "Two searches have proved it.";

/** The view `#/puzzles/NAME`. */
export async function show(place, page, name) {
  const { text, bases, puzzles } = await page.carrier.ask("sheet", { name });
  if (page.signal.aborted) return;
  if (puzzles.length === 0) {
    page.title("Puzzles");
    const game = h("a", { href: `#/new/${encodeURIComponent(name)}` }, "Play it instead");
    place.append(h("section", { class: "narrow" }, h("h1", {}, "Puzzles"), h("p", {}, "This game has no puzzles. ", game)));
    return;
  }
  new Puzzles(place, page, name, written(text, bases), puzzles).pose(0);
}

class Puzzles {
  constructor(place, page, name, full, puzzles) {
    Object.assign(this, { page, full, puzzles, at: 0, asked: 0 });
    const button = (label, act, kind = "") => h("button", { type: "button", class: kind, onclick: act }, label);
    this.heading = h("h1", {}, "Puzzles");
    this.task = h("p", { class: "lead" });
    this.grade = h("p", { class: "soft" });
    this.verdict = h("p", { class: "standing", role: "status" });
    this.choices = h("div", { class: "choices" });
    this.tell = button("Show the answer", () => this.answered(this.puzzle.answer));
    this.next = button("Next puzzle", () => this.pose((this.at + 1) % puzzles.length), "primary");
    this.stage = h("div", { class: "stage" });
    this.board = new Board(this.stage, { onMove: (text) => this.tried(text), announce: (text) => page.announce(text) });
    const back = h("p", {}, h("a", { href: `#/new/${encodeURIComponent(name)}` }, "Play a whole game"));
    const buttons = h("div", { class: "buttons" }, this.next, this.tell);
    place.append(h("div", { class: "spread" }, this.stage,
      h("section", { class: "panel" }, this.heading, this.task, this.grade, this.verdict, this.choices, buttons, back)));
  }

  get puzzle() {
    return this.puzzles[this.at];
  }

  /** Show a puzzle by its number. */
  async pose(number) {
    this.at = number;
    const { player, grade, options } = this.puzzle;
    const named = Object.entries(options).map(([option, value]) => `${option.replaceAll("_", " ")} ${value}`).join(" · ");
    this.task.textContent = `${player} moves. One move wins, whatever the other does: find it.`;
    this.grade.textContent = [`Puzzle ${number + 1} of ${this.puzzles.length}`, `grade ${grade} of ${HARDEST}`, named].filter(Boolean).join(" · ");
    this.verdict.textContent = "";
    this.tell.disabled = true;
    await this.put(this.puzzle.moves);
    this.tell.disabled = false;
  }

  /** Show the position after some moves; of several that were asked for, the last. */
  async put(moves, isOver = false) {
    const mine = ++this.asked;
    const { page, puzzle } = this;
    try {
      const { title, board } = await page.carrier.ask("check", { ...this.full, options: puzzle.options, moves, quick: true });
      if (page.signal.aborted || mine !== this.asked || board === null) return;
      page.title(`${title}: puzzles`);
      this.heading.textContent = `${title}: puzzles`;
      this.board.show(isOver ? { ...board, moves: [] } : board);
      const { elsewhere } = this.board.choosing;
      const plain = elsewhere.filter(({ word }) => word !== "pick");
      const offered = plain.map(({ text, says }) => h("button", { type: "button", onclick: () => this.tried(text) }, says ?? text));
      this.choices.replaceChildren(...hand(board, elsewhere, (text) => this.tried(text)), ...offered);
    } catch (error) {
      this.verdict.replaceChildren(...worded(error.message));
    }
  }

  /** Somebody has tried a move. */
  tried(text) {
    if (text === this.puzzle.answer) return this.answered(text, "Right: ");
    this.verdict.textContent = `After ${text}, ${this.puzzle.player} cannot be sure to win. Try another move.`;
    return undefined;
  }

  answered(text, praise = "") {
    this.tell.disabled = true;
    this.verdict.textContent = `${praise}${text} wins, and no other move does. ${PROVED}`;
    return this.put([...this.puzzle.moves, text], true);
  }
}
