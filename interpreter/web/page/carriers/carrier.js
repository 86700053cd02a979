// Carries questions to the interpreter and brings answers: over a socket to a server, or to a worker in this browser.

import { Entries } from "../keeping/entries.js";
import { known } from "./known.js";

const LONGEST = 1 << 20;
const RETRIES = [250, 500, 1000, 2000, 4000, 8000];
const KNOWN_TABLES = 8;

// Asking these twice changes nothing, so they are sent again after the connection was lost. A play names the node that
// it follows, so it is not made twice either.
const REPEATABLE = new Set(
  (
    "library sheet check format complete hover explain highlight docs qr lobby join glance look play note analyse judge settle keys sample " +
    "threats record picture film card"
  ).split(" "),
);

/** The answer was an error; `code` is that of a problem in a sheet, if there is one. */
export class Refused extends Error {
  constructor(message, code) {
    super(message);
    this.code = code ?? null;
  }
}

/** The connection was lost before the answer came. */
export class Lost extends Error {}

/** Connect as the page's <meta name="carrier"> says. The carrier offers `ask(kind, fields)`, a promise of the answer;
 * `onTell(f)` and `onState(f)`, each returning a function that stops it; `start()`; `state`, which is `loading`, `open`
 * or `lost`, with a `detail`: `text`, and while Python loads its `share` and `part`; and `name`. */
export function connect() {
  const name = document.querySelector('meta[name="carrier"]')?.content ?? "socket";
  return name === "worker" ? new WorkerCarrier() : new SocketCarrier();
}

class Carrier {
  constructor(name, state) {
    this.name = name;
    this.state = state;
    this.detail = null;
    this.next = Math.floor(Math.random() * 2 ** 48); // no number is used again by a page that is loaded again
    this.waiting = new Map();
    this.tellers = new Set();
    this.watchers = new Set();
  }

  ask(kind, fields = {}) {
    const message = { id: this.next++, ask: kind, ...withToken(kind, fields) };
    const text = JSON.stringify(message);
    if (new Blob([text]).size > LONGEST) return Promise.reject(new Refused("This is too long to send."));
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      this.send(message);
      this.stirred();
    });
  }

  /** Begin with what takes long and was not needed yet, now that the first view is shown. */
  start() {}

  /** Whether the games themselves are kept in this browser. */
  get keeps() {
    return false;
  }

  /** Forget a table, with the token of the seats there. */
  forget(table) {
    tokens.remove(table);
    seen.delete(table);
  }

  /** Take the seats of one table to the next, where the same people play again. */
  follow(table, next) {
    const token = tokens.get(table);
    if (token !== null && tokens.get(next) === null) tokens.keep(next, token);
  }

  onTell(listener) {
    return joined(this.tellers, listener);
  }

  onState(listener) {
    return joined(this.watchers, listener);
  }

  /** Does anybody wait for an answer? */
  get isAsked() {
    return this.waiting.size > 0;
  }

  changed(state, detail = null) {
    this.state = state;
    this.detail = detail;
    this.stirred();
  }

  stirred() {
    for (const watcher of this.watchers) watcher();
  }

  receive(message) {
    if (message.tell === "loading") return this.changed(message.state, message);
    if (message.tell) return this.tellers.forEach((teller) => teller(message));
    const question = this.waiting.get(message.id);
    if (question === undefined) return undefined;
    this.waiting.delete(message.id);
    this.stirred();
    if (message.answer === "error") return question.reject(new Refused(message.message, message.code));
    keepToken(question.message, message);
    return question.resolve(message);
  }
}

class SocketCarrier extends Carrier {
  constructor() {
    super("socket", "loading");
    this.address = new URL("socket", location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.address.hash = "";
    this.tries = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    this.timer = null;
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => this.opened();
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => this.closed();
  }

  opened() {
    this.tries = 0;
    this.changed("open");
    for (const table of tables()) this.rejoin(table);
    for (const { message } of this.waiting.values()) this.send(message);
  }

  closed() {
    for (const [id, { message, reject }] of this.waiting) {
      if (REPEATABLE.has(message.ask)) continue;
      this.waiting.delete(id);
      reject(new Lost("The connection was lost before this was answered."));
    }
    this.changed("lost");
    this.timer = setTimeout(
      () => this.open(),
      RETRIES[Math.min(this.tries++, RETRIES.length - 1)] * (0.75 + Math.random() / 2),
    );
  }

  hurry() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.open();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Take our seats at a table again; whoever shows the table is told its scene. */
  rejoin(table) {
    const scene = (answer) => this.receive({ tell: "table", table, scene: answer.scene });
    this.ask("join", { table }).then(scene, () => {});
  }
}

/** Answers from files need no Python, which is loaded once something else is asked, or the first view is shown. */
class WorkerCarrier extends Carrier {
  constructor() {
    super("worker", "loading");
    this.worker = null;
    const stop = this.onState(() => this.state === "open" && this.loaded(stop));
  }

  start() {
    if (this.worker !== null) return;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.changed("lost", { text: event.message });
  }

  /** The site is kept for use without a network, which is a second reading of every file: so nobody waits behind it. */
  loaded(stop) {
    stop();
    if (window !== parent) return; // somebody else's page shows a board of the site, and did not ask to keep all of it
    import("../offline.js").catch(() => {});
  }

  get keeps() {
    return true;
  }

  forget(table) {
    super.forget(table);
    this.post({ forget: table });
  }

  async send(message) {
    const found = message.table === undefined ? await known(message) : null;
    if (found === null) this.post(message);
    else this.receive(found);
  }

  post(message) {
    this.start();
    this.worker.postMessage(message);
  }
}

function joined(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Tokens of seats, kept so that a page that is loaded again, or a connection that was lost, gets its seats back

const tokens = new Entries("hexgame:token", 100);
const seen = new Set();

function tables() {
  return [...seen].slice(-KNOWN_TABLES);
}

function withToken(kind, fields) {
  const asks = ["join", "glance"].includes(kind) && fields.token === undefined;
  const token = asks ? tokens.get(fields.table) : null;
  return token === null ? fields : { ...fields, token };
}

function keepToken(question, answer) {
  const table = answer.table ?? question.table;
  if (!table || !["open", "join"].includes(question.ask)) return;
  seen.delete(table);
  seen.add(table);
  if (answer.token) tokens.keep(table, answer.token);
}
