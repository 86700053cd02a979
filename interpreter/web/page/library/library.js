// The library: the game of the day, games to begin with, and all games with filters and a search.

import { begun, cards as drawnCards, isBegun, taken } from "../elements/begun.js";
import { counted, h, worded } from "../elements/dom.js";
import { bring } from "../keeping/draft.js";
import { renew } from "../elements/lasting.js";
import { dropped } from "../keeping/files.js";
import { isRecord, openRecord } from "../keeping/records.js";
import { drawer, forgotten } from "./boards.js";
import { awaited, card, day, filters, grouped, ofTheDay, starts } from "./cards.js";
import { called, fits, meant } from "./finding.js";
import { yours } from "./yours.js";

const PLACEHOLDER = "bridg-it, 3 players, torus …";

let fillings = 0; // how often the games were asked for: of several answers, the last is shown

/** The view `#/`. */
export async function show(place, page) {
  page.title("");
  if (isBegun()) await page.carrier.ask("library").catch(() => {}); // until then, somebody may be using it
  const field = { type: "search", id: "search", placeholder: PLACEHOLDER, autocomplete: "off", spellcheck: "false" };
  const search = taken() ?? h("input", field);
  const parts = awaited();
  const shop = {
    page,
    search,
    found: h("p", { class: "found soft", role: "status" }),
    count: h("h2", {}, "All games"),
    day: h("div", { class: "slot" }, parts.day),
    starts: h("div", { class: "slot" }, parts.starts),
    filters: h("div", { class: "slot" }, parts.filters),
    gallery: h("div", { class: "gallery" }, parts.gallery),
    draw: drawer(page),
  };
  const problem = h("p", { class: "problem", role: "alert" });
  place.classList.add("shop");
  place.append(
    h("h1", { class: "unseen" }, "Connection games"),
    problem,
    yours(page),
    shop.day,
    shop.starts,
    h(
      "section",
      { class: "all" },
      h(
        "div",
        { class: "heading" },
        shop.count,
        h("p", { class: "soft" }, "Or ", h("a", { href: "#/edit" }, "write the rules of your own"), "."),
        h("div", { class: "search" }, h("label", { for: "search", class: "unseen" }, "Search the games"), search),
      ),
      shop.filters,
      shop.found,
      shop.gallery,
    ),
  );
  const failed = (error) => {
    problem.replaceChildren(...worded(error.message));
  };
  const stop = page.carrier.onTell(({ tell, changed }) => {
    if (tell !== "library") return;
    forgotten(changed);
    filled(shop).catch(failed);
  });
  page.signal.addEventListener("abort", stop);
  dropped(place, {
    signal: page.signal,
    onFile: (file) => {
      if (isRecord(file)) return openRecord(page, file.text).catch(failed);
      bring({ text: file.text });
      return page.go("edit");
    },
    onFailure: failed,
  });
  await filled(shop);
}

/** Put the games into the view, those that fit what is searched for and the filter. */
async function filled(shop) {
  const { page, search } = shop;
  const number = (fillings += 1);
  const { games, tags, filters: those } = await page.carrier.ask("library");
  if (page.signal.aborted || number !== fillings) return;
  const today = ofTheDay(games);
  const written = begun(".day");
  renew(shop.day, today && (written?.dataset.day === today.name ? written : day(today)));
  renew(shop.starts, begun(".starts") ?? starts(games));
  renew(shop.filters, begun(".filters") ?? filters(those));
  shop.count.textContent = `All ${counted(games.length, "game")}`;
  const cards = new Map(games.map((game) => [game.name, drawnCards.get(game.name) ?? card(game)]));
  const sections = grouped(games).map(([family, members]) =>
    h("section", {}, h("h3", { class: "family" }, family), h("ul", { class: "games" }, members.map(({ name }) => cards.get(name)))),
  );
  renew(shop.gallery, sections);
  for (const part of [shop.day, shop.starts, shop.gallery]) shop.draw(part);
  const chosen = () => shop.filters.querySelector("[aria-pressed=true]")?.dataset.filter;
  const filter = () => {
    const names = new Set((those.find(({ key }) => key === chosen()) ?? those[0]).games);
    const left = games.filter((game) => names.has(game.name) && fits(game, search.value));
    for (const game of games) cards.get(game.name).hidden = !left.includes(game);
    for (const section of sections) section.hidden = section.querySelector("li:not([hidden])") === null;
    shop.found.replaceChildren(...told({ games, tags, left, search, filter }));
  };
  search.oninput = () => {
    filter();
    if (search.value.trim() && search.getBoundingClientRect().top > innerHeight / 2) search.closest(".all").scrollIntoView();
  };
  shop.filters.onclick = ({ target }) => {
    const pressed = target.closest("[data-filter]");
    if (pressed === null) return;
    for (const each of shop.filters.querySelectorAll("[data-filter]")) each.setAttribute("aria-pressed", String(each === pressed));
    filter();
  };
  filter();
}

/** What is said of a search: how many games it finds, what one of them is called here, what may have been meant. */
function told({ games, tags, left, search, filter }) {
  const sought = search.value.trim();
  if (sought === "") return [];
  const name = called(left, sought);
  if (left.length > 0) return [counted(left.length, "game"), name && ` · ${name}`];
  const guess = meant(games, tags, sought);
  const use = () => {
    search.value = guess;
    filter();
    search.focus();
  };
  const button = h("button", { type: "button", class: "quiet small", onclick: use }, guess);
  return ["No game matches. ", ...(guess ? ["Did you mean ", button, "?"] : ["Try torus, hidden, captures or 3 players."])];
}
