// From a scene's moves to what a press on a cell means: a move, a piece that is about to move, or a choice between moves.

/** The moves of one position, by what is pressed. A link that joins two cells can be drawn from either end. */
export class Choosing {
  constructor(moves = []) {
    this.placements = new Map();
    this.leaving = new Map();
    this.elsewhere = moves.filter(({ cell }) => cell === undefined);
    this.selected = null;
    for (const move of moves) {
      if (move.ends) {
        this.leave(move.ends[0], move.ends[1], move);
        this.leave(move.ends[1], move.ends[0], move);
      } else if (move.source !== undefined) this.leave(move.source, move.cell, move);
      if (move.cell !== undefined && move.source === undefined) gather(this.placements, move.cell, move);
    }
  }

  leave(source, target, move) {
    if (!this.leaving.has(source)) this.leaving.set(source, new Map());
    gather(this.leaving.get(source), target, move);
  }

  /** The cells that can be pressed now, each with "place", "source" or "target". */
  get cells() {
    const found = new Map();
    if (this.selected === null) {
      for (const cell of this.leaving.keys()) found.set(cell, "source");
      for (const cell of this.placements.keys()) found.set(cell, "place");
    } else {
      for (const cell of this.leaving.get(this.selected).keys()) found.set(cell, "target");
    }
    return found;
  }

  /** What a press on a cell means: {play: move}, {choose: [moves], select?: cell}, {select: cell}, {drop: true} or {}. */
  press(cell) {
    if (this.selected !== null) {
      if (cell === this.selected) return { drop: true };
      const found = this.leaving.get(this.selected).get(cell);
      if (found) return found.length === 1 ? { play: found[0] } : { choose: found };
    }
    const placed = this.placements.get(cell) ?? [];
    const leaves = this.leaving.has(cell);
    if (placed.length === 1 && !leaves) return { play: placed[0] };
    if (placed.length > 0) return { choose: placed, select: leaves ? cell : undefined };
    if (leaves) return { select: cell };
    return this.selected === null ? {} : { drop: true };
  }

  /** The single placement on a cell, to be shown before it is made. */
  only(cell) {
    const placed = this.selected === null ? this.placements.get(cell) : undefined;
    return placed?.length === 1 && !this.leaving.has(cell) ? placed[0] : null;
  }
}

function gather(map, key, value) {
  if (map.has(key)) map.get(key).push(value);
  else map.set(key, [value]);
}

/** What a move does, for a button or a reader: "place stone", "knight of Red", "move to c3". */
export function described(move, scene, board) {
  if (move.piece === undefined) return move.says ?? move.text;
  const owner = scene.players[move.owner]?.colour;
  const both = owner === undefined ? move.piece : `${move.piece} of ${owner}`;
  const kind = board.kinds.length > 1 || owner === undefined ? both : owner;
  return move.source === undefined ? kind : `${move.piece} to ${board.cells[move.cell][0]}`;
}
