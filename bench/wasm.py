"""Games in the WebAssembly of Chromium, as the page without a server runs them: `python bench/wasm.py [GAME …]`.

For each game, by default Hex 11, Havannah and KnightVision: seconds until the search is ready once its sheet is
checked, simulations a second in the first second of a tree, seconds until the first random game, random games a second;
beside them what plain Python makes of the same there. Seconds are those that the processor spends in the thread in
which Python runs (Linux alone tells), since whatever else a machine does counts by the clock. The first game pays for
what is worked out once for all games.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import browser
from playwright.sync_api import Page, sync_playwright

GAMES = ("hex:size=11", "havannah", "knight_vision")

WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
let python = null;
self.onmessage = async ({ data }) => {
  try {
    if (python === null) {
      python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, packages: [] });
      const archive = await fetch(new URL("./python.zip", import.meta.url));
      python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: "/site" });
    }
    postMessage(["done", python.runPython(data)]);
  } catch (error) {
    postMessage(["failed", String(error)]);
  }
};
"""

BEGUN = """() => {
  const worker = new Worker("bench.js", { type: "module", name: "bench" });
  globalThis.asked = (code) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => resolve(["failed", event.message]);
    worker.postMessage(code);
  });
}"""

CODE = """
import sys, time
sys.path.insert(0, "/site")
import hexgame
from hexgame.machine.chance import generator
from hexgame.native.makers import get_ready
from hexgame.players.search import kernel
from hexgame.players.search.engine import Workshop
from hexgame.players.search.tree import USUAL, Tree

get_ready(kernel.__name__)  # as the worker that thinks is by then

def loaded(asked):
    global game, root
    name, *options = asked.split(":")
    game = hexgame.load(name, **{key: int(value) for key, value in (each.split("=") for each in options)})
    root = game.machine and game.start(seed=1).vector

def planted(shop):
    global tree
    tree = Tree(shop, 1 << 23, USUAL, root)
    return tree.run(generator(1), 1, float("inf"))

def search():
    global shop
    shop = Workshop(game)
    shop.compile()
    return int(shop.best.is_compiled)

def searched(seconds):
    before = tree.done
    tree.run(generator(tree.done), None, time.monotonic() + seconds)
    return tree.done - before

def played(seconds, games, counts):
    number, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        counts.play(games, generator(number))
        number += games
    return number

def first():
    global counts
    counts = game.compiled().counts()
    counts.play(1, generator(1))

def plain():
    other = Workshop(game)
    other.compile = lambda: None
    planted(other)
"""


def main() -> None:
    """Print a line for each game."""
    with browser.origin("worker", nullcontext, {"bench.js": WORKER}) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.chromium(), args=["--no-sandbox"])
        page = chromium.new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{address}#/help")
        page.evaluate(BEGUN)
        run(page, CODE)
        for game in sys.argv[1:] or GAMES:
            _, checked = run(page, f"loaded({game!r})")
            is_fast, ready = run(page, "search()")
            run(page, "planted(shop)")
            run(page, "searched(1)")
            run(page, "planted(shop)")
            searched, searching = run(page, "searched(1)")
            run(page, "plain()")
            slowly, dragging = run(page, "searched(2)")
            _, first = run(page, "first()")
            run(page, "played(0.5, 500, counts)")
            played, playing = run(page, "played(3, 500, counts)")
            plainly, plodding = run(page, "played(2, 20, game.machine.counts())")
            print(
                f"{game:<16} {'fast' if is_fast else 'PLAIN'}; checked in {checked:.2f} s; "
                f"search ready in {ready:.2f} s, {searched / searching:,.0f} simulations a second "
                f"(plain {slowly / dragging:,.0f}); first game in {first:.2f} s, "
                f"{played / playing:,.0f} games a second (plain {plainly / plodding:,.0f})",
                flush=True,
            )
        chromium.close()


def run(page: Page, code: str) -> tuple[int, float]:
    """What a piece of Python gives in the worker, and the seconds of the processor that it takes."""
    before = sum(_seconds())
    how, found = page.evaluate("code => asked(code)", code)
    if how != "done":
        sys.exit(found)
    return found, sum(_seconds()) - before


def _seconds() -> Iterator[float]:
    """Seconds of the processor that workers of this Chromium have had."""
    for task in Path("/proc").glob("[0-9]*/task/[0-9]*"):
        try:
            name, _, rest = (task / "stat").read_text().partition(" (")[2].rpartition(") ")
            is_ours = name.startswith("DedicatedWorker") and _is_below(task.parts[2], os.getpid())
        except OSError:
            continue
        if is_ours:
            yield sum(map(int, rest.split()[11:13])) / os.sysconf("SC_CLK_TCK")


def _is_below(process: str, ancestor: int) -> bool:
    while int(process) > 1:
        process = Path("/proc", process, "stat").read_text().rpartition(") ")[2].split()[1]
        if int(process) == ancestor:
            return True
    return False


if __name__ == "__main__":
    main()
