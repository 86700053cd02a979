"""The endings of a game on full boards: who has won, as a function of the truth of conditions."""

from __future__ import annotations

import operator
from collections.abc import Callable

from ..deadline import look
from ..rules import ir
from ..rules.facts.endings import winners
from .fillings import Fillings, Unphrased

Atom = tuple[ir.Expression, int]
"""A condition, and the player whom it is asked for."""

_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip


class Endings:
    """Who has won a full board, as a function of the truth of atoms."""

    def __init__(self, fillings: Fillings) -> None:
        self.fillings, self._rules = fillings, fillings.game.rules
        self.players = len(fillings.game.players)
        self.atoms: list[Atom] = []
        for each in fillings.asked:
            self._truth(each.ending.condition, each.player, None)

    def winners(self, truth: int) -> frozenset[int]:
        """Return who has won where the atoms in `truth`, as bits, hold. Raises OutOfTime."""
        look()
        return winners(
            self.fillings.asked, self.players, lambda each: self._truth(each.ending.condition, each.player, truth)
        )

    def _truth(self, node: ir.Expression, own: int, truth: int | None) -> bool:
        """Whether a condition holds; with no truth given, gather its atoms."""
        match node:
            case ir.Operation("and", operands):
                return False not in [self._truth(each, own, truth) for each in operands]
            case ir.Operation("or", operands):
                return True in [self._truth(each, own, truth) for each in operands]
            case ir.Operation("not", (operand,)):
                return not self._truth(operand, own, truth)
            case ir.Constant() | ir.Operation() | ir.HowMany() | ir.Choice():
                return bool(self._number(node, own, truth))
            case _:
                return self._atom(node, own, truth)

    def _number(self, node: ir.Expression, own: int, truth: int | None) -> int:
        match node:
            case ir.Constant(values):
                return values[own % len(values)]
            case ir.HowMany(tests):
                return sum([self._truth(test, own, truth) for test in tests])
            case ir.Choice(test, then, other):
                options = self._number(other, own, truth), self._number(then, own, truth)
                return options[self._truth(test, own, truth)]
            case ir.Operation("and" | "or" | "not"):
                return self._truth(node, own, truth)
            case ir.Operation("-", (operand,)):
                return -self._number(operand, own, truth)
            case ir.Operation(symbol, (left, right)) if symbol in _OPERATORS:
                return int(_OPERATORS[symbol](self._number(left, own, truth), self._number(right, own, truth)))
            case ir.Count(ir.Holding(contents, None)) if contents[own % len(contents)] == {ir.EMPTY}:
                return 0
            case ir.Counter("passes"):
                return 0
            case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup():
                return self._atom(node, own, truth)
            case _:
                raise Unphrased(f"an ending asks for a number ({type(node).__name__}) that is not known on full boards")

    def _atom(self, node: ir.Expression, own: int, truth: int | None) -> bool:
        atom = _bare(node, own)
        if truth is None:
            if atom not in self.atoms:
                self.atoms.append(atom)
            return False
        return bool(truth >> self.atoms.index(atom) & 1)

    def owner(self, cells: ir.CellSet, own: int) -> int:
        """Return the player all of whose stones, and nobody else's, a set holds on full boards.

        Raises `Unphrased` where there is none.
        """
        if isinstance(cells, ir.Holding) and cells.of is None:
            held = cells.contents[own % len(cells.contents)] - {ir.EMPTY}
            present = {*self.fillings.contents, *self.fillings.start} - {ir.EMPTY}
            for player in range(self.players):
                stones = self._rules.contents_of(player)
                if held <= stones and held & present == stones & present != frozenset():
                    return player
        raise Unphrased("a goal asks for chains that are not all of one player's stones")


def _bare(node: ir.Expression, own: int) -> Atom:
    """An atom such that equal questions are equal: on full boards, empty cells make no difference to a set."""
    if not isinstance(node, ir.Connects | ir.Path | ir.Loop):
        return node, own
    cells = node.cells
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        return node, own
    held = ir.Holding((cells.contents[own % len(cells.contents)] - {ir.EMPTY},))
    if isinstance(node, ir.Loop):
        return node.copy_with(cells=held), 0
    return node.copy_with(cells=held, regions=(node.regions[own % len(node.regions)],)), 0
