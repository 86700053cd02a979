"""What decisions do to the board: which of them only put a piece on an empty cell, and what play can put on each cell.

Provers, checkers, solvers and random fillings ask here and in `endings`, so that they all speak of the same boards.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import deeds, ir, program, walk
from ..program import CHANCE, CHOICE, OWN, Rules
from ..traits import Node
from ..within import within

EMPTY = ir.Holding((frozenset({ir.EMPTY}),))
"""The empty cells."""


class Unphrased(ValueError):  # noqa: N818 - it is an answer, not a mistake
    """A claim cannot be asked of full boards; the text says what stands in the way."""


def stones_only_come(rules: Rules) -> bool:
    """Whether the board changes in one way only: a decision puts a piece on an empty cell."""
    return rules.stacks == 1 and all(map(_fills_or_leaves, rules.decisions)) and not _script_changes_board(rules)


def _fills_or_leaves(decision: program.Decision) -> bool:
    """Whether a decision puts one piece on an empty cell, or leaves the board as it is."""
    if not isinstance(decision.what, program.Place):
        return not walk.traits_of(decision.effects).changes_board
    return put_of(decision) is not None and within_empty(decision.what.target)


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
    if rules.stacks > 1 or len(rules.points) != 1 or len(rules.points[0].tiers) != 1:
        return False
    placements = [decision for decision in rules.decisions if isinstance(decision.what, program.Place)]
    return len(placements) == 1 and all(map(_is_plain, rules.decisions))


def _is_plain(decision: program.Decision) -> bool:
    match decision.what:
        case program.Place(target=target):
            return decision.is_plain and decision.is_free and target == EMPTY
        case program.Pick():
            return False
        case _:
            return decision.forbid is None and not walk.traits_of(decision.effects).changes_board


def brings_neutral(rules: Rules) -> bool:
    """Whether pieces of nobody may come to the board."""
    nobody = len(rules.players)
    return any(
        owner is None or (isinstance(owner, ir.Constant) and nobody in owner.values)
        for node in walk.everything((rules.decisions, rules.script))
        if node.traits.changes_board
        for owner in _brought(node)
    )


def pieces_brought(rules: Rules) -> frozenset[tuple[int, int]]:
    """Which pieces rules bring to the board, by the numbers of owner and kind; where the position decides whose one is,
    those of all players."""
    players, found = range(len(rules.players)), set[tuple[int, int]]()
    for node in walk.everything((rules.decisions, rules.script)):
        if isinstance(node, deeds.Becomes | deeds.Gains) and node.owner is not None:
            owners = node.owner.values if isinstance(node.owner, ir.Constant) else players
            found.update((owner, node.kind) for owner in owners)
    return frozenset(found)


def _brought(node: Node) -> tuple[ir.Expression | None, ...]:
    """Whose pieces a node may bring; None stands for anybody's."""
    brought = node.brings if isinstance(node, deeds.Deed) else None
    return (None,) if brought is None else brought


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
        if isinstance(decision.what, program.Place):
            contents = _contents(rules, decision)
            for cell in _cells(decision.what.target, cells):
                found[cell] |= contents
    return tuple(map(frozenset, found))


def _contents(rules: Rules, decision: program.Decision) -> set[int]:
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


def _cells(target: ir.CellSet, cells: int) -> frozenset[int]:
    """The cells that could ever be in a set, whoever decides."""
    match target:
        case ir.Combined("-", left, ir.Fixed(rows)):
            return _cells(left, cells) - frozenset.intersection(*map(frozenset, rows))
        case ir.Combined("-", left, _):
            return _cells(left, cells)
        case ir.Combined("&", left, right):
            return _cells(left, cells) & _cells(right, cells)
        case ir.Combined("|", left, right):
            return _cells(left, cells) | _cells(right, cells)
        case _:
            known = within(target, ir.Bound(0), 0)
            return frozenset(range(cells)) if known is None else known


def is_free(decision: program.Decision) -> bool:
    """Whether a decision puts a stone on any empty cell, on no condition."""
    return isinstance(decision.what, program.Place) and decision.what.target == EMPTY and decision.is_free


def has_room(rules: Rules) -> bool:
    """Whether each decision is chance's, or one player's who may put a stone on any empty cell, and none is made in the
    set-up."""
    setup = rules.script.instructions[: rules.script.start]
    return not any(each.traits.acts for each in setup) and all(
        point.way == CHANCE or (point.way == CHOICE and any(map(is_free, point.tiers[0]))) for point in rules.points
    )
