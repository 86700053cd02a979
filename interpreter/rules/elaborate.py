"""Expressions of the rules: names and types checked, what is fixed worked out, the rest turned into `ir`."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from interpreter.board.board import Board
from interpreter.board.build import missing_regions
from interpreter.board.evaluate import Evaluator, Meaning
from interpreter.board.operations import operand_types
from interpreter.board.values import (
    WRONG,
    Cells,
    Coordinate,
    EdgeRef,
    Fault,
    Function,
    Known,
    Player,
    Relation,
    Value,
    type_of,
)
from interpreter.rules import ir
from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostics, did_you_mean, listed

NUMBER, TRUTH, CELL, CELLS, PLAYER = "a number", "yes or no", "a cell", "a set of cells", "a player"
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
    named: tuple[str, ...] = ()


class Elaborator(Evaluator):
    """Gives `Known` values and `Code`; gathers the goals and regions that the rules speak of."""

    def __init__(
        self,
        scope: ChainMap[str, Meaning],
        report: Diagnostics,
        board: Board,
        players: tuple[Player, ...],
        pieces: tuple[ir.Piece, ...],
        primitives: Mapping[str, Primitive],
    ) -> None:
        super().__init__(scope.new_child(), report, missing_regions(board))
        self.board, self.players, self.pieces, self.primitives = board, players, pieces, primitives
        self.goals: dict[ir.Goal, None] = {}
        self.regions: dict[frozenset[int], int] = {}
        self._bound = self._groups = 0
        self.scope.update(self._words())
        self._outermost = self.scope

    def _words(self) -> dict[str, Any]:
        own = Known(self.players) if self.players else WRONG
        words: dict[str, Any] = {
            "empty": Code(CELLS, ir.Holding((frozenset({ir.EMPTY}),))),
            "own": own,
            "turn": Code(NUMBER, ir.Counter("turn")),
            "passes": Code(NUMBER, ir.Counter("passes")),
            **self.primitives,
        }
        if len(self.players) == 2:
            words["enemy"] = Known(self.players[::-1])
        elif self.players:
            others = [[other for other in self.players if other is not player] for player in self.players]
            contents = tuple(frozenset().union(*map(self._contents, group)) for group in others)
            words["enemy"] = Code(CELLS, ir.Holding(contents))
        return words

    def evaluate(self, node: tree.Expression) -> Value:
        value = super().evaluate(node)
        if isinstance(value, Known) and isinstance(node, tree.Name | tree.Call):
            return self._on_board(node, value)
        return value

    def _on_board(self, node: tree.Expression, value: Known) -> Value:
        """Rules speak of cells alone: places off the board are refused where they are named."""
        for each in value.values:
            places = each.items if isinstance(each, Cells) else (each,) if isinstance(each, Coordinate) else ()
            off = next((place for place in places if place not in self.board.places), None)
            if off is not None and self.board.cells:
                what = f"the place ({off.q}, {off.r}) is not on the board, and nothing can stand there"
                return self.wrong("HG405", what, node.span)
        return value

    # What values are, whoever decides them

    def typed(self, node: tree.Expression, wanted: str) -> Any:
        """The IR of an expression of a wanted type; WRONG, and reported, if it is of another."""
        value = self.evaluate(node)
        if wanted == CELLS:
            value = self.as_cells(value)
        if value is WRONG:
            return WRONG
        found = type_in_words(value)
        if found != wanted:
            return self.wrong("HG302", f"this is {found}", node.span, expected=wanted)
        return self.code(value)

    def code(self, value: Value) -> Any:
        """The IR of a value."""
        if isinstance(value, Code):
            return value.ir
        if type_in_words(value) == CELLS:
            return ir.Fixed(tuple(self.board.ids(cells) for cells in value.values))
        return ir.Constant(tuple(map(self._integer, value.values)))

    def _integer(self, value: Any) -> int:
        if isinstance(value, Coordinate):
            return self.board.places[value]
        return value.index if isinstance(value, Player) else int(value)

    def goal(self, goal: ir.Goal) -> Code:
        """A goal that the rules ask for."""
        self.goals[goal] = None
        return Code(TRUTH, goal)

    def grouping(self) -> ir.GroupBound:
        """A new name for a group."""
        self._groups += 1
        return ir.GroupBound(self._groups - 1)

    def as_cells(self, value: Value) -> Value:
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

    @contextmanager
    def asked_of(self, player: Player | None) -> Iterator[None]:
        """Where a condition is asked of one player alone, `own` is that player."""
        if player is None:
            yield
            return
        outside = self.scope, self._outermost
        words: dict[str, Any] = {"own": Known.always(player)}
        if len(self.players) == 2:
            words["enemy"] = Known.always(self.players[1 - player.index])
        self.scope = self._outermost = self.scope.new_child(words)
        try:
            yield
        finally:
            self.scope, self._outermost = outside

    # Operations that play decides

    def combine(self, node: tree.Expression, function: Callable[..., Any], *arguments: Value) -> Value:
        if isinstance(node, tree.Binary) and node.operator.symbol in ("&", "|", "-", "without", "in"):
            arguments = tuple(map(self.as_cells, arguments))
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
            case tree.Attribute() if type_in_words(arguments[0]) == CELL and node.name.id in ("q", "r"):
                return Code(NUMBER, ir.Axis("qr".index(node.name.id), self.code(arguments[0])))
            case tree.Attribute():
                return self.wrong("HG208", f"{type_in_words(arguments[0])} has no `.{node.name.id}`", node.name.span)
            case tree.Braces():
                return self._lower_braces(node, arguments)
            case tree.Call():
                return self._lower_look_up(node, arguments[0])
            case tree.Gathered() if all(type_in_words(argument) == TRUTH for argument in arguments):
                return Code(SELECTION, tuple(map(self.code, arguments)))
        return self.wrong("HG303", "this is not fixed before play begins", node.span)

    def _lower_binary(self, node: tree.Binary, left: Value, right: Value) -> Value:
        symbol = node.operator.symbol
        types = (type_in_words(left), type_in_words(right))
        if symbol == "in" and types == (CELL, CELLS):
            return Code(TRUTH, ir.Member(self.code(left), self.code(right)))
        if symbol in ("&", "|", "-", "without") and types == (CELLS, CELLS):
            symbol = "-" if symbol == "without" else symbol
            return Code(CELLS, ir.combined(symbol, self.code(left), self.code(right)))
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
        types = tuple(map(type_in_words, operands))
        if types not in allowed:
            message = f"`{symbol}` does not take {listed(types, 'and')}"
            return self.wrong("HG302", message, node.span, expected=_pairs(allowed))
        if symbol in ("/", "mod") and not _is_positive(operands[1]):
            return self.wrong("HG303", f"`{symbol}` divides by a positive number fixed before play", node.span)
        return Code(result, ir.Operation(symbol, tuple(map(self.code, operands))))

    def _lower_choice(self, node: tree.Conditional, test: Value, then: Value, other: Value) -> Value:
        if type_in_words(test) != TRUTH:
            return self.wrong("HG302", f"a condition is yes or no, not {type_in_words(test)}", node.test.span)
        if type_in_words(then) != type_in_words(other) or type_in_words(then) not in _SCALARS:
            return self.wrong(
                "HG302", f"one branch is {type_in_words(then)}, the other {type_in_words(other)}", node.span
            )
        return Code(type_in_words(then), ir.Choice(*map(self.code, (test, then, other))))

    def _lower_braces(self, node: tree.Braces, items: tuple[Value, ...]) -> Value:
        for item, part in zip(items, node.items, strict=True):
            if type_in_words(item) != CELL:
                return self.wrong("HG302", f"a set in braces holds cells, not {type_in_words(item)}", part.span)
        result: Any = ir.Single(self.code(items[0]))
        for item in items[1:]:
            result = ir.Combined("|", result, ir.Single(self.code(item)))
        return Code(CELLS, result)

    def _lower_look_up(self, node: tree.Call, cell: Value) -> Value:
        """A relation or a label for a cell that play decides."""
        meaning = self.scope[node.function.id]
        if isinstance(meaning, Function):
            return self.wrong("HG303", f"`{meaning.name}` takes what is known before play begins", node.span)
        if type_in_words(cell) != CELL or not isinstance(meaning, Known):
            return self.wrong("HG302", f"this is {type_in_words(cell)}", node.plain[0].span, expected=CELL)
        table = meaning.of(0)
        if isinstance(table, Relation):
            try:
                rows = tuple(self.board.ids(table.rows[place]) for place in self.board.cells)
            except Fault as fault:
                return self.wrong(fault.code, fault.message, node.span, help=fault.help)
            return Code(CELLS, ir.Row(rows, self.code(cell)))
        values = [table.values[place] for place in self.board.cells]
        kinds = {type_of(value) for value in values}
        if len(kinds) > 1 or not kinds <= set(_SCALARS):
            return self.wrong("HG302", f"this label holds {listed(sorted(kinds), 'and')}", node.span,
                              expected="one type of number, cell, player, or yes and no")  # fmt: skip
        return Code(kinds.pop(), ir.Lookup(tuple(map(self._integer, values)), self.code(cell)))

    def lower_joined(self, node: tree.Quantified, symbol: str, values: list[Value]) -> Value:
        for value in values:
            if type_in_words(value) != TRUTH:
                return self.wrong("HG302", f"this is {type_in_words(value)}", node.body.span, expected=TRUTH)
        return Code(TRUTH, ir.Operation(symbol, tuple(map(self.code, values))))

    def as_domain(self, value: Value) -> Value:
        return self.as_cells(value)

    def lower_quantified(self, node: tree.Quantified, domain: Value) -> Value:
        if type_in_words(domain) == GROUPS:
            return self._lower_some_group(node, domain)
        if type_in_words(domain) != CELLS:
            return self.wrong("HG302", f"{type_in_words(domain)} has no elements to run over", node.domain.span)
        with self._binding_cell(node.name) as variable:
            body = self.typed(node.body, TRUTH)
        if body is WRONG:
            return WRONG
        return Code(TRUTH, ir.Quantifier(node.kind == "some", variable, self.code(domain), body))

    def _lower_some_group(self, node: tree.Quantified, domain: Value) -> Value:
        """`every` group has a property where not some group is without it."""
        variable = self.grouping()
        with self.binding(node.name, Code(CELLS, variable)):
            body = self.typed(node.body, TRUTH)
        if body is WRONG:
            return WRONG
        if node.kind == "some":
            return self.goal(ir.SomeGroup(variable, domain.ir, body))
        without = self.goal(ir.SomeGroup(variable, domain.ir, ir.Operation("not", (body,))))
        return Code(TRUTH, ir.Operation("not", (without.ir,)))

    # Players' attributes

    def _attribute(self, node: tree.Attribute, value: Known, function: Callable[..., Any]) -> Value:
        if not all(isinstance(each, Player) for each in value.values):
            return super().combine(node, function, value)
        name = node.name.id
        kinds = [piece.name for piece in self.pieces]
        if name == "edges":
            unsure = not self.board.cells or (self._report.failed and not self.board.edges)
            return WRONG if unsure else super().combine(node, self._edges, value)
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
        if not self._right_count(node, meaning.parameters, meaning.named):
            return WRONG
        arguments = [self.evaluate(argument) for argument in node.plain]
        return WRONG if WRONG in arguments else meaning.make(self, node, arguments)

    def region(self, value: Cells | EdgeRef) -> int:
        """The number of a region that a goal speaks of."""
        if isinstance(value, EdgeRef):
            nodes = frozenset({len(self.board.cells) + value.index})
        else:
            nodes = frozenset(self.board.ids(value))
        return self.regions.setdefault(nodes, len(self.regions))


GROUPS, SELECTION = "a set of groups", "a selection"
_SCALARS = (NUMBER, TRUTH, CELL, PLAYER)


def type_in_words(value: Value) -> str:
    return value.type if isinstance(value, Code) else type_of(value.of(0))


def _pairs(allowed: list[tuple[str, ...]]) -> str:
    return listed(" and ".join(types) for types in allowed)


def _is_positive(value: Value) -> bool:
    return isinstance(value, Known) and all(type(each) is int and each > 0 for each in value.values)


def is_regions(value: Any) -> bool:
    """Whether a value is a list of regions."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, Cells | EdgeRef) for each in value)


POSITION_WORDS = ("empty", "own", "enemy", "turn", "passes")
"""The names that mean something only once there is a position."""
