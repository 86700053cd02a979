// What computer players and random games say of a position: best moves in order, threats, heat on the board.

import { counted, h } from "../elements/dom.js";
import { hinted, unhinted } from "../review/hints.js";
import { percent, ranked } from "../review/judging.js";

const SECONDS = 1;
const PLAYED = [
  ["random", "random moves", 500],
  ["mcts:40", "a weak search", 100],
  ["mcts:400", "a stronger search", 100],
]; // who plays sample games, in words, and how many at most: as many as can be played in ten seconds
const LISTED = 8;
const LEGEND = "On the board: the best moves in order, larger is better. Beside each is its player’s chance of winning, with its 95 % interval.";
const NORMAL = 1.96; // standard errors on either side of an interval that holds 95 times out of 100

export class Analysis {
  constructor(table) {
    this.table = table;
    this.isLive = false;
    this.asked = 0; // how many questions there were: only the last is of interest
    this.answering = null; // the one that is being answered
    const button = (text, act) => h("button", { type: "button", onclick: act }, text);
    const live = h("input", { type: "checkbox", onchange: (event) => this.live(event.target.checked) });
    this.buttons = h(
      "div",
      { class: "buttons" },
      button("Best moves", () => this.analyse()),
      h("label", { class: "check" }, live, "live"),
      button("Threats", () => this.threats()),
    );
    this.player = h("select", { "aria-label": "Players of the sample games" }, PLAYED.map(([by, text]) => h("option", { value: by }, text)));
    this.samples = h("div", { class: "buttons samples" }, button("Sample games", () => this.sample()), h("label", { class: "check" }, "by ", this.player));
    this.why = h("p", { class: "lead" });
    this.status = h("p", { class: "lead", role: "status" });
    this.list = h("ol", { class: "best" });
    this.notes = h("div", { class: "notes" });
    this.tools = h(
      "div",
      { class: "analysis" },
      this.buttons,
      this.samples,
      this.status,
      this.list,
      this.notes,
    );
    this.element = h("div", {}, this.why, this.tools);
  }

  show(scene) {
    const before = this.scene;
    this.scene = scene;
    this.tools.hidden = !scene.free;
    this.why.textContent = scene.free ? "" : "There is no analysis while other people are playing, or while something is hidden.";
    if (before?.free === scene.free && before.node === scene.node && before.svg.stones === scene.svg.stones) return;
    this.asked += 1;
    this.status.textContent = "";
    this.clear();
    if (this.isLive && scene.free && !scene.outcome) this.analyse();
  }

  stop() {
    this.isLive = false;
    this.asked += 1;
  }

  live(isLive) {
    this.isLive = isLive;
    if (isLive) this.analyse();
  }

  /** Ask, saying that it takes a while; null if it was refused, or if something else was asked or another position
   * shown meanwhile. */
  async ask(kind, fields, says) {
    const number = (this.asked += 1);
    this.status.textContent = says;
    const answer = await this.inTurn(() => number === this.asked, () => this.table.try(kind, fields));
    if (number !== this.asked) return null;
    this.status.textContent = "";
    if (answer !== null) this.clear();
    return answer;
  }

  /** Ask once nothing else is being answered, unless nobody wants to know any more by then. */
  async inTurn(isWanted, act) {
    while (this.answering !== null) await this.answering.catch(() => {}); // that is for whoever has asked
    if (!isWanted()) return null;
    this.answering = act().finally(() => (this.answering = null));
    return this.answering;
  }

  /** Forget what was found before, so that nothing on the board or beside it answers another question. */
  clear() {
    this.table.board.heat(null);
    this.table.board.mark([]);
    unhinted(this.table.board);
    this.list.replaceChildren();
    this.notes.replaceChildren();
  }

  async analyse() {
    const { node } = this.scene;
    const answer = await this.ask("analyse", { node, seconds: SECONDS }, "Thinking…");
    if (answer === null) return;
    const best = ranked(answer.moves, answer.simulations).slice(0, LISTED).map((each, index) => ({ ...each, number: index + 1 }));
    this.list.replaceChildren(...best.map((each) => this.move(each)));
    const shown = best.filter(({ isKnown }) => isKnown);
    hinted(this.table.board, { best: shown });
    this.notes.replaceChildren(...(answer.notes ?? []).map((note) => h("p", { class: "lead" }, sentence(note))));
    const count = answer.simulations ? `${answer.simulations.toLocaleString()} simulations. ` : "";
    this.status.textContent = count + (shown.length > 0 ? LEGEND : "Too few to say how good a move is.");
  }

  move({ move, number, value, proved, isKnown, reach }) {
    const chance = `wins ${percent(value)} %${reach > 0 ? ` ± ${percent(reach)}` : ""}`;
    const said = sure(proved) ?? (isKnown ? chance : "hardly searched");
    return h(
      "li",
      {},
      h("span", { class: isKnown ? "disc good" : "disc idle", "aria-hidden": "true" }, String(number)),
      h("button", { type: "button", class: "quiet small", onclick: () => this.table.play(move) }, move),
      h("span", {}, said),
    );
  }

  async sample() {
    const [by, who, most] = PLAYED.find(([name]) => name === this.player.value);
    const answer = await this.ask("sample", { node: this.scene.node, games: most, by }, "Playing games…");
    if (answer === null) return;
    const { games, wins, draws, heat, note } = answer;
    const lines = Object.entries(wins).map(([colour, count]) => `${colour} wins ${likely(count, games)}`);
    if (draws) lines.push(`${likely(draws, games)} are drawn`);
    lines.push(`${counted(games, "game")} by ${who}; 95 % confidence intervals in brackets.`);
    if (note) lines.push(note);
    this.notes.replaceChildren(...lines.map((line) => h("p", { class: "lead" }, line)));
    const [low, high] = [Math.min(...heat.map(([, share]) => share)), Math.max(...heat.map(([, share]) => share))];
    this.heat(
      heat.map(([cell, share]) => [cell, share - low, share]),
      high - low,
    );
    if (heat.length > 0)
      this.notes.append(
        h("p", { class: "lead" }, "On the board: the percentage of games in which the winner holds a cell at the end."),
      );
  }

  /** Colour cells, given as [cell, warmth, value]; `most` is the greatest warmth. Values are written as percent. */
  heat(cells, most = Math.max(...cells.map(([, warmth]) => warmth))) {
    const values = cells.map(([cell, warmth, value]) => [cell, { level: warmth / (most || 1), text: percent(value) }]);
    this.table.board.heat(Object.fromEntries(values));
  }

  async threats() {
    const answer = await this.ask("threats", { node: this.scene.node }, "Looking…");
    if (answer === null) return;
    const cells = [...answer.wins, ...answer.dangers].map(({ cell }) => cell).filter((cell) => cell !== undefined);
    this.table.board.mark([...new Set(cells)]);
    const [mover] = this.scene.deciders;
    const said = (moves, text) =>
      moves.length > 0 ? [`${text}: ${moves.map(({ text: move }) => move).join(", ")}`] : [];
    const lines = [
      ...said(answer.wins, `${mover} can win at once with`),
      ...said(answer.dangers, "Unless this is stopped, the next player wins with"),
    ];
    this.notes.replaceChildren(
      ...(lines.length > 0 ? lines : ["No move wins at once."]).map((line) => h("p", { class: "lead" }, line)),
    );
  }
}

/** A note as a sentence. */
function sentence(note) {
  return `${note[0].toUpperCase()}${note.slice(1)}.`;
}

/** A share in percent with its interval, E. B. Wilson's. */
function likely(count, games) {
  const share = count / games;
  const spread = NORMAL ** 2 / games;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (NORMAL * Math.sqrt((share * (1 - share)) / games + spread / games / 4)) / (1 + spread);
  return `${percent(share)} % (${percent(Math.max(0, middle - reach))} … ${percent(Math.min(1, middle + reach))})`;
}

/** What is proved of a move; undefined if nothing is. */
function sure(proved) {
  return { 0: "loses, proved", 0.5: "draws, proved", 1: "wins, proved" }[proved];
}
