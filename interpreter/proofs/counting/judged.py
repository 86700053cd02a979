"""Full boards judged one by one: small ones, and those of which a sweep cannot carry along what decides who has won.

Of boards that symmetries move onto one another, one is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...deadline import look
from ..fillings import Fillings
from ..images import Image, judged_alike
from ..limits import Limits
from .counts import Counts

MOST = 1 << 20
"""The most full boards that are judged one by one."""

BLOCK = 1 << 6
"""After so many boards it is told how far counting has come."""


def judged(fillings: Fillings, limits: Limits, images: Sequence[Image] | None = None) -> Counts:
    """Count full boards by judging each that is not the image of one that was judged. Raises OutOfTime."""
    images = judged_alike(fillings) if images is None else images
    maps, total = [_map(fillings, image) for image in images], fillings.total
    seen, by_winners, in_turn = bytearray(total), dict[frozenset[int], int](), dict[frozenset[int], int]()
    best: dict[frozenset[int], tuple[bool, int]] = {}
    one_each = 0
    for number in range(total):
        look()
        if seen[number]:
            continue
        if one_each % BLOCK == 0:
            limits.came(f"after {number:,} of {total:,} full boards")
        one_each += 1
        digits = _digits(fillings, number)
        won = fillings.winners(filling(fillings, number))
        for image, image_of in zip(images, maps, strict=True):
            other, share = image_of(digits)
            if seen[other]:
                continue
            seen[other] = 1
            winners, is_even = frozenset(image.players[player] for player in won), share == fillings.share
            by_winners[winners] = by_winners.get(winners, 0) + 1
            if is_even:
                in_turn[winners] = in_turn.get(winners, 0) + 1
            best[winners] = min(best.get(winners, (True, total)), (not is_even, other))
    examples = {winners: filling(fillings, number) for winners, (_, number) in best.items()}
    return Counts(fillings, by_winners, examples, in_turn, judged=one_each)


def filling(fillings: Fillings, number: int) -> tuple[int, ...]:
    """Return the full board of a number: its digits are the contents of the free cells, the first the lowest."""
    board = list(fillings.start)
    for cell, digit in zip(fillings.free, _digits(fillings, number), strict=True):
        board[cell] = fillings.contents[digit]
    return tuple(board)


def _digits(fillings: Fillings, number: int) -> list[int]:
    kinds, digits = len(fillings.contents), list[int]()
    for _ in fillings.free:
        number, digit = divmod(number, kinds)
        digits.append(digit)
    return digits


def _map(fillings: Fillings, image: Image) -> Callable[[Sequence[int]], tuple[int, int]]:
    """What gives the number of a board's image by its digits, and how many cells hold the first content there."""
    contents, place = fillings.contents, {cell: at for at, cell in enumerate(fillings.free)}
    after = [contents.index(image.contents[content]) for content in contents]
    weights = [len(contents) ** place[image.cells[cell]] for cell in fillings.free]
    worth = [[digit * weight for digit in after] for weight in weights]
    first = after.index(0) if after else 0

    def image_of(digits: Sequence[int]) -> tuple[int, int]:
        return sum([row[digit] for row, digit in zip(worth, digits, strict=True)]), digits.count(first)

    return image_of
