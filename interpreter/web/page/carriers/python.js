// A Python in a worker of its own (interpreter.js), which is ended and started again if a call takes too long.

const GRACE = 2; // seconds that Python has to end a call by itself

/** A call that could not be answered. */
export class Unanswered extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export class Python {
  /** A Python that may take some seconds for a call; `loading(share, text)` hears how far its start is. */
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
    if (data.loading) return this.loading(...data.loading);
    if (data.failed) return this.fail(data.failed);
    if (data.ready) {
      this.isReady = true;
      this.loading(1, "");
      return this.next();
    }
    clearTimeout(this.timer);
    const { resolve, reject } = this.calls.shift();
    this.next();
    return data.fault ? reject(new Unanswered(data.fault)) : resolve(JSON.parse(data.reply));
  }

  /** Python does not come back: start another. */
  end() {
    this.worker.terminate();
    const { reject } = this.calls.shift();
    this.start();
    reject(new Unanswered(`This took longer than ${this.seconds} seconds and was stopped.`, "HG615"));
  }

  fail(message) {
    clearTimeout(this.timer);
    this.worker.terminate();
    this.worker = null;
    for (const { reject } of this.calls.splice(0)) reject(new Unanswered(message));
    this.loading(0, `The interpreter has stopped: ${message}`);
  }
}
