// The board beside the text: as the sheet says it begins, with the sheet's options as controls.

import { h } from "./dom.js";
import { drawing } from "./drawing.js";
import { opening } from "./opening.js";
import { optionControls } from "./options.js";

/** The right side of the editor. `editor` is asked for the sheet and told of options that change. */
export class Live {
  constructor(page, editor) {
    Object.assign(this, { page, editor, title: null, scene: null, known: "" });
    this.heading = h("h2", {}, "Board");
    this.stage = h(
      "div",
      { class: "stage" },
      h("p", { class: "soft" }, "The board appears here as soon as the sheet has one."),
    );
    this.controls = h("div");
    this.play = h(
      "button",
      { type: "button", class: "primary", disabled: true, onclick: () => this.ask() },
      "Play this",
    );
    this.element = h(
      "div",
      { class: "live", id: "live-board", role: "tabpanel", "aria-label": "Board" },
      h("div", { class: "heading" }, this.heading, this.play),
      this.stage,
      this.controls,
    );
  }

  /** Show what a check found. */
  show(answer) {
    this.checked = answer;
    this.title = answer.title || this.title;
    this.heading.textContent = this.title ?? "Board";
    this.play.disabled = answer.board === null;
    this.stage.classList.toggle("stale", answer.board === null);
    if (answer.board !== null) this.draw(answer.board);
    this.controlled(answer);
  }

  /** Draw the board; where it is the one that is shown already, the answer leaves it out. */
  draw(scene) {
    const { svg: old } = this.scene ?? {};
    const svg = { ...(scene.svg.board === undefined ? old : {}), ...scene.svg };
    this.scene = { ...this.scene, ...scene, svg };
    if (svg.board !== old?.board || svg.stones !== old?.stones) this.stage.replaceChildren(drawing(this.scene));
  }

  /** The hash of the board that is shown. */
  get has() {
    return this.scene?.hash ?? "";
  }

  /** Make the controls anew if the options are others, so that one that is being used stays. A text that cannot be
   * read says nothing of its options: then the controls stay as they are. */
  controlled({ options, board }) {
    const shape = JSON.stringify(options.map(({ value, ...rest }) => rest));
    if (shape === this.known || (options.length === 0 && board === null)) return;
    this.known = shape;
    this.editor.keepOptions(options.map(({ name }) => name));
    this.controls.replaceChildren(
      optionControls(options, this.editor.options, (values) => this.editor.optioned(values)),
    );
  }

  /** Ask who plays, and begin. */
  ask() {
    this.editor.keep();
    const { draft, options } = this.editor;
    const form = opening(this.page, {
      sheet: draft.sheet,
      text: draft.text,
      checked: { ...this.checked, board: this.scene },
      options,
    });
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Not now");
    form.querySelector(".buttons").append(close);
    this.dialog = h(
      "dialog",
      { "aria-labelledby": "play-title" },
      h("h2", { id: "play-title" }, `Play ${this.title ?? "this"}`),
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
