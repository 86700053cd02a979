"""How many puzzles the shipped games give: `python bench/puzzles.py [--seconds 60] [--count 20] [--keep] [GAME …]`.

For each game, the board that `hexgame puzzles` takes, how many puzzles were found in so many seconds of processor
time, their grades, and why games gave none. `--keep` writes a few of them to
`games/puzzles.json`, for reports and the page.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter

import hexgame
from hexgame.experiments.puzzles import Puzzle, Unsuitable, ready
from hexgame.experiments.puzzles.collect import collect
from hexgame.experiments.puzzles.fitting import fitting
from hexgame.experiments.puzzles.setter import Setter
from hexgame.play.game import Game
from hexgame.resources import resource
from hexgame.source.reading.files import shipped


def row(stem: str, count: int, seconds: float, *, is_kept: bool) -> str:
    """Return the row of a game, whose puzzles may be kept."""
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
    if is_kept:
        keep(game, found)
    grades = Counter(each.grade for each in found)
    told = " ".join(f"{grade}:{grades[grade]}" for grade in sorted(grades))
    why = ", ".join(f"{reason} ×{number}" for reason, number in Counter(setter.refusals).most_common(2))
    took = f"{time.process_time() - used:5.1f} s of processor, {time.monotonic() - begun:5.1f} s"
    return (
        f"{stem:18} {changed or 'usual':10} {len(found):3} of {count}, {games['played']:4} games, {took}; {told}; {why}"
    )


def keep(game: Game, found: list[Puzzle]) -> None:
    """Keep a few puzzles of a shipped game, evenly spread over their grades, in place of those that were kept."""
    path = resource("games") / "puzzles.json"
    data = json.loads(path.read_text("utf-8")) if path.exists() else {"games": {}}
    few = min(ready.MOST, len(found))
    chosen = [found[number * (len(found) - 1) // max(1, few - 1)] for number in range(few)]
    rows = {**data["games"], **({game.name: ready.row_of(game, chosen)} if chosen else {})}
    lines = [f"{json.dumps(stem)}: {json.dumps(rows[stem])}" for stem in sorted(rows)]
    path.write_text(f'{{"format": {ready.FORMAT}, "games": {{\n' + ",\n".join(lines) + "\n}}\n", "utf-8")


def main() -> None:
    """Print the rows of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time, for each game")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    for stem in given.games or shipped():
        sys.stdout.write(row(stem, given.count, given.seconds, is_kept=given.keep) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
