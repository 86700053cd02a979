// The review of a game: a graph of what players could expect, the moves that decided it, and other moves to be tried.

import { badge } from "../elements/badge.js";
import { h } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";
import { drawn } from "./graph.js";
import { hinted, unhinted } from "./hints.js";
import { compared, errorOf, isJudged, judgedMoves, percent, ranked, reachOf, settle, worstOf } from "./judging.js";

const SECONDS = 0.6; // for each position, shared by the two searches that judge it
const FEW = 0.25; // of the simulations that are usual: positions with fewer are judged once more in the end
const HINTS = 3;
const KEY = [
  ["disc good", "1", "better moves in order, larger is better"],
  ["arrows", "⟶", "from the move played to the better one"],
  ["disc played", "", "played"],
  ["disc", "??", "a blunder; ? a mistake"],
];
const NUMBERS = ["", "The move that decided it", "Two moves that decided it", "Three moves that decided it"];
const NOTHING = "No move is known to have cost a tenth of a win or more.";
const SECRET = "Players did not see everything in this game: each value rests on what its player knew then, and no move is called a mistake.";

const KEPT = 8; // games
const kept = new Map();

/** What was judged of a table, kept while the page is open: whoever comes back to it finds the review as it was. */
function judgementsOf(name) {
  const found = kept.get(name) ?? new Map();
  kept.delete(name);
  kept.set(name, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return found;
}

export class Review {
  constructor(table) {
    this.table = table;
    this.judgements = judgementsOf(table.name); // by node
    this.line = []; // the nodes of the game as it was played
    this.run = null; // the review that goes on
    this.version = 0; // counts judgements, for whoever shows them
    this.trying = null; // the mistake for which a better move is looked for
    this.hintedFor = "";
    const begun = () => (this.run === null ? this.begin() : this.stop());
    const begins = () => h("button", { type: "button", hidden: true, onclick: begun });
    [this.button, this.early] = [begins(), begins()];
    this.status = h("p", { class: "lead", role: "status" });
    this.worst = h("ol", { class: "mistakes" });
    this.title = h("h2");
    this.decided = h("section", { class: "decided" }, this.early, this.title, this.worst, this.status);
    this.about = h("p", { class: "lead" });
    this.heading = h("h2");
    this.key = h("p", { class: "legend", hidden: true }, KEY.map(([name, sign, text]) => h("span", {}, h("span", { class: name, "aria-hidden": "true" }, sign), ` ${text}`)));
    this.frame = h("div", { class: "graph", role: "slider", tabindex: "0", "aria-label": "Position of the game" });
    this.values = h("table");
    const folded = h("details", {}, h("summary", {}, "The values as a table"), h("div", { class: "scrolled", tabindex: "0" }, this.values));
    this.graph = h("section", { class: "panel review", hidden: true }, this.key, this.heading, this.about, this.frame, folded);
    this.listen();
  }

  listen() {
    const { frame } = this;
    const to = (at) => this.table.moves.go(this.line[Math.max(0, Math.min(this.line.length - 1, at))]);
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -1e6, End: 1e6 };
    frame.addEventListener("keydown", (event) => {
      if (steps[event.key] === undefined) return;
      event.preventDefault();
      to(this.here + steps[event.key]);
    });
    let pointed = null; // for which position a look was asked last, while the pointer is down
    const point = (event) => {
      const at = this.at?.(event.clientX) ?? null;
      if (at === pointed) return;
      pointed = at;
      to(at);
    };
    frame.addEventListener("pointerdown", (event) => {
      frame.setPointerCapture(event.pointerId);
      pointed = null;
      point(event);
    });
    frame.addEventListener("pointermove", (event) => frame.hasPointerCapture(event.pointerId) && point(event));
    new ResizeObserver(() => this.draw()).observe(frame);
  }

  show(scene) {
    const isFirst = !this.scene;
    this.scene = scene;
    const { moves } = this.table;
    this.line = moves.pathTo(scene.tip);
    const can = scene.free && this.line.length > 1;
    const isOver = scene.awaits === "over";
    const isWhole = this.line.every((node) => this.judgements.has(node));
    this.button.hidden = !(can && isOver && !isWhole);
    this.early.hidden = !can || isOver || isWhole;
    for (const each of [this.button, this.early]) each.textContent = this.run === null ? "Review the game" : "Stop the review";
    this.understand();
    this.graph.hidden = !scene.free || this.positions.filter(isJudged).length < 2;
    this.decided.hidden = !scene.free;
    if (this.trying !== null && ![this.trying.parent, this.parentOf(scene.node)].includes(this.trying.parent)) this.trying = null;
    this.tell();
    this.draw();
    this.hint();
    this.judgeTry();
    if (isFirst && this.judgements.size > 0) {
      this.version += 1; // the list of moves was written before the review knew the game
      moves.show(scene);
    }
  }

  /** Work out what the judgements say. */
  understand() {
    const { rows } = this.table.moves;
    const played = this.line.map((node) => rows.get(node));
    this.positions = this.line.map((node) => this.judgements.get(node));
    this.error = errorOf(this.positions);
    this.moves = new Map(judgedMoves(this.positions, played).map((each) => [each.node, each]));
    this.mistakes = this.run === null ? worstOf([...this.moves.values()]) : [];
    this.numbers = new Map(this.mistakes.map(({ node, number }) => [node, number]));
  }

  /** Where on the line the position is that is shown, or the one that it was tried from. */
  get here() {
    for (let node = this.scene.node; node !== null; node = this.parentOf(node)) {
      const at = this.line.indexOf(node);
      if (at >= 0) return at;
    }
    return 0;
  }

  parentOf(node) {
    return this.table.moves.rows.get(node)?.parent ?? null;
  }

  get mayTry() {
    const { awaits, players } = this.scene;
    return awaits === "over" && (this.table.seats.length > 0 || players.every(({ kind }) => kind !== "human"));
  }

  // Judging

  stop() {
    this.leave();
    this.status.textContent = "";
    this.changed();
  }

  /** Judge nothing more. */
  leave() {
    this.run = null;
  }

  changed() {
    this.version += 1;
    this.understand();
    this.table.moves.show(this.scene);
    this.show(this.scene);
  }

  async begin() {
    const run = (this.run = {});
    this.table.choose("Moves");
    this.changed();
    await this.judgeAll(run, this.line.filter((node) => !this.judgements.has(node)));
    if (this.run === run) await this.judgeAll(run, this.hasty());
    if (this.run !== run) return;
    this.stop();
    this.status.textContent = this.certainty();
    this.table.page.announce(`The review is done. ${this.title.textContent || NOTHING}`);
  }

  async judgeAll(run, nodes) {
    for (const node of nodes) {
      this.status.textContent = `Judging position ${this.line.indexOf(node)} of ${this.line.length - 1} …`;
      try {
        await this.judge(node, () => this.run === run);
      } catch (error) {
        if (this.run !== run) return;
        this.stop();
        this.table.failed(error);
      }
      if (this.run !== run) return;
    }
  }

  async judge(node, isWanted) {
    const answer = await this.table.analysis.inTurn(isWanted, () => this.table.ask("judge", { node, seconds: SECONDS }));
    if (answer === null) return;
    this.judgements.set(node, answer);
    await settle(this.table, this.line, this.judgements);
    this.changed();
  }

  /** The positions that were judged before the search was quick, as while it was compiled. */
  hasty() {
    const count = (node) => this.judgements.get(node).simulations;
    const searched = this.line.filter((node) => isJudged(this.judgements.get(node)) && !this.judgements.get(node).proved);
    const usual = searched.map(count).sort((one, other) => one - other)[Math.floor(searched.length / 2)];
    return searched.filter((node) => count(node) < FEW * usual || this.judgements.get(node).notes.length > 0);
  }

  /** Judge a move that was tried, once a game is reviewed. */
  judgeTry() {
    const { node, free, awaits } = this.scene;
    const isTry = free && awaits === "over" && this.run === null && !this.line.includes(node);
    if (!isTry || this.judgements.size < this.line.length || this.judgements.has(node)) return;
    this.judge(node, () => this.scene.node === node).catch(() => {});
  }

  // What is told

  certainty() {
    const reach = reachOf({ proved: false }, this.error);
    const sure = `Two searches judged each position. A value may be off by ${percent(reach)} % either way; a proved one is exact.`;
    if (this.error !== null) return sure;
    return this.positions.some(isJudged) ? "All values are proved, so they are exact." : "";
  }

  tell() {
    const { mistakes, scene, mayTry, trying } = this;
    const isReviewed = this.run === null && this.positions.every((each) => each !== undefined) && this.line.length > 1;
    this.title.textContent = NUMBERS[mistakes.length];
    this.title.hidden = mistakes.length === 0;
    const none = isReviewed && mistakes.length === 0 && this.nothing();
    fill(this.worst, [mistakes, scene.node, mayTry, none, scene.players], () => (none ? [h("li", { class: "lead" }, none)] : mistakes.map((each) => this.row(each))));
    if (trying !== null) this.status.textContent = this.verdict(trying);
    this.about.textContent = this.told(this.here);
  }

  /** Why no move is marked. */
  nothing() {
    const judged = this.positions.filter(isJudged);
    const searched = judged.some(({ moves }) => moves.length > 0);
    if (!searched) return ["No computer player can judge this game.", ...this.positions.flatMap(({ notes }) => notes).slice(0, 1)].join(" ");
    return judged.every(({ whole }) => whole) ? NOTHING : SECRET;
  }

  row(mistake) {
    const { node, parent, number, ply, by, text, better } = mistake;
    const player = this.scene.players.find(({ colour }) => colour === by);
    const go = () => this.seen(node);
    const named = `Move ${ply}`;
    return h(
      "li",
      { class: this.scene.node === node ? "here" : null },
      h("span", { class: "disc", "aria-hidden": "true" }, String(number)),
      h(
        "div",
        {},
        h("button", { type: "button", class: "quiet small", onclick: go }, `${named} `, player && badge(player), ` ${by} ${text}`),
        h("p", {}, cost(mistake), " Better: ", h("button", { type: "button", class: "quiet small better", "aria-label": `Better for ${named.toLowerCase()}: ${better.move}`, onclick: () => this.goTo(parent, better.move) }, better.move), missed(mistake)),
      ),
      this.mayTry && h("button", { type: "button", class: "small", "aria-label": `Try ${named.toLowerCase()} again`, onclick: () => this.tryAgain(mistake) }, "Try again"),
    );
  }

  /** Show a mistake, and what was better. */
  seen(node) {
    this.trying = null;
    this.status.textContent = this.certainty();
    return this.scene.node === node ? this.show(this.scene) : this.table.moves.go(node);
  }

  /** Go to where a move leads, which is tried if nobody has; to where it could be played, for whoever may not. */
  async goTo(parent, move) {
    const { table } = this;
    const { moves } = table;
    const known = [...moves.rows.values()].find((row) => row.parent === parent && row.text === move);
    if (known) return moves.go(known.node);
    if (this.scene.node !== parent) await table.look({ node: parent });
    const may = this.mayTry || parent === this.scene.tip;
    return may && this.scene.node === parent ? table.play(move) : undefined;
  }

  async tryAgain(mistake) {
    this.trying = mistake;
    if (this.scene.node === mistake.parent) this.show(this.scene);
    else await this.table.look({ node: mistake.parent });
    this.table.board.focus();
  }

  /** What is said to whoever looks for a better move. */
  verdict({ by, text, parent, node, mover, ply, ...mistake }) {
    const shown = this.scene.node;
    if (shown === parent) return `What is better than ${text} for ${by}, at move ${ply}? Play it on the board.`;
    if (shown === node) return `That is what was played: ${cost(mistake)}`;
    const found = this.judgements.get(shown);
    const tried = this.table.moves.rows.get(shown)?.text;
    if (found === undefined) return `Looking at ${tried} …`;
    if (!isJudged(found)) return `No computer player can judge ${tried}.`;
    const said = { best: "Well found: nothing better is known.", better: `Better than ${text}, but there is better still.`, "no better": `That is no better than ${text}.` };
    return `${tried}: ${percent(found.seats[mover])} %${found.proved ? ", proved" : ""} for ${by}. ${said[compared(found.seats[mover], tried, { text, ...mistake })]}`;
  }

  /** What is known of a position of the line, in a sentence. */
  told(at) {
    const position = this.positions[at];
    const row = this.table.moves.rows.get(this.line[at]);
    const where = at === 0 ? "At the start" : `After move ${at}, ${row.by} ${row.text}`.trimEnd();
    if (!isJudged(position)) return `${where}: nobody has judged this.`;
    const worth = this.lines.map(({ seat, colour }) => `${colour} ${percent(position.seats[seat])} %`).join(", ");
    const reach = reachOf(position, this.error);
    return `${where}: ${worth}${position.proved ? ", proved" : reach > 0 ? ` ± ${percent(reach)}` : ""}.`;
  }

  /** The players whose values are drawn: of two, one says it all. */
  get lines() {
    const { players } = this.scene;
    const lines = players.map(({ seat, colour, paint, rim }, owner) => ({ seat, colour, paint, rim, owner }));
    return lines.length === 2 ? [{ ...lines[0], other: lines[1].paint }] : lines;
  }

  draw() {
    if (this.graph.hidden || !this.scene) return;
    const { lines, positions, here, error } = this;
    const width = Math.floor(this.frame.clientWidth);
    const isTwo = lines.length === 1;
    this.heading.textContent = `What ${isTwo ? lines[0].colour : "each player"} could expect, % of a win`;
    for (const [name, value] of [["min", 0], ["max", this.line.length - 1], ["now", here], ["text", this.told(here)]]) this.frame.setAttribute(`aria-value${name}`, String(value));
    const worst = this.mistakes.map(({ number, ply, mover }) => ({ number, ply, mover }));
    const ends = isTwo ? this.scene.players.map(({ colour }) => `${colour} wins`) : null;
    if (width === 0) return;
    const known = [lines, this.version, this.line, worst];
    fill(this.frame, [width, here, ...known], () => {
      const { svg, at } = drawn({ positions, lines, ends, worst, error, here }, width);
      this.at = at;
      return [svg, !isTwo && legend(this.scene.players)];
    });
    fill(this.values, known, () => this.tabled());
  }

  tabled() {
    const head = ["Move", "", ...this.lines.map(({ colour }) => `${colour}, %`), "±", "Lost", "Better"];
    const rows = this.positions.map((position, at) => {
      const row = this.table.moves.rows.get(this.line[at]);
      const judged = this.moves.get(this.line[at]);
      const values = this.lines.map(({ seat }) => (isJudged(position) ? percent(position.seats[seat]) : "–"));
      const reach = !isJudged(position) ? "–" : position.proved ? "proved" : percent(reachOf(position, this.error));
      const lost = judged?.mark ? `${percent(judged.loss)} ${judged.mark}` : "";
      return [String(at), at === 0 ? "Start" : `${row.by} ${row.text}`, ...values, reach, lost, judged?.better?.move ?? ""];
    });
    const cells = (name, texts, scope) => h("tr", {}, texts.map((text) => h(name, { scope }, text)));
    return [h("thead", {}, cells("th", head, "col")), h("tbody", {}, rows.map((texts) => cells("td", texts)))];
  }

  // For the list of moves, and on the board

  /** What the list of moves says beside one: a mark, the number of a mistake, the value of a try. */
  beside(node) {
    if (!this.scene) return { mark: "", number: null, value: "" };
    const judged = this.moves?.get(node);
    const tried = this.judgements.get(node);
    const isTry = !this.line.includes(node) && isJudged(tried);
    const [first] = isTry ? this.lines : [];
    const value = first && `${first.colour} ${percent(tried.seats[first.seat])} %${tried.proved ? ", proved" : ""}`;
    return { mark: judged?.mark ?? "", number: this.numbers?.get(node) ?? null, value: value ?? "" };
  }

  /** After a move that was a mistake: what was better, and where it was played. */
  hint() {
    const judged = this.moves.get(this.scene.node);
    const key = `${this.scene.node} ${judged?.mark} ${judged?.better?.move} ${this.trying === null}`;
    if (key === this.hintedFor) return;
    this.hintedFor = key;
    const { board } = this.table;
    this.key.hidden = !judged?.mark || this.trying !== null;
    if (!judged?.mark || this.trying !== null) return void unhinted(board);
    const { moves, simulations } = this.positions[this.line.indexOf(judged.parent)];
    const others = ranked(moves, simulations).filter(({ move, isKnown }) => isKnown && move !== judged.text);
    const best = [judged.better, ...others.filter(({ move }) => move !== judged.better.move)].slice(0, HINTS);
    hinted(board, { best, played: { cell: this.scene.last?.cell, mark: judged.mark }, better: judged.better });
  }
}

function cost({ was, is, doubt, isProved, by }) {
  const off = isProved.was && isProved.is ? "" : ` (± ${percent(doubt)})`;
  return `${by ? `${by} ` : ""}${percent(was)} % → ${percent(is)} %${off}.`;
}

function missed({ was, isProved, better }) {
  const what = { 1: "proved win missed", 0.5: "proved draw missed" }[isProved.was ? was : -1] ?? (better.proved === 1 ? "proved" : null);
  return what && h("span", { class: "tag" }, what);
}

function legend(players) {
  return h("p", { class: "legend" }, players.map((player) => h("span", {}, badge(player), ` ${player.colour}`)));
}

/** Begin a game that goes on from a position of another, with the same players. */
export async function playOn({ page, begins, name }, node) {
  const { text } = await page.carrier.ask("record", { table: name, node });
  const answer = await page.carrier.ask("open", { record: text, sheet: begins.sheet, seats: begins.seats });
  page.go(`play/${answer.table}`);
}
