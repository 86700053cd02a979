"""How games end: at goals, on full boards or in other ways, and which ending, in their order, says who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from ...record import Record
from .. import ir, walk
from ..program import Decision, Ending, Place, Random, Rules, Stop
from ..traits import Part
from .placement import EMPTY, Unphrased, has_room, stones_only_come
from .turns import stones_or_pass

FULL = ir.Operation("==", (ir.Count(EMPTY), ir.Constant((0,))))
"""Whether no cell is empty."""


def ends_at_goals(rules: Rules) -> bool:
    """Whether every ending is judged after a decision and made of goals, a full board and numbers of passes, and all
    goals are judged before the board counts as full."""
    judged = all(_is_of_goals(ending.condition) and ending.timing == "" for ending in rules.endings)
    return judged and _goals_come_first(rules)


def wins_at_goals_alone(rules: Rules) -> bool:
    """Whether whoever wins has reached a goal, and nothing but a draw happens on a full board."""
    return ends_at_goals(rules) and all(
        ending.result == ("draw" if _asks_full(ending.condition) else "win") for ending in rules.endings
    )


def _goals_come_first(rules: Rules) -> bool:
    """Whether no goal is judged after an ending of full boards, or with it: the first ending that holds counts."""
    full = False
    for ending in rules.endings:
        full = full or _asks_full(ending.condition)
        if full and any(isinstance(each, ir.Goal) for each in walk.everything(ending.condition)):
            return False
    return True


def _asks_full(condition: ir.Expression) -> bool:
    return any(each == FULL for each in walk.everything(condition))


def _is_of_goals(node: ir.Expression) -> bool:
    match node:
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup() | ir.Constant():
            return True
        case ir.Operation("and" | "or"):
            return all(map(_is_of_goals, node.operands))
        case ir.Operation("==" | ">=" | ">", (ir.Counter("passes"), ir.Constant(numbers))):
            return min(numbers) >= 1
        case _:
            return node == FULL


def draws_only_when_full(rules: Rules) -> bool:
    """Whether every draw is that of a full board and of both players, so that no draw comes before a win."""
    return all(each.condition == FULL and each.player is None for each in rules.endings if each.result == "draw")


def full_board_decides(rules: Rules) -> bool:
    """Whether two players play one kind of decision until somebody wins or the board is full."""
    return wins_at_goals_alone(rules) and len(rules.players) == 2 and len(rules.decisions) == 1


def eliminates(rules: Rules) -> bool:
    """Whether a player who loses is out while the others play on."""
    return len(rules.players) > 2 and any(ending.result == "lose" for ending in rules.endings)


def asks_if_stuck(endings: Sequence[Ending]) -> bool:
    """Whether an ending asks, as a turn begins, whether anything is possible, so that something is if play goes on."""
    at_start = (each for each in endings if each.timing == "start" and each.player is None)
    return any(each.condition == ir.Stuck() for each in at_start)


def chance_may_stay(rules: Rules) -> bool:
    """Whether chance may go on alone: in rounds, the players who decide may all be out."""
    return (
        rules.script.is_round and eliminates(rules) and any(isinstance(each.what, Random) for each in rules.decisions)
    )


def always_finite(rules: Rules, only_come: bool) -> bool:
    """Whether every decision but a bounded few fills a cell. No turn or round is without a decision of a player."""
    return only_come and not chance_may_stay(rules) and all(map(_is_bounded, rules.decisions))


def _is_bounded(decision: Decision) -> bool:
    match decision.what:
        case Place() | Random():
            return True
        case Stop(alone):
            return alone is None or decision.turn is not None
        case _:
            return decision.turn is not None


def fills_until_won(rules: Rules) -> bool:
    """Whether a game of two goes on until somebody has won or the board is full. Unless it is full at the start, the
    game then ends without a winner only on a full board that nobody has won."""
    return (
        len(rules.players) == 2
        and stones_only_come(rules)
        and has_room(rules)
        and all(ending.timing == "" and ending.result in ("win", "lose", "draw") for ending in rules.endings)
        and draws_only_when_full(rules)
    )


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
