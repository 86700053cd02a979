// The board beside the text: the game that the sheet describes, to be tried while it is written.

import { Board } from "../board/board.js";
import { counted, h, worded } from "../elements/dom.js";
import { written } from "../keeping/draft.js";
import { fill } from "../elements/lasting.js";
import { hand } from "../table/hand.js";
import { opening } from "../library/opening.js";
import { optionControls } from "../library/options.js";

const MOST_BUTTONS = 40;
const WORDS = { swap: "Swap sides", pass: "Pass", stop: "Stop here" };

/** The right side of the editor. `editor` is asked for the sheet and told of options and moves that change. */
export class Live {
  constructor(page, editor) {
    Object.assign(this, { page, editor, title: null, scene: null });
    this.moves = this.asked = this.shown = []; // those to be made, those of the last question, those that the board shows
    this.played = 0;
    this.heading = h("h2", {}, "Board");
    this.stage = h("div", {});
    this.empty = h("p", { class: "soft empty" }, "The board appears here as soon as the sheet has one.");
    this.standing = h("p", { class: "standing", role: "status" });
    this.choices = h("div", { class: "choices" });
    this.controls = optionControls([], {}, (values) => editor.optioned(values));
    const button = (label, act, kind = false) =>
      h("button", { type: "button", class: kind, disabled: true, onclick: act }, label);
    this.back = button("Take back", () => this.take(this.moves.slice(0, this.played - 1)));
    this.restart = button("Start again", () => this.take([]));
    this.start = button("Play this", () => this.begin(), "primary");
    this.board = new Board(this.stage, {
      onMove: (text) => this.move(text),
      announce: (text) => page.announce(text),
    });
    this.element = h(
      "section",
      { class: "live", "aria-label": "Board" },
      h("div", { class: "heading" }, this.heading, this.start),
      this.empty,
      this.stage,
      h("div", { class: "trying" }, this.standing, this.back, this.restart),
      this.choices,
      this.controls.element,
    );
    this.stage.hidden = true;
  }

  /** What the next check must know. */
  get question() {
    this.asked = this.moves;
    return { has: this.board.hash, moves: this.moves };
  }

  /** Take over what a check found beside the board. */
  heed(answer) {
    this.checked = answer;
    this.title = answer.title || this.title;
    this.heading.textContent = this.title ?? "Board";
    this.controlled(answer);
  }

  /** Show what a check found. */
  show(answer) {
    const { board } = answer;
    this.heed(answer);
    if (board !== null && this.asked !== this.moves) return; // other moves have been made since: the next answer shows them
    this.stage.classList.toggle("stale", board === null);
    this.start.disabled = board === null;
    if (board === null) {
      this.halt();
      return;
    }
    this.scene = board;
    this.shown = this.moves;
    this.played = answer.played;
    this.empty.hidden = true;
    this.stage.hidden = false;
    this.board.show(board);
    const { elsewhere } = this.board.choosing;
    fill(this.choices, [this.moves.slice(0, this.played), elsewhere, board.hands], () => this.offers(board));
    this.standing.replaceChildren(...this.said(board));
    this.back.disabled = this.restart.disabled = this.played === 0;
  }

  /** While the sheet has errors, its last board stays to be looked at. */
  halt() {
    if (this.scene !== null) this.board.show({ ...this.scene, moves: [] });
    fill(this.choices, null, () => []);
    this.standing.textContent = this.scene === null ? "" : "This board shows the sheet before the errors.";
    this.back.disabled = this.restart.disabled = true;
  }

  said(scene) {
    const left = this.moves.length - this.played;
    if (left === 0) return [scene.standing];
    const refused = this.moves[this.played];
    return worded(
      `${scene.standing}. By these rules, \`${refused}\`${left > 1 ? ` and ${counted(left - 1, "move")} after it` : ""} cannot be played.`,
    );
  }

  /** Buttons for what is not on the board: passes, swaps, cards. */
  offers(scene) {
    const { elsewhere } = this.board.choosing;
    const plain = elsewhere.filter(({ word }) => word !== "pick").slice(0, MOST_BUTTONS);
    const button = ({ text, word }) =>
      h("button", { type: "button", onclick: () => this.move(text) }, WORDS[word] ?? text);
    return [...hand(scene, elsewhere.slice(0, MOST_BUTTONS), (text) => this.move(text)), ...plain.map(button)];
  }

  /** Make a move, but not a second one before the first is on the board: that would be meant for another position. */
  move(text) {
    if (this.shown === this.moves) this.take([...this.moves.slice(0, this.played), text]);
  }

  take(moves) {
    this.moves = moves;
    this.editor.checks.move();
  }

  /** Show the options. A text that cannot be read says nothing of them: then the controls stay as they are. */
  controlled({ options, title }) {
    if (options.length === 0 && !title) return;
    this.editor.keepOptions(options.map(({ name }) => name));
    this.controls.take(options);
  }

  /** Ask who plays, and begin. */
  begin() {
    this.editor.keep();
    const { draft, options } = this.editor;
    const checked = { ...this.checked, board: this.scene, played: this.played };
    const moves = this.moves.slice(0, this.played);
    const form = opening(this.page, {
      sheet: draft.sheet,
      full: written(draft.text, draft.bases),
      checked,
      options,
      moves,
    });
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Not now");
    form.querySelector(".buttons").append(close);
    this.dialog = h(
      "dialog",
      { "aria-labelledby": "play-title" },
      h("h2", { id: "play-title" }, `Play ${this.title ?? "this"}`),
      moves.length ? h("p", { class: "soft" }, `The game begins after ${counted(moves.length, "move")}.`) : null,
      form,
    );
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.element.append(this.dialog);
    this.dialog.showModal();
  }

  close() {
    this.dialog?.close();
  }
}
