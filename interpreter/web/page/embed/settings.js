// What the address of a framed board asks for. Whoever framed it wrote that: whatever is not of a form and a length that
// is known is left out, and named.

const MOST = { sheet: 60_000, moves: 400, move: 80, options: 20 };
const NAME = /^[\w-]{1,60}$/;
const OPTION = /^(\w{1,40})=([\w.-]{1,40})$/;
const WORDS = { play: ["no", "yes", "engine"], theme: ["wood", "flat", "contrast"], mode: ["light", "dark"] };

/** Moves as they are written in a row: with commas between them if there are any outside braces, else with spaces. */
function movesOf(text) {
  const parts = text.match(/\{[^}]*\}|[^{]/g) ?? [];
  const comma = parts.includes(",") ? /[,\n]/ : /\s/;
  const moves = [""];
  for (const part of parts) {
    if (comma.test(part)) moves.push("");
    else moves[moves.length - 1] += part;
  }
  return moves.map((move) => move.trim()).filter(Boolean);
}

/** Read a fragment. Returns {game, sheet, moves, options, play, theme, mode, ground, size, wrong}: `wrong` is a sentence
 * that says what cannot be shown, or empty; `ground` is whether a ground of its own lies behind the board. */
export function settings(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const text = (name) => given.get(name) ?? "";
  const found = { game: null, sheet: null, moves: movesOf(text("moves")), options: {}, size: null, wrong: "" };
  found.ground = given.has("ground");
  const wrong = (what) => (found.wrong ||= what);
  for (const [name, words] of Object.entries(WORDS)) {
    found[name] = text(name) === "" ? null : text(name);
    if (found[name] === null || words.includes(found[name])) continue;
    wrong(`${name} must be one of: ${words.join(", ")}.`);
    found[name] = null;
  }
  found.play ??= "no";
  if (given.has("sheet")) found.sheet = text("sheet");
  else found.game = text("game");
  if (found.sheet === null && found.game === "") wrong("name a game of the library, or give a sheet.");
  else if (found.sheet === null && !NAME.test(found.game)) wrong("game must be the name of a game in the library.");
  if (found.sheet?.length > MOST.sheet) wrong(`a sheet may have at most ${MOST.sheet} characters here.`);
  if (found.moves.length > MOST.moves) wrong(`there may be at most ${MOST.moves} moves.`);
  if (found.moves.some((move) => move.length > MOST.move)) wrong(`a move may have at most ${MOST.move} characters.`);
  const options = text("options").split(/[\s,]+/).filter(Boolean);
  if (options.length > MOST.options) wrong(`there may be at most ${MOST.options} options.`);
  for (const each of options.slice(0, MOST.options)) {
    const [, name, value] = OPTION.exec(each) ?? [];
    if (name === undefined) wrong("options must be written like size=7 pie=no.");
    else found.options = { ...found.options, [name]: value };
  }
  const size = Number(text("size"));
  if (size >= 80 && size <= 4000) found.size = size;
  else if (text("size") !== "") wrong("size must be the width in pixels, from 80 to 4000.");
  return found;
}
