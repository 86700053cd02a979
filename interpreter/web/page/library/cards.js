// What the library shows of its games: the game of the day, those to begin with, a card for each, and filters.
// `site/gallery.py` writes the same into the page without a server.

import { h } from "../elements/dom.js";

const DAY = 86_400_000;
const STRIDE = 37; // games that follow each other in the list are alike: those of two days are not
const SHOWN = 2; // so many tags are shown of a game

/** The game of the day, which is the same for everybody; undefined if there are none. */
export function ofTheDay(games, now = Date.now()) {
  const shipped = games.filter(({ words }) => words);
  return shipped[(Math.floor(now / DAY) * STRIDE) % shipped.length];
}

/** The place where a small board is shown once it is there. */
export function mount(game) {
  return h("span", { class: "mount", "data-board": game.name, "data-own": game.words === "" });
}

/** How long a game takes, and what is unusual about it. */
export function chips(game, most = game.tags.length) {
  return h(
    "span",
    { class: "chips" },
    game.minutes > 0 && h("span", { class: "chip" }, `${game.minutes} min`),
    game.tags.slice(0, most).map((tag) => h("span", { class: "chip unusual" }, tag)),
  );
}

/** The game of the day. */
export function day(game) {
  return h(
    "section",
    { class: "day", "aria-label": "Game of the day", "data-day": game.name },
    mount(game),
    h(
      "div",
      { class: "said" },
      h("p", { class: "eyebrow" }, "Game of the day"),
      h("h2", {}, game.title),
      h("p", { class: "about" }, game.about),
      chips(game, SHOWN),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button primary", href: address(game) }, `Play ${game.title}`),
        game.middle && h("a", { class: "button", href: `${address(game)}/middle` }, "Take over here"),
      ),
    ),
  );
}

/** The games to begin with, numbered. */
export function starts(games) {
  const first = games.filter((game) => game.first > 0).sort((one, other) => one.first - other.first);
  const start = (game) =>
    h(
      "li",
      { class: "start", "data-start": game.name },
      h(
        "a",
        { href: address(game) },
        mount(game),
        h("span", { class: "step", "aria-hidden": "true" }, game.first),
        h("span", { class: "name" }, game.title),
        h("span", { class: "about" }, game.about),
      ),
    );
  const heading = h("div", { class: "heading" }, h("h2", {}, "Start here"), h("p", { class: "soft" }, "Three games to begin with, one after the other."));
  return h("section", { class: "starts" }, heading, h("ol", {}, first.map(start)));
}

/** The card of a game. */
export function card(game) {
  return h(
    "li",
    { class: "game", "data-game": game.name },
    h(
      "a",
      { href: address(game) },
      mount(game),
      h("span", { class: "name" }, game.title),
      h("span", { class: "about" }, game.about),
      chips(game, SHOWN),
    ),
  );
}

/** The filters, each with how many games it leaves. */
export function filters(those) {
  const button = ({ key, name, games }, at) =>
    h(
      "button",
      { type: "button", class: "chip", "data-filter": key, "aria-pressed": String(at === 0) },
      name,
      h("span", { class: "count" }, games.length),
    );
  return h("div", { class: "filters", role: "group", "aria-label": "Which games" }, those.map(button));
}

/** Games by family, in their order: [family, games] for each. */
export function grouped(games) {
  const families = new Map();
  for (const game of games) families.set(game.family, [...(families.get(game.family) ?? []), game]);
  return [...families];
}

/** What stands in the place of all this until the games are there, as large as they will be. */
export function awaited() {
  const gap = (name, ...inside) => h("div", { class: `awaited ${name}` }, ...inside);
  const one = () => gap("game", gap("mount"), gap("name"), gap("about"));
  return {
    day: h("section", { class: "day", "aria-hidden": "true" }, gap("mount"), h("div", { class: "said" }, gap("eyebrow"), gap("name"), gap("about"), gap("chip"), gap("buttons"))),
    starts: h("section", { class: "starts", "aria-hidden": "true" }, h("div", { class: "heading" }, gap("name")), h("div", { class: "three" }, one(), one(), one())),
    filters: h("div", { class: "filters", "aria-hidden": "true" }, gap("chip")),
    gallery: h("div", { class: "waiting", "aria-hidden": "true" }, Array.from({ length: 12 }, one)),
  };
}

function address(game) {
  return `#/new/${encodeURIComponent(game.name)}`;
}
