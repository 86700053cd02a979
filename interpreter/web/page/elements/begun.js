// What `hexgame site` has written into the page to be seen before its modules are there. Views take it over.

const view = document.querySelector("[data-begun]");

/** The field in which games are searched for; null if the page began without one. Somebody may be typing there. */
export const search = view?.querySelector("input") ?? null;

/** The cards of games, by name. */
export const cards = new Map([...(view?.querySelectorAll("li[data-game]") ?? [])].map((card) => [card.dataset.game, card]));

let focused = null;
view?.addEventListener("focusin", ({ target }) => (focused = target));
view?.addEventListener("focusout", () => (focused = null));
if (view?.contains(document.activeElement)) focused = document.activeElement;

/** Put a view in the place of what the page began with. What the view has kept of that may have had the focus. */
export function takeOver(main, place) {
  main.replaceChildren(place);
  if (place.contains(focused)) focused.focus({ preventScroll: true });
  focused = null;
}
