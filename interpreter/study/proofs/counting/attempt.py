"""The claims about full boards, decided by counting the boards that contradict them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from ....deadline import OutOfTime, current, time_limit
from ....play.game import Game
from .. import statements
from ..fillings import Fillings, Unphrased, by_winners, fillings_of, inapplicable
from ..limits import Limits
from ..questions.phrasing import model_of
from ..replay import refuted
from ..verdicts import Json, Proved, Refuted, sizes_of
from .counts import Counts, count
from .outlook import Outlook
from .plain import Sweep, TooManyStates

FEWEST = 1 << 14
"""So many full boards, and fewer, are rather looked at one by one."""

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
        fillings = fillings_of(game)
        if fillings.total <= FEWEST:
            return ""
        if game not in _counts:
            _counts[game] = _counted(fillings, limits)
        return _verdict(_counts[game], claim, limits)
    except Unphrased as why:
        return inapplicable(why)
    except TooManyStates:
        return f"a sweep over the board needs more than {limits.memory >> 20:,} MB {limits.reached}"


def _counted(fillings: Fillings, limits: Limits) -> Counts:
    """Count full boards, of which the sweep judges some random ones as the machine does."""
    found = count(fillings, limits)
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
    how = f"counted by a sweep over the board, with up to {found.states:,} states at once"
    if not bad:
        return Proved(claim, "counting", sizes_of(game), statements.of_boards(claim, counts, {}), data, how)
    shared = _shared(found, limits)
    data |= {"boards in turn by winners": by_winners(shared)} if shared else {}
    least, most = (0, 0) if claim == statements.AT_LEAST else (2, len(game.players))
    example = _example(found.fillings, least, most, limits)
    statement = statements.of_boards(claim, counts, shared)
    return refuted(game, claim, "counting", statement, [example], number=bad, data=data, how=how)


def _shared(found: Counts, limits: Limits) -> Mapping[frozenset[int], int]:
    """The numbers of full boards that are filled in turn, if there is time and room to count them; else nothing."""
    left = current()
    try:
        with time_limit(SHARE * left.left if left else math.inf):
            return count(found.fillings, limits, by_shares=True).shared if found.fillings.share >= 0 else {}
    except (OutOfTime, TooManyStates):
        return {}


def _example(fillings: Fillings, least: int, most: int, limits: Limits) -> tuple[int, ...]:
    """A full board with some number of winners, as the machine judges, too."""
    examples = count(fillings, limits, examples=True).examples
    for winners, filling in sorted(examples.items(), key=lambda each: sorted(each[0])):
        if least <= len(winners) <= most:
            if fillings.winners(filling) != winners:
                raise RuntimeError(f"a sweep and the machine of {fillings.game.name} disagree on {filling}")
            return filling
    raise RuntimeError("what was counted cannot be shown")


def certificate(found: Counts) -> dict[str, Json]:
    """Return what a checker needs: what cells may hold, and the numbers it must find again."""
    return {
        "contents": list(found.fillings.contents),
        "start": list(found.fillings.start),
        "boards by winners": by_winners(found.by_winners),
    }
