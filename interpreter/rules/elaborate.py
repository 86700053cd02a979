"""Expressions of the rules: names and types checked, what is fixed worked out, the rest turned into `ir`."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from interpreter.board.board import Board
from interpreter.board.evaluate import Evaluator, Meaning
from interpreter.board.operations import FUNCTIONS, operand_types
from interpreter.board.values import WRONG, Cells, Coordinate, EdgeRef, Fault, Known, Player, Value, type_of
from interpreter.rules import ir
from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostics, did_you_mean, listed

NUMBER, TRUTH, CELL, CELLS, PLAYER = "a number", "yes or no", "a cell", "a set of cells", "a player"
POSITION_WORDS = ("empty", "own", "enemy", "turn", "passes")
"""The names that mean something only once there is a position."""

_RESULT = dict.fromkeys(("+", "-", "*", "/", "mod"), NUMBER) | dict.fromkeys("&|", CELLS)


@dataclass(frozen=True)
class Code:
    """A value that play decides, with its type."""

    type: str
    ir: Any


@dataclass(frozen=True)
class Primitive:
    """A function of the language that looks at the position."""

    parameters: int
    make: Callable[[Elaborator, tree.Call, list[Value]], Value]


class Elaborator(Evaluator):
    """Gives `Known` values and `Code`; gathers the goals and regions that the rules speak of."""

    def __init__(
        self,
        scope: ChainMap[str, Meaning],
        report: Diagnostics,
        board: Board,
        players: tuple[Player, ...],
        pieces: tuple[ir.Piece, ...],
    ) -> None:
        super().__init__(scope.new_child(), report)
        self.board, self.players, self.pieces = board, players, pieces
        self.goals: dict[ir.Connects, None] = {}
        self.regions: dict[frozenset[int], int] = {}
        self._bound = 0
        self.scope.update(self._words())
        self._outermost = self.scope

    def _words(self) -> dict[str, Any]:
        own = Known(self.players) if self.players else WRONG
        words: dict[str, Any] = {
            "empty": Code(CELLS, ir.Holding((frozenset({ir.EMPTY}),))),
            "own": own,
            "turn": Code(NUMBER, ir.Counter("turn")),
            "passes": Code(NUMBER, ir.Counter("passes")),
            **PRIMITIVES,
        }
        if len(self.players) == 2:
            words["enemy"] = Known(self.players[::-1])
        elif self.players:
            others = [[other for other in self.players if other is not player] for player in self.players]
            contents = tuple(frozenset().union(*map(self._contents, group)) for group in others)
            words["enemy"] = Code(CELLS, ir.Holding(contents))
        return words

    # What values are, whoever decides them

    def typed(self, node: tree.Expression, wanted: str) -> Any:
        """The IR of an expression of a wanted type; WRONG, and reported, if it is of another."""
        value = self.evaluate(node)
        if wanted == CELLS:
            value = self._as_cells(value)
        if value is WRONG:
            return WRONG
        found = _type(value)
        if found != wanted:
            return self.wrong("HG302", f"this is {found}", node.span, expected=wanted)
        return self._code(value)

    def _code(self, value: Value) -> Any:
        """The IR of a value."""
        if isinstance(value, Code):
            return value.ir
        if _type(value) == CELLS:
            return ir.Fixed(tuple(self.board.ids(cells) for cells in value.values))
        return ir.Constant(tuple(map(self._integer, value.values)))

    def _integer(self, value: Any) -> int:
        if isinstance(value, Coordinate):
            return self.board.index[value]
        return value.index if isinstance(value, Player) else int(value)

    def _as_cells(self, value: Value) -> Value:
        """A player stands for the cells of their pieces where a set is wanted."""
        if isinstance(value, Known) and all(isinstance(each, Player) for each in value.values):
            return Code(CELLS, ir.Holding(tuple(map(self._contents, value.values))))
        return value

    def _contents(self, player: Player) -> frozenset[int]:
        kinds = len(self.pieces)
        return frozenset(range(1 + player.index * kinds, 1 + (player.index + 1) * kinds))

    def binding_cell(self, name: tree.Name | None) -> Any:
        """A context in which a name, if there is one, stands for a cell that play chooses."""
        return self._binding_cell(name)

    @contextmanager
    def _binding_cell(self, name: tree.Name | None) -> Iterator[ir.Bound]:
        variable = ir.Bound(self._bound)
        self._bound += 1
        try:
            if name is None:
                yield variable
            else:
                with self.binding(name, Code(CELL, variable)):
                    yield variable
        finally:
            self._bound -= 1

    # Operations that play decides

    def combine(self, node: tree.Expression, function: Callable[..., Any], *arguments: Value) -> Value:
        if isinstance(node, tree.Binary) and node.operator.symbol in ("&", "|", "-", "in"):
            arguments = tuple(map(self._as_cells, arguments))
        if isinstance(node, tree.Attribute) and isinstance(arguments[0], Known):
            return self._attribute(node, arguments[0], function)
        return super().combine(node, function, *arguments)

    def lower(self, node: tree.Expression, arguments: tuple[Value, ...]) -> Value:
        match node:
            case tree.Binary():
                return self._lower_binary(node, *arguments)
            case tree.Unary():
                wanted = TRUTH if node.operator.symbol == "not" else NUMBER
                return self._operation(node, node.operator.symbol, arguments, [(wanted,)], wanted)
            case tree.Conditional():
                return self._lower_choice(node, *arguments)
            case tree.Attribute() if _type(arguments[0]) == CELL and node.name.id in ("q", "r"):
                return Code(NUMBER, ir.Axis("qr".index(node.name.id), self._code(arguments[0])))
            case tree.Attribute():
                return self.wrong("HG208", f"{_type(arguments[0])} has no `.{node.name.id}`", node.name.span)
            case tree.Braces():
                return self._lower_braces(node, arguments)
        return self.wrong("HG303", "this is not fixed before play begins", node.span)

    def _lower_binary(self, node: tree.Binary, left: Value, right: Value) -> Value:
        symbol = node.operator.symbol
        types = (_type(left), _type(right))
        if symbol == "in" and types == (CELL, CELLS):
            return Code(TRUTH, ir.Member(self._code(left), self._code(right)))
        if symbol in ("&", "|", "-") and types == (CELLS, CELLS):
            return Code(CELLS, ir.combined(symbol, self._code(left), self._code(right)))
        if symbol in ("==", "!="):
            return self._operation(node, symbol, (left, right), [(kind, kind) for kind in _SCALARS], TRUTH)
        allowed = [pair for pair in operand_types(symbol) if set(pair) <= {NUMBER, TRUTH}]
        return self._operation(node, symbol, (left, right), allowed, _RESULT.get(symbol, TRUTH))

    def _operation(
        self,
        node: tree.Expression,
        symbol: str,
        operands: tuple[Value, ...],
        allowed: list[Any],
        result: str,
    ) -> Value:
        types = tuple(map(_type, operands))
        if types not in allowed:
            message = f"`{symbol}` does not take {listed(types, 'and')}"
            return self.wrong("HG302", message, node.span, expected=_pairs(allowed))
        if symbol in ("/", "mod") and not _is_positive(operands[1]):
            return self.wrong("HG303", f"`{symbol}` divides by a positive number fixed before play", node.span)
        return Code(result, ir.Operation(symbol, tuple(map(self._code, operands))))

    def _lower_choice(self, node: tree.Conditional, test: Value, then: Value, other: Value) -> Value:
        if _type(test) != TRUTH:
            return self.wrong("HG302", f"a condition is yes or no, not {_type(test)}", node.test.span)
        if _type(then) != _type(other) or _type(then) not in _SCALARS:
            return self.wrong("HG302", f"one branch is {_type(then)}, the other {_type(other)}", node.span)
        return Code(_type(then), ir.Choice(*map(self._code, (test, then, other))))

    def _lower_braces(self, node: tree.Braces, items: tuple[Value, ...]) -> Value:
        for item, part in zip(items, node.items, strict=True):
            if _type(item) != CELL:
                return self.wrong("HG302", f"a set in braces holds cells, not {_type(item)}", part.span)
        result: Any = ir.Single(self._code(items[0]))
        for item in items[1:]:
            result = ir.Combined("|", result, ir.Single(self._code(item)))
        return Code(CELLS, result)

    def lower_quantified(self, node: tree.Quantified, domain: Value) -> Value:
        domain = self._as_cells(domain)
        if _type(domain) != CELLS:
            return self.wrong("HG302", f"{_type(domain)} has no elements to run over", node.domain.span)
        with self._binding_cell(node.name) as variable:
            body = self.typed(node.body, TRUTH)
        if body is WRONG:
            return WRONG
        return Code(TRUTH, ir.Quantifier(node.kind == "some", variable, self._code(domain), body))

    # Players' attributes

    def _attribute(self, node: tree.Attribute, value: Known, function: Callable[..., Any]) -> Value:
        if not all(isinstance(each, Player) for each in value.values):
            return super().combine(node, function, value)
        name = node.name.id
        kinds = [piece.name for piece in self.pieces]
        if name == "edges":
            return super().combine(node, self._edges, value) if self.board.cells else WRONG
        if name == "turns":
            return Code(NUMBER, ir.PlayerCounter("turns", tuple(player.index for player in value.values)))
        if name == "opponent" and len(self.players) == 2:
            return super().combine(node, lambda player: self.players[1 - player.index], value)
        if name in kinds:
            offset = 1 + kinds.index(name)
            contents = (frozenset({offset + player.index * len(kinds)}) for player in value.values)
            return Code(CELLS, ir.Holding(tuple(contents)))
        known = ["edges", "turns", *(["opponent"] if len(self.players) == 2 else []), *kinds]
        return self.wrong(
            "HG208",
            f"a player has no `.{name}`",
            node.name.span,
            expected=listed(f"`.{each}`" for each in known),
            help=did_you_mean(name, known),
        )

    def _edges(self, player: Player) -> tuple[EdgeRef, ...]:
        edges = tuple(EdgeRef(number) for number in self.board.edges_of(player.index))
        if not edges:
            raise Fault(
                "HG403", f"{player.name} has no edges on this board", f"give some: edge top, bottom: {player.name}"
            )
        return edges

    # Functions of the position

    def _call(self, node: tree.Call) -> Value:
        meaning = self.scope.get(node.function.id)
        if not isinstance(meaning, Primitive):
            return super()._call(node)
        if not self._right_count(node, meaning.parameters):
            return WRONG
        arguments = [self.evaluate(argument) for argument in node.arguments]
        return WRONG if WRONG in arguments else meaning.make(self, node, arguments)

    def region(self, value: Cells | EdgeRef) -> int:
        """The number of a region that a goal speaks of."""
        if isinstance(value, EdgeRef):
            nodes = frozenset({len(self.board.cells) + value.index})
        else:
            nodes = frozenset(self.board.ids(value))
        return self.regions.setdefault(nodes, len(self.regions))


_SCALARS = (NUMBER, TRUTH, CELL, PLAYER)


def _type(value: Value) -> str:
    return value.type if isinstance(value, Code) else type_of(value.of(0))


def _pairs(allowed: list[tuple[str, ...]]) -> str:
    return listed(" and ".join(types) for types in allowed)


def _is_positive(value: Value) -> bool:
    return isinstance(value, Known) and all(type(each) is int and each > 0 for each in value.values)


def _count(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    value = elaborator._as_cells(arguments[0])
    if isinstance(value, Known):
        return elaborator.combine(node, FUNCTIONS["count"].apply, value)
    if value.type != CELLS:
        return elaborator.wrong("HG302", f"this is {value.type}", node.arguments[0].span, expected=CELLS)
    return Code(NUMBER, ir.Count(value.ir))


def _adjacent(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    value = arguments[0]
    if _type(value) != CELL:
        return elaborator.wrong("HG302", f"this is {_type(value)}", node.arguments[0].span, expected=CELL)
    return Code(CELLS, ir.Around(elaborator._code(value)))


def _connects(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells, regions = elaborator._as_cells(arguments[0]), arguments[1]
    if _type(cells) != CELLS:
        return elaborator.wrong("HG302", f"this is {_type(cells)}", node.arguments[0].span, expected=CELLS)
    wanted = "a list of regions, such as `own.edges`, `sides` or `[top, bottom]`"
    if not isinstance(regions, Known) or not all(_is_regions(each) for each in regions.values):
        return elaborator.wrong("HG302", "this is no list of regions", node.arguments[1].span, expected=wanted)
    numbers = tuple(tuple(map(elaborator.region, each)) for each in regions.values)
    goal = ir.Connects(elaborator._code(cells), numbers)
    elaborator.goals[goal] = None
    return Code(TRUTH, goal)


def _is_regions(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, Cells | EdgeRef) for each in value)


PRIMITIVES = {
    "count": Primitive(1, _count),
    "adjacent": Primitive(1, _adjacent),
    "connects": Primitive(2, _connects),
}
