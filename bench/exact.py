"""Exact answers from a cold cache, on one thread: `python bench/exact.py [GAME …] [--seconds 600]`.

For each position, in a process of its own, the value, the positions visited, the seconds of processor time, compiling
included, and the peak of memory.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress

import hexgame
from hexgame.players import Limits
from hexgame.players.exact.solution import Solution
from hexgame.players.exact.solve import Work

OPENINGS = {"hex 3", "hex 4", "hex 5"}
SUBJECTS: dict[str, tuple[str, dict[str, object]]] = {
    "hex 3": ("hex", {"size": 3, "pie": "no"}),
    "hex 4": ("hex", {"size": 4, "pie": "no"}),
    "hex 5": ("hex", {"size": 5, "pie": "no"}),
    "hex 6": ("hex", {"size": 6, "pie": "no"}),
    "hex 6 centre": ("hex", {"size": 6, "pie": "no"}),
    "y 6": ("y", {"size": 6}),
    "havannah 3": ("havannah", {"size": 3}),
    "torex 4": ("torex", {"size": 4}),
    "misere_hex 4": ("misere_hex", {"size": 4, "pie": "no"}),
    "hex_kb 5": ("hex_kb", {"size": 5, "hole": 0, "inset": 1}),
    "hy2 3": ("hy2", {"size": 3}),
}
"""Positions at the start; of those in OPENINGS, all moves are solved as well."""

FIRST = {"hex 6 centre": "c4"}
"""Of these, the position after a first move."""


class Enough(Exception):  # noqa: N818 - named for what has happened
    """The time is over."""


def solved(subject: str, seconds: float) -> tuple[Solution, float]:
    """Return what is proved of a position, and the seconds of processor time."""
    name, options = SUBJECTS[subject]
    begun = time.process_time()

    def look(_: Solution) -> None:
        if time.process_time() - begun > seconds:
            raise Enough

    state = hexgame.load(name, **options).start(seed=1)
    if subject in FIRST:
        state.play(FIRST[subject])
    work = Work(state, Limits(), 1, {}, only_best=subject not in OPENINGS)
    with suppress(Enough):
        work.finish(None, 1.0, look)
    return work.solution, time.process_time() - begun


def each_alone(script: str, about: str | None, measure: Callable[[str, float], None]) -> None:
    """Measure each position that is asked for, in a process of its own with a cold cache: the main function of a script
    whose arguments are positions."""
    arguments = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("subjects", nargs="*", metavar="GAME", help=", ".join(SUBJECTS))
    arguments.add_argument("--seconds", type=float, default=600)
    asked = arguments.parse_args()
    if len(asked.subjects) != 1:
        for subject in asked.subjects or SUBJECTS:
            subprocess.run([sys.executable, script, subject, "--seconds", str(asked.seconds)], check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEXGAME_CACHE"] = folder
        measure(*asked.subjects, asked.seconds)


def measure(subject: str, most: float) -> None:
    """Print a line on a position."""
    found, seconds = solved(subject, most)
    what = "all openings" if found.complete and subject in OPENINGS else FIRST.get(subject, "the start")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{subject:14} {what:14} {found.winner or 'open':8} {found.nodes:12,} positions {seconds:8.1f} s "
          f"{memory:6} MB", flush=True)  # fmt: skip


if __name__ == "__main__":
    each_alone(__file__, __doc__, measure)
