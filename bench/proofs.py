"""Full boards counted, on one thread: `python bench/proofs.py [GAME …]`.

For each board: the cells, the width of the frontier, the most states at once, seconds of processor time
and memory, in a process of its own, and how many times longer a cell of width makes it.

`python bench/proofs.py sizes 60 [GAME …]` counts larger and larger boards of each game, as long as the next is
foretold to take at most so many seconds of processor time, and prints a table of the largest for each: how many times
more states a cell of width makes, over the last sizes, and the largest size for a minute and 2 GB, foretold from the
growth where it is larger.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from typing import Any

import hexgame
from hexgame.proofs.counting.counts import count
from hexgame.proofs.fillings import fillings_of

BOARDS: dict[str, list[dict[str, object]]] = {
    "hex": [{"size": size} for size in (4, 6, 8, 10, 12)],
    "y": [{"size": size} for size in (7, 10)],
    "master_y": [{"size": 9}],
    "hex_kb": [{"size": 5, "hole": 0, "inset": 1}, {"size": 7, "hole": 0, "inset": 2}],
    "torex": [{"size": size} for size in (3, 4, 5, 6)],
    "projex": [{"size": size} for size in (3, 4)],
    "cylinder_hex": [{"size": size} for size in (4, 6, 8)],
    "moebius_hex": [{"size": size} for size in (4, 6)],
    "atoll": [{"size": size} for size in (3, 4, 5)],
    "hy2": [{"size": size} for size in (2, 3, 4)],
    "havannah": [{"size": 3}],
}


SIZES: dict[str, tuple[int, dict[str, object]]] = {
    "hex": (4, {}), "torex": (3, {}), "projex": (3, {}), "cylinder_hex": (4, {}), "moebius_hex": (4, {}),
    "hex_kb": (5, {"hole": 0, "inset": 1}), "y": (4, {}), "master_y": (4, {}), "atoll": (3, {}), "havannah": (3, {}),
    "hy2": (3, {}), "cross": (3, {}), "conect": (3, {}), "gale": (3, {}), "three_player_hex": (3, {}),
    "poly_y": (3, {}), "pex": (2, {}), "bipartisan_y": (2, {}), "coil": (3, {}), "crossway": (3, {}),
    "diagonal_hex": (3, {}), "cairo_hex": (2, {}), "tetrakis_hex": (2, {}), "fractal": (1, {}), "y_hex": (3, {}),
    "unlur": (3, {}), "tabu_y": (4, {}), "quax": (2, {}), "scaffold": (3, {}), "shannon_switching": (2, {}),
    "minefield": (3, {}), "chameleon": (4, {}), "esa_hex": (4, {}), "misere_hex": (4, {}), "blind_hex": (4, {}),
    "random_turn_hex": (4, {}),
}  # fmt: skip
"""For each game of which larger and larger boards are counted, the first size and other options."""

MINUTE, MEMORY = 60.0, 2048
"""The seconds of processor time and the megabytes that the largest board of a game may take."""

EMPTY = 80
"""The megabytes that a process takes that has counted next to nothing."""

SHORT = 1.0
"""The seconds after which the time of the next size is foretold from the growth of the last."""

BACK = 3
"""Over how many sizes growth is told."""


def measured(name: str, options: dict[str, object]) -> dict[str, object]:
    """Count the full boards of a game in this process."""
    game = hexgame.load(name, **options)
    before = time.process_time()
    found = count(fillings_of(game))
    return {
        "cells": len(found.fillings.free),
        "width": found.course.width,
        "states": found.states,
        "seconds": time.process_time() - before,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
        "winners": {" ".join(game.players[each] for each in sorted(won)) or "nobody": number
                    for won, number in found.by_winners.items()},
    }  # fmt: skip


def apart(name: str, options: dict[str, object], limit: float = 0) -> dict[str, Any]:
    """Count the full boards of a game in a process of its own, which may be ended after some processor time."""
    command = [sys.executable, __file__, "--one", json.dumps([name, options])]
    if limit:
        command = ["bash", "-c", f'ulimit -t {limit:.0f}; exec "$@"', "bash", *command]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert isinstance(found, dict)
    return found


def sizes(names: list[str], limit: float) -> None:
    """Print the largest board of each game that is counted within some seconds, and what is foretold for a minute."""
    columns = ("Game", "Size", "Cells", "Width", "States at once", "Seconds", "MB", "Growth", "In a minute")
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    known: dict[str, str] = {}
    for name in names or SIZES:
        rows, why = _largest(name, known, limit)
        if not rows or why.startswith("as "):
            print(f"| {name} | {why} |" + " |" * (len(columns) - 2), flush=True)
            continue
        first, last = rows[max(0, len(rows) - BACK)], rows[-1]
        wider = last["width"] - first["width"]
        growth = f"{(last['states'] / first['states']) ** (1 / wider):.1f}" if wider else ""
        cells = [name, last["size"], last["cells"], last["width"], f"{last['states']:,}", f"{last['seconds']:.1f}",
                 last["memory"], growth, why or _in_a_minute(name, rows)]  # fmt: skip
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def _largest(name: str, known: dict[str, str], limit: float) -> tuple[list[dict[str, Any]], str]:
    """Count larger and larger boards of a game; return what was measured, and why there is no more to measure: that the
    game has no larger board, or that the first two are counted as those of another game were."""
    least, others = SIZES[name]
    rows: list[dict[str, Any]] = []
    for size in _sizes_of(name, least):
        if rows and _foretold(rows, 1)[0] > limit:
            return rows, ""
        try:
            found = apart(name, {"size": size, **others}, MINUTE)
        except subprocess.CalledProcessError as error:
            return rows, _reason(error)
        rows.append({**found, "size": size})
        if len(rows) == 2:
            alike = known.setdefault(repr([(each["cells"], each["states"], each["winners"]) for each in rows]), name)
            if alike != name:
                return rows, f"as {alike}"
    return rows, f"{rows[-1]['size']}, the largest there is"


def _sizes_of(name: str, least: int) -> list[int]:
    domain = next(each for each in hexgame.load(name).settings.options if each.name == "size")
    values = [number for each in domain.values for number in (each if isinstance(each, range) else [each])]
    return [size for size in values if isinstance(size, int) and size >= least]


def _reason(error: subprocess.CalledProcessError) -> str:
    lines = str(error.stderr).strip().splitlines()
    return lines[-1][:60] if error.returncode > 0 and lines else f"more than {MINUTE:.0f} s"


def _foretold(rows: list[dict[str, Any]], sizes: int) -> tuple[float, float]:
    """The seconds and megabytes of a board that is so many sizes larger, if states go on growing as they did over the
    last sizes, each with the number of cells; 0 seconds where the last board was counted too soon to tell."""
    first, last = rows[max(0, len(rows) - BACK)], rows[-1]
    if len(rows) < BACK or last["seconds"] < SHORT:
        return 0.0, last["memory"]
    work, before = (each["states"] * each["cells"] for each in (last, first))
    longer = (work / before) ** (sizes / (BACK - 1))
    return last["seconds"] * longer, EMPTY + (last["memory"] - EMPTY) * longer


def _in_a_minute(name: str, rows: list[dict[str, Any]]) -> str:
    """The largest size that is foretold to be counted within a minute and the memory allowed."""
    larger = _sizes_of(name, rows[-1]["size"])
    for more in range(1, len(larger)):
        seconds, memory = _foretold(rows, more)
        if seconds > MINUTE or memory > MEMORY:
            return f"{larger[more - 1]}" + " (foretold)" * (more > 1)
    return f"{larger[-1]}, the largest there is"


def main(names: list[str]) -> None:
    """Print a line for each board of some games, or of all."""
    print(f"{'board':34} {'cells':>5} {'width':>5} {'states':>9} {'seconds':>8} {'MB':>6}  growth")
    for name in names or BOARDS:
        last: dict[str, object] = {}
        for options in BOARDS[name]:
            found = apart(name, options)
            cells, width, states, seconds, memory = (
                found[key] for key in ("cells", "width", "states", "seconds", "memory")
            )
            growth = ""
            if last and width > last["width"]:
                growth = f"{(seconds / last['seconds']) ** (1 / (width - last['width'])):.1f}"
            last = found
            shown = f"{name} {' '.join(f'{key}={value}' for key, value in options.items())}"
            print(f"{shown:34} {cells:5} {width:5} {states:9,} {seconds:8.1f} {memory:6,}  {growth}")
            print(
                "    " + ", ".join(f"{winners}: {number:,}" for winners, number in found["winners"].items()), flush=True
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(*json.loads(sys.argv[2]))))
    elif sys.argv[1:2] == ["sizes"]:
        sizes(sys.argv[3:], float(sys.argv[2]))
    else:
        main(sys.argv[1:])
