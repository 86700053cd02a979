// Who plays: colours with their signs, seats, people who come by link, computer players; giving up, taking back.

import { badge } from "../elements/badge.js";
import { confirmed, h } from "../elements/dom.js";
import { PLAYERS } from "../elements/players.js";

const NAME = "hexgame:name";
const COMPUTERS = new Map(PLAYERS);
const NAMED = /^\w+$/; // not `sides[0]`: what has no name is told by its colour alone

export class Seats {
  constructor(table) {
    this.table = table;
    this.list = h("ul", { class: "players" });
    this.legend = h("p", { class: "legend" });
    this.actions = h("div", { class: "buttons" });
    this.hint = h("p", { class: "lead", role: "status" });
    this.name = this.naming();
    this.element = h("div", {}, this.list, this.legend, this.actions, this.hint, this.name);
  }

  show(scene) {
    this.list.replaceChildren(...scene.players.map((player) => this.row(player, scene)));
    const { lasting } = this.table.board;
    this.legend.replaceChildren(...legend(scene, lasting, this.table.board.places));
    this.actions.replaceChildren(...this.deeds(scene));
    const people = scene.players.filter(({ kind }) => kind === "human");
    this.name.hidden = this.table.page.carrier.name === "worker" || people.length < 2;
  }

  row(player, scene) {
    const decides = scene.deciders.includes(player.colour) && !scene.outcome;
    const wins = scene.outcome?.winner === player.colour;
    return h(
      "li",
      { class: decides ? "deciding" : "", "aria-current": decides ? "true" : null },
      badge(player),
      h("span", { class: "colour" }, player.colour),
      h("span", { class: "who" }, this.who(player, scene)),
      scene.picked?.includes(player.colour) && h("span", { class: "tag" }, "has picked"),
      wins && h("span", { class: "tag" }, "wins"),
      this.seating(player, scene),
    );
  }

  who({ seat, name, kind }, scene) {
    if (kind === undefined) return "";
    if (kind !== "human") return COMPUTERS.get(kind) ?? `computer, ${kind}`;
    if (this.table.seats.includes(seat)) return name ? `${name} (you)` : "you";
    const person = scene.people?.find((each) => each.seat === seat);
    if (person === undefined && name === "") return "free seat";
    return `${name || "a guest"}${person && !person.here ? ", away" : ""}`;
  }

  /** A button to take a free seat, to leave one's own, to invite somebody to one of several, or to free the seat of
   * somebody who is away. */
  seating({ seat, kind, colour }, scene) {
    if (kind !== "human" || this.table.page.carrier.name === "worker") return null;
    const { seats } = this.table;
    const holder = scene.people?.find((each) => each.seat === seat);
    const act = () => {
      if (seats.includes(seat) && seats.length > 1) return ["Invite", () => this.invite(seat)];
      if (seats.includes(seat)) return ["Leave the seat", () => this.seated("stand", { seat })];
      if (holder === undefined) return ["Sit here", () => this.seated("sit", { seat, ...named() })];
      if (holder.here || scene.secret || (seats.length === 0 && !isLeft(scene))) return [];
      return ["Free the seat", () => this.seated("free", { seat })];
    };
    const [text, onclick] = act();
    if (text === undefined) return null;
    return h(
      "button",
      { type: "button", class: "quiet small", "aria-label": `${text}: ${colour}`, onclick },
      text,
    );
  }

  async seated(word, fields) {
    const answer = await this.table.try(word, fields);
    if (answer === null) return;
    this.table.seats = answer.seats;
    await this.table.look({});
  }

  async invite(seat) {
    await this.seated("stand", { seat });
    try {
      await navigator.clipboard.writeText(location.href);
      this.hint.textContent = "Link copied. Anyone who opens it can take the free seat.";
    } catch {
      this.hint.textContent = `Anyone who opens ${location.href} can take the free seat.`;
    }
  }

  /** A field for the name that others see. */
  naming() {
    const change = async (event) => {
      localStorage.setItem(NAME, event.target.value);
      for (const seat of this.table.seats) await this.seated("sit", { seat, ...named() });
    };
    return h(
      "label",
      { class: "check naming" },
      "Your name ",
      h("input", { value: named().name ?? "", maxlength: 40, autocomplete: "nickname", onchange: change }),
    );
  }

  deeds(scene) {
    const { table } = this;
    const found = [];
    const add = (text, act) => found.push(h("button", { type: "button", onclick: act }, text));
    const hasSeat = table.seats.length > 0;
    const isOver = scene.awaits === "over";
    if (hasSeat && scene.tip > 0) add("Take back", () => table.try("undo"));
    if (hasSeat && !isOver && scene.players.length === 2) {
      found.push(confirmed("Resign", "Really resign?", () => table.try("resign", resigning(table, scene))));
    }
    if (isOver && table.begins) add("Play again", () => table.again());
    return found;
  }
}

/** Is nobody here who plays? If one person alone sat there, whoever looks on can free their seat. */
function isLeft({ people }) {
  const sitting = people.filter(({ seat }) => seat !== null);
  return sitting.every(({ here, name }) => !here && name === sitting[0].name);
}

/** The name that the reader has given themselves. */
function named() {
  const name = (localStorage.getItem(NAME) ?? "").trim();
  return name === "" ? {} : { name };
}

/** Where several seats are held, whoever decides gives up. */
function resigning(table, { players, deciders }) {
  if (table.seats.length < 2) return {};
  const seat = players.find(({ colour, seat: each }) => deciders.includes(colour) && table.seats.includes(each))?.seat;
  return seat === undefined ? {} : { seat };
}

/** What signs on pieces, edges and seams mean. */
function legend(scene, lasting, places) {
  if (!lasting) return [];
  const found = [];
  const edges = new Map();
  for (const [name, owner] of lasting.edges.filter(([name]) => NAMED.test(name))) {
    edges.set(owner, [...(edges.get(owner) ?? []), name.replaceAll("_", " ")]);
  }
  for (const [owner, names] of edges) found.push(`${scene.players[owner]?.colour}: ${names.join(", ")}`);
  if (lasting.kinds.length > 1)
    found.push(
      `pieces: ${lasting.kinds.map(([name, glyph], index) => `${name} ${index > 0 && glyph === "●" ? "◎" : glyph}`).join(", ")}`,
    );
  const parts = found.map((text) => h("span", {}, text));
  lasting.seams.forEach(([name, paint], seam) => {
    const isOfCells = places.some(({ element }) => element.dataset.seam === String(seam));
    const sample = h("span", { class: isOfCells ? "seam cells" : "seam", "aria-hidden": "true" });
    if (/^#[0-9a-f]{6}$/i.test(paint)) sample.style.setProperty("--seam", paint);
    parts.push(h("span", {}, sample, `${name}: ${isOfCells ? "cells that are drawn twice" : "glued sides"}`));
  });
  return parts;
}
