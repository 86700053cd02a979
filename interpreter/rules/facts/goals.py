"""Goals: which can be watched as chains merge, and which can only be lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ...board.board import Board
from ...board.rings import is_flat
from .. import ir, walk
from ..adjacency import Adjacency, adjacency, bare
from ..program import Rules
from ..traits import Node
from .masks import WORD, mask_bits, only_grows
from .placement import brings_neutral

OWN = -1
"""The owner of a set that is `own`, whoever is asked about."""


def asked_by(condition: ir.Expression) -> Iterator[Node]:
    """Yield all that a condition wants to hold: what does not stand below an odd number of `not`."""
    waiting: list[tuple[Node, bool]] = [(condition, True)]
    while waiting:
        node, is_wanted = waiting.pop()
        if is_wanted:
            yield node
        denies = isinstance(node, ir.Operation) and node.symbol == "not"
        waiting.extend((each, is_wanted != denies) for each in node.children)


def owner_of(cells: ir.CellSet, rules: Rules) -> int | None:
    """Whose stones, and all of them, a set holds: a player, `OWN`, or None where it is another set."""
    cells = bare(cells)
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        return None
    stones = tuple(rules.contents_of(player) for player in range(len(rules.players)))
    if cells.contents == stones:
        return OWN
    return stones.index(cells.contents[0]) if len(cells.contents) == 1 and cells.contents[0] in stones else None


def chains_by(rules: Rules, board: Board) -> Adjacency | None:
    """What the chains of the first goal that can be watched run by; None for the links of the board."""
    return next((adjacency(goal.cells) for goal in rules.goals if _is_watchable(goal, rules, board)), None)


def joined_goals(rules: Rules, board: Board, by: Adjacency | None) -> tuple[bool, ...]:
    """For each goal, whether it can be watched as chains merge that run by an adjacency."""
    possible = mask_bits(rules) <= WORD and not brings_neutral(rules)
    return tuple(possible and adjacency(goal.cells) == by and _is_watchable(goal, rules, board) for goal in rules.goals)


def _is_watchable(goal: ir.Goal, rules: Rules, board: Board) -> bool:
    """Whether a goal asks for chains of one player by fixed links, and stays reached once it is."""
    by = adjacency(goal.cells)
    if by is not None and by.test is not None:
        return False
    owner = owner_of(goal.cells, rules)
    match goal:
        case ir.Connects() | ir.Path() | ir.Loop():
            return owner is not None
        case ir.Encloses():
            return owner is not None and not board.edges and is_flat(board)
        case ir.SomeGroup():
            grows = only_grows(goal.body, goal.variable) and not (rules.seams and asks_arcs(goal.body))
            return owner == OWN and not board.edges and grows
        case _:
            assert_never(goal)


def asks_arcs(node: ir.Expression) -> bool:
    """Whether an expression asks for the length of an arc."""
    return any(isinstance(each, ir.ArcLength) for each in walk.everything(node))


def mendable(rules: Rules, joined: tuple[bool, ...], only_come: bool) -> bool:
    """Whether goals can be watched although stones leave: none has labels or rings."""
    return not only_come and any(joined) and rules.seams == 0 and all(map(_is_mendable, rules.goals))


def _is_mendable(goal: ir.Goal) -> bool:
    """Whether a goal can be judged again from chains that are built again."""
    match goal:
        case ir.Connects() | ir.Path() | ir.Loop() | ir.SomeGroup():
            return True
        case ir.Encloses():
            return False
        case _:
            assert_never(goal)


def lasting_goals(rules: Rules, only_come: bool) -> tuple[bool, ...]:
    """For each goal, whether it can only be lost, as far as there are few enough of them."""
    few = sum(map(_only_lost, rules.goals)) * len(rules.players) < 32
    return tuple(only_come and few and _only_lost(goal) for goal in rules.goals)


def _only_lost(goal: ir.Goal) -> bool:
    """Whether a goal asks for a path over empty cells and some stones: as stones come, its cells become fewer."""
    if not isinstance(goal, ir.Connects | ir.Path) or any(len(regions) != 2 for regions in goal.regions):
        return False
    cells = goal.cells
    return isinstance(cells, ir.Holding) and not cells.of and all(ir.EMPTY in held for held in cells.contents)
