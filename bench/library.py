"""Every shipped game compiled, on one thread: `python bench/library.py [--corners] [STEM …]`.

Each game is played in a process of its own with an empty cache: seconds of processor time until its first random game
has been played, random games a second after that, and what a move costs beside one of Hex. All are processor time, so
what else the machine does matters little. What misses a target is named at the end, with the reason where it is known.
With `--corners`, each game is played on its usual board with each other option at its ends or names, too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hexgame
from hexgame.values.settings import spelt

LIBRARY = Path(__file__).parent.parent / "games"
SLOWEST_START, FEWEST_GAMES, DEAREST_MOVE = 5.0, 2_000.0, 40.0

REASONS = {
    "ayu": "a group moves only towards the groups nearest to it: each group is flooded from, and ways are measured",
    "connect6": "after each of some 200 stones, rows are looked for from all stones of a player, in eight directions",
    "gonnect": "of each stone, captures, suicide and repeated boards are tried on a copy, whose groups are found anew",
    "hive": "pieces walk around a hive that must not fall apart, 610 decisions a game: a program of its own in C, with "
    "masks of neighbours kept as pieces move, plays 731 to 859 games a second where this plays 347 to 400",
    "gyre": "the border that each group of both players holds is measured after each stone",
    "rosette": "of each stone, captures, suicide and repeated boards are tried on a copy, whose groups are found anew",
    "scaffold": "a turn lasts while a stone can join groups: of every empty cell, its neighbours' groups are compared",
    "trax": "each of six tiles is tried in each cell with all that must then follow, and all tracks are followed",
    "twixt": "laid by hand, links come and go for some 9,400 moves in a random game",
}
"""Why some games miss a target: what they ask about is searched for after each move, not kept."""

ALONE = """
import json, sys, time
import hexgame
from hexgame.machine.chance import generator
import hexgame.native.compiled
begun = time.process_time()
sampler = hexgame.load(sys.argv[1], **json.loads(sys.argv[2])).compiled()
sampler.counts().play(1, generator(1))
cold = time.process_time() - begun
counts, games, spent = sampler.counts(), 1, 0.0
while spent < 0.3:
    games *= 2
    begun = time.process_time()
    counts.play(games, generator(games))
    spent = time.process_time() - begun
moves = sum(int(count) * ply for ply, count in enumerate(counts.lengths)) * games / (2 * games - 2)
print(json.dumps([cold, games / spent, spent / moves * 1e9, moves / games]))
"""


def corners(stem: str) -> Iterator[dict[str, str]]:
    """Give the options of a game's corners: none, and each but the size of its board at its ends or names."""
    yield {}
    game = hexgame.load(stem)
    for option in game.settings.options:
        ends = [end for each in option.values for end in ((each[0], each[-1]) if isinstance(each, range) else (each,))]
        for value in dict.fromkeys(map(spelt, ends)):
            is_corner = option.name != "size" and value != spelt(game.options[option.name])
            if is_corner and is_playable(stem, option.name, value):
                yield {option.name: value}


def is_playable(stem: str, option: str, value: str) -> bool:
    """Return whether a sheet takes this value beside the usual ones of its other options."""
    try:
        hexgame.load(stem, **{option: value})
    except hexgame.HexgameError:
        return False
    return True


def measured(stem: str, options: dict[str, str]) -> tuple[float, float, float, float]:
    """Return seconds from cold, games a second, nanoseconds a move and moves a game."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "HEXGAME_CACHE": cache}
        command = [sys.executable, "-c", ALONE, stem, json.dumps(options)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    cold, rate, cost, length = json.loads(done.stdout)
    return cold, rate, cost, length


def main(stems: list[str]) -> None:
    """Print a row for each game, then those that miss a target."""
    is_whole = "--corners" in stems
    stems = [stem for stem in stems if stem != "--corners"]
    print(f"{'game':20} {'cold, s':>8} {'games/s':>12} {'ns a move':>10} {'× Hex':>7} {'moves':>7}", flush=True)
    hexes = measured("hex", {})[2]
    missed = []
    stems = stems or sorted(path.stem for path in LIBRARY.glob("*.hexgame"))
    played = [(each, options) for each in stems for options in (corners(each) if is_whole else ({},))]
    for stem, options in played:
        cold, rate, cost, length = measured(stem, options)
        name = " ".join([stem, *(f"{option}={value}" for option, value in options.items())])
        print(f"{name:20} {cold:8.2f} {rate:12,.0f} {cost:10,.0f} {cost / hexes:7.1f} {length:7.1f}", flush=True)
        short = []
        if cold > SLOWEST_START:
            short.append(f"{cold:.2f} s from cold (at most {SLOWEST_START:g})")
        if rate < FEWEST_GAMES:
            short.append(f"{rate:,.0f} games a second (at least {FEWEST_GAMES:,.0f})")
        if cost > DEAREST_MOVE * hexes:
            short.append(f"a move costs {cost / hexes:.0f} times one of Hex (at most {DEAREST_MOVE:g})")
        if short:
            missed.append(f"{name}: {', '.join(short)}; {REASONS.get(stem, 'no reason is known')}")
    print(*missed or ["all targets are met"], sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
