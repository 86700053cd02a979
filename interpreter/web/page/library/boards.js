// Small boards, each asked for when the place where it is shown comes into view.

import { glossed, parsed } from "../elements/figures.js";
import { written } from "../keeping/draft.js";

const known = new Map(); // small drawings by the names of their games

/** Forget the drawings of games whose sheets have changed. */
export function forgotten(names) {
  for (const name of names) known.delete(name);
}

/** Fills the places of boards that come into view, one after the other. */
export function drawer(page) {
  const wanted = new Set();
  let isBusy = false;
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    for (let place; (place = next(wanted)) && !page.signal.aborted;) await fill(place, page);
    isBusy = false;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) isIntersecting ? wanted.add(target) : wanted.delete(target);
      work();
    },
    { rootMargin: "300px" },
  );
  page.signal.addEventListener("abort", () => observer.disconnect());
  glossed();
  return (within) => {
    for (const place of within.querySelectorAll(".mount[data-board]")) {
      if (place.firstChild) continue;
      const drawing = known.get(place.dataset.board);
      if (drawing) place.replaceChildren(parsed(drawing));
      else observer.observe(place);
    }
  };
}

function next(wanted) {
  const [place] = wanted;
  wanted.delete(place);
  return place;
}

async function fill(place, page) {
  const name = place.dataset.board;
  if (place.firstChild) return;
  try {
    known.set(name, known.get(name) ?? (await drawn(name, "own" in place.dataset, page)));
    place.replaceChildren(parsed(known.get(name)));
  } catch (error) {
    console.warn(`no picture of ${name}: ${error.message}`);
  }
}

/** The small drawing of a game of the library, or of a sheet of one's own beside it. */
async function drawn(name, isOwn, page) {
  const { text, bases } = isOwn ? await page.carrier.ask("sheet", { name }) : {};
  return (await page.carrier.ask("preview", { sheet: isOwn ? written(text, bases) : { name } })).svg;
}
