// A tree of openings from the reader's own games: what was played in the position that is shown, and how that ended.

import { counted, h } from "../elements/dom.js";
import { finished, keepFinished, pliesKept } from "../keeping/finished.js";
import { ended, tallied } from "./tally.js";

const NONE = "No finished game in this browser went on from this position.";

export class Openings {
  constructor(table) {
    this.table = table;
    this.asked = 0;
    this.body = h("div");
    this.element = h("details", { class: "openings", hidden: true, ontoggle: () => this.find() }, h("summary", {}, "From your games"), this.body);
  }

  async show(scene) {
    this.scene = scene;
    this.element.hidden = !scene.free;
    await this.keep(scene);
    if (this.scene === scene) await this.find();
  }

  /** Keep a game that has ended, if it was played from here. */
  async keep(scene) {
    const { table } = this;
    const row = scene.tree.find(({ node }) => node === scene.tip);
    const isDone = scene.free && scene.awaits === "over" && scene.node === scene.tip && scene.outcome;
    if (!isDone || table.seats.length === 0 || pliesKept(table.name) === row.ply) return;
    const found = await this.keys(scene.tip);
    if (found === null) return;
    const [mine, ...others] = table.mine;
    const isMine = mine !== undefined && others.length === 0;
    const { winner } = scene.outcome;
    keepFinished(table.name, { game: found.game, keys: found.line, plies: row.ply, winner, mine: isMine ? mine : null });
  }

  keys(node) {
    const { analysis } = this.table;
    return analysis.inTurn(() => true, () => this.table.ask("keys", { node })).catch(() => null); // nothing is lost without
  }

  async find() {
    const { scene } = this;
    const number = (this.asked += 1);
    if (!this.element.open || !scene.free) return;
    const found = await this.keys(scene.node);
    if (found === null || number !== this.asked) return;
    const ply = scene.tree.find(({ node }) => node === scene.node).ply;
    const rows = tallied(finished(found.game), ply, found.line[ply], found.after);
    this.body.replaceChildren(...(rows.length > 0 ? this.listed(rows, scene.node) : [h("p", { class: "lead" }, NONE)]));
  }

  listed(rows, node) {
    const all = rows.reduce((sum, { games }) => sum + games, 0);
    const go = (move) => () => this.table.review.goTo(node, move);
    const items = rows.map((row) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "quiet small", onclick: go(row.move) }, row.move),
        h("span", {}, `${counted(row.games, "game")}: ${ended(row)}`),
      ),
    );
    const about = `${counted(all, "game")} of yours went on from here; turned or mirrored boards count as one.`;
    return [h("ol", { class: "best" }, items), h("p", { class: "lead" }, about)];
  }
}
