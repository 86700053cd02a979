// What people at a table do beside playing: they offer draws, ask for moves back, say a few phrases, and play once more.

import { h } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";
import { isTyping } from "./seats.js";
import { play, switched } from "./sounds.js";

/** All that can be said, as the server knows it (talk/terms.py). */
export const PHRASES = ["Hello", "Good luck", "Good game", "Well played", "Thanks", "One moment…"];

const SEEN = 8000; // milliseconds for which a phrase is shown

export class Company {
  constructor(table) {
    this.table = table;
    this.looking = h("p", { class: "looking soft", hidden: true });
    this.offers = h("div", { class: "wish", role: "status" });
    this.said = h("p", { class: "phrase", role: "status", hidden: true });
    this.draw = h("button", { type: "button", hidden: true, onclick: () => table.try("draw") }, "Offer a draw");
    this.phrases = h("div", { class: "buttons phrases", role: "group", "aria-label": "Say", hidden: true }, PHRASES.map((phrase) => this.phrase(phrase)));
    this.say = h("button", { type: "button", hidden: true, "aria-expanded": "false", onclick: () => this.unfold(this.phrases.hidden) }, "Say …");
    this.element = h("div", { class: "company" }, h("div", { class: "buttons" }, this.draw, this.say), this.phrases, switched());
    this.isOver = null;
    this.gone = "";
  }

  phrase(phrase) {
    const act = () => {
      this.unfold(false);
      this.table.try("say", { phrase });
    };
    return h("button", { type: "button", class: "small", onclick: act }, phrase);
  }

  unfold(isOpen) {
    this.phrases.hidden = !isOpen;
    this.say.setAttribute("aria-expanded", String(isOpen));
  }

  /** What the server tells beside scenes; returns whether it was for here. */
  hear(message) {
    if (message.tell === "looking") this.looks(message.number);
    else if (message.tell === "said") this.saying(message);
    else return false;
    return true;
  }

  looks(number) {
    this.looking.hidden = number === 0;
    this.looking.textContent = `${number} watching`;
  }

  saying({ seat, phrase }) {
    const player = this.table.scene.players.find((each) => each.seat === seat);
    const who = this.table.seats.includes(seat) ? "You" : player?.name || player?.colour || "Somebody";
    this.said.textContent = `${who}: ${phrase}`;
    this.said.hidden = false;
    if (who !== "You") play("said");
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.said.hidden = true), SEEN);
  }

  show(scene) {
    const { table } = this;
    const hasSeat = table.seats.length > 0;
    const isOver = scene.awaits === "over";
    const others = scene.players.filter(({ kind, seat }) => kind === "human" && !table.seats.includes(seat));
    const isTaken = others.some(({ seat }) => scene.people.some((each) => each.seat === seat));
    this.draw.hidden = !hasSeat || isOver || !scene.draw || (others.length > 0 && !isTaken);
    this.draw.disabled = Boolean(scene.draw?.by.some((colour) => table.mine.includes(colour)));
    this.say.hidden = !hasSeat || !isTaken;
    if (this.say.hidden) this.unfold(false);
    fill(this.offers, [scene.undo, scene.draw, scene.again, table.mine, isOver], () => this.wishes(scene));
    if (isOver && this.isOver === false) {
      play("end");
      if (!isTyping()) this.offers.querySelector("button.big")?.focus();
    }
    this.isOver = isOver;
    this.follow(scene.again);
  }

  /** The buttons and the words for whatever is offered. */
  wishes({ undo, draw, again }) {
    const made = [];
    if (undo) made.push(this.wish(undo, "would like to take back a move"));
    if (draw?.by.length) made.push(this.wish(draw, draw.by.length > 1 ? "offer a draw" : "offers a draw"));
    if (again && this.table.seats.length > 0) made.push(this.rematch(again));
    if (again?.table && this.table.seats.length === 0)
      made.push([h("a", { class: "button", href: `#/play/${again.table}` }, "They play again: watch")]);
    return made.flat();
  }

  wish({ by, waits }, what) {
    const answer = (yes) => () => this.table.try("agree", { yes });
    const text = `${by.join(" and ")} ${what}`;
    if (!waits.some((colour) => this.table.mine.includes(colour))) return [h("span", {}, `${text}; ${waits.join(" and ")} must agree.`)];
    return [
      h("span", {}, `${text}.`),
      h("button", { type: "button", onclick: answer(true) }, "Agree"),
      h("button", { type: "button", onclick: answer(false) }, "Refuse"),
    ];
  }

  /** Once more with the seats exchanged: offered, asked for, or answered. */
  rematch({ by }) {
    const { scene, seats } = this.table;
    const ask = (yes) => () => this.table.try("again", { yes });
    const next = scene.players.find(({ seat }) => seat === (seats[0] + 1) % scene.players.length)?.colour;
    const named = by.map((seat) => scene.players.find((each) => each.seat === seat)).map((player) => player?.name || player?.colour);
    const text = `Rematch${seats.length === 1 && next ? ` as ${next}` : ""}`;
    if (by.some((seat) => seats.includes(seat)))
      return [h("span", {}, "You have asked for a rematch."), h("button", { type: "button", onclick: ask(false) }, "No longer")];
    if (by.length === 0) return [h("button", { type: "button", class: "primary big", onclick: ask(true) }, text)];
    return [
      h("span", {}, `${named.join(" and ")} would like a rematch.`),
      h("button", { type: "button", class: "primary", onclick: ask(true) }, text),
      h("button", { type: "button", onclick: ask(false) }, "No, thanks"),
    ];
  }

  /** Go on to the next game, with the seat there. */
  follow(again) {
    const { table } = this;
    if (!again?.table || table.seats.length === 0 || this.gone === again.table) return;
    this.gone = again.table;
    table.page.carrier.follow(table.name, again.table);
    table.page.go(`play/${again.table}`);
  }
}
