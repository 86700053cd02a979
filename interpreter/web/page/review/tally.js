// What was played in a position over games that are kept. Nothing here knows the page.

/** The moves that games went on with from the position of a name, after so many moves: the most frequent first, each
 * with how many games there were and who won them. `after` names the position after each move; of moves that lead to
 * positions alike, the first stands for all. */
export function tallied(games, ply, key, after) {
  const moves = new Map();
  for (const [move, name] of Object.entries(after)) if (!moves.has(name)) moves.set(name, move);
  const rows = new Map();
  for (const { keys, winner, mine } of games) {
    const move = keys[ply] === key ? moves.get(keys[ply + 1]) : undefined;
    if (move === undefined) continue;
    if (!rows.has(move)) rows.set(move, { move, games: 0, wins: {}, draws: 0, played: 0, won: 0 });
    const row = rows.get(move);
    row.games += 1;
    if (winner === null) row.draws += 1;
    else row.wins[winner] = (row.wins[winner] ?? 0) + 1;
    if (mine === null) continue;
    row.played += 1;
    row.won += Number(winner === mine);
  }
  return [...rows.values()].sort((one, other) => other.games - one.games);
}

/** How such games ended, in words. */
export function ended({ games, wins, draws, played, won }) {
  const parts = Object.entries(wins).map(([colour, count]) => `${colour} won ${count}`);
  if (draws > 0) parts.push(`${draws} drawn`);
  if (played > 0) parts.push(`you won ${won}${played < games ? ` of your ${played}` : ""}`);
  return parts.join(", ");
}
