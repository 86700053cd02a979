// A seat is free: who plays there is shown how to invite somebody, and who has come is shown where to sit.

import { badge } from "../elements/badge.js";
import { h } from "../elements/dom.js";
import { shape } from "../elements/figures.js";
import { fill } from "../elements/lasting.js";
import { terms } from "./clocks.js";

const QUIET = 4; // squares around a code

/** A QR code as a drawing, from its rows of `1` and `0`; dark on light in any light. */
export function code(rows) {
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  const svg = shape("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": "QR code of the link" });
  svg.append(shape("rect", { width: size, height: size, fill: "#fff" }), shape("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }));
  return svg;
}

export class Invitation {
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "invitation", "aria-label": "Invitation", hidden: true });
    this.isLookingOn = false;
    this.rows = null; // of the code; not asked for yet
  }

  show(scene) {
    const { table } = this;
    const isHeld = (seat) => table.seats.includes(seat) || scene.people.some((each) => each.seat === seat);
    const isFree = ({ kind, seat }) => kind === "human" && !isHeld(seat);
    const free = table.page.carrier.name === "worker" ? [] : scene.players.filter(isFree);
    const isHost = table.seats.length > 0;
    this.element.hidden = free.length === 0 || scene.awaits === "over" || (!isHost && this.isLookingOn);
    if (this.element.hidden) return void fill(this.element, null, () => []);
    if (isHost && this.rows === null) this.ask();
    const host = scene.people.find(({ name }) => name)?.name ?? "";
    const data = [isHost, free, host, scene.title, scene.options, scene.clock?.base, scene.clock?.move, this.rows];
    fill(this.element, data, () => (isHost ? this.invite(free) : this.invited(free, host, scene)));
  }

  /** Ask for the code of the link; where none can be had, the link is enough. */
  async ask() {
    this.rows = [];
    this.rows = await this.table.page.carrier.ask("qr", { text: location.href }).then(({ rows }) => rows).catch(() => []);
    if (!this.table.page.signal.aborted) this.show(this.table.scene);
  }

  /** For whoever plays here: the link, its code, a button that sends it. */
  invite(free) {
    const told = h("p", { class: "soft", role: "status" }, "The table stays even if you close this page.");
    const link = h("input", { readonly: true, value: location.href, "aria-label": "Link of the table", onfocus: (event) => event.target.select() });
    const send = async () => {
      const sent = { title: this.table.scene.title, text: `Play ${this.table.scene.title} with me`, url: location.href };
      try {
        if (navigator.share) return void (await navigator.share(sent));
        await navigator.clipboard.writeText(location.href);
        told.textContent = "Link copied. Whoever opens it can take the free seat.";
      } catch (error) {
        if (error.name !== "AbortError") link.focus();
      }
    };
    return [
      h("h2", {}, `Waiting for ${free.map(({ colour }) => colour).join(" and ")}`),
      h(
        "div",
        { class: "sent" },
        this.rows?.length > 0 && code(this.rows),
        h("div", {}, h("p", {}, this.rows?.length > 0 ? "Let your friend scan this, or send the link." : "Send your friend the link."), link),
      ),
      h("button", { type: "button", class: "primary big", onclick: send }, navigator.share ? "Send the link" : "Copy the link"),
      told,
    ];
  }

  /** For whoever has come by the link: what it is about, and one button across the width. */
  invited([first, ...others], host, scene) {
    const sit = ({ seat }) => () => this.table.players.take(seat);
    const chips = [
      ...Object.entries(scene.options).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`),
      ...(scene.clock ? [terms(scene.clock)] : []),
    ];
    const pass = () => {
      this.isLookingOn = true;
      this.show(this.table.scene);
    };
    return [
      h("h2", {}, host ? `${host} invites you to a game of ${scene.title}` : `You are invited to a game of ${scene.title}`),
      h("p", { class: "chips" }, chips.map((chip) => h("span", { class: "tag" }, chip))),
      this.table.players.named(),
      h("button", { type: "button", class: "primary big", onclick: sit(first) }, badge(first), ` Sit and play as ${first.colour}`),
      others.map((each) => h("button", { type: "button", onclick: sit(each) }, badge(each), ` Sit and play as ${each.colour}`)),
      h("button", { type: "button", class: "quiet", onclick: pass }, "Just watch"),
    ];
  }
}
