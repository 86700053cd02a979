"""By how much a decision changes how many pieces lie on a board, where they lie on one another. Nothing here is shared
with the search for a measure."""

from __future__ import annotations

from collections.abc import Iterable

from ....play.state import State
from ....rules import deeds, elements, ir, walk
from ....rules.program import Decision, Place, Rules


def least(rules: Rules, decision: Decision) -> int | None:
    """Return 1 where a decision lays down a piece for good, 0 where it takes none away, None where it may."""
    fewer = least_of(decision.effects)
    return fewer if fewer is None else int(_lays_one(rules, decision))


def least_of(effects: Iterable[deeds.Effect]) -> int | None:
    """Return 0 where effects take no piece away, whatever else they do; None where they may."""
    for each in walk.everything(tuple(effects)):
        match each:
            case deeds.Loses() | deeds.AtOnce() | deeds.Becomes(owner=None):
                return None
            case deeds.Gains() | deeds.Becomes() | deeds.Travel():
                pass
            case _ if each.traits.changes_board:
                return None
            case _:
                pass
    return 0


def _lays_one(rules: Rules, decision: Decision) -> bool:
    for effect in decision.effects:
        match effect:
            case deeds.Gains(ir.Single(ir.Bound(0))):
                if not isinstance(decision.what, Place):
                    return False
                tests = () if decision.where is None else (decision.where,)
                inside = ir.Filtered(ir.Bound(0), decision.what.target, ir.Operation("and", tests))
                return _is_below(inside, rules.stacks)
            case _ if walk.traits_of((effect,)).changes_board:
                return False
            case _:
                pass
    return False


def _is_below(cells: ir.CellSet, most: int) -> bool:
    """Whether fewer pieces than that lie on each cell of a set."""
    match cells:
        case ir.Holding(contents, None):
            return all(each <= {ir.EMPTY} for each in contents)
        case ir.Combined("&", left, right):
            return _is_below(left, most) or _is_below(right, most)
        case ir.Combined("-", left, _):
            return _is_below(left, most)
        case ir.Filtered(name, inner, ir.Operation("and", tests)):
            return any(_is_below(ir.Filtered(name, inner, each), most) for each in tests) or _is_below(inner, most)
        case ir.Filtered(name, inner, ir.Operation("<", (elements.Height(cell), ir.Constant(numbers)))):
            return (name == cell and max(numbers) <= most) or _is_below(inner, most)
        case ir.Filtered(_, inner, _):
            return _is_below(inner, most)
        case _:
            return False


def number(state: State) -> int:
    """Return how many pieces lie on a board."""
    return sum(len(state.pile(cell)) for cell in range(len(state.game.board.cells)))
