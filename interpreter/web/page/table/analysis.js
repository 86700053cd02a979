// What computer players and random games say of a position: best moves, values, heat on the board, a graph of the game.

import { counted, h } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";
import { shape } from "../elements/figures.js";

const SECONDS = 1;
const GLANCE = 0.3;
const PLAYED = [
  ["random", "random moves", 500],
  ["mcts:40", "a weak search", 100],
  ["mcts:400", "a stronger search", 100],
]; // who plays sample games, in words, and how many at most: as many as can be played in ten seconds
const LISTED = 8;
const ENOUGH = 30; // simulations of a move: its chance is then known to some 9 % either way, or better
const GRAPHED = "Each player’s chance of winning, move by move. Press the graph to go there.";
const NORMAL = 1.96; // standard errors on either side of an interval that holds 95 times out of 100

export class Analysis {
  constructor(table) {
    this.table = table;
    this.values = new Map();
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
      button("Whole game", () => this.analyseAll()),
    );
    this.player = h("select", { "aria-label": "Players of the sample games" }, PLAYED.map(([by, text]) => h("option", { value: by }, text)));
    this.samples = h("div", { class: "buttons samples" }, button("Sample games", () => this.sample()), h("label", { class: "check" }, "by ", this.player));
    this.why = h("p", { class: "lead" });
    this.status = h("p", { class: "lead", role: "status" });
    this.list = h("ol", { class: "best" });
    this.graph = h("div", { class: "graph" });
    this.notes = h("div", { class: "notes" });
    this.tools = h(
      "div",
      { class: "analysis" },
      this.buttons,
      this.samples,
      this.status,
      this.list,
      this.notes,
      this.graph,
    );
    this.element = h("div", {}, this.why, this.tools);
  }

  show(scene) {
    const before = this.scene;
    this.scene = scene;
    this.tools.hidden = !scene.free;
    this.why.textContent = scene.free ? "" : "There is no analysis while other people are playing, or while something is hidden.";
    this.plot();
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
    const answer = await this.inTurn(number, () => this.table.try(kind, fields));
    if (number !== this.asked) return null;
    this.status.textContent = "";
    if (answer !== null) this.clear();
    return answer;
  }

  /** Ask once nothing else is being answered, unless there is a later question by then. */
  async inTurn(number, act) {
    while (this.answering !== null) await this.answering;
    if (number !== this.asked) return null;
    this.answering = act().finally(() => (this.answering = null));
    return this.answering;
  }

  /** Forget what was found before, so that nothing on the board or beside it answers another question. */
  clear() {
    this.table.board.heat(null);
    this.table.board.mark([]);
    this.list.replaceChildren();
    this.notes.replaceChildren();
  }

  async analyse() {
    const { node } = this.scene;
    const answer = await this.ask("analyse", { node, seconds: SECONDS }, "Thinking…");
    if (answer === null) return;
    this.keep(node, answer);
    const best = answer.moves.slice(0, LISTED);
    const isKnown = ({ share, proved }) => sure(proved) || !answer.simulations || share * answer.simulations >= ENOUGH;
    this.list.replaceChildren(...best.map((each) => this.move(each, isKnown(each))));
    const shown = best.filter((each) => each.cell !== null && isKnown(each));
    this.heat(shown.map(({ cell, share, value }) => [cell, share, value]));
    this.notes.replaceChildren(...(answer.notes ?? []).map((note) => h("p", { class: "lead" }, sentence(note))));
    const count = answer.simulations ? `${answer.simulations.toLocaleString()} simulations. ` : "";
    const says = shown.length > 0 ? "On the board: each move’s chance of winning, in percent." : "Too few to say how good a move is.";
    this.status.textContent = count + says;
    this.plot();
  }

  move({ move, share, value, proved }, isKnown) {
    const said = sure(proved) ?? (isKnown ? `wins ${percent(value)} %` : "hardly searched");
    const meter = h("meter", {
      min: 0,
      max: 1,
      value: share ?? 0,
      "aria-label": `share of the search: ${percent(share ?? 0)} %`,
    });
    return h(
      "li",
      {},
      h("button", { type: "button", class: "quiet small", onclick: () => this.table.play(move) }, move),
      meter,
      h("span", {}, said),
    );
  }

  keep(node, { values }) {
    if (Object.keys(values).length > 0) this.values.set(node, values);
  }

  /** Look at every position of the line that is shown, briefly. */
  async analyseAll() {
    const number = (this.asked += 1);
    for (const [index, node] of this.table.moves.line.entries()) {
      if (this.values.has(node)) continue;
      this.status.textContent = `Position ${index} …`;
      const ask = () => this.table.ask("analyse", { node, seconds: GLANCE }).catch(() => null); // as where the game is over
      const answer = await this.inTurn(number, ask);
      if (answer !== null) this.keep(node, answer);
      if (number !== this.asked) return;
      this.plot();
    }
    this.status.textContent = "";
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

  /** Draw the values of the positions of the line that were analysed. */
  plot() {
    const line = this.table.moves.line ?? [];
    const known = line.map((node, index) => [index, this.values.get(node)]).filter(([, values]) => values);
    fill(this.graph, [known, line, this.scene.node], () => known.length > 1 && [this.drawn(known, line), h("p", { class: "lead" }, GRAPHED)]);
  }

  /** A graph with a line for each player. */
  drawn(known, line) {
    const [width, height] = [300, 90];
    const x = (index) => (width * index) / Math.max(1, line.length - 1);
    const y = (value) => height * (1 - value);
    const svg = shape("svg", {
      viewBox: `-4 -4 ${width + 8} ${height + 8}`,
      role: "img",
      "aria-label": this.said(known),
    });
    svg.append(shape("line", { x1: 0, x2: width, y1: y(0.5), y2: y(0.5), class: "axis" }));
    this.scene.players.forEach(({ paint, rim, colour }, index) => {
      const points = known.map(([at, values]) => `${x(at)},${y(values[colour] ?? 0)}`).join(" ");
      svg.append(shape("polyline", { points, stroke: rim, class: "casing" }));
      svg.append(shape("polyline", { points, stroke: paint, "data-owner": index }));
    });
    const here = line.indexOf(this.scene.node);
    svg.append(shape("line", { x1: x(here), x2: x(here), y1: 0, y2: height, class: "now" }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const index = Math.round(((event.clientX - box.x) / box.width) * (line.length - 1));
      this.table.moves.go(line[Math.max(0, Math.min(line.length - 1, index))]);
    });
    return svg;
  }

  said(known) {
    const [first] = this.scene.players;
    return `Value for ${first.colour}: ${known.map(([index, values]) => `after ${counted(index, "move")} ${percent(values[first.colour] ?? 0)} %`).join(", ")}`;
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

function percent(share) {
  return String(Math.round(100 * share));
}
