// The clocks of a table, at both ends of the moves; on a narrow screen, of the board. The server counts: here the time
// that it has told is only taken on, by its own clock.

import { badge } from "../elements/badge.js";
import { h } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";

const LOW = 20; // seconds: fewer are shown with tenths
const BEAT = 100;
const DAY = 86_400;
const NARROW = matchMedia("(width < 60rem)");

/** A time as it is shown: `2 d 3 h`, `1:02:03`, `4:05`, and of few seconds the tenths. */
function timed(seconds) {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / 3600)} h`;
  if (seconds < LOW) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const [hours, minutes, rest] = parts.map((part, index) => (index > 0 ? String(part).padStart(2, "0") : String(part)));
  return parts[0] > 0 ? `${hours}:${minutes}:${rest}` : `${parts[1]}:${rest}`;
}

/** What clocks give, in few words: `10 min + 5 s`, `1 day a move`. */
export function terms({ move, base, more }) {
  const said = (seconds) => {
    const [unit, name] = [[DAY, "day"], [3600, "h"], [60, "min"], [1, "s"]].find(([each]) => seconds % each === 0 && seconds >= each);
    return `${seconds / unit} ${name}${name === "day" && seconds > unit ? "s" : ""}`;
  };
  return move ? `${said(move)} a move` : `${said(base)}${more ? ` + ${said(more)}` : ""}`;
}

/** Put something where it belongs on a screen that is narrow or wide, now and when that changes. */
export function placed(signal, put) {
  put(NARROW.matches);
  NARROW.addEventListener("change", () => put(NARROW.matches), { signal });
}

export class Clocks {
  constructor(table, panels, stage) {
    this.table = table;
    this.above = h("div", { class: "clocks", hidden: true });
    this.below = h("div", { class: "clocks", hidden: true });
    this.offset = null; // how far the server's clock is before the one here: an answer that was quick knows best
    this.faces = new Map();
    this.clock = null;
    this.onLow = () => {};
    placed(table.page.signal, (isNarrow) => {
      if (isNarrow) stage.before(this.above);
      else panels.prepend(this.above);
      if (isNarrow) stage.after(this.below);
      else panels.append(this.below);
    });
    const beat = setInterval(() => this.tick(), BEAT);
    const stop = table.page.carrier.onState(() => {
      if (table.page.carrier.state !== "open") this.offset = null; // a server that was started again counts anew
    });
    table.page.signal.addEventListener("abort", () => {
      clearInterval(beat);
      stop();
    });
  }

  /** The seconds that are left to a seat now. */
  left(seat) {
    const { left, runs, at } = this.clock;
    const [, seconds] = left.find(([each]) => each === seat);
    const passed = runs.includes(seat) ? performance.now() / 1000 + this.offset - at : 0;
    return Math.max(0, seconds - Math.max(0, passed));
  }

  show(scene) {
    const { clock } = scene;
    const [above, below] = [this.above, this.below];
    above.hidden = below.hidden = !clock;
    if (!clock) return;
    this.clock = clock;
    this.offset = Math.max(this.offset ?? -Infinity, clock.now - performance.now() / 1000);
    const players = scene.players.filter(({ seat }) => clock.left.some(([each]) => each === seat));
    const near = players.find(({ seat }) => this.table.seats.includes(seat)) ?? players[0];
    const others = players.filter((player) => player !== near);
    this.filled(above, others, scene);
    this.filled(below, [near], scene);
    this.tick();
  }

  filled(element, players, scene) {
    const names = players.map((player) => this.named(player, scene));
    fill(element, [players, names], () =>
      players.map((player, index) => {
        const face = h("span", { class: "clock", role: "timer", "aria-label": `Time of ${player.colour}` });
        this.faces.set(player.seat, face);
        return h("div", { class: "timed" }, badge(player), h("span", { class: "who" }, h("b", {}, names[index]), ` ${player.colour}`), face);
      }),
    );
  }

  named({ seat, name }, scene) {
    if (this.table.seats.includes(seat)) return this.table.seats.length === 1 ? "You" : name || "You";
    return scene.people.some((each) => each.seat === seat) ? name || "Guest" : "Free seat";
  }

  tick() {
    if (this.clock === null) return;
    for (const [seat, face] of this.faces) {
      const [left, isRunning] = [this.left(seat), this.clock.runs.includes(seat)];
      const isLow = isRunning && left < LOW;
      const text = timed(left);
      if (face.textContent !== text) face.textContent = text;
      if (isLow && !face.classList.contains("low") && this.table.seats.includes(seat)) this.onLow();
      face.classList.toggle("on", isRunning);
      face.classList.toggle("low", isLow);
    }
  }
}
