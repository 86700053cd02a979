// Python in this browser: Pyodide with the package, which answers one call after another.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import { arriving } from "./arriving.js";

const SITE = "/hexgame-site";
const [LOADED, STARTED] = [0.8, 0.9]; // how much of the wait is over then, on most machines

const ready = start();

self.onmessage = async ({ data }) => {
  const answer = await ready;
  if (answer === null) return;
  try {
    postMessage({ reply: answer(data) });
  } catch (error) {
    if (error.type === "OutOfTime") return postMessage({ late: true });
    console.error(error);
    postMessage({ fault: "This could not be answered. The fault is in hexgame, not in what you did." });
  }
};

async function start() {
  try {
    return await started();
  } catch (error) {
    postMessage({ failed: error.message });
    return null;
  }
}

async function started() {
  const arrives = (share, part) => (share < 1 ? say(LOADED * share, "Loading Python", part) : say(LOADED, "Starting Python"));
  self.fetch = arriving(self.fetch, arrives);
  const archive = fetched("../python.zip");
  const python = await loadPyodide({ indexURL: new URL("../pyodide/", import.meta.url).href, packages: [] });
  python.unpackArchive(await archive, "zip", { extractDir: SITE });
  say(STARTED, "Starting the interpreter");
  python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  const answer = python.pyimport("hexgame.web.site.alone").Alone().answer;
  postMessage({ ready: true });
  return answer;
}

function say(share, text, part = "") {
  postMessage({ loading: { share, text, part } });
}

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} cannot be loaded (${answer.status})`);
  return answer.arrayBuffer();
}
