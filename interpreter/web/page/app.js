// The page's frame: which view the fragment names, where the focus goes, what is announced, light or dark.

import { connect } from "./carriers/carrier.js";
import { takeOver } from "./elements/begun.js";
import { h } from "./elements/dom.js";
import { waits } from "./elements/waiting.js";
import { remembered } from "./keeping/tables.js";

const VIEWS = [
  [/^$/, () => import("./library/library.js")],
  [/^new\/([^/]+)(?:\/(middle))?$/, () => import("./library/opening.js")],
  [/^puzzles\/([^/]+)$/, () => import("./library/puzzles.js")],
  [/^edit(?:\/([^/]+))?$/, () => import("./editor/editor.js")],
  [/^play\/([^/]+)$/, () => import("./table/play.js")],
  [/^s\/([\w-]+)$/, () => import("./library/share.js")],
  [/^help(?:\/([\w-]+)(?:\/([^/]+))?)?$/, () => import("./library/help.js")],
];

const NOTHING = "There is nothing at this address.";

const main = document.getElementById("main");
const carrier = connect();
let leaving = new AbortController();
let isFirst = true;

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const route = location.hash.replace(/^#\/?/, "");
  marked(route);
  const place = h("div", { class: "view" });
  const here = (act) => (...given) => signal.aborted || act(...given); // a view that was left does nothing more
  const page = { carrier, signal, go: here(go), title: here(title), announce: here(announce) };
  try {
    await shown(route, place, page);
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    place.replaceChildren(trouble(error));
  }
  if (signal.aborted) return;
  if (!main.contains(place)) takeOver(main, place);
  focused(place);
}

async function shown(route, place, page) {
  for (const [pattern, load] of VIEWS) {
    const match = pattern.exec(route);
    if (match === null) continue;
    const view = await load();
    if (page.signal.aborted) return;
    const begun = [...main.children].some((each) => each.getClientRects().length > 0);
    if (!isFirst || !begun) {
      main.replaceChildren(place);
      scrollTo(0, 0);
    }
    await view.show(place, page, ...match.slice(1).map(decoded));
    return; // what the page began with is seen until then
  }
  throw new Error(NOTHING);
}

function decoded(part) {
  try {
    return part && decodeURIComponent(part);
  } catch {
    throw new Error(NOTHING);
  }
}

function trouble(error) {
  title("Not found");
  return h(
    "section",
    { class: "narrow" },
    h("h1", {}, "This cannot be shown"),
    h("p", {}, error.message),
    h("p", {}, h("a", { href: "#/" }, "Go to the games")),
  );
}

/** After a navigation, readers are taken to the new view's heading, unless they have gone on meanwhile; when the page is
 * opened, they begin at its top. */
function focused(place) {
  if (!isFirst && !place.contains(document.activeElement)) {
    const heading = place.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
  isFirst = false;
}

function marked(route) {
  tables(route);
  const section = { new: "", s: "" }[route.split("/")[0]] ?? route.split("/")[0];
  for (const link of document.querySelectorAll("nav [data-route]")) {
    if (link.dataset.route === section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** The way back to the reader's tables, wherever they are not shown. */
function tables(route) {
  const open = document.getElementById("tables");
  const { length } = remembered();
  open.hidden = length === 0 || route === "";
  open.querySelector(".count").textContent = length;
}

function go(route) {
  location.hash = `#/${route}`;
}

function title(text) {
  document.title = text ? `${text} – hexgame` : "hexgame";
}

function announce(text, isUrgent = false) {
  const region = document.getElementById(isUrgent ? "alarm" : "live");
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 50);
}

// The connection

const banner = document.getElementById("connection");
const STATES = {
  open: () => "",
  lost: (detail) => (carrier.name === "worker" ? `${detail.text}. Please reload the page.` : "Connection lost. Trying again…"),
  loading: (detail) => detail?.text ?? "",
};
let late = null;

/** Say what whoever asks has to wait for, if it lasts longer than a moment. What is told of it meanwhile takes its place. */
function connection() {
  if (carrier.state === "open" || !banner.hidden) written();
  else late ??= setTimeout(written, 400);
}

function written() {
  clearTimeout(late);
  late = null;
  const { state, detail, isAsked } = carrier;
  const text = state === "loading" && !isAsked ? "" : STATES[state](detail);
  banner.hidden = text === "";
  if (text !== "") waits(banner, text, detail);
}
carrier.onState(connection);

// Light and dark

const button = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return (document.documentElement.dataset.mode ?? (dark.matches ? "dark" : "light")) === "dark";
}

function labelled() {
  button.hidden = false;
  button.textContent = isDark() ? "☀" : "☾";
  button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  button.title = button.getAttribute("aria-label");
}

button.addEventListener("click", () => {
  document.documentElement.dataset.mode = isDark() ? "light" : "dark";
  localStorage.setItem("hexgame:theme", document.documentElement.dataset.mode);
  labelled();
});
dark.addEventListener("change", labelled);
labelled();

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
show().then(whole).then(() => carrier.start());

/** Resolves once all that the page began with is there: what begins then takes nothing from it. */
function whole() {
  return document.readyState === "complete" ? undefined : new Promise((resolve) => addEventListener("load", resolve));
}
