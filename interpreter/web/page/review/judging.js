// What a game was like, from judgements of its positions: what each move cost, which cost most, and how sure that is.
// Nothing here knows the page. Moves and positions are counted as in the list of moves: position 0 is the start, and
// move 1 leads to position 1.

// Written by tests/reference.py: what `hexgame analyse` means by them.
const MISTAKE = 0.1; // of a win: what a mistake costs at least, and a blunder
const BLUNDER = 0.3;
const SURE = 2; // by how many standard errors a loss must exceed chance
const VOICES = 2; // searches that judge each position
const ENOUGH = 30; // simulations of a move without which nobody knows what it is worth
const WORST = 3;
const NORMAL = 1.96; // standard errors on either side of an interval that holds 95 times out of 100

/** Take over, into the judgements of a line, what follows from what is proved of its other positions. */
export async function settle(table, line, judgements) {
  const known = line.map((node, at) => certainty(judgements.get(node), table.moves.rows.get(line[at + 1])?.text));
  if (!known.some(({ proved, worth }) => proved || worth !== null)) return;
  const { proved } = await table.ask("settle", { line: known });
  for (const { at, seats } of proved) judgements.set(line[at], { ...judgements.get(line[at]), seats, gap: null, proved: true });
}

/** What is certain of a position in which a move was played, as the interpreter is asked what follows (`settle`). */
export function certainty(position, text) {
  if (!isJudged(position)) return { seats: [], proved: false, mover: null, whole: false, worth: null };
  const { seats, proved, mover, whole, moves } = position;
  return { seats, proved, mover, whole, worth: moves.find(({ move }) => move === text)?.proved ?? null };
}

/** Can one judgement be compared with the next? Not where a player knew less than everything, or chance decided. */
function joins(before, after) {
  return isJudged(before) && isJudged(after) && before.whole && after.whole && before.mover !== null;
}

export function isJudged(position) {
  return (position?.seats.length ?? 0) > 0;
}

/** The standard error of a loss, from how far the searches of one position differ, over all positions; null where none
 * is known. Where two searches differ by more than that, that counts. */
export function errorOf(positions) {
  const gaps = positions.filter(isJudged).map(({ gap }) => gap).filter((gap) => gap !== null);
  if (gaps.length === 0) return null;
  return Math.sqrt(gaps.reduce((sum, gap) => sum + gap ** 2, 0) / gaps.length / VOICES);
}

/** How far a value may be off either way; 0 if it is proved. */
export function reachOf({ proved, gap }, error) {
  return proved ? 0 : NORMAL * Math.max((error ?? 0) / Math.SQRT2, (gap ?? 0) / VOICES);
}

/** Each move with what it cost who made it. `rows` are the moves, by position, as in the tree of a scene. */
export function judgedMoves(positions, rows) {
  const error = errorOf(positions);
  return rows.slice(1).flatMap((row, index) => {
    const [before, after] = [positions[index], positions[index + 1]];
    if (!joins(before, after)) return [];
    return [judged(before, after, row, rows[index].node, error)];
  });
}

function judged(before, after, { node, ply, by, text }, parent, error) {
  const { mover } = before;
  const [was, is] = [before.seats[mover], after.seats[mover]];
  const unproved = [before, after].filter(({ proved }) => !proved);
  const usual = (error ?? 0) * Math.sqrt(unproved.length / 2);
  const doubt = SURE * Math.max(usual, Math.hypot(...unproved.map(({ gap }) => gap ?? 0)) / VOICES);
  const least = Math.max(MISTAKE, doubt);
  const better = was - is < least ? null : betterThan(before, text, is + least);
  const mark = better === null ? "" : was - is >= BLUNDER ? "??" : "?";
  const isProved = { was: before.proved, is: after.proved };
  return { node, parent, ply, by, text, mover, was, is, loss: was - is, doubt, better, mark, isProved };
}

/** The best other move that is known to be worth so much; null if there is none. */
function betterThan({ moves, simulations }, text, least) {
  const isKnown = ({ share, proved }) => proved !== null || share * simulations >= ENOUGH;
  return moves.find((each) => each.move !== text && isKnown(each) && (each.proved ?? each.value) >= least) ?? null;
}

/** The moves that cost most, numbered as they were played. */
export function worstOf(moves) {
  const marked = moves.filter(({ mark }) => mark !== "").sort((one, other) => other.loss - one.loss);
  const worst = marked.slice(0, WORST).sort((one, other) => one.ply - other.ply);
  return worst.map((each, index) => ({ ...each, number: index + 1 }));
}

/** What a search makes of moves, in order: the best first, those that are hardly searched last, each with how far its
 * value may be off. What certainly wins comes first of all, what certainly loses last of all. */
export function ranked(moves, simulations) {
  const rows = moves.map((each) => {
    const count = (each.share ?? 0) * simulations;
    const isKnown = each.proved !== null || !simulations || count >= ENOUGH;
    const reach = each.proved !== null || !count ? 0 : NORMAL * Math.sqrt((each.value * (1 - each.value)) / count);
    return { ...each, worth: each.proved ?? each.value, isKnown, reach };
  });
  const place = ({ proved, isKnown }) => (proved === 1 ? 0 : proved === 0 ? 3 : isKnown ? 1 : 2);
  return rows.sort((one, other) => place(one) - place(other) || (other.share ?? 0) - (one.share ?? 0));
}

/** How good another move is than the one that was played: `best`, `better` or `no better`. */
export function compared(tried, move, { text, is, better, doubt }) {
  const least = Math.max(MISTAKE, doubt);
  if (move === better.move || tried >= (better.proved ?? better.value) - least) return "best";
  return move !== text && tried >= is + least ? "better" : "no better";
}

/** Numbers for a scale from 0 to `last`, at most so many. */
export function ticks(last, most) {
  const steps = [1, 2, 5].flatMap((step) => [1, 10, 100, 1000, 10_000].map((ten) => step * ten)).sort((a, b) => a - b);
  const step = steps.find((each) => last / each <= most) ?? last;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** The runs of positions that are proved, as [first, last]. */
export function provedRuns(positions) {
  const runs = [];
  positions.forEach((position, at) => {
    if (!isJudged(position) || !position.proved) return;
    if (runs.at(-1)?.[1] === at - 1) runs.at(-1)[1] = at;
    else runs.push([at, at]);
  });
  return runs;
}

export function percent(share) {
  return String(Math.round(100 * share));
}
