// Cards: what each player holds, and the choice of some of one's own.

import { h } from "../elements/dom.js";

/** Rows of cards; those that can be picked now are buttons, and `onPick(text)` gets the pick that they make together. */
export function hand(scene, moves, onPick) {
  const picks = moves.filter(({ word }) => word === "pick").map(({ text }) => ({ text, cards: cardsOf(text) }));
  const shown = scene.hands.filter(({ cards }) => cards.length > 0);
  if (shown.length === 0 && picks.length === 0) return [];
  const picker = scene.eyes ?? (scene.deciders.length === 1 ? scene.deciders[0] : null);
  const useful = new Set(picks.flatMap(({ cards }) => cards));
  const isChoice = ({ colour, cards }) =>
    picks.length > 0 && colour === picker && cards.some((card) => useful.has(card));
  const choice = shown.find(isChoice);
  const rows = shown
    .filter((each) => each !== choice)
    .map(({ colour, zone, cards }) =>
      h(
        "div",
        { class: "cards" },
        h("span", {}, `${colour}, ${zone}`),
        cards.map((card) => h("span", { class: "card" }, card)),
      ),
    );
  return [
    ...(choice ? [chooser(choice, picks, onPick)] : picksAlone(picks, onPick)),
    h("div", { class: "hands" }, rows),
  ];
}

function chooser({ colour, zone, cards }, picks, onPick) {
  const chosen = new Set();
  const button = h("button", { type: "button", class: "primary", disabled: true }, "Pick");
  const found = () =>
    picks.find((pick) => pick.cards.length === chosen.size && pick.cards.every((card) => chosen.has(card)));
  const toggled = (card) => (event) => {
    if (!chosen.delete(card)) chosen.add(card);
    event.target.setAttribute("aria-pressed", String(chosen.has(card)));
    const pick = found();
    button.disabled = pick === undefined;
    button.textContent = pick ? `Pick ${pick.cards.join(" and ")}` : "Pick";
  };
  button.addEventListener("click", () => found() && onPick(found().text));
  const items = cards.map((card) =>
    h(
      "button",
      { type: "button", class: "card", "data-card": card, "aria-pressed": "false", onclick: toggled(card) },
      card,
    ),
  );
  return h(
    "div",
    { class: "cards choice", role: "group", "aria-label": `${colour}, ${zone}` },
    h("span", {}, `${colour}, ${zone}`),
    items,
    button,
  );
}

function picksAlone(picks, onPick) {
  return picks.map(({ text }) => h("button", { type: "button", "data-move": text, onclick: () => onPick(text) }, text));
}

function cardsOf(text) {
  return text
    .replace(/[{}\s]/g, "")
    .split(",")
    .filter(Boolean)
    .map(Number);
}
