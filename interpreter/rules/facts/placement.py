"""What decisions do to the board: which of them only put a piece on an empty cell."""

from __future__ import annotations

from .. import deeds, ir, program, walk
from ..program import Rules
from ..traits import Node

EMPTY = ir.Holding((frozenset({ir.EMPTY}),))
"""The empty cells."""


def stones_only_come(rules: Rules) -> bool:
    """Whether the board changes in one way only: a decision puts a piece on an empty cell."""
    return all(map(_fills_or_leaves, rules.decisions)) and not _script_changes_board(rules)


def _fills_or_leaves(decision: program.Decision) -> bool:
    """Whether a decision puts one piece on an empty cell, or leaves the board as it is."""
    if decision.word != "place" or decision.target is None:
        return not walk.traits_of(decision.effects).changes_board
    return put_of(decision) is not None and within_empty(decision.target)


def put_of(decision: program.Decision) -> deeds.Becomes | None:
    """The piece that a decision puts on its cell, where it does nothing else to the board whatever happens."""
    changing = [node for node in walk.everything(decision.effects) if node.traits.changes_board]
    if len(changing) != 1 or changing[0] not in decision.effects or not isinstance(changing[0], deeds.Deed):
        return None
    put = changing[0].puts
    return put if put is not None and put.cells == ir.Single(ir.Bound(0)) else None


def within_empty(cells: ir.CellSet) -> bool:
    """Whether a set can hold empty cells only."""
    match cells:
        case ir.Holding():
            return cells == EMPTY
        case ir.Combined("&"):
            return within_empty(cells.left) or within_empty(cells.right)
        case ir.Combined("-"):
            return within_empty(cells.left)
        case ir.Combined():
            return within_empty(cells.left) and within_empty(cells.right)
        case _:
            return False


def _script_changes_board(rules: Rules) -> bool:
    """Whether the board may change between decisions, once the first one is due."""
    script = rules.script
    first = next(number for number, each in enumerate(script.instructions) if each.traits.acts)
    return walk.traits_of(script.instructions[min(first, script.start) :]).changes_board


def begins_empty(rules: Rules) -> bool:
    """Whether the board is empty before the first turn or round: the set-up leaves it alone."""
    return not walk.traits_of(rules.script.instructions[: rules.script.start]).changes_board


def plain_placement(rules: Rules) -> bool:
    """Whether there is one choice: to put a piece on any empty cell, or something that leaves the board as it is."""
    if len(rules.points) != 1 or len(rules.points[0].tiers) != 1:
        return False
    placements = [decision for decision in rules.decisions if decision.word == "place"]
    return len(placements) == 1 and all(map(_is_plain, rules.decisions))


def _is_plain(decision: program.Decision) -> bool:
    if decision.forbid is not None or decision.picking is not None:
        return False
    if decision.word != "place":
        return not walk.traits_of(decision.effects).changes_board
    return decision.is_plain and decision.target == EMPTY and decision.where is None and decision.turn is None


def brings_neutral(rules: Rules) -> bool:
    """Whether pieces of nobody may come to the board."""
    nobody = len(rules.players)
    return any(
        owner is None or (isinstance(owner, ir.Constant) and nobody in owner.values)
        for node in walk.everything((rules.decisions, rules.script))
        if node.traits.changes_board
        for owner in _brought(node)
    )


def _brought(node: Node) -> tuple[ir.Expression | None, ...]:
    """Whose pieces a node may bring; None stands for anybody's."""
    brought = node.brings if isinstance(node, deeds.Deed) else None
    return (None,) if brought is None else brought
