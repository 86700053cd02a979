// How a board looks, as the reader likes it: coordinates, signs on stones, where one can play; and how
// all boards look. Kept in this browser.

import { h } from "../elements/dom.js";

const KEPT = "hexgame:appearance";
const BOARDS = "hexgame:boards";
const THEMES = [
  ["wood", "wood"],
  ["flat", "flat"],
  ["contrast", "high contrast"],
];
const SWITCHES = [
  ["coordinates", "coordinates", true],
  ["signs", "signs on stones, besides colours", true],
  ["ghosts", "cells beyond wrapped sides", true],
  ["turned", "turned to fill a narrow screen", true],
];

const ASKED = [
  ["small", "when cells are small"],
  ["always", "always"],
  ["never", "never"],
];

/** A fieldset with switches for a board. */
export function appearance(board) {
  const chosen = kept();
  const apply = () => {
    for (const [name] of SWITCHES) board.element.classList.toggle(`no-${name}`, !chosen[name]);
    board.overlay.isShowingMoves = { always: true, never: false }[chosen.moves] ?? null;
    board.asks = chosen.asks;
    board.turning.fit();
    if (board.scene) board.refresh();
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  };
  const boxes = SWITCHES.map(([name, text]) => {
    const change = (event) => {
      chosen[name] = event.target.checked;
      apply();
    };
    return h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name, checked: chosen[name], onchange: change }),
      ` ${text}`,
    );
  });
  const choose = (event) => {
    chosen.moves = event.target.value;
    apply();
  };
  const words = [
    ["some", "where they say something"],
    ["always", "always"],
    ["never", "never"],
  ];
  const moves = picked("legal moves ", "moves", words, chosen.moves, choose);
  const asking = (event) => {
    chosen.asks = event.target.value;
    apply();
  };
  const asks = picked("ask before a move by touch ", "asks", ASKED, chosen.asks, asking);
  apply();
  return h("details", {}, h("summary", {}, "Appearance"), themes(), boxes, moves, asks);
}

/** What chooses how all boards look. */
function themes() {
  const { dataset } = document.documentElement;
  const choose = (event) => {
    dataset.theme = event.target.value;
    localStorage.setItem(BOARDS, dataset.theme);
  };
  return picked("boards ", "theme", THEMES, dataset.theme ?? THEMES[0][0], choose);
}

function picked(text, name, words, chosen, onchange) {
  const options = words.map(([value, word]) => h("option", { value, selected: value === chosen }, word));
  return h("label", { class: "check" }, text, h("select", { name, onchange }, options));
}

function kept() {
  const usual = { ...Object.fromEntries(SWITCHES.map(([name, , value]) => [name, value])), moves: "some", asks: "small" };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return usual;
  }
}
