"""Symmetries of a game's full boards, as far as random boards tell: what they carry along is judged again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ....deadline import look
from ..fillings import Fillings

MOST, TRIES = 24, 6
"""How many symmetries are used at most, and the random boards on which each is tried."""

FUEL = 40_000
"""How many cells are placed in the search for symmetries."""

Image = tuple[tuple[int, ...], bool]
"""Where each cell goes, and whether the players change colours."""


def images_of(fillings: Fillings, colours: tuple[int, int]) -> tuple[Image, ...]:
    """Return symmetries of the links that seem to keep who wins; the first leaves everything as it is."""
    random = Random(1)
    boards = [[random.choice(colours) for _ in fillings.start] for _ in range(TRIES)]
    boards = [[fixed or free for fixed, free in zip(fillings.start, board, strict=True)] for board in boards]
    winners = [fillings.winners(board) for board in boards]
    found: list[Image] = []
    for cells in _automorphisms(fillings.game.board.rows):
        look()
        for swaps in (False, True):
            named = dict(zip(colours, reversed(colours), strict=True)) if swaps else {}
            images = [_moved(board, cells, named) for board in boards]
            wanted = [frozenset(1 - player for player in won) if swaps else won for won in winners]
            if list(map(fillings.winners, images)) == wanted:
                found.append((cells, swaps))
        if len(found) >= MOST:
            break
    return tuple(found)


def _moved(board: Sequence[int], cells: Sequence[int], named: dict[int, int]) -> list[int]:
    image = list(board)
    for cell, content in enumerate(board):
        image[cells[cell]] = named.get(content, content)
    return image


def _automorphisms(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """The ways to map cells to cells so that neighbours stay neighbours, found by placing one cell after another, each
    next to one that has been placed; the identity first."""
    near = [frozenset(row) for row in rows]
    order = [0]
    for cell in order:
        order += [other for other in rows[cell] if other not in order]
    if len(order) < len(rows):
        return
    before = [[other for other in rows[cell] if other in order[:at]] for at, cell in enumerate(order)]
    image = [-1] * len(rows)
    fuel = FUEL

    def choices(at: int) -> list[int]:
        cell = order[at]
        among = near[image[before[at][0]]] if before[at] else range(len(rows))
        fits = [
            to
            for to in among
            if to not in image
            and len(near[to]) == len(near[cell])
            and sum(other in image for other in near[to]) == len(before[at])
            and all(image[other] in near[to] for other in before[at])
        ]
        return sorted(fits, key=lambda to: to == cell)

    waiting = [choices(0)]
    while waiting and fuel > 0:
        at = len(waiting) - 1
        image[order[at]] = -1
        if not waiting[-1]:
            waiting.pop()
            continue
        fuel -= 1
        image[order[at]] = waiting[-1].pop()
        if at + 1 < len(order):
            waiting.append(choices(at + 1))
        else:
            yield tuple(image)
