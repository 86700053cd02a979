// Links that hold a whole game: sheet, options and moves, deflated into the fragment.

const LONGEST_LINK = 200_000;
const LONGEST_TEXT = 600_000;

/** The address that shows `shared`: {text and bases, or name, options, moves}. */
export async function sharedLink(shared) {
  const code = await packed(shared);
  if (code.length > LONGEST_LINK) throw new Error("This is too long for a link. Save it as a file instead.");
  return new URL(`#/s/${code}`, location.href).href;
}

/** The code of what is shared, in letters that an address may have. */
export async function packed(shared) {
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify(shared)),
    new CompressionStream("deflate-raw"),
    Infinity,
  );
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a code stands for; raises an error if it is too long or makes no sense. */
export async function unpacked(code) {
  if (code.length > LONGEST_LINK) throw new Error("This link is too long to open.");
  let bytes;
  try {
    const packed = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    bytes = await through(packed, new DecompressionStream("deflate-raw"), LONGEST_TEXT);
  } catch (error) {
    throw new Error(error instanceof TooLong ? error.message : "This link is damaged or incomplete.");
  }
  return understood(new TextDecoder().decode(bytes));
}

class TooLong extends Error {}

async function through(bytes, stream, most) {
  const chunks = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part; !(part = await reader.read()).done;) {
    length += part.value.length;
    chunks.push(part.value);
    if (length <= most) continue;
    await reader.cancel();
    throw new TooLong("This link holds more than can be opened.");
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const isText = (most) => (value) => typeof value === "string" && value.length <= most;
const isShort = isText(1000);

function understood(json) {
  let shared;
  try {
    shared = JSON.parse(json);
  } catch {
    shared = null;
  }
  const { text, bases = [], name, options = {}, moves = [] } = shared ?? {};
  const isSheet = name === undefined ? isText(LONGEST_TEXT)(text) : text === undefined && isShort(name);
  const hasOptions =
    typeof options === "object" &&
    options !== null &&
    !Array.isArray(options) &&
    Object.entries(options).flat().every(isShort);
  const hasMoves = Array.isArray(moves) && moves.length <= 20_000 && moves.every(isShort);
  const isBase = (base) => isShort(base?.name) && isText(LONGEST_TEXT)(base.text);
  const hasBases = Array.isArray(bases) && bases.length <= 10 && bases.every(isBase);
  if (!isSheet || !hasBases || !hasOptions || !hasMoves)
    throw new Error("This link does not hold a game that this page can read.");
  return name === undefined ? { text, bases, options, moves } : { name, options, moves };
}
