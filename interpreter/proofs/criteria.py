"""Torben Mogensen's two criteria for games in which every full board should have exactly one winner.

First: what has won keeps its win when all other cells are filled by the other colour, and keeps the other from winning.
Second: a winner stays one when a part of the winner's stones is recoloured that touches nothing else of its new colour,
edges and pieces that are there from the start included. It then consists of chains of the new colour, and what holds
for one chain at a time holds for several.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from ..board.topology import components
from ..deadline import OutOfTime, look, time_limit
from ..play.game import Game
from ..record import Record
from ..rules import ir
from .fillings import Fillings, Unphrased, fillings_of
from .limits import Limits

MOST, SOME = 1 << 12, 1_000
"""Up to so many full boards are all looked at; of more, so many random ones."""

KEEPS, RECOLOURS = (
    "a win stays when the other colour fills all other cells, and excludes the other's",
    "a win stays when a part of its stones is recoloured that touches nothing else of its new colour",
)


class Criterion(Record):
    """Whether a criterion holds on the full boards that were looked at, with an example where it fails."""

    text: str
    boards: int
    is_all: bool
    """Whether these are all full boards; else they are random."""

    why: str = ""
    """How it fails, in words; empty if no board shows that."""

    filling: tuple[int, ...] = ()
    """The full board on which it fails."""


class Failure(Record):
    """A full board that contradicts a criterion; `size` tells which of several is the clearest, the smallest."""

    text: str
    size: int
    why: str
    filling: tuple[int, ...]


def criteria(game: Game, limits: Limits) -> tuple[Criterion, Criterion]:
    """Return whether both criteria hold; raises Unphrased where they make no sense for a game."""
    fillings = fillings_of(game)
    if len(game.players) != 2 or len(fillings.contents) != 2:
        raise Unphrased("the criteria are about two players with one kind of stone each")
    total = 2 ** len(fillings.free)
    failures: dict[str, Failure] = {}
    looked = 0
    try:
        with time_limit(limits.seconds):
            for filling in _boards(fillings, total):
                look()
                for each in _failures(fillings, filling):
                    failures[each.text] = min(failures.get(each.text, each), each, key=lambda failure: failure.size)
                looked += 1
                limits.came(f"after {looked:,} full boards")
    except OutOfTime:
        pass
    first, second = (
        Criterion(text, looked, looked == total, found.why, found.filling)
        for text in (KEEPS, RECOLOURS)
        for found in [failures.get(text, Failure(text, 0, "", ()))]
    )
    return first, second


def _boards(fillings: Fillings, total: int) -> Iterator[list[int]]:
    """All full boards, or random ones with any shares."""
    draw, free = random.Random(0), fillings.free
    few = product(fillings.contents, repeat=len(free)) if total <= MOST else ()
    shares = (draw.random() for _ in range(SOME if total > MOST else 0))
    many = (draw.choices(fillings.contents, (share, 1 - share), k=len(free)) for share in shares)
    for contents in (*few, *many):
        board = list(fillings.start)
        for cell, content in zip(free, contents, strict=True):
            board[cell] = content
        yield board


def _failures(fillings: Fillings, filling: list[int]) -> Iterator[Failure]:
    """The criteria that a full board contradicts, with how."""
    game, won = fillings.game, fillings.winners(filling)
    for player, other in ((0, 1), (1, 0)):
        name, rival = game.players[player], game.players[other]
        mine, theirs = game.rules.contents_of(player), game.rules.contents_of(other)
        alone = [ir.EMPTY if start == ir.EMPTY and held in theirs else held
                 for start, held in zip(fillings.start, filling, strict=True)]  # fmt: skip
        if (player not in won or other in won) and player in fillings.winners(alone):
            here = f"{rival} has won as well" if other in won else f"{name} has not won"
            why = f"{name} has won by these stones of {name} alone, yet here {here}"
            yield Failure(KEEPS, sum(held in mine for held in filling), why, tuple(filling))
        stone = next(content for content in fillings.contents if content in mine)
        for chain in () if player in won else _inner_chains(fillings, filling, other):
            before = [stone if cell in chain else held for cell, held in enumerate(filling)]
            if not mine.isdisjoint(filling) and player in fillings.winners(before):
                cells = " ".join(game.board.names[cell] for cell in sorted(chain))
                why = (
                    f"with {cells} recoloured for {name}, {name} wins; as it is, that chain of {rival} touches nothing"
                )
                yield Failure(RECOLOURS, len(chain), f"{why} else of {rival}, and {name} has not won", tuple(filling))


def _inner_chains(fillings: Fillings, filling: Sequence[int], player: int) -> Iterator[frozenset[int]]:
    """The chains of a player on a full board that touch no edge of the player and hold no piece from the start."""
    board, theirs = fillings.game.board, fillings.game.rules.contents_of(player)
    beside = {arc.to for edge in board.edges if edge.player == player for arc in edge.links}
    stones = {cell for cell, held in enumerate(filling) if held in theirs}
    for chain in components(sorted(stones), lambda cell: stones.intersection(board.rows[cell])):
        if beside.isdisjoint(chain) and all(fillings.start[cell] == ir.EMPTY for cell in chain):
            yield frozenset(chain)
