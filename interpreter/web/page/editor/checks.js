// What is asked about a text while it is typed: first its errors, then its board, and once it rests its warnings.

import { ChangeSet } from "../vendor/codemirror.js";

const REST = 300; // milliseconds: a text that does not change for so long is looked at for warnings
const SLOW = 300; // a board that takes longer is made together with the warnings,
const SLOWEST = 1200; // for a while: it is tried again some time later

/** Asks about a text whenever it changes: one question at a time, the next as soon as the last is answered. Only for
 * warnings nobody waits: if the text changes meanwhile, they are forgotten.
 *
 * `question(wanted)` returns the fields of the question; of `wanted`, `quick` says that there is no need of warnings,
 * and `board` that there is of a board. `onAnswer(answer, {since, isWhole, hasBoard})` gets the answer, with what has
 * changed in the text since it was asked, and whether warnings and a board were looked for. */
export class Checks {
  constructor(carrier, { question, onAnswer, onFailure }) {
    Object.assign(this, { carrier, question, onAnswer, onFailure });
    this.asked = null; // the question that is being answered, with what has changed in the text since
    this.isStale = false;
    this.timer = null;
    this.slowness = 0; // milliseconds that a board took the last time
    this.isWarning = false; // whether warnings are being looked for, even if they are forgotten
  }

  /** The text has changed. */
  changed(changes) {
    if (this.asked?.wanted.quick === false) this.asked = null;
    if (this.asked) this.asked.since = this.asked.since.compose(changes);
    this.soon();
  }

  /** Ask again: the text or what else is in the question has changed. Changes that come together are one. */
  soon() {
    this.later({ quick: true, board: false }, 0);
  }

  /** Ask for the board alone: the text is the same. */
  move() {
    this.later({ quick: true, board: true }, 0);
  }

  later(wanted, pause) {
    clearTimeout(this.timer);
    this.isStale = this.asked !== null;
    this.timer = this.isStale ? null : setTimeout(() => this.now(wanted), pause);
  }

  async now(wanted) {
    this.timer = null;
    if (!wanted.quick && this.isWarning) return this.later(wanted, REST);
    const question = this.question(wanted);
    const asked = (this.asked = { wanted, since: ChangeSet.empty(question.text.length) });
    const begun = performance.now();
    this.isWarning ||= !wanted.quick;
    let answer = null;
    try {
      answer = await this.carrier.ask("check", question);
    } catch (error) {
      if (this.asked === asked) this.onFailure(error);
    }
    if (!wanted.quick) this.isWarning = false;
    if (this.asked !== asked) return;
    this.asked = null;
    if (answer !== null) this.answered(answer, question, asked, performance.now() - begun);
    else if (this.isStale) this.soon();
  }

  answered(answer, question, { wanted, since }, took) {
    const isSound = answer.problems.every(({ severity }) => severity !== "error");
    const hasBoard = answer.board !== null || !isSound;
    if (wanted.board) this.slowness = question.quick ? Math.min(took, SLOWEST) : this.slowness / 2;
    this.onAnswer(answer, { since, isWhole: !question.quick || !isSound, hasBoard });
    if (this.isStale) this.soon();
    else if (this.timer === null && isSound && question.quick) this.further(hasBoard);
  }

  /** Ask for what has not been looked for yet. */
  further(hasBoard) {
    if (!hasBoard && this.slowness < SLOW) this.later({ quick: true, board: true }, 0);
    else this.later({ quick: false, board: !hasBoard }, REST);
  }

  stop() {
    clearTimeout(this.timer);
    this.onAnswer = this.onFailure = this.later = this.further = () => {};
  }
}
