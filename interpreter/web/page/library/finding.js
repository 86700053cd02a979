// How games are found: by all that is said of them, by their tags, and by the other names that they have.

const NEAR = 0.5; // the share of letters that two words must have in common to be meant for each other

/** A text as a search compares it: words of small letters without accents, as `show/library.py` has it. */
export function folded(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** Does a game have all words of what is searched for, at least as they begin? */
export function fits(game, searched) {
  const words = ` ${game.words || folded(`${game.name} ${game.title} ${game.about} ${game.players.join(" ")}`)}`;
  return folded(searched).split(" ").every((word) => words.includes(` ${word}`));
}

/** What the library calls a game that is searched for by another name; empty if it is searched for by its own. */
export function called(games, searched) {
  const sought = folded(searched);
  if (sought.length < 3) return "";
  for (const { title, also } of games) {
    const name = also?.find((each) => folded(each).startsWith(sought) || joined(each).startsWith(sought));
    if (name && !folded(title).includes(sought)) return `${name} is called ${title} here.`;
  }
  return "";
}

/** A word that may have been meant by one that finds nothing: of a title, another name or a tag; else empty. */
export function meant(games, tags, searched) {
  const sought = folded(searched);
  const names = [...games.flatMap(({ title, also = [] }) => [title, ...also]), ...tags.map(({ name }) => name)];
  const weighed = names.map((name) => [likeness(folded(name), sought), name]).sort(([one], [other]) => other - one);
  return weighed[0]?.[0] >= NEAR ? weighed[0][1] : "";
}

function joined(name) {
  return folded(name.replaceAll("-", ""));
}

/** How much of two words is the same, from 0 to 1: the pairs of letters that both have. */
function likeness(one, other) {
  const [mine, theirs] = [pairs(one), pairs(other)];
  const both = mine.filter((pair) => theirs.includes(pair)).length;
  return mine.length + theirs.length === 0 ? 0 : (2 * both) / (mine.length + theirs.length);
}

function pairs(word) {
  const text = ` ${word} `;
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}
