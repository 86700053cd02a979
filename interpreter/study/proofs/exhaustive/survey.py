"""Every full board, one by one: how many have no winner, one, several, and the first of each kind.

Of boards that symmetries move onto one another, one is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain, islice
from weakref import WeakKeyDictionary

from ....deadline import look
from ....native.makers import can_compile
from ....play.game import Game
from ....record import Record
from .. import statements
from ..fillings import Fillings, Unphrased, by_winners, fillings_of, inapplicable
from ..images import Image, group_of
from ..limits import Limits
from ..replay import refuted
from ..verdicts import Json, Proved, Refuted, sizes_of
from . import kernel, worker
from .runs import plain

MOST, MOST_PLAIN = 1 << 26, 1 << 14
"""The most full boards to look at one by one, at all and in plain Python."""

COMPILING = 8.0
"""The least seconds for which it pays to compile."""

BLOCK, PLAIN_BLOCK = 1 << 15, 1 << 6
"""How many full boards are looked at between two looks at the clock."""

TRIED = 32
"""For how many full boards that contradict a claim moves that lead there are searched."""

PLAYERS = 4
"""The most players whose sets of winners are counted."""


class Survey(Record):
    """How many full boards have each set of winners, and the first full boards without a winner or with several."""

    fillings: Fillings
    by_winners: Mapping[frozenset[int], int]
    even: Mapping[frozenset[int], int]
    """The same of full boards with the shares that play gives; empty where play gives others."""

    judged: int
    """How many boards were judged; the others are their images."""

    none: tuple[int, ...]
    """A full board without a winner, with the shares that play gives if there is one; empty if there is none."""

    several: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of full boards."""
        return sum(self.by_winners.values())

    def with_winners(self, least: int, most: int) -> int:
        """Return how many full boards have from `least` to `most` winners."""
        return sum(number for winners, number in self.by_winners.items() if least <= len(winners) <= most)


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Decide a claim about full boards by looking at each of them."""
    if claim not in statements.OF_FULL_BOARDS:
        return ""
    try:
        fillings = fillings_of(game)
    except Unphrased as why:
        return inapplicable(why)
    total = fillings.total
    if total > MOST:
        return f"{len(fillings.free)} cells have more than {MOST:,} full boards"
    if len(game.players) > PLAYERS:
        return f"there are more than {PLAYERS} players"
    survey = surveyed(fillings, limits)
    return _verdict(survey, claim)


def _verdict(survey: Survey, claim: str) -> Proved | Refuted:
    game, total, counts = survey.fillings.game, survey.total, survey.by_winners
    data: dict[str, Json] = {
        "contents": list(survey.fillings.contents),
        "start": list(survey.fillings.start),
        "boards by winners": by_winners(counts),
        **({"boards in turn by winners": by_winners(survey.even)} if survey.even else {}),
    }
    statement, bad = statements.of_boards(claim, counts, survey.even), statements.exceptions(claim, counts)
    if not bad:
        how = f"{survey.judged:,} were judged, of which the others are images" * (survey.judged < total)
        return Proved(claim, "exhaustive", sizes_of(game), statement, data, how)
    least, most = (0, 0) if claim == statements.AT_LEAST else (2, PLAYERS)
    first = survey.several if least else survey.none
    others = _with_winners(survey.fillings, least, most) if total <= MOST_PLAIN else iter(())
    boards = islice(chain([first], (board for board in others if board != first)), TRIED)
    return refuted(game, claim, "exhaustive", statement, boards, number=bad, data=data)


def _with_winners(fillings: Fillings, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The full boards with from `least` to `most` winners."""
    for number in range(fillings.total):
        look()
        board = filling(fillings, number)
        if least <= len(fillings.winners(board)) <= most:
            yield board


_surveys: WeakKeyDictionary[Game, Survey] = WeakKeyDictionary()


def surveyed(fillings: Fillings, limits: Limits) -> Survey:
    """Look at all full boards, once for each game. Raises OutOfTime."""
    game = fillings.game
    if game not in _surveys:
        _surveys[game] = _surveyed(fillings, limits)
    return _surveys[game]


def _surveyed(fillings: Fillings, limits: Limits) -> Survey:
    total = fillings.total
    compiles = total > MOST_PLAIN and limits.seconds >= COMPILING and can_compile()
    images = group_of(fillings)
    if compiles:
        try:
            return _summed(fillings, images, limits, True)
        except worker.Failed:
            limits.came("and a process that looks at full boards ended")
    return _summed(fillings, images, limits, False)


def _summed(fillings: Fillings, images: Sequence[Image], limits: Limits, compiles: bool) -> Survey:
    """Add up what is found in each block of full boards."""
    total = fillings.total
    blocks, found = list(_blocks(total, BLOCK if compiles else PLAIN_BLOCK)), [0] * kernel.FOUND
    run = plain(fillings, images)
    others = worker.counted(fillings.game, blocks, min(limits.jobs, len(blocks)))
    with closing(others):
        counts = others if compiles else (run(begin, end) for begin, end in blocks)
        for (_, end), counted in zip(blocks, counts, strict=True):
            look()
            _add(found, counted)
            limits.came(f"after {end:,} of {total:,} full boards")
    return _survey(fillings, images, found)


def _survey(fillings: Fillings, images: Sequence[Image], found: Sequence[int]) -> Survey:
    ways, players = len({each.players for each in images}), range(len(fillings.game.players))

    def counts(first: int) -> dict[frozenset[int], int]:
        return {
            frozenset(player for player in players if mask >> player & 1): found[first + mask] // ways
            for mask in range(kernel.MASKS)
            if found[first + mask]
        }

    def board(fair: int, first: int) -> tuple[int, ...]:
        if not found[fair]:
            return filling(fillings, found[first] - 1) if found[first] else ()
        boards = (image.of(filling(fillings, found[fair] - 1)) for image in images)
        return next(each for each in boards if each.count(fillings.contents[0]) - preset == share)

    if sum(counts(0).values()) != fillings.total:
        raise RuntimeError("full boards were lost as they were judged")
    preset, share = fillings.start.count(fillings.contents[0]) if fillings.contents else 0, fillings.share
    return Survey(
        fillings,
        counts(0),
        counts(kernel.EVEN),
        found[kernel.JUDGED],
        board(kernel.FAIR_NONE, kernel.FIRST_NONE),
        board(kernel.FAIR_SEVERAL, kernel.FIRST_SEVERAL),
    )


def _blocks(total: int, size: int) -> Iterator[tuple[int, int]]:
    for begin in range(0, total, size):
        yield begin, min(begin + size, total)


def _add(found: list[int], block: list[int]) -> None:
    for number, value in enumerate(block):
        if kernel.FIRST_NONE <= number < kernel.JUDGED:
            found[number] = found[number] or value
        else:
            found[number] += value


def filling(fillings: Fillings, number: int) -> tuple[int, ...]:
    """Return the full board of a number: its digits are the contents of the free cells, the first the lowest."""
    board = list(fillings.start)
    for cell in fillings.free:
        number, digit = divmod(number, len(fillings.contents))
        board[cell] = fillings.contents[digit]
    return tuple(board)
