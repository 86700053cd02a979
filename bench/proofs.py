"""Full boards counted, on one thread: `python bench/proofs.py [GAME …]`.

For each board: the cells, the width of the frontier, the most states at once, seconds of processor time
and memory, in a process of its own, and how many times longer a cell of width makes it.

`python bench/proofs.py sizes [GAME …]` counts larger and larger boards of each game, as long as one takes at most
30 seconds of processor time, and prints a table of the largest for each, with how many times more states a cell of
width makes, over the last sizes.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

import hexgame
from hexgame.study.proofs.counting.counts import count
from hexgame.study.proofs.fillings import fillings_of

BOARDS: dict[str, list[dict[str, object]]] = {
    "hex": [{"size": size} for size in (4, 6, 8, 10)],
    "y": [{"size": size} for size in (7, 10)],
    "master_y": [{"size": 9}],
    "hex_kb": [{"size": 5, "hole": 0, "inset": 1}, {"size": 7, "hole": 0, "inset": 2}],
    "torex": [{"size": size} for size in (3, 4, 5)],
    "projex": [{"size": size} for size in (3, 4)],
    "cylinder_hex": [{"size": size} for size in (4, 6, 8)],
    "moebius_hex": [{"size": size} for size in (4, 6)],
    "atoll": [{"size": size} for size in (3, 4)],
    "hy2": [{"size": size} for size in (2, 3, 4)],
    "havannah": [{"size": 3}],
}


SIZES: dict[str, tuple[int, dict[str, object]]] = {
    "hex": (4, {}), "y": (4, {}), "master_y": (4, {}), "misere_hex": (4, {}), "torex": (3, {}), "projex": (3, {}),
    "cylinder_hex": (4, {}), "moebius_hex": (4, {}), "hex_kb": (5, {"hole": 0, "inset": 1}), "atoll": (3, {}),
    "cross": (3, {}), "hy2": (3, {}), "havannah": (3, {}), "conect": (3, {}), "gale": (3, {}),
    "three_player_hex": (3, {}), "poly_y": (3, {}), "pex": (3, {}),
}  # fmt: skip
"""For each game of which larger and larger boards are counted, the first size and other options."""

LIMIT = 30.0
"""The seconds of processor time after which the boards of a game are large enough."""


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


def apart(name: str, options: dict[str, object], limit: float = 0) -> dict[str, object]:
    """Count the full boards of a game in a process of its own, which may be ended after some processor time."""
    command = [sys.executable, __file__, "--one", json.dumps([name, options])]
    if limit:
        command = ["bash", "-c", f'ulimit -t {limit:.0f}; exec "$@"', "bash", *command]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert isinstance(found, dict)
    return found


def sizes(names: list[str]) -> None:
    """Print the largest board of each game that is counted in time."""
    columns = ("Game", "Size", "Cells", "Width", "States at once", "Seconds", "MB", "Growth", "Next")
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for name in names or SIZES:
        size, others = SIZES[name]
        rows: list[dict[str, object]] = []
        why = ""
        while not why:
            try:
                found = apart(name, {"size": size, **others}, LIMIT)
            except subprocess.CalledProcessError as error:
                lines = str(error.stderr).strip().splitlines()
                why = lines[-1][:60] if lines and error.returncode > 0 else f"more than {LIMIT:.0f} s"
                break
            rows.append({**found, "size": size})
            size += 1
        if rows:
            first, last = rows[max(0, len(rows) - 3)], rows[-1]
            wider = last["width"] - first["width"]
            growth = f"{(last['states'] / first['states']) ** (1 / wider):.1f}" if wider else ""
            cells = [name, last["size"], last["cells"], last["width"], f"{last['states']:,}", f"{last['seconds']:.1f}",
                     last["memory"], growth, why]  # fmt: skip
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


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
        sizes(sys.argv[2:])
    else:
        main(sys.argv[1:])
