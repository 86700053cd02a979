"""Games in which pieces lie on one another: where nothing takes any away, there can only be so many."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules import deeds, ir, program, walk
from ...rules.elements import Height
from ...rules.facts.placement import within_empty
from ...rules.program import Decision, Place, Rules


def laying(rules: Rules, decisions: Sequence[Decision]) -> list[Decision]:
    """Return those of some decisions that lay down one piece more; none if another, or the script, may take one."""
    repeated = rules.script.instructions[rules.script.start :]
    if not all(map(_takes_nothing, (*decisions, *repeated))):
        return []
    return [each for each in decisions if _lays_one(each, rules.stacks)]


def _takes_nothing(part: Decision | program.Instruction) -> bool:
    """Whether there are never fewer pieces afterwards: those that travel stay on the board."""
    return all(
        isinstance(each, deeds.Gains | deeds.Travel) or (isinstance(each, deeds.Becomes) and each.owner is not None)
        for each in walk.everything(part)
        if each.traits.changes_board
    )


def _lays_one(decision: Decision, most: int) -> bool:
    """Whether a decision surely lays a piece on its cell: that has room, and nothing comes there before."""
    changing = [each for each in decision.effects if walk.traits_of((each,)).changes_board]
    if not isinstance(decision.what, Place) or not changing:
        return False
    first, cells = changing[0], decision.what.target
    has_room = within_empty(cells) or _is_low(decision.where, ir.Bound(0), most)
    has_room |= isinstance(cells, ir.Filtered) and _is_low(cells.test, cells.variable, most)
    return has_room and isinstance(first, deeds.Gains) and first.cells == ir.Single(ir.Bound(0))


def _is_low(test: ir.Expression | None, cell: ir.Bound, most: int) -> bool:
    """Whether a test holds only where fewer pieces lie on a cell."""
    match test:
        case ir.Operation("<", (Height(asked), ir.Constant(numbers))):
            return asked == cell and max(numbers) <= most
        case ir.Operation("and", operands):
            return any(_is_low(each, cell, most) for each in operands)
        case _:
            return False
