// Taking a game along: its link, its record, a picture of a position, the game as an animated drawing.

import { h } from "../elements/dom.js";
import { worn } from "../elements/drawing.js";
import { picked, saved } from "../keeping/files.js";
import { sharedLink } from "../keeping/sharing.js";

const BEAT = 0.8;
const WIDTH = 1600;

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
    button("Animation", () => saveAnimation(table)),
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
  const address = URL.createObjectURL(new Blob([await picture(table)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", {
      width: WIDTH,
      height: Math.round((WIDTH * image.naturalHeight) / image.naturalWidth),
    });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    saved(`${stem(table)}.png`, pixels, "image/png");
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** One drawing in which the positions of the line that is shown follow one another, again and again. */
async function saveAnimation(table) {
  const { line } = table.moves;
  const scenes = [];
  for (const node of line)
    scenes.push((await table.ask("look", { node, has: scenes.length > 0 ? table.board.hash : "" })).scene);
  const [{ svg, title }] = scenes;
  const [x, y, width, height] = svg.view;
  const whole = Number((BEAT * (scenes.length + 2)).toFixed(1));
  const frames = scenes.map((scene, index) => {
    const ends = index === scenes.length - 1 ? 1 : (BEAT * (index + 1)) / whole;
    const begins = (BEAT * index) / whole;
    const times = begins === 0 ? [0, ends] : ends === 1 ? [0, begins] : [0, begins, ends];
    const values = begins === 0 ? ["inline", "none"] : ends === 1 ? ["none", "inline"] : ["none", "inline", "none"];
    const animate = `<animate attributeName="display" calcMode="discrete" dur="${whole}s" repeatCount="indefinite" values="${values.join(";")}" keyTimes="${times.join(";")}"/>`;
    return `<g display="${index === 0 ? "inline" : "none"}">${scenes.length > 1 ? animate : ""}${scene.svg.stones}</g>`;
  });
  const name = new XMLSerializer().serializeToString(document.createTextNode(title));
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">`;
  const paper = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#f6f3ed"/>`;
  saved(
    `${stem(table)}-replay.svg`,
    `${head}<title>${name}</title>${paper}${svg.board}${frames.join("")}</svg>`,
    "image/svg+xml",
  );
}

function stem({ scene }) {
  return `${
    scene.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "") || "game"
  }-${scene.node}`;
}
