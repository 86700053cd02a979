"""How much a report counts in: `python bench/study.py [GAME] [--set NAME=VALUE …] [--time 300] [--jobs 2]`.

It starts from a cold cache, so compiling counts. For each kind of work it prints the games and the seconds of
processors and of the clock; at the end all random and all searched games, the time of the whole report, and the most
memory. The last line says how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time

import hexgame
from hexgame.reports.kinds import KINDS
from hexgame.reports.report import Clock, Effort, report_on
from hexgame.reports.work import Crewing
from hexgame.show.report.page import page

RANDOM = ("random", "random-without-swap", "full-boards", "walks")
"""The kinds of work that are random games; in all others somebody searches."""

PAIRS = ("ladder",)
"""The kinds of work that count pairs of games."""


def used() -> float:
    """Seconds of processor time of this process and of those that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


class Watch:
    """Notes how long each kind of work takes, and what comes before and after, by what a report says of itself."""

    def __init__(self, units: dict[str, str]) -> None:
        self.spent: dict[str, tuple[float, float]] = {}
        self._units = sorted(((unit, name) for name, unit in units.items()), key=lambda each: -len(each[0]))
        self._now, self._since = "starting", (used(), time.monotonic())

    def say(self, words: str) -> None:
        """Begin another stretch where other words are said."""
        words = words.removeprefix("preparing ")
        what = next((name for unit, name in self._units if words.startswith(unit)), words.partition(",")[0])
        if what and what != self._now:
            self.end()
            self._now = what

    def end(self) -> None:
        """End the stretch."""
        cpu, wall = used(), time.monotonic()
        before = self.spent.get(self._now, (0.0, 0.0))
        self.spent[self._now] = before[0] + cpu - self._since[0], before[1] + wall - self._since[1]
        self._since = cpu, wall


def main() -> None:
    """Print what one report counts in."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game", nargs="?", default="hex")
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--time", type=float, default=300, help="in seconds")
    arguments.add_argument("--jobs", type=int, default=2)
    asked = arguments.parse_args()
    options = dict(each.split("=", 1) for each in asked.set)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEXGAME_CACHE"] = folder
        clock, game = Clock(asked.time), hexgame.load(asked.game, **options)
        watch = Watch({kind.name: kind.unit for kind in KINDS})
        report = report_on([game], Effort(clock, crewing=Crewing(asked.jobs), say=watch.say, note=print))
        watch.say("writing the page")
        text = page(report)
        watch.end()
    show(watch, {name: found.games for name, found in report.chapters[0].study.found.items()})
    seconds, cpu = time.monotonic() - clock.begun, used()
    memory = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"{seconds:.1f} s of {asked.time:g}, {len(text) / 1e6:.2f} MB of page, {memory / 1024:.0f} MB of memory")
    print(f"{cpu:.0f} s of processors were used; idle ones would have given {asked.time * asked.jobs:.0f} s")


def show(watch: Watch, games: dict[str, int]) -> None:
    """Print a line for each kind of work, and the sums."""
    for what, (cpu, wall) in watch.spent.items():
        print(f"{what:26} {games.get(what, 0):13,} games {cpu:8.1f} s of processors {wall:8.1f} s")
    of_chance = sum(number for name, number in games.items() if name in RANDOM)
    searched = sum(number * (2 if name in PAIRS else 1) for name, number in games.items() if name not in RANDOM)
    print(f"{of_chance:,} random games, {searched:,} searched games")


if __name__ == "__main__":
    main()
