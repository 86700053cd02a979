// The view `#/play/TABLE`: a board with its players, moves, analysis, and everything that can be done at a table.

import { Analysis } from "./analysis.js";
import { appearance } from "./appearance.js";
import { Board } from "../board/board.js";
import { Clocks, placed } from "./clocks.js";
import { Company } from "./company.js";
import { curtain } from "./curtain.js";
import { h, worded } from "../elements/dom.js";
import { DIRECTIONS } from "../board/turning.js";
import { dropped } from "../keeping/files.js";
import { openRecord } from "../keeping/records.js";
import { forget, keepSeen, lastSeen, remember } from "../keeping/tables.js";
import { fill } from "../elements/lasting.js";
import { hand } from "./hand.js";
import { Invitation } from "./invitation.js";
import { Moves } from "./moves.js";
import { Openings } from "../review/openings.js";
import { Review } from "../review/review.js";
import { rulesBeside } from "../elements/rules.js";
import { Seats } from "./seats.js";
import { play as sound } from "./sounds.js";
import { sharing } from "./taking.js";
import { marked } from "../elements/turn.js";
import { tabbed } from "../elements/tabs.js";
import { waiting } from "../elements/waiting.js";

const LOOKING_ON =
  "You are watching. What the players hide from each other, such as their stones, is shown when it is revealed or the game is over.";

const ADVICE = "Take back a move, or reload the page to let it try again.";

/** What is said of a computer player that cannot go on; `again`, if it tries again by itself. */
export function troubled({ message, again }) {
  return `The computer player cannot continue: ${message} ${again ? "It will try again." : ADVICE}`;
}

/** Show a table: `#/play/NAME`. */
export async function show(place, page, name) {
  const joining = page.carrier.ask("join", { table: name });
  const seen = page.carrier.keeps && page.carrier.state === "loading" ? lastSeen(name) : null;
  const { seats, scene, looking = 0 } = seen ?? (await joining);
  if (page.signal.aborted) return;
  const table = new Table(place, page, name, seats);
  table.take(scene);
  table.company.looks(looking);
  if (seen !== null) table.awaitItself(joining);
}

/** One browser's view of a table. */
class Table {
  constructor(place, page, name, seats) {
    Object.assign(this, { place, page, name, seats: seats ?? [] });
    this.scene = null;
    this.eyes = null;
    this.looks = 0;
    this.follows = true;
    this.moved = null;
    this.coming = null; // what brings the table itself, while it is shown as it was seen last
    this.build();
    const stop = page.carrier.onTell((message) => message.table === name && this.hear(message));
    page.signal.addEventListener("abort", () => {
      stop();
      this.moves.stop();
      this.analysis.stop();
      marked(0);
      this.review.leave();
    });
    dropped(place, {
      signal: page.signal,
      onFile: ({ text }) => this.load(text),
      onFailure: (error) => this.failed(error),
    });
  }

  build() {
    const { page } = this;
    this.heading = h("h1", {}, "");
    this.standing = h("p", { class: "standing" }, "");
    this.notice = h("p", { class: "notice", hidden: true });
    this.trouble = h("p", { class: "problem", role: "alert" });
    this.stage = h("div", { class: "playing" });
    this.choices = h("div", { class: "choices" });
    this.facts = h("dl", { class: "facts" });
    this.waits = waiting(page);
    this.board = new Board(this.stage, {
      onMove: (text) => this.play(text),
      announce: (text) => page.announce(text),
      turns: true,
    });
    this.veil = curtain((colour) => this.look({ eyes: colour }).then(() => this.board.focus()));
    this.stage.append(this.veil.element);
    this.players = new Seats(this);
    this.moves = new Moves(this);
    this.analysis = new Analysis(this);
    this.company = new Company(this);
    this.invitation = new Invitation(this);
    this.review = new Review(this);
    this.openings = new Openings(this);
    const panels = tabbed([
      ["Game", [this.players.element, this.company.element, this.facts, rulesBeside(() => this.sheets()), sharing(this), appearance(this.board)]],
      ["Moves", [this.review.decided, this.moves.element]],
      ["Analysis", [this.analysis.element, this.openings.element]],
    ], "Table");
    this.choose = panels.choose;
    const head = h("header", { class: "tablehead" }, this.heading, this.standing, this.notice, this.company.looking);
    const under = h(
      "div",
      { class: "under" },
      this.choices, this.players.again, this.review.button, this.board.tools, this.board.confirming.bar,
    );
    const main = h(
      "section",
      { class: "boardside", "aria-label": "Board" },
      head,
      this.stage,
      this.company.offers,
      this.company.said,
      this.waits.element,
      under,
      this.trouble,
      this.review.graph,
    );
    const side = h("section", { class: "panels panel", "aria-label": "Table" }, panels.elements);
    this.place.append(h("div", { class: "table" }, main, side));
    placed(page.signal, (isNarrow) => (isNarrow ? under.before(this.invitation.element) : side.prepend(this.invitation.element)));
    this.clocks = new Clocks(this, side, this.stage);
    this.clocks.onLow = () => sound("low");
  }

  // What comes from the carrier

  /** Until the table itself has come, what is shown is how it was seen last: moves wait, and are made if it still stands
   * like that. */
  async awaitItself(joining) {
    this.coming = joining;
    try {
      const { seats, scene } = await joining;
      this.seats = seats ?? [];
      this.coming = null;
      this.told(scene);
    } catch (error) {
      forget(this.name);
      this.take({ ...this.scene, moves: [] });
      this.failed(error);
    }
  }

  ask(kind, fields = {}) {
    return this.page.carrier.ask(kind, { table: this.name, ...fields });
  }

  /** Ask, and say what went wrong; resolves to null then. */
  async try(kind, fields = {}) {
    this.trouble.textContent = "";
    try {
      return await this.ask(kind, fields);
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  failed(error) {
    this.trouble.replaceChildren(...worded(error.message));
  }

  hear(message) {
    if (message.tell === "table") return this.told(message.scene);
    if (this.company.hear(message)) return undefined;
    if (message.tell === "trouble") {
      this.standing.textContent = this.scene.standing; // nobody is thinking or being prepared
      return this.failed({ message: troubled(message) });
    }
    const said = { preparing: "Preparing the computer player for this game. Until it is ready, it plays less well." }[
      message.tell
    ];
    if (said) this.standing.textContent = said;
  }

  /** The table has changed: show it, unless somebody looks at an earlier position. Whoever is before the curtain and
   * decides again stays there. */
  told(scene) {
    const before = this.scene;
    const isStill = before !== null && before.tree.length === scene.tree.length && before.tip === scene.tip;
    if (this.eyes !== null && scene.curtain?.includes(this.eyes)) return void this.look({ eyes: this.eyes });
    this.eyes = scene.eyes;
    if (!isStill) this.trouble.textContent = "";
    if (this.follows || before === null) {
      this.take(scene);
      if (before !== null && !isStill) this.page.announce(this.news(scene));
      if (before !== null && !isStill) sound("move");
      return;
    }
    const { node } = before;
    if (scene.tree.some((row) => row.node === node)) this.look({ node });
    else this.take(scene);
  }

  news(scene) {
    const row = scene.tree.find(({ node }) => node === scene.tip);
    const move = row?.by ? `${row.by} ${row.text ? `plays ${row.text}` : "has played"}. ` : "";
    return `${move}${sentences(scene.said)}${scene.standing}.`;
  }

  /** Look at a position. Of several that were asked for, only the last is shown. */
  async look(fields) {
    const number = ++this.looks;
    const eyes = fields.eyes ?? this.eyes;
    const answer = await this.try("look", { ...fields, ...(eyes === null ? {} : { eyes }), has: this.board.hash });
    if (answer === null || number !== this.looks || this.page.signal.aborted) return;
    if (fields.node === undefined && stage(answer.scene) === this.moved) return; // it is of before our move
    const { scene } = answer;
    const isOthers = scene.curtain !== null && scene.eyes !== null; // whoever looked has moved: it is for others to look
    this.eyes = isOthers ? null : scene.eyes;
    if (isOthers) await this.look({ node: fields.node });
    else this.take(scene);
  }

  take(scene) {
    this.scene = scene;
    if (stage(scene) !== this.moved) this.moved = null;
    this.begins = scene.begins ?? this.begins;
    this.follows = scene.node === scene.tip;
    this.whole = { ...this.whole, ...scene, svg: { ...this.whole?.svg, ...scene.svg } };
    if (this.follows && this.coming === null) this.noted(scene);
    const isMine = scene.awaits === "you" && scene.players.some(({ seat }) => !this.seats.includes(seat));
    this.page.title(isMine ? `Your turn: ${scene.title}` : `${scene.title}: ${scene.standing}`);
    marked(isMine ? 1 : 0);
    this.heading.textContent = scene.title;
    this.standing.textContent = this.said(scene);
    this.notice.textContent = sentences(scene.said);
    this.notice.hidden = scene.said.length === 0;
    this.standing.classList.toggle("mine", scene.awaits === "you" && this.follows);
    this.standing.classList.toggle("over", scene.outcome !== null && this.follows);
    this.veil.show(scene);
    this.board.turning.hear([scene.asks ?? "", ...scene.said]);
    this.board.show(scene.curtain === null ? scene : { ...scene, moves: [] });
    const { elsewhere } = this.board.choosing;
    const { tip, hands, eyes, deciders, secret } = scene;
    const isSecret = secret && this.seats.length === 0;
    fill(this.choices, [tip, elsewhere, hands, eyes, deciders, isSecret], () => this.offers(scene, isSecret));
    fill(this.facts, facts(scene), () => facts(scene).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
    this.clocks.show(scene);
    this.company.show(scene);
    this.invitation.show(scene);
    this.players.show(scene);
    this.moves.show(scene);
    this.analysis.show(scene);
    this.review.show(scene);
    this.openings.show(scene);
  }

  /** Note how the table stands; where games are kept here, the whole scene, to be seen before Python when the page is
   * loaded again. */
  noted(scene) {
    remember(this.name, scene);
    if (this.page.carrier.keeps) keepSeen(this.name, this.seats, this.whole);
  }

  said(scene) {
    if (scene.outcome && scene.node === scene.tip) return verdict(scene, this.mine, this.board.turning.isTurned);
    if (scene.outcome || scene.node !== scene.tip) return scene.standing;
    const waits = { you: scene.asks || "your turn", computer: "the computer is thinking", other: "waiting", over: "" }[scene.awaits];
    return waits && scene.deciders.length > 0 ? `${scene.standing} – ${waits}` : scene.standing;
  }

  // What is done

  get mine() {
    return this.scene.players.filter(({ seat }) => this.seats.includes(seat)).map(({ colour }) => colour);
  }

  /** Play a move, but not a second one before the first is on the board: that would be meant for another position. */
  async play(move) {
    const { scene } = this;
    if (stage(scene) === this.moved) return;
    this.moved = stage(scene);
    if (this.coming !== null && !(await this.stillStands(scene))) return;
    const seat = scene.players.find(({ colour }) => colour === this.eyes)?.seat;
    const answer = await this.try("play", { node: scene.node, move, ...(seat === undefined ? {} : { seat }) });
    if (answer === null || scene.node !== scene.tip) this.moved = null;
    if (answer === null) return;
    this.trouble.textContent = "";
    if (scene.node !== scene.tip) await this.follow(scene.node, move);
    else if (this.eyes !== null && this.scene === scene) await this.look({}); // only whoever looks can tell the difference
  }

  /** Has the table itself come, and does it stand as it was seen last? */
  async stillStands(scene) {
    const found = await this.waits.during(this.coming, "Your move will be made.").catch(() => null);
    if (found !== null && stage(found.scene) === stage(scene)) return true;
    if (found !== null) this.failed({ message: "The game had moved on in another tab. Your move was not made." });
    return false;
  }

  /** After a variation was tried: look at it. */
  async follow(parent, move) {
    const answer = await this.try("look", { has: this.board.hash });
    const row = answer?.scene.tree.find((each) => each.parent === parent && each.text === move);
    if (row) await this.look({ node: row.node });
  }

  /** The texts of the sheet and of those that it is a variant of. */
  async sheets() {
    const { sheet } = this.begins;
    const { text, bases = [] } = sheet.name === undefined ? sheet : await this.page.carrier.ask("sheet", sheet);
    return [text, ...bases.map((base) => base.text)];
  }

  /** Begin a game from a record. */
  load(text) {
    return openRecord(this.page, text, this.begins.sheet).catch((error) => this.failed(error));
  }

  /** Begin the same game once more. */
  async again() {
    try {
      const answer = await this.page.carrier.ask("open", this.begins);
      this.page.go(`play/${answer.table}`);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Buttons for what is not on the board: passes, swaps, cards. */
  offers(scene, isSecret) {
    const buttons = this.board.choosing.elsewhere
      .filter(({ word }) => word !== "pick")
      .map(({ text, says }) =>
        h("button", { type: "button", "data-move": text, onclick: () => this.play(text) }, says ?? text),
      );
    const notice = isSecret ? [h("p", { class: "soft" }, LOOKING_ON)] : [];
    return [...hand(scene, this.board.choosing.elsewhere, (text) => this.play(text)), ...buttons, ...notice];
  }
}

/** How a game ended, for whoever looks if they played one colour, and what ended it as far as the scene tells. */
function verdict({ standing, outcome, joined = [] }, mine, isTurned) {
  if (mine.length !== 1 || outcome.winner === null) return standing;
  const sides = joined.filter((name) => /^\w+$/.test(name)).map((name) => name.replaceAll("_", " "));
  const isLost = isTurned && sides.some((side) => DIRECTIONS.test(side));
  const named = isLost ? "its sides" : `${sides.slice(0, -1).join(", ")} and ${sides.at(-1)}`;
  const chain = sides.length > 1 ? `${outcome.winner} joined ${named}` : standing;
  return `${mine[0] === outcome.winner ? "You won" : "You lost"}: ${outcome.label || chain}`;
}

/** A text that differs for stages of a game that differ, as somebody sees them. */
function stage({ eyes, tip, tree, picked }) {
  return [eyes, tip, tree.length, ...picked].join(" ");
}

/** Scores, variables, marks: whatever the board does not show, as names with their values. */
/** Texts of a sheet one after another, each as a sentence. */
function sentences(texts) {
  return texts.map((text) => (/[.!?]$/.test(text) ? `${text} ` : `${text}. `)).join("");
}

function facts(scene) {
  const found = [];
  const add = (name, value) => found.push([name.replaceAll("_", " "), value]);
  const byColour = (values) =>
    Object.entries(values)
      .map(([colour, value]) => `${colour} ${[value].flat().join(", ")}`)
      .join(" · ");
  if (Object.keys(scene.scores).length > 0) add("Scores", byColour(scene.scores));
  for (const [name, value] of Object.entries(scene.variables))
    add(name, typeof value === "object" ? byColour(value) : String(value));
  for (const [colour, marks] of Object.entries(scene.marks)) {
    for (const [name, cells] of Object.entries(marks)) add(`${colour}: ${name}`, cells.join(" "));
  }
  if (scene.eliminated.length > 0) add("Out", scene.eliminated.join(", "));
  const options = Object.entries(scene.options).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  if (options.length > 0) add("Options", options.join(" · "));
  return found;
}
