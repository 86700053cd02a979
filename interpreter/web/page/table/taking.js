// Taking a game along: its link, its record, a picture of a position, the game as a film and as a card.

import { h } from "../elements/dom.js";
import { worn } from "../elements/drawing.js";
import { picked, saved } from "../keeping/files.js";
import { sharedLink } from "../keeping/sharing.js";

const [WIDTH, CARD] = [1600, 2400]; // pixels across, of a picture and of a card

/** Buttons for all that can be saved or loaded. */
export function sharing(table) {
  const status = h("span", { role: "status", class: "lead" });
  const button = (text, act) =>
    h(
      "button",
      {
        type: "button",
        onclick: async () => {
          status.textContent = "";
          try {
            status.textContent = (await act()) ?? "";
          } catch (error) {
            table.failed(error);
          }
        },
      },
      text,
    );
  const buttons = h(
    "div",
    { class: "buttons" },
    table.page.carrier.name === "worker" ? null : button("Copy this table's link", () => copyLink()),
    button("Copy a link to keep", () => copyGame(table)),
    button("Save the game", () => saveRecord(table)),
    button("Open a saved game", () => loadRecord(table)),
    button("Picture (SVG)", () => savePicture(table)),
    button("Picture (PNG)", () => savePixels(table)),
    button("Film (SVG)", () => saveFilm(table)),
    button("Card (PNG)", () => saveCard(table)),
  );
  return h("details", {}, h("summary", {}, "Share and save"), buttons, status);
}

async function copyLink() {
  await navigator.clipboard.writeText(location.href);
  return "Link copied. Anyone who opens it can watch, or take a free seat.";
}

/** The sheet, the options and the moves up to the position that is shown, all in one address. */
async function copyGame({ begins, moves, scene }) {
  const { sheet, options } = begins;
  if (!scene.free) throw new Error("The moves stay secret while other people are playing, or while something is hidden.");
  const played = moves.pathTo(scene.node).slice(1);
  const link = await sharedLink({ ...sheet, options, moves: played.map((node) => moves.rows.get(node).text) });
  await navigator.clipboard.writeText(link);
  return "Link copied. It holds the rules and the moves.";
}

async function saveRecord(table) {
  const { text, name } = await table.ask("record");
  saved(name ?? "game.yaml", text);
}

async function loadRecord(table) {
  const file = await picked(".yaml,.yml,.txt");
  if (file !== null) await table.load(file.text);
}

async function picture(table) {
  const { eyes, scene } = table;
  const { svg } = await table.ask("picture", { node: scene.node, ...(eyes === null ? {} : { eyes }) });
  return worn(svg);
}

async function savePicture(table) {
  saved(`${stem(table)}.svg`, await picture(table), "image/svg+xml");
}

async function savePixels(table) {
  saved(`${stem(table)}.png`, await pixels(await picture(table), WIDTH), "image/png");
}

/** A drawing in pixels. */
async function pixels(svg, width) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width, height: Math.round((width * image.naturalHeight) / image.naturalWidth) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** One drawing in which the positions of the line that is shown follow one another, again and again. */
async function saveFilm(table) {
  const { svg } = await table.ask("film", { node: table.moves.line.at(-1) });
  saved(`${stem(table)}-film.svg`, svg, "image/svg+xml");
}

/** What tells of the game at a glance, to be shared. */
async function saveCard(table) {
  const { svg } = await table.ask("card", { node: table.scene.node });
  saved(`${stem(table)}-card.png`, await pixels(svg, CARD), "image/png");
}

function stem({ scene }) {
  return `${
    scene.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "") || "game"
  }-${scene.node}`;
}
