// Sounds: a move, little time, the end. They are made here, from no file, and only for readers who want them.

import { h } from "../elements/dom.js";

const KEPT = "hexgame:sounds";
const TUNES = {
  move: [[520, 0, 0.06]],
  low: [[880, 0, 0.08], [880, 0.16, 0.08]],
  end: [[392, 0, 0.14], [523, 0.15, 0.14], [659, 0.3, 0.3]],
  said: [[700, 0, 0.05], [900, 0.07, 0.05]],
}; // each tone with its pitch, its begin and its length

let context = null;

/** Play a tune, if the reader wants sounds and the browser allows them. */
export function play(name) {
  if (localStorage.getItem(KEPT) !== "on" || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  for (const [pitch, begin, length] of TUNES[name]) {
    const [tone, gain, at] = [context.createOscillator(), context.createGain(), context.currentTime + begin];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.2, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** A switch for sounds. */
export function switched() {
  const change = (event) => {
    localStorage.setItem(KEPT, event.target.checked ? "on" : "off");
    play("move");
  };
  const box = h("input", { type: "checkbox", name: "sounds", checked: localStorage.getItem(KEPT) === "on", onchange: change });
  return h("label", { class: "check" }, box, " sounds: a move, little time, the end");
}
