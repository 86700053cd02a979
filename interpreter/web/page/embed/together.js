// Several boards on a page share one Python: the frame that holds a lock answers for all, and when it is gone, another does.

import { Refused, connect } from "../carriers/carrier.js";

const NAME = "hexgame boards";

/** A carrier, which frames of one page share where there is no server. It offers `name`, `ask`, `onTell` and `forget`. */
export function together() {
  const carrier = connect();
  return carrier.name === "worker" && navigator.locks && window !== parent ? new Together(carrier) : carrier;
}

class Together {
  constructor(carrier) {
    this.carrier = carrier;
    this.leads = false;
    this.waiting = new Map();
    this.tellers = new Set();
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = ({ data }) => (this.leads ? this.answer(data) : this.hear(data));
    carrier.onTell((message) => this.told(message));
    carrier.onState(() => carrier.detail?.text && this.told({ tell: "loading", text: said(carrier.detail) }));
    navigator.locks.request(NAME, () => this.lead()).catch(() => this.lead()); // without locks, everyone answers alone
  }

  get name() {
    return this.carrier.name;
  }

  ask(kind, fields = {}) {
    const id = crypto.randomUUID();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { kind, fields, resolve, reject });
      this.send(id);
    });
  }

  onTell(listener) {
    this.tellers.add(listener);
    return () => this.tellers.delete(listener);
  }

  forget(table) {
    if (this.leads) this.carrier.forget(table);
    else this.channel.postMessage({ forget: table });
  }

  /** Answer for all from now on, until this frame is gone. */
  lead() {
    this.leads = true;
    for (const id of this.waiting.keys()) this.send(id);
    this.channel.postMessage({ leads: true });
    return new Promise(() => {});
  }

  async send(id) {
    const { kind, fields } = this.waiting.get(id);
    if (!this.leads) return this.channel.postMessage({ id, kind, fields });
    return this.settled(await this.found(id, kind, fields));
  }

  async found(id, kind, fields) {
    try {
      return { id, answer: await this.carrier.ask(kind, fields) };
    } catch ({ message, code }) {
      return { id, message, code };
    }
  }

  async answer({ id, kind, fields, forget }) {
    if (forget) this.carrier.forget(forget);
    else if (kind) this.channel.postMessage(await this.found(id, kind, fields));
  }

  hear(data) {
    if (data.leads) for (const id of this.waiting.keys()) this.send(id);
    else if (data.told) for (const teller of this.tellers) teller(data.told);
    else if (!data.kind) this.settled(data);
  }

  told(message) {
    for (const teller of this.tellers) teller(message);
    this.channel.postMessage({ told: message });
  }

  settled({ id, answer, message, code }) {
    const question = this.waiting.get(id);
    this.waiting.delete(id);
    if (answer) question?.resolve(answer);
    else question?.reject(new Refused(message, code));
  }
}

function said({ text, part }) {
  return part ? `${text}, ${part}` : text;
}
