// The computer as the other player on a framed board: a table that is opened with the reader's first move, and forgotten
// when the reader leaves.

const COMPUTER = "normal";
const HUMAN = "human";

export class Opponent {
  /** `taken({scene, moves})` gets what the table shows, `failed(error)` what goes wrong. */
  constructor(carrier, taken, failed) {
    Object.assign(this, { carrier, taken, failed, table: null, scene: null });
    this.stop = carrier.onTell((message) => message.table === this.table && this.table !== null && this.hear(message));
  }

  get isPlaying() {
    return this.table !== null;
  }

  /** Make a move; the first opens the table. `wanted` says of which game, after which moves. */
  async move(text, wanted) {
    try {
      if (this.table === null) await this.open(wanted);
      await this.carrier.ask("play", { table: this.table, node: this.scene.node, move: text });
    } catch (error) {
      this.failed(error);
    }
  }

  /** Open a table where the reader has the seat of whoever is to move. After a swap, that is another than usual. */
  async open({ game, full, options, moves, scene }) {
    const number = scene.players.length;
    const usual = Math.max(0, scene.players.findIndex(({ colour }) => scene.deciders.includes(colour)));
    for (let turn = 0; turn < number; turn++) {
      const seats = scene.players.map((_, seat) => (seat === (usual + turn) % number ? HUMAN : COMPUTER));
      const sheet = game === null ? full : { name: game };
      const record = { game: game ?? "sheet", options, moves };
      const begun = moves.length ? { record: JSON.stringify(record) } : { options };
      const { table, scene: first } = await this.carrier.ask("open", { sheet, seats, ...begun });
      this.table = table;
      this.scene = first;
      if (first.awaits === "you") return;
      this.carrier.forget(table);
      this.table = null;
    }
    throw new Error("The computer cannot play here.");
  }

  hear(message) {
    if (message.tell === "trouble") return this.failed({ message: `The computer player cannot continue: ${message.message}` });
    if (message.tell !== "table") return undefined;
    const { scene } = message;
    this.scene = scene;
    return this.taken({ scene, moves: line(scene) });
  }

  async takeBack() {
    await this.carrier.ask("undo", { table: this.table }).catch((error) => this.failed(error));
  }

  leave() {
    if (this.table !== null) this.carrier.forget(this.table);
    this.table = null;
  }
}

/** The moves from the beginning to where play stands. */
function line({ tree, tip }) {
  const rows = new Map(tree.map((row) => [row.node, row]));
  const moves = [];
  for (let row = rows.get(tip); row && row.parent !== null; row = rows.get(row.parent)) moves.unshift(row.text);
  return moves;
}
