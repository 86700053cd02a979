// A Python in a worker of its own (interpreter.js), which is ended and started again if a call takes too long.

const GRACE = 2; // seconds that Python has to end a call by itself

/** The code of what took too long. */
export const LATE = "HG615";

/** A call that could not be answered. */
export class Unanswered extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export class Python {
  /** A Python that may take some seconds for a call; `loading({state, share, text, part})` hears how far its start is. */
  constructor(name, seconds, loading = () => {}) {
    this.name = name;
    this.seconds = seconds;
    this.loading = loading;
    this.worker = null;
    this.isReady = false;
    this.calls = [];
    this.timer = null;
  }

  start() {
    this.worker = new Worker(new URL("interpreter.js", import.meta.url), { type: "module", name: this.name });
    this.isReady = false;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(event.message || "Python could not be loaded");
  }

  /** Call Python once it has answered the calls before. Returns its reply; throws `Unanswered`. */
  call(content) {
    if (this.worker === null) this.start();
    return new Promise((resolve, reject) => {
      this.calls.push({ text: JSON.stringify({ seconds: this.seconds, ...content }), resolve, reject });
      if (this.calls.length === 1) this.next();
    });
  }

  next() {
    if (!this.isReady || !this.calls.length) return;
    this.worker.postMessage(this.calls[0].text);
    this.timer = setTimeout(() => this.end(), 1000 * (this.seconds + GRACE));
  }

  hear(data) {
    if (data.loading) return this.loading({ state: "loading", ...data.loading });
    if (data.failed) return this.fail(data.failed);
    if (data.ready) {
      this.isReady = true;
      this.loading({ state: "open", share: 1, text: "" });
      return this.next();
    }
    clearTimeout(this.timer);
    const { resolve, reject } = this.calls.shift();
    this.next();
    if (data.late) return reject(this.late());
    return data.fault ? reject(new Unanswered(data.fault)) : resolve(JSON.parse(data.reply));
  }

  late() {
    return new Unanswered(`This took longer than ${this.seconds} seconds and was stopped.`, LATE);
  }

  /** Python does not come back: start another. */
  end() {
    this.worker.terminate();
    const { reject } = this.calls.shift();
    this.start();
    reject(this.late());
  }

  fail(message) {
    clearTimeout(this.timer);
    this.worker.terminate();
    this.worker = null;
    for (const { reject } of this.calls.splice(0)) reject(new Unanswered(message));
    this.loading({ state: "lost", text: `The interpreter has stopped: ${message}` });
  }
}
