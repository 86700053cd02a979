"""What a claim about full boards asks of goals: endings as truths of goals, and goals as questions about chains."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from ....record import Record
from ....rules import ir
from ....rules.program import Ending
from ..fillings import Fillings, Unphrased

Atom = tuple[ir.Expression, int]
"""A condition, and the player whom it is asked for."""

_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip


class Question(Record):
    """What a goal asks of the chains of a player, in edges of that player.

    `connects`: whether a chain joins an edge of each region; `path`: whether a walk with a wanted label leads from the
    first region to the second; `loop`: whether loops add up to a wanted label. `wanted` has a bit for each label.
    """

    kind: str
    player: int
    regions: tuple[frozenset[int], ...]
    wanted: int


class Endings:
    """Who has won a full board, as a function of the truth of atoms."""

    def __init__(self, fillings: Fillings) -> None:
        self._fillings, self._rules = fillings, fillings.game.rules
        self.players = len(fillings.game.players)
        self.atoms: list[Atom] = []
        for player in range(self.players):
            for ending in self._endings(player):
                self._truth(ending.condition, player, None)

    def winners(self, truth: int) -> frozenset[int]:
        """Return who has won where the atoms in `truth`, as bits, hold."""
        won = set()
        for player in range(self.players):
            for ending in self._endings(player):
                if self._truth(ending.condition, player, truth):
                    if ending.result == "win":
                        won.add(player)
                    elif ending.result == "lose" and self.players == 2:
                        won.add(1 - player)
                    break
        return frozenset(won)

    def _endings(self, player: int) -> list[Ending]:
        """The endings that can decide for a player; what follows the last that is no draw cannot."""
        found = [ending for ending in self._rules.endings if ending.player in (None, player)]
        while found and found[-1].result == "draw":
            found.pop()
        return found

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

    def questions(self) -> tuple[Question, ...]:
        """Return each atom as a question about one player's chains; raises `Unphrased` where one is not."""
        return tuple(self._question(*atom) for atom in self.atoms)

    def _question(self, node: ir.Expression, own: int) -> Question:
        if not isinstance(node, ir.Connects | ir.Path | ir.Loop):
            raise Unphrased(f"an ending asks for more than classes of chains ({type(node).__name__})")
        player = self._owner(node.cells, own)
        regions = () if isinstance(node, ir.Loop) else node.regions[own % len(node.regions)]
        edges = tuple(self._edges(each, player) for each in regions)
        return Question(type(node).__name__.lower(), player, edges, 0 if isinstance(node, ir.Connects) else node.wanted)

    def _owner(self, cells: ir.CellSet, own: int) -> int:
        """The player all of whose stones, and nobody else's, a set holds on full boards."""
        if isinstance(cells, ir.Holding) and cells.of is None:
            held = cells.contents[own % len(cells.contents)] - {ir.EMPTY}
            present = {*self._fillings.contents, *self._fillings.start} - {ir.EMPTY}
            for player in range(self.players):
                stones = self._rules.contents_of(player)
                if held <= stones and held & present == stones & present != frozenset():
                    return player
        raise Unphrased("a goal asks for chains that are not all of one player's stones")

    def _edges(self, region: int, player: int) -> frozenset[int]:
        board = self._fillings.game.board
        nodes = self._rules.regions[region]
        edges = frozenset(node - len(board.cells) for node in nodes)
        if not all(edge >= 0 and board.edges[edge].player == player for edge in edges):
            raise Unphrased("a goal speaks of cells, or of an edge that is not the owner's of the chain")
        return edges


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


def check_colours(fillings: Fillings) -> None:
    """Raise `Unphrased` unless two players' stones fill the board."""
    rules = fillings.game.rules
    if len(fillings.game.players) != 2:
        raise Unphrased("the theorem is about two players")
    stones: Sequence[frozenset[int]] = [rules.contents_of(player) for player in range(2)]
    if not {*fillings.contents, *fillings.start} - {ir.EMPTY} <= stones[0] | stones[1]:
        raise Unphrased("some stones are nobody's")
