// Saved games: opened from files, at a new table.

const UNKNOWN = "HG601"; // the library does not have the game

/** Is a file a saved game, and not a sheet? */
export function isRecord({ name }) {
  return /\.ya?ml$/i.test(name);
}

/** Play on from a record: of a game of the library, or else of `sheet`, {text, bases}. Rejects if that cannot be. */
export async function openRecord(page, record, sheet = {}) {
  const answer = await page.carrier.ask("open", { record }).catch((error) => {
    if (error.code !== UNKNOWN) throw error;
    if (sheet.text === undefined)
      throw new Error(`${error.message}. Open the sheet in the editor, then drop the record there.`);
    return page.carrier.ask("open", { record, sheet });
  });
  page.go(`play/${answer.table}`);
}
