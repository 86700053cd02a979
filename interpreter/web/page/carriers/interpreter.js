// Python in this browser: Pyodide with the package, which answers one call after another.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const SITE = "/hexgame-site";

const ready = start();

self.onmessage = async ({ data }) => {
  const answer = await ready;
  if (answer === null) return;
  try {
    postMessage({ reply: answer(data) });
  } catch (error) {
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
  postMessage({ loading: [0.1, "Python is loading…"] });
  const archive = fetched("../python.zip");
  const python = await loadPyodide({ indexURL: new URL("../pyodide/", import.meta.url).href, packages: [] });
  postMessage({ loading: [0.8, "The interpreter is loading…"] });
  python.unpackArchive(await archive, "zip", { extractDir: SITE });
  python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  const answer = python.pyimport("hexgame.web.site.alone").Alone().answer;
  postMessage({ ready: true });
  return answer;
}

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} cannot be loaded (${answer.status})`);
  return answer.arrayBuffer();
}
