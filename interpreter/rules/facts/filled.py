"""Full boards as the rules mean them: what decisions put on each cell, and which endings say who has won, in order.

Provers, checkers, solvers and random fillings ask here, so that they all speak of the same boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from ...record import Record
from .. import ir, walk
from ..program import CHANCE, CHOICE, OWN, Decision, Ending, Rules
from ..traits import Part
from ..within import within
from . import endings
from .placement import EMPTY, put_of, stones_only_come
from .turns import stones_or_pass


class Unphrased(ValueError):  # noqa: N818 - it is an answer, not a mistake
    """A claim cannot be asked of full boards; the text says what stands in the way."""


# What play can put


def stones_put(rules: Rules, cells: int) -> tuple[frozenset[int], ...]:
    """Return for each cell what some decision puts there, whatever else the decision asks of the position: on full
    boards, a cell that is free at the start holds one of these contents, and play can put no other there.

    Raises `Unphrased` where play does more than fill cells with stones, or where the position decides whose stone it
    is.
    """
    if not stones_only_come(rules):
        raise Unphrased("pieces move, change or leave")
    found: list[set[int]] = [set() for _ in range(cells)]
    for decision in rules.decisions:
        contents = _contents(rules, decision)
        for cell in _cells(decision.target, cells) if contents else ():
            found[cell] |= contents
    return tuple(map(frozenset, found))


def _contents(rules: Rules, decision: Decision) -> set[int]:
    """What a decision may put on its cell, whoever decides."""
    put = put_of(decision)
    if put is None:
        return set()
    players: Sequence[int] = range(len(rules.players))
    if isinstance(put.owner, ir.Constant):
        players = put.owner.values
    elif put.owner != OWN:
        raise Unphrased("the colour of a stone depends on the position")
    return {rules.content(player, put.kind) for player in players}


def _cells(target: ir.CellSet | None, cells: int) -> frozenset[int]:
    """The cells that a decision could ever take, whoever decides."""
    match target:
        case ir.Combined("-", left, ir.Fixed(rows)):
            return _cells(left, cells) - frozenset.intersection(*map(frozenset, rows))
        case ir.Combined("-", left, _):
            return _cells(left, cells)
        case ir.Combined("&", left, right):
            return _cells(left, cells) & _cells(right, cells)
        case ir.Combined("|", left, right):
            return _cells(left, cells) | _cells(right, cells)
        case None:
            return frozenset(range(cells))
        case _:
            known = within(target, ir.Bound(0), 0)
            return frozenset(range(cells)) if known is None else known


def is_free(decision: Decision) -> bool:
    """Whether a decision puts a stone on any empty cell, on no condition."""
    conditions = decision.turn, decision.where, decision.forbid
    return decision.word == "place" and decision.target == EMPTY and conditions == (None, None, None)


def has_room(rules: Rules) -> bool:
    """Whether each decision is chance's, or one player's who may put a stone on any empty cell, and none is made in the
    set-up."""
    setup = rules.script.instructions[: rules.script.start]
    return not any(each.traits.acts for each in setup) and all(
        point.way == CHANCE or (point.way == CHOICE and any(map(is_free, point.tiers[0]))) for point in rules.points
    )


def fills_until_won(rules: Rules) -> bool:
    """Whether a game of two goes on until somebody has won or the board is full. Unless it is full at the start, the
    game then ends without a winner only on a full board that nobody has won."""
    return (
        len(rules.players) == 2
        and stones_only_come(rules)
        and has_room(rules)
        and all(ending.timing == "" and ending.result in ("win", "lose", "draw") for ending in rules.endings)
        and endings.draws_only_when_full(rules)
    )


# Who has won


class Asked(Record):
    """An ending, the one with this number in the file, as it is asked of a player."""

    number: int
    ending: Ending
    player: int


def asked_when_full(rules: Rules) -> tuple[Asked, ...]:
    """Return the endings that can tell who has won a full board, in the order in which play asks them once its last
    stone is there, each for every player of whom it is asked.

    Those of a decision and of the end of its turn are asked together, those of the next turn's beginning later. A draw
    that nothing follows for its player is left out. As the last stone has just been put down, there were no passes
    since. Raises `Unphrased` where more than the board decides.
    """
    if any(ending.result not in ("win", "lose", "draw") for ending in rules.endings):
        raise Unphrased("scores decide who has won")
    ordered = sorted(enumerate(rules.endings), key=lambda each: each[1].timing == "start")
    asked = [
        Asked(number, ending, player)
        for number, ending in ordered
        for player in range(len(rules.players))
        if ending.player in (None, player)
    ]
    deciding = {each.player: at for at, each in enumerate(asked) if each.ending.result != "draw"}
    found = tuple(each for at, each in enumerate(asked) if at <= deciding.get(each.player, -1))
    for ending in (each.ending for each in found):
        known = Part.BOARD | (Part.PASSES if ending.result == "draw" else Part(0))
        if walk.traits_of(ending.condition).reads & ~known:
            raise Unphrased("more than the board decides who has won")
        if ending.timing == "start" and ending.result != "draw":
            raise Unphrased("whether somebody has won is asked as a turn begins")
    times = [each.ending.timing for each in found]
    if ("end", "") in combinations(times, 2) and not stones_or_pass(rules):
        raise Unphrased("whether the last stone ends a turn decides which ending comes first")
    return found


def winner_of(result: str, player: int, players: int) -> frozenset[int]:
    """Return who has won by an ending that holds for a player: that player or, where one of two loses, the other."""
    return frozenset({player} if result == "win" else {1 - player} if (result, players) == ("lose", 2) else ())


def winners(asked: Sequence[Asked], players: int, holds: Callable[[Asked], bool]) -> frozenset[int]:
    """Return who has won a full board, where endings hold as `holds` says: what the first ending that holds for each
    player says. For whom that is a draw has not won."""
    won, decided = frozenset[int](), set[int]()
    for each in asked:
        if each.player not in decided and holds(each):
            decided.add(each.player)
            won |= winner_of(each.ending.result, each.player, players)
    return won
