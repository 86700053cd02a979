"""Loops of effects whose order cannot matter."""

from __future__ import annotations

from ...board.board import Board
from .. import adjacency, deeds, ir, walk
from ..program import OWN, Rules
from ..traits import Part

Unseen = tuple[tuple[frozenset[int], int], ...]
"""For each player who decides, what cells may hold before a loop changes them, and what they hold after."""


_CHANGING = Part.BOARD | Part.LAYERS | Part.CHOICES | Part.HISTORY

Loop = deeds.ForCells | deeds.ForGroups | deeds.ForElements


def is_free(loop: Loop, rules: Rules, board: Board) -> bool:
    """Return whether a loop over the elements that a set has at its beginning does the same in any order.

    That is known where it changes only the cells of each element, or takes away the groups of cells, and asks nothing
    that changes meanwhile: it may ask for pieces of which none come or go. Of groups of one set, none lies next to
    another, so that a loop that only takes groups away may ask what lies next to each.
    """
    return _Loop(loop, rules, board).is_free()


class _Loop:
    def __init__(self, loop: Loop, rules: Rules, board: Board) -> None:
        self._loop, self._rules, self._board = loop, rules, board
        changes = [each for each in walk.everything(loop.body) if isinstance(each, deeds.Becomes)]
        self._takes_away = all(each.owner is None for each in changes)
        self._unseen = [self._change(each) for each in changes]

    def is_free(self) -> bool:
        """Whether the order cannot matter."""
        return all(map(self._is_apart, self._loop.body))

    def _is_apart(self, effect: deeds.Effect) -> bool:
        """Whether an effect changes one element alone, whatever happens to the others."""
        element = self._loop.variable
        match effect:
            case deeds.Becomes():
                one = element if isinstance(element, ir.GroupBound) else ir.Single(element)
                around = ir.GroupOf(element) if isinstance(element, ir.Bound) and effect.owner is None else one
                return effect.cells in (one, around) and (effect.owner is None or _is_settled(effect.owner))
            case deeds.SetLayer():
                return effect.cell == element and not effect.of_pieces and self._may_ask(effect.value)
            case deeds.If():
                return self._may_ask(effect.test) and all(map(self._is_apart, (*effect.then, *effect.other)))
            case _:
                return False

    def _may_ask(self, test: ir.Expression) -> bool:
        """Whether the answer to a test is the same before and after other elements are changed."""
        loop = self._loop
        if _is_settled(test) or all(change is not None and _is_blind(test, change) for change in self._unseen):
            return True
        if not isinstance(loop, deeds.ForGroups) or isinstance(loop.cells, adjacency.Along):
            return False
        return self._takes_away and _is_local(test, loop.variable, self._board)

    def _change(self, effect: deeds.Becomes) -> Unseen | None:
        """What an effect does to the cells of the loop, for each player who decides; None where that is not known."""
        held = None if isinstance(self._loop, deeds.ForElements) else _held(self._loop.cells)
        players = range(len(self._rules.players))
        if held is None or (effect.owner is not None and effect.owner != OWN):
            return None
        return tuple(
            (held[player % len(held)], ir.EMPTY if effect.owner is None else self._rules.content(player, effect.kind))
            for player in players
        )


def _held(cells: ir.CellSet) -> tuple[frozenset[int], ...] | None:
    """What the cells of a set may hold, as far as the set says so."""
    match cells:
        case ir.Holding():
            return cells.contents if cells.of is None else None
        case ir.Filtered():
            return _held(cells.cells)
        case ir.Combined() if cells.symbol == "&":
            return _held(cells.left) or _held(cells.right)
        case ir.Combined() if cells.symbol == "-":
            return _held(cells.left)
        case _:
            return None


def _is_blind(test: ir.Expression, change: Unseen) -> bool:
    """Whether a test looks only for pieces of which the change of a cell brings none and takes none away."""
    looks = [each for each in walk.everything(test) if each.traits.reads & _CHANGING]
    return all(
        isinstance(look, ir.Holding) and look.of is None and all(
            (before in sought) == (after in sought)
            for player, (held, after) in enumerate(change)
            for sought in (look.contents[player % len(look.contents)],) for before in held
        )
        for look in looks
    )  # fmt: skip


def _is_settled(node: ir.Expression) -> bool:
    """Whether an expression does not depend on the board."""
    return not walk.traits_of(node).reads & _CHANGING


def _is_local(node: ir.Expression, group: ir.GroupBound, board: Board) -> bool:
    """Whether a test depends on the cells of a group and those next to it alone."""
    match node:
        case ir.Operation():
            return all(_is_local(each, group, board) for each in node.operands)
        case ir.Count() | ir.AtLeast() | ir.Alone():
            return _lies_near(node.cells, group, board)
        case ir.Touches() | ir.ArcLength():
            return node.cells == group
        case _:
            return _is_settled(node)


def _lies_near(cells: ir.CellSet, group: ir.GroupBound, board: Board) -> bool:
    """Whether a set has only cells of a group and cells next to it, whatever the rest of the board holds."""
    match cells:
        case ir.GroupBound():
            return cells == group
        case ir.Near():
            near = [{arc.to for arc in arcs} for arcs in board.arcs]
            is_beside = all(set(row) <= near[cell] for cell, row in enumerate(cells.rows))
            return cells.cells == group and is_beside
        case ir.Combined() if cells.symbol == "&":
            sides = cells.left, cells.right
            return any(_lies_near(one, group, board) and isinstance(other, ir.Holding | ir.Fixed) and
                       (not isinstance(other, ir.Holding) or other.of is None or _is_settled(other.of))
                       for one, other in (sides, sides[::-1]))  # fmt: skip
        case _:
            return False
