// What `hexgame site` has written into the page to be seen before its modules are there. Views take it over.

const view = document.querySelector("[data-begun]");

const search = view?.querySelector("input") ?? null;
let focused = null;

/** The cards of games, by name. */
export const cards = new Map([...(view?.querySelectorAll("li[data-game]") ?? [])].map((card) => [card.dataset.game, card]));

/** A part of the view that has been written; null if there is none. */
export function begun(selector) {
  parts.set(selector, parts.get(selector) ?? view?.querySelector(selector) ?? null);
  return parts.get(selector);
}

const parts = new Map();

/** Whether the page still shows what it began with. */
export function isBegun() {
  return view?.isConnected ?? false;
}

/** The field in which games are searched for; null if the page began without one. Somebody may be typing there: what
 * takes it, or the cards, must go on to `takeOver` at once. */
export function taken() {
  focused = view?.contains(document.activeElement) ? document.activeElement : null;
  return search;
}

/** Put a view in the place of what the page began with. What the view has taken of that may have had the focus. */
export function takeOver(main, place) {
  main.replaceChildren(place);
  if (focused !== null && place.contains(focused)) focused.focus({ preventScroll: true });
  focused = null;
}
