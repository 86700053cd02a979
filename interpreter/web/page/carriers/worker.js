// The conversation without a server. Tables are kept in this browser (shelf.js); what is asked is answered by Python,
// which runs in two workers (python.js): one answers at once, the other thinks, so that nobody waits for it.

import { LATE, Python } from "./python.js";
import { Shelf } from "./shelf.js";

const SLOW = new Set(["analyse", "judge", "settle", "sample"]);
const SECONDS = { quick: 12, slow: 90 };

const shelf = new Shelf();
const hand = new Python("answers", SECONDS.quick, (how) => postMessage({ tell: "loading", ...how }));
const mind = new Python("thinks", SECONDS.slow);
const shown = new Set(); // the tables that this page has open
const turns = new Map(); // the last thing that happens at each table: what comes next waits for it
const thinking = new Set(); // the tables at which a computer player thinks
const tabs = new BroadcastChannel("hexgame");

hand.start();

self.onmessage = ({ data }) => (typeof data?.forget === "string" ? inTurn(data.forget, () => shelf.remove(data.forget)) : answer(data));
tabs.onmessage = ({ data }) => shown.has(data) && inTurn(data, () => refresh(data));

async function answer(message) {
  const table = typeof message?.table === "string" ? message.table : null;
  try {
    if (table === null) postMessage(await away(message));
    else if (SLOW.has(message.ask)) postMessage(await searched(message, table));
    else await inTurn(table, () => atTable(message, table));
  } catch (error) {
    postMessage({ id: message?.id ?? null, answer: "error", message: error.message, ...(error.code && { code: error.code }) });
  }
}

/** Answer what concerns no table yet; `open` makes one. */
async function away(message) {
  const table = named();
  const reply = await (isPatient(message) ? mind : hand).call({ message, table });
  if (isPatient(message)) mind.call({ prepare: true }).catch(() => {}); // to play what was written
  if (reply.setup) {
    await shelf.begin(table, reply.setup);
    shown.add(table);
    await inTurn(table, () => settle(table, reply));
    if (reply.searches) mind.call({ prepare: true, kept: await kept(table) }).catch(() => {}); // else it waits for that
  }
  return reply.answer;
}

/** Does nobody wait for the answer? So it is where a sheet is looked at for warnings while somebody writes. */
function isPatient({ ask, quick }) {
  return ask === "check" && quick === false;
}

async function searched(message, table) {
  return (await mind.call({ message, kept: await kept(table) })).answer;
}

/** Answer at a table. What happens there is kept before anybody is told of it. */
async function atTable(message, table) {
  const reply = await hand.call({ message, kept: await kept(table) });
  if (!(await shelf.append(table, reply.events))) {
    await refresh(table);
    throw new Error("The game has moved on in another tab.");
  }
  shown.add(table);
  postMessage(reply.answer);
  settle(table, reply);
}

/** Tell what has changed, here and in other tabs, and let a computer player think if it is its turn. */
function settle(table, reply) {
  if (reply.events.length) {
    postMessage({ tell: "table", table, scene: reply.scene });
    tabs.postMessage(table);
  }
  if (reply.awaits && !thinking.has(table)) think(table, reply.awaits === "a moment" ? hand : mind);
}

async function think(table, python) {
  thinking.add(table);
  const found = await thought(table, python).catch((error) => ({ error }));
  await inTurn(table, () => {
    thinking.delete(table); // what follows may have somebody think again
    if (found.error) throw found.error;
    return adopt(table, found.events);
  }).catch(({ message }) => postMessage({ tell: "trouble", table, message, again: false }));
}

/** What is decided there. What was to take a moment and did not come in time is left to the Python that has more of it. */
async function thought(table, python) {
  try {
    return await python.call({ think: true, kept: await kept(table) });
  } catch (error) {
    if (error.code !== LATE || python === mind) throw error;
    return thought(table, mind);
  }
}

async function adopt(table, events) {
  const reply = await hand.call({ adopt: events, kept: await kept(table) });
  if (await shelf.append(table, reply.events)) settle(table, reply);
  else await refresh(table);
}

/** Show a table as another tab has left it. */
async function refresh(table) {
  await shelf.forget(table);
  const reply = await hand.call({ adopt: [], kept: await kept(table) });
  postMessage({ tell: "table", table, scene: reply.scene });
}

async function kept(table) {
  const found = await shelf.read(table);
  if (found === null) throw new Error("This browser has no such table.");
  return { table, ...found };
}

/** Run what is to be done at a table after all that is being done there. */
function inTurn(table, act) {
  const turn = (turns.get(table) ?? Promise.resolve()).then(act);
  const done = turn.catch(() => {}).then(() => turns.get(table) === done && turns.delete(table));
  turns.set(table, done);
  return turn;
}

/** A name for a table. */
function named() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
