// The gallery: every game of the library, by family, each with its board.

import { cards as begun, isBegun, taken } from "../elements/begun.js";
import { counted, h, worded } from "../elements/dom.js";
import { bring, written } from "../keeping/draft.js";
import { picture } from "../elements/drawing.js";
import { renew } from "../elements/lasting.js";
import { dropped } from "../keeping/files.js";
import { isRecord, openRecord } from "../keeping/records.js";
import { yours } from "./yours.js";

const pictures = new Map();
let fillings = 0; // how often the games were asked for: of several answers, the last is shown

/** The view `#/`. */
export async function show(place, page) {
  page.title("");
  if (isBegun()) await page.carrier.ask("library").catch(() => {}); // until then, somebody may be using it
  const field = { type: "search", id: "search", placeholder: "Search", autocomplete: "off", spellcheck: "false" };
  const search = taken() ?? h("input", field);
  const found = h("p", { class: "soft", role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  const gallery = h("div", { class: "gallery" }, h("p", { class: "soft" }, "Loading the games…"));
  place.append(
    h(
      "section",
      { class: "intro" },
      h("h1", {}, "Connection games"),
      h("p", {}, "Pick one and play, or ", h("a", { href: "#/edit" }, "write the rules of your own"), "."),
      h("div", { class: "search" }, h("label", { for: "search", class: "unseen" }, "Search the games"), search, found),
    ),
    problem,
    yours(page),
    gallery,
  );
  const failed = (error) => {
    problem.replaceChildren(...worded(error.message));
  };
  const stop = page.carrier.onTell(({ tell, changed }) => {
    if (tell !== "library") return;
    for (const name of changed) pictures.delete(name);
    filled(page, gallery, search, found).catch(failed);
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
  await filled(page, gallery, search, found);
}

/** Put the games into the gallery, those that fit what is searched for. */
async function filled(page, gallery, search, found) {
  const number = (fillings += 1);
  const { games } = await page.carrier.ask("library");
  if (page.signal.aborted || number !== fillings) return;
  const families = Map.groupBy ? Map.groupBy(games, (game) => game.family) : grouped(games);
  const seeing = watcher(page);
  const cards = [];
  const sections = [...families].map(([family, members]) => {
    const list = members.map((game) => card(game, seeing, cards));
    return h("section", {}, h("h2", {}, family), h("ul", { class: "games" }, list));
  });
  renew(gallery, sections);
  const filter = () => {
    const shown = filtered(cards, sections, search.value);
    found.textContent = search.value.trim() ? counted(shown, "game") : "";
  };
  search.oninput = filter;
  filter();
}

function grouped(games) {
  const families = new Map();
  for (const game of games) families.set(game.family, [...(families.get(game.family) ?? []), game]);
  return families;
}

function card(game, seeing, cards) {
  const element = begun.get(game.name) ?? made(game, seeing);
  const text = [game.name, game.title, game.about, game.family, ...game.players].join(" ").toLowerCase();
  cards.push({ element, text });
  return element;
}

function made(game, seeing) {
  const image = h("img", { alt: "", decoding: "async", "data-game": game.name });
  const known = pictures.get(game.name);
  if (known) image.src = known;
  else seeing.observe(image);
  return h(
    "li",
    { class: "game", "data-game": game.name },
    h(
      "a",
      { href: `#/new/${encodeURIComponent(game.name)}` },
      h("span", { class: "mount" }, image),
      h("span", { class: "name" }, game.title),
      h("span", { class: "about" }, game.about),
      h("span", { class: "players" }, game.players.join(" · ")),
    ),
  );
}

function filtered(cards, sections, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { element, text } of cards) {
    element.hidden = !words.every((word) => text.includes(word));
    shown += element.hidden ? 0 : 1;
  }
  for (const section of sections) section.hidden = section.querySelector("li:not([hidden])") === null;
  return shown;
}

/** Asks for the boards of the cards that come into view, one after the other. */
function watcher(page) {
  const wanted = new Set();
  let isBusy = false;
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    for (let image; (image = next(wanted)) && !page.signal.aborted;) await drawn(image, page);
    isBusy = false;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) isIntersecting ? wanted.add(target) : wanted.delete(target);
      work();
    },
    { rootMargin: "200px" },
  );
  page.signal.addEventListener("abort", () => observer.disconnect());
  return { observe: (image) => observer.observe(image) };
}

function next(wanted) {
  const [image] = wanted;
  wanted.delete(image);
  return image;
}

async function drawn(image, page) {
  const name = image.dataset.game;
  if (pictures.has(name)) return;
  try {
    const { text, bases } = await page.carrier.ask("sheet", { name });
    const { board } = await page.carrier.ask("check", { ...written(text, bases), quick: true });
    if (board === null) return;
    pictures.set(name, picture(board));
    image.src = pictures.get(name);
  } catch (error) {
    console.warn(`no picture of ${name}: ${error.message}`);
  }
}
