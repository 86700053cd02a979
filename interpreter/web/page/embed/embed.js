// A board in a frame on somebody's page: shown after some moves, tried by the rules, or played against the computer.

import { ofGame } from "../carriers/known.js";
import { drawing } from "../elements/drawing.js";
import { h, worded } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";
import { settings } from "./settings.js";
import { Opponent } from "./opponent.js";
import { together } from "./together.js";

const TOKEN = "hexgame board";
const MOST_BUTTONS = 40;
const WIDE = "--widest";
const WORDS = { swap: "Swap sides", pass: "Pass", stop: "Stop here" };
const main = document.getElementById("main");
const live = document.getElementById("live");
const carrier = together();
let shown = null;

/** Tell the page around the frame. Nothing that is told is a secret, so whoever framed it may hear it. */
function tell(what, fields) {
  parent.postMessage({ from: TOKEN, tell: what, ...fields }, "*");
}

class Embedded {
  constructor(wanted) {
    Object.assign(this, { wanted, moves: wanted.moves, played: 0, scene: null, pressed: null, ended: false });
    this.asked = 0; // the number of the last question: answers to others come too late
    this.isReady = false; // whether what may follow is known
    this.isGone = false;
    const heard = [carrier, (taken) => this.take(taken), (error) => this.failed(error)];
    this.opponent = wanted.play === "engine" ? new Opponent(...heard) : null;
    this.stage = h("div", { class: "playing" });
    this.standing = h("p", { class: "standing", role: "status" });
    this.trouble = h("p", { class: "problem", role: "alert" });
    this.choices = h("div", { class: "choices" });
    const button = (label, act) => h("button", { type: "button", class: "quiet", disabled: true, onclick: act }, label);
    this.back = button("Take back", () => this.takeBack());
    this.restart = button("Start again", () => this.startAgain());
    const plays = wanted.play !== "no";
    this.under = h("div", { class: "under" }, this.standing, this.choices, plays ? [this.back, this.restart] : null);
    main.replaceChildren(this.stage, this.trouble, this.under);
    this.begin().catch((error) => this.failed(error));
  }

  get plays() {
    return this.wanted.play !== "no";
  }

  /** Show the board as it begins, as soon as can be; then as it is after the moves. */
  async begin() {
    const { wanted } = this;
    if (wanted.wrong) throw new Error(`This board cannot be shown: ${wanted.wrong}`);
    if (this.plays) ({ Board: this.Board } = await import("../board/board.js"));
    this.full = wanted.sheet === null ? await this.named() : { text: wanted.sheet };
    if (this.isGone) return;
    if (this.scene === null || this.moves.length || carrier.name === "socket") await this.tried();
    else if (this.plays) this.soon();
  }

  /** Ask for the rules once somebody is about to play: they take some seconds where there is no server. */
  soon() {
    const begun = () => this.asked === 0 && this.tried();
    for (const kind of ["pointerover", "focusin"]) this.stage.addEventListener(kind, begun, { once: true, passive: true });
  }

  /** The sheet of a game of the library. Where there is no server, a file has it, with the board as it begins. */
  async named() {
    const { game } = this.wanted;
    const file = carrier.name === "worker" ? await ofGame(game) : null;
    const found = file?.sheet ?? (await carrier.ask("sheet", { name: game }));
    const isUsual = Object.keys(this.wanted.options).length === 0;
    if (file !== null && isUsual && !this.isGone) this.show(file.check.board, [], false);
    return found.bases.length ? { text: found.text, bases: found.bases } : { text: found.text };
  }

  /** Ask what the board is after the moves, and what may follow. */
  async tried() {
    const [number, moves] = [++this.asked, this.moves];
    if (!this.scene) this.standing.textContent = "Loading the board…";
    try {
      const { options } = this.wanted;
      const has = this.board?.hash ?? "";
      const answer = await carrier.ask("check", { ...this.full, options, moves, has, quick: true });
      if (number !== this.asked || this.isGone) return;
      this.answered(answer, moves);
    } catch (error) {
      this.failed(error);
    }
  }

  /** What is waited for, where Python is loaded. */
  loading(text) {
    if (this.asked > 0 && !this.isReady && this.trouble.textContent === "") this.standing.textContent = `${text}…`;
  }

  answered({ problems, board, played }, moves) {
    const wrong = problems.find(({ severity }) => severity === "error");
    if (board === null) throw new Error(wrong?.message ?? "This sheet has no board.");
    this.trouble.textContent = "";
    this.played = played;
    this.show(board, moves.slice(0, played), true);
    const refused = `Move ${played + 1}, \`${moves[played]}\`, cannot be played.`;
    if (played < moves.length) this.trouble.replaceChildren(...worded(refused));
    const { pressed } = this;
    this.pressed = null;
    if (pressed !== null && !board.outcome) this.board?.press(pressed);
  }

  /** Show a scene: drawn only, or as a board to be played on. */
  show(scene, moves, isReady) {
    const was = this.scene;
    this.scene = { ...was, ...scene, svg: { ...was?.svg, ...scene.svg } };
    this.isReady = isReady;
    const label = `${scene.title}: ${scene.standing}`;
    document.title = label;
    if (this.plays) this.laid(scene);
    else this.stage.replaceChildren(drawing(this.scene, label));
    this.standing.textContent = scene.outcome || this.plays || moves.length ? said(scene) : "";
    if (was !== null && isReady) live.textContent = label;
    this.back.disabled = this.restart.disabled = moves.length <= this.wanted.moves.length;
    this.noted(scene, moves);
  }

  laid(scene) {
    this.board ??= new this.Board(this.stage, {
      onMove: (text) => this.move(text),
      onCell: (cell) => this.isReady || this.waits(cell),
      announce: (text) => (live.textContent = text),
    });
    this.board.show(scene.curtain ? { ...scene, moves: [] } : scene);
    const { elsewhere } = this.board.choosing;
    const shown = elsewhere.slice(0, MOST_BUTTONS);
    fill(this.choices, [scene.tip, this.moves, elsewhere], () => shown.map((move) => this.offered(move)));
  }

  offered({ text, word, says }) {
    return h("button", { type: "button", onclick: () => this.move(text) }, says ?? WORDS[word] ?? text);
  }

  /** A cell was pressed before the rules are there: it counts once they are. */
  waits(cell) {
    this.pressed = cell;
    this.standing.textContent = "Loading the rules…";
    if (this.asked === 0) this.tried();
  }

  /** Tell the page of a move that was made here, and of the end. */
  noted(scene, moves) {
    if (!this.isReady && !this.opponent?.isPlaying) return;
    const before = this.told ?? moves;
    this.told = moves;
    const isNext = before.every((move, at) => move === moves[at]);
    for (let made = before.length + 1; isNext && made <= moves.length; made++)
      tell("move", { move: moves[made - 1], moves: moves.slice(0, made) });
    const isOver = Boolean(scene.outcome);
    if (isOver && !this.ended) tell("end", { winner: scene.outcome.winner ?? "", text: scene.standing });
    this.ended = isOver;
  }

  // What is done

  move(text) {
    if (!this.isReady) return;
    this.isReady = false; // a second move would be meant for another position
    if (this.opponent === null) {
      this.moves = [...this.moves.slice(0, this.played), text];
      this.tried();
    } else this.opponent.move(text, { ...this.wanted, full: this.full, moves: this.moves, scene: this.scene });
  }

  /** A scene of the table at which the computer plays. */
  take({ scene, moves }) {
    if (this.isGone) return;
    this.trouble.textContent = "";
    this.show(scene, moves, scene.awaits === "you" || Boolean(scene.outcome));
  }

  takeBack() {
    if (this.opponent?.isPlaying) return void this.opponent.takeBack();
    this.moves = this.moves.slice(0, this.played - 1);
    this.tried();
  }

  startAgain() {
    this.opponent?.leave();
    this.told = undefined;
    this.moves = this.wanted.moves;
    this.tried();
  }

  failed(error) {
    if (this.isGone) return;
    this.isReady = this.scene !== null && (this.opponent === null || this.opponent.isPlaying);
    this.pressed = null;
    this.trouble.replaceChildren(...worded(error.message));
    if (this.scene === null) this.standing.textContent = "";
  }

  leave() {
    this.isGone = true;
    this.opponent?.leave();
  }
}

function said(scene) {
  const waits = { computer: "the computer is thinking" }[scene.awaits];
  return !scene.outcome && waits ? `${scene.standing} – ${waits}` : scene.standing;
}

function show() {
  shown?.leave();
  const wanted = settings(location.hash);
  const { dataset, style } = document.documentElement;
  for (const name of ["theme", "mode"]) {
    if (wanted[name] === null) delete dataset[name];
    else dataset[name] = wanted[name];
  }
  if (wanted.size === null) style.removeProperty(WIDE);
  else style.setProperty(WIDE, `${wanted.size}px`);
  document.body.classList.toggle("grounded", wanted.ground);
  shown = new Embedded(wanted);
}

new ResizeObserver(() => tell("size", { height: Math.ceil(main.getBoundingClientRect().height) })).observe(main);
carrier.onTell((message) => message.tell === "loading" && shown?.loading(message.text));
addEventListener("hashchange", show);
addEventListener("pagehide", () => shown?.leave());
show();
