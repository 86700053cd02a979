// Who plays: colours with their signs, seats, people who come by link, computer players; giving up, taking back.

import { badge } from "../elements/badge.js";
import { confirmed, h } from "../elements/dom.js";
import { arrange, fill } from "../elements/lasting.js";
import { figure, pieceOf } from "../elements/figures.js";
import { PLAYERS } from "../elements/players.js";

const NAME = "hexgame:name";
const COMPUTERS = new Map(PLAYERS);
const NAMED = /^\w+$/; // not `sides[0]`: what has no name is told by its colour alone

export class Seats {
  constructor(table) {
    this.table = table;
    this.list = h("ul", { class: "players" });
    this.legend = h("p", { class: "legend" });
    this.rows = [];
    const button = (text, act) => h("button", { type: "button", hidden: true, onclick: act }, text);
    this.back = button("Take back", () => table.try("undo"));
    this.again = button("Play again", () => table.again());
    this.again.classList.add("primary");
    this.isOver = null; // not known before the first scene
    this.resign = confirmed("Resign", "Really resign?", () => table.try("resign", resigning(table, table.scene)));
    this.actions = h("div", { class: "buttons" }, this.back, this.resign);
    this.hint = h("p", { class: "lead", role: "status" });
    this.name = this.named();
    this.element = h("div", {}, this.list, this.legend, this.actions, this.hint, this.name);
  }

  show(scene) {
    while (this.rows.length < scene.players.length) this.rows.push(h("li"));
    arrange(this.list, this.rows.slice(0, scene.players.length));
    scene.players.forEach((player, index) => this.seated(this.rows[index], player, scene));
    const { lasting, places, hash } = this.table.board;
    fill(this.legend, [hash, scene.players, scene.traces], () => legend(scene, lasting, places));
    this.offer(scene);
    const people = scene.players.filter(({ kind }) => kind === "human");
    this.name.hidden = this.table.page.carrier.name === "worker" || people.length < 2;
  }

  seated(row, player, scene) {
    const decides = scene.deciders.includes(player.colour) && !scene.outcome;
    row.classList.toggle("deciding", decides);
    row.setAttribute("aria-current", String(decides));
    const tags = [
      scene.picked?.includes(player.colour) && "has picked",
      scene.outcome?.winner === player.colour && "wins",
    ].filter(Boolean);
    const [who, [text, act]] = [this.who(player, scene), this.seating(player, scene)];
    fill(row, [player, who, tags, text], () => [
      badge(player),
      h("span", { class: "colour" }, player.colour),
      h("span", { class: "who" }, who),
      tags.map((tag) => h("span", { class: "tag" }, tag)),
      text && h(
        "button",
        { type: "button", class: "quiet small", "aria-label": `${text}: ${player.colour}`, onclick: act },
        text,
      ),
    ]);
  }

  who({ seat, name, kind }, scene) {
    if (kind === undefined) return "";
    if (kind !== "human") return COMPUTERS.get(kind) ?? `computer, ${kind}`;
    if (this.table.seats.includes(seat)) return name ? `${name} (you)` : "you";
    const person = scene.people?.find((each) => each.seat === seat);
    if (person === undefined && name === "") return "free seat";
    return `${name || "a guest"}${person && !person.here ? ", away" : ""}`;
  }

  /** What can be done about a seat, in words, and the deed: take a free one, leave one's own, invite somebody to one of
   * several, or free that of somebody who is away. */
  seating({ seat, kind }, scene) {
    if (kind !== "human" || this.table.page.carrier.name === "worker") return [];
    const { seats } = this.table;
    const holder = scene.people?.find((each) => each.seat === seat);
    if (seats.includes(seat) && seats.length > 1) return ["Invite", () => this.invite(seat)];
    if (seats.includes(seat)) return ["Leave the seat", () => this.change("stand", { seat })];
    if (holder === undefined) return ["Sit here", () => this.take(seat)];
    if (holder.here || scene.secret || (seats.length === 0 && !isLeft(scene))) return [];
    return ["Free the seat", () => this.change("free", { seat })];
  }

  async change(word, fields) {
    const answer = await this.table.try(word, fields);
    if (answer === null) return;
    this.table.seats = answer.seats;
    await this.table.look({});
  }

  /** Take a free seat. */
  take(seat) {
    return this.change("sit", { seat, ...named() });
  }

  async invite(seat) {
    await this.change("stand", { seat });
    try {
      await navigator.clipboard.writeText(location.href);
      this.hint.textContent = "Link copied. Anyone who opens it can take the free seat.";
    } catch {
      this.hint.textContent = `Anyone who opens ${location.href} can take the free seat.`;
    }
  }

  /** A field for the name that others see. */
  named() {
    const change = async (event) => {
      localStorage.setItem(NAME, event.target.value);
      for (const field of document.querySelectorAll(".naming input")) field.value = event.target.value;
      for (const seat of this.table.seats) await this.change("sit", { seat, ...named() });
    };
    return h(
      "label",
      { class: "check naming" },
      "Your name ",
      h("input", { value: named().name ?? "", maxlength: 40, autocomplete: "nickname", onchange: change }),
    );
  }

  offer(scene) {
    const { table } = this;
    const hasSeat = table.seats.length > 0;
    const isOver = scene.awaits === "over";
    this.back.hidden = !hasSeat || scene.tip === 0;
    this.resign.hidden = !hasSeat || isOver || scene.players.length !== 2;
    this.again.hidden = !isOver || !table.begins || (scene.again && hasSeat); // then there is a rematch
    if (isOver && this.isOver === false && hasSeat && !isTyping()) this.again.focus();
    this.isOver = isOver;
  }
}

/** Is the reader writing, which a game that ends must not stop? */
export function isTyping() {
  return document.activeElement?.matches("input, textarea, select") ?? false;
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
  const parts = found.map((text) => h("span", {}, text));
  for (const [words, pieces] of lasting.legend)
    parts.push(h("span", {}, pieces.map(([kind, owner]) => pieceOf(lasting.kinds, kind, owner)), words));
  for (const words of scene.traces ?? []) parts.push(h("span", {}, figure(lasting.drawn[words]), words));
  lasting.seams.forEach(([name, paint], seam) => {
    const isOfCells = places.some(({ element }) => element.dataset.seam === String(seam));
    const sample = h("span", { class: isOfCells ? "seam cells" : "seam", "aria-hidden": "true" });
    if (/^#[0-9a-f]{6}$/i.test(paint)) sample.style.setProperty("--seam", paint);
    parts.push(h("span", {}, sample, `${name}: ${isOfCells ? "cells that are drawn twice" : "glued sides"}`));
  });
  return parts;
}
