"""How many puzzles the shipped games give: `python bench/puzzles.py [--seconds 60] [--count 20] [--out FILE] [GAME …]`.

For each game, the board that `hexgame puzzles` takes, how many puzzles were found in so many seconds of processor
time, their grades, and why games gave none. `--out` writes the puzzles, a game a line, as `hexgame puzzles --json` does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

import hexgame
from hexgame.experiments.puzzles import Setter, Unsuitable, collect
from hexgame.experiments.puzzles.fitting import fitting
from hexgame.show.sheets.puzzles import as_data
from hexgame.source.reading.files import shipped


def row(stem: str, count: int, seconds: float, out: Path | None) -> str:
    """Return the row of a game, and add its puzzles to a file."""
    usual = hexgame.load(stem)
    try:
        Setter(usual)
        game, changed = fitting(usual)
        setter = Setter(game)
    except Unsuitable as why:
        return f"{stem:20} – none: {why}"
    begun, used, games = time.monotonic(), time.process_time(), Counter[str]()

    def counted(_: int) -> None:
        games.update(["played"])
        if time.process_time() - used > seconds:
            raise KeyboardInterrupt

    found = collect(setter, count, 20 * seconds, progress=counted)
    if out is not None and found:
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(as_data(game, found, 0), ensure_ascii=False) + "\n")
    grades = Counter(each.grade for each in found)
    told = " ".join(f"{grade}:{grades[grade]}" for grade in sorted(grades))
    why = ", ".join(f"{reason} ×{number}" for reason, number in Counter(setter.refusals).most_common(2))
    took = f"{time.process_time() - used:5.1f} s of processor, {time.monotonic() - begun:5.1f} s"
    return (
        f"{stem:18} {changed or 'usual':10} {len(found):3} of {count}, {games['played']:4} games, {took}; {told}; {why}"
    )


def main() -> None:
    """Print the rows of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time, for each game")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    for stem in given.games or shipped():
        sys.stdout.write(row(stem, given.count, given.seconds, given.out) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
