"""The claims about full boards, decided by counting the boards that contradict them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from weakref import WeakKeyDictionary

from ...deadline import OutOfTime, current, look, time_limit
from ...play.game import Game
from .. import statements
from ..fillings import Fillings, Unphrased, by_winners, fillings_of, inapplicable
from ..limits import Limits
from ..questions.phrasing import model_of
from ..replay import refuted
from ..verdicts import Json, Proved, Refuted, sizes_of
from .counts import Counts, count
from .judged import MOST, judged
from .outlook import Outlook
from .plain import Sweep, TooManyStates

FEWEST = 1 << 14
"""So many full boards, and fewer, are judged one by one in any case."""

SHOWN = 32
"""For how many full boards that contradict a claim moves that lead there are searched, where boards are that few."""

TRIED = 20
"""How many random full boards a sweep must judge as the machine does."""

SHARE = 0.5
"""How much of the time that is left counting may take once more, to count boards that are filled in turn."""

_counts: WeakKeyDictionary[Game, Counts] = WeakKeyDictionary()


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Decide a claim about full boards by counting them."""
    if claim not in statements.OF_FULL_BOARDS:
        return ""
    try:
        if game not in _counts:
            _counts[game] = counted(fillings_of(game), limits)
        return _verdict(_counts[game], claim, limits)
    except Unphrased as why:
        return inapplicable(why)
    except TooManyStates:
        return f"a sweep over the board needs more than {limits.memory >> 20:,} MB {limits.reached}"


def counted(fillings: Fillings, limits: Limits) -> Counts:
    """Count full boards: one by one where there are few, or a sweep cannot tell who has won and there are not too many.

    Raises `Unphrased`, `TooManyStates` and OutOfTime.
    """
    if fillings.total <= FEWEST:
        return judged(fillings, limits)
    try:
        return _swept(fillings, limits)
    except Unphrased:
        if fillings.total > MOST:
            raise
        return judged(fillings, limits)


def _swept(fillings: Fillings, limits: Limits) -> Counts:
    """Count full boards by a sweep, which judges some random ones as the machine does."""
    found = count(fillings, limits)
    assert found.course is not None
    model, draw = model_of(fillings), random.Random(0)
    sweep = Sweep(model, found.course, Outlook(model))
    for _ in range(TRIED):
        board = tuple(content or draw.choice(fillings.contents) for content in fillings.start)
        if sweep.winners(board) != fillings.winners(board):
            raise RuntimeError(f"a sweep and the machine of {fillings.game.name} disagree on {board}")
    return found


def _verdict(found: Counts, claim: str, limits: Limits) -> Proved | Refuted:
    counts, game = found.by_winners, found.fillings.game
    data, bad = certificate(found), statements.exceptions(claim, counts)
    how = "" if found.judged else f"counted by a sweep over the board, with up to {found.states:,} states at once"
    shared = found.shared if found.judged or not bad else _shared(found, limits)
    data |= {"boards in turn by winners": by_winners(shared)} if shared else {}
    statement = statements.of_boards(claim, counts, shared)
    if not bad:
        if found.judged and found.judged < found.total:
            how = f"{found.judged:,} were judged, of which the others are images"
        return Proved(claim, "counting", sizes_of(game), statement, data, how)
    boards = _examples(found, claim, limits)
    return refuted(game, claim, "counting", statement, boards, number=bad, data=data, how=how)


def _shared(found: Counts, limits: Limits) -> Mapping[frozenset[int], int]:
    """The numbers of full boards that are filled in turn, if there is time and room to count them; else nothing."""
    left = current()
    try:
        with time_limit(SHARE * left.left if left else math.inf):
            return count(found.fillings, limits, by_shares=True).shared if found.fillings.share >= 0 else {}
    except (OutOfTime, TooManyStates):
        return {}


def _examples(found: Counts, claim: str, limits: Limits) -> Iterator[tuple[int, ...]]:
    """Full boards that contradict a claim, as the machine judges, too; the first has the most even shares."""
    fillings = found.fillings
    shown = found.examples or count(fillings, limits, examples=True).examples
    wrong = sorted((winners for winners in shown if statements.contradicts(claim, len(winners))), key=sorted)
    if not wrong:
        raise RuntimeError("what was counted cannot be shown")
    if fillings.winners(shown[wrong[0]]) != wrong[0]:
        raise RuntimeError(f"counting and the machine of {fillings.game.name} disagree on {shown[wrong[0]]}")
    first = shown[wrong[0]]
    others = _contradicting(fillings, claim) if fillings.total <= FEWEST else iter(())
    return islice(chain([first], (board for board in others if board != first)), SHOWN)


def _contradicting(fillings: Fillings, claim: str) -> Iterator[tuple[int, ...]]:
    """All full boards that contradict a claim."""
    for board in product(*([content] if content else fillings.contents for content in fillings.start)):
        look()
        if statements.contradicts(claim, len(fillings.winners(board))):
            yield board


def certificate(found: Counts) -> dict[str, Json]:
    """Return what a checker needs: what cells may hold, and the numbers it must find again."""
    return {
        "contents": list(found.fillings.contents),
        "start": list(found.fillings.start),
        "boards by winners": by_winners(found.by_winners),
    }
