"""How many puzzles the shipped games give: `python bench/puzzles.py [--seconds 60] [--count 20] [--keep] [GAME …]`.

For each game, how many puzzles were found in so many seconds of processor time on the board that `hexgame puzzles`
takes, and on smaller ones where that gives too few, their grades, and why games gave none. `--keep` writes those of the
board that gave most to `games/puzzles.json`, for reports and the page, unless that has as many.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from itertools import islice

import hexgame
from hexgame.experiments.puzzles import Puzzle, Unsuitable, ready
from hexgame.experiments.puzzles.collect import collect
from hexgame.experiments.puzzles.fitting import boards
from hexgame.experiments.puzzles.setter import Setter
from hexgame.play.game import Game
from hexgame.resources import resource
from hexgame.source.reading.files import shipped

BOARDS = 3
"""How many boards are tried."""


def row(stem: str, count: int, seconds: float, *, is_kept: bool) -> str:
    """Return the row of a game, whose puzzles may be kept."""
    usual, best, told, used = hexgame.load(stem), list[Puzzle](), list[str](), time.process_time()
    try:
        Setter(usual)
        chosen = usual
        for number, (game, changed) in enumerate(islice(boards(usual), BOARDS), 1):
            left = seconds - (time.process_time() - used)
            found, how = on_board(game, count, left if number == BOARDS else left / 2)
            told.append(f"{changed or 'usual'}: {len(found)} of {count}{how}")
            if len(found) > len(best):
                chosen, best = game, found
            if len(best) == count:
                break
    except Unsuitable as why:
        return f"{stem:20} – none: {why}"
    if is_kept:
        keep(chosen, best)
    return f"{stem:18} {len(best):3} in {time.process_time() - used:5.1f} s of processor; {' | '.join(told)}"


def on_board(game: Game, count: int, seconds: float) -> tuple[list[Puzzle], str]:
    """Return the puzzles found on one board, and what is said of them."""
    setter, used, games = Setter(game), time.process_time(), Counter[str]()

    def counted(_: int) -> None:
        games.update(["played"])
        if time.process_time() - used > seconds:
            raise KeyboardInterrupt

    found = collect(setter, count, 20 * max(1, seconds), progress=counted)
    grades = Counter(each.grade for each in found)
    told = " ".join(f"{grade}:{grades[grade]}" for grade in sorted(grades))
    why = ", ".join(f"{reason} ×{number}" for reason, number in Counter(setter.refusals).most_common(2))
    return found, f" of {games['played']} games; {told}; {why}"


def keep(game: Game, found: list[Puzzle]) -> None:
    """Keep a few puzzles of a shipped game, evenly spread over their grades, in place of fewer or of another sheet."""
    path = resource("games") / "puzzles.json"
    data = json.loads(path.read_text("utf-8")) if path.exists() else {"games": {}}
    few, old = min(ready.MOST, len(found)), data["games"].get(game.name)
    if old and old["sheet"] == game.source_hash and len(old["puzzles"]) >= few:
        return
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
