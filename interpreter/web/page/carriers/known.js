// Answers that were written beforehand: to what every page asks first, so that nobody waits for Python to see a game.

const LIBRARY = "library";
const FIELDS = { library: "", highlight: "", sheet: "name", check: "text", preview: "sheet", docs: "page" };

const names = new Map(); // the games whose sheets were asked for, by their text

/** Return the answer to a message, or null if Python is to answer it. */
export async function known(message) {
  const asked = plain(message);
  if (asked === null) return null;
  const library = await read(LIBRARY);
  if (["library", "highlight"].includes(asked.ask) && library) return { ...library[asked.ask], id: message.id };
  const name = asked.name ?? asked.sheet?.name ?? names.get(asked.text);
  const isGame = library?.library.games.some((game) => game.name === name);
  const file = isGame ? `${asked.ask === "preview" ? "boards" : "games"}/${name}` : library?.pages.includes(asked.page) ? `docs/${asked.page}` : null;
  const found = file && (await read(file))?.[asked.ask];
  if (!found) return null;
  if (asked.ask === "sheet") names.set(found.text, name);
  return { ...found, ...(message.board === false ? { board: null } : {}), id: message.id };
}

/** What is known of a game of the library: its sheet, and what is found wrong with it; null if there is no such game. */
export function ofGame(name) {
  return /^[\w-]+$/.test(name) ? read(`games/${name}`) : Promise.resolve(null);
}

/** What a message asks, without fields that say nothing; null if there is more to it than files know. */
function plain(message) {
  if (typeof message?.id !== "number" || !Object.hasOwn(FIELDS, message.ask)) return null;
  const { id, options = {}, bases, has, quick, board, ...asked } = message; // whole answers serve those who ask less
  if (Object.keys(options).length) return null;
  const fields = Object.keys(asked).filter((field) => field !== "ask");
  return fields.join() === FIELDS[asked.ask] ? asked : null;
}

const files = new Map();

function read(name) {
  if (!files.has(name))
    files.set(
      name,
      fetched(name).catch(() => null),
    );
  return files.get(name);
}

async function fetched(name) {
  const answer = await fetch(new URL(`../known/${name}.json`, import.meta.url));
  return answer.ok ? answer.json() : null;
}
