"""Who wins full boards: `python tests/fillings.py atoll 100000 size=5` tries so many random fillings."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

import hexgame
from hexgame.play.game import Game

Filling = tuple[int, ...]


def fillings(game: Game) -> Iterator[Filling]:
    """Every way to fill the board with the two players' stones."""
    return product((1, 2), repeat=len(game.board.cells))


def some_fillings(game: Game, number: int) -> Iterator[Filling]:
    draw = random.Random(1)
    for _ in range(number):
        yield tuple(draw.choice((1, 2)) for _ in game.board.cells)


def winners(game: Game, full: Iterable[Filling]) -> Counter[tuple[bool, bool]]:
    """How many fillings are won by the first player, the second, both, neither."""
    found: Counter[tuple[bool, bool]] = Counter()
    vector = list(game.machine.start)
    wins = [number for number, ending in enumerate(game.rules.endings) if ending.result == "win"]
    for filling in full:
        vector[: len(filling)] = filling
        game.machine.rebuild(vector)
        won = tuple(
            any(game.machine.endings[number](vector, player) for number in wins
                if game.rules.endings[number].player in (None, player))
            for player in (0, 1)
        )  # fmt: skip
        found[won] += 1  # type: ignore[index]
    return found


if __name__ == "__main__":
    stem, number, *options = sys.argv[1:]
    chosen = hexgame.load(stem, **dict(option.split("=", 1) for option in options))
    for (first, second), count in winners(chosen, some_fillings(chosen, int(number))).items():
        print(f"first wins: {first}, second wins: {second}: {count}")  # noqa: T201
