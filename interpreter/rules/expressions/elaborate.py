"""Expressions of the rules: names and types checked, what is fixed worked out, the rest turned into `ir`."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from ...board.board import Board
from ...board.build import missing_regions
from ...diagnostics.diagnostic import Diagnostics
from ...diagnostics.text import Span
from ...record import Record
from ...source.syntax import tree
from ...values.evaluate import Evaluator, Meaning
from ...values.values import WRONG, Cells, Coordinate, Known, Nobody, Nothing, Player, Symbol, Undecided, Value
from .. import ir
from ..program import NEUTRAL, Piece, Slot
from . import lowering, players
from .types import CELL, CELLS, GROUPS, NUMBER, NUMBERS, PLAYER, TRUTH, Code, as_numbers, type_in_words


class Primitive(Record):
    """A function of the language that looks at the position."""

    parameters: tuple[str, ...]
    make: Callable[[Elaborator, tree.Call, list[Value]], Value]
    named: tuple[str, ...] = ()


@dataclass
class Declared:
    """What a file declares of a game's things; scripts add slots for what they must remember."""

    pieces: tuple[Piece, ...]
    zones: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    slots: list[Slot] = field(default_factory=list)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of a variable's number, where it is a number."""

    is_round: bool = False
    picks: list[tuple[Span, int, int]] = field(default_factory=list)
    """Where cards are picked, of which zone, and how many."""

    filled: set[int] = field(default_factory=set)
    """The zones that something is laid into."""

    kept: dict[int, ir.Expression] = field(default_factory=dict)
    """What the slot of a `let` is given."""

    def slot(self, name: str, start: int, values: tuple[tuple[int, str], ...], declared: bool = False) -> ir.Variable:
        """A new value for the state to keep."""
        self.slots.append(Slot(name, start, values, declared))
        return ir.Variable(len(self.slots) - 1)


class Elaborator(Evaluator):
    """Gives `Known` values and `Code`; gathers the goals and regions that the rules speak of."""

    def __init__(
        self,
        scope: ChainMap[str, Meaning],
        report: Diagnostics,
        board: Board,
        who: tuple[Player, ...],
        declared: Declared,
        primitives: Mapping[str, Primitive],
    ) -> None:
        super().__init__(scope.new_child(), report, missing_regions(board))
        self.board, self.players, self.declared = board, who, declared
        self.pieces, self.is_round = declared.pieces, declared.is_round
        self.swaps = False
        """Whether people may change seats here: in a turn, which has a previous mover."""

        self.unnamed = ""
        """The cells of which a decision chooses one without a name for it, as they are written."""

        self.relations = {name: scope.get(name) for name in ("adjacent", "slide")}
        self.rows: dict[object, Any] = {}
        """What relations, by themselves, and straight lines, by their word, give for each cell."""

        self.goals: dict[ir.Goal, None] = {}
        self.regions: dict[frozenset[int], int] = {}
        self._symbols: dict[str, int] = {}
        self._bound = self._groups = self._loops = 0
        self._laps = 1
        self.scope.update(self._words(), **primitives)
        self._outermost = self.scope

    def _words(self) -> dict[str, Any]:
        counters = {name: Code(NUMBER, ir.Counter(name)) for name in ("turn", "passes", "quiet")}
        return {
            "empty": Code(CELLS, ir.Holding((frozenset({ir.EMPTY}),))),
            "last": Code(CELL, ir.Counter("last")),
            "neutral": Known.always(Nobody(len(self.players), NEUTRAL)),
            "players": Known.always(self.players) if self.players else WRONG,
            "repeats": Nothing("HG513", "`repeats` is asked of what a decision leads to",
                               "write: place … forbid repeats, or: draw when repeats"),
            "stuck": Nothing("HG513", "`stuck` is asked as a turn begins", "write: lose at start of turn when stuck"),
            **counters,
            **self._own_words(Known(self.players) if self.players else WRONG),
        }  # fmt: skip

    def define(self, name: str, meaning: Value) -> None:
        """A word of the rules."""
        self._outermost[name] = meaning

    def _own_words(self, own: Value) -> dict[str, Any]:
        """What means something once there is a player who is asked about."""
        words: dict[str, Any] = {"own": own}
        if own is WRONG:
            return words | dict.fromkeys((*self.declared.zones, *self.declared.marks, "enemy"), WRONG)
        if len(self.players) == 2:
            words["enemy"] = Known(tuple(self.players[1 - player.index] for player in own.values))
        else:
            kinds = len(self.pieces)
            others = ([each for each in self.players if each is not player] for player in own.values)
            found = (frozenset().union(*(players.contents(each.index, kinds) for each in group)) for group in others)
            words["enemy"] = Code(CELLS, ir.Holding(tuple(found)))
        whose = self.code(own)
        for number, zone in enumerate(self.declared.zones):
            words[zone] = Code(NUMBERS, ir.Cards(number, whose))
        for number, marks in enumerate(self.declared.marks):
            words[marks] = Code(CELLS, ir.Marked(number, whose))
        return words

    def evaluate(self, node: tree.Expression) -> Value:
        value = super().evaluate(node)
        if isinstance(value, Known) and isinstance(node, tree.Name | tree.Call):
            return self._on_board(node, value)
        if isinstance(value, Code) and ir.size(value.ir) > MOST_PARTS:
            return self.wrong("HG307", f"this is made of more than {MOST_PARTS:,} parts", node.span)
        return self.scope.get(value.option, WRONG) if isinstance(value, Undecided) else value

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
        elif wanted == NUMBERS:
            value = value if value is WRONG else as_numbers(value)
        if value is WRONG:
            return WRONG
        found = type_in_words(value)
        if found != wanted:
            is_truth = wanted == TRUTH and isinstance(value, Known) and value.of(0) in _TRUTHS
            hint = "what holds is `yes`, what does not is `no`" if is_truth else ""
            return self.wrong("HG302", f"this is {found}", node.span, expected=wanted, help=hint)
        return self.code(value)

    def code(self, value: Value) -> Any:
        """The IR of a value."""
        if isinstance(value, Code):
            return value.ir
        if type_in_words(value) == CELLS:
            return ir.Fixed(tuple(map(self.ids, value.values)))
        return ir.Constant(tuple(map(self.integer, value.values)))

    def integer(self, value: Any) -> int:
        """A known value as the state keeps it."""
        if isinstance(value, Coordinate):
            return self.board.places.get(value, 0)
        if isinstance(value, Symbol):
            return self._symbols.setdefault(value.name, len(self._symbols))
        return value.index if isinstance(value, Player) else int(value)

    def ids(self, cells: Cells) -> tuple[int, ...]:
        """The numbers of the cells of a region; none where errors have kept the board away."""
        return self.board.ids(cells) if self.board.cells else ()

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
        if isinstance(value, Code) and value.cells:
            return value.cells()
        if isinstance(value, Known) and all(isinstance(each, Player) for each in value.values):
            return players.pieces_of(value, self)
        return players.pieces_of(value, self) if isinstance(value, Code) and value.type == PLAYER else value

    @contextmanager
    def bound(self) -> Iterator[ir.Bound]:
        """A number for something that play names for a while."""
        self._bound += 1
        try:
            yield ir.Bound(self._bound - 1)
        finally:
            self._bound -= 1

    @contextmanager
    def binding_cell(self, name: tree.Name | None, kind: str = CELL) -> Iterator[ir.Bound]:
        """A name, if there is one, stands for a cell (or what else play names)."""
        with self.bound() as variable:
            if name is None:
                yield variable
            else:
                with self.binding(name, Code(kind, variable)):
                    yield variable

    @contextmanager
    def choosing(self, target: tree.Target) -> Iterator[ir.Bound]:
        """The cell that a decision chooses, with its name if it has one."""
        with self.binding_cell(target.name) as variable:
            outside, self.unnamed = self.unnamed, "" if target.name else target.cells.span.text
            yield variable
            self.unnamed = outside

    def naming(self, word: str) -> str:
        """How the cell that a decision chooses gets a name, where a word is likely to stand for it."""
        if not self.unnamed or (len(word) > 1 and word not in _THE_CELL):
            return ""
        return f"to speak of the cell that is chosen, name it: {word[0]} among {self.unnamed}"

    @contextmanager
    def binding_unchosen(self, name: tree.Name | None) -> Iterator[None]:
        """The name of a cell that is chosen only later."""
        if name is None:
            yield
        else:
            with self.binding(name, Nothing("HG517", f"the cell `{name.id}` is not chosen yet")):
                yield

    @contextmanager
    def looping(self, times: int, span: Span) -> Iterator[None]:
        """A loop of a script, run through so many times."""
        outside = self._loops, self._laps
        self._loops, self._laps = self._loops + 1, self._laps * max(times, 1)
        if self._loops == MOST_LOOPS + 1:
            self.wrong("HG307", f"more than {MOST_LOOPS} loops stand in one another", span)
        elif self._laps > MOST_LAPS >= outside[1]:
            self.wrong("HG307", f"loops in one another may be run through more than {MOST_LAPS:,} times", span)
        yield
        self._loops, self._laps = outside

    @contextmanager
    def asked_of(self, player: Player | None) -> Iterator[None]:
        """Where a condition is asked of one player alone, `own` is that player."""
        if player is None:
            yield
            return
        with self.speaking(self._own_words(Known.always(player))):
            yield

    def asked_of_nobody(self) -> AbstractContextManager[None]:
        """Where a condition is asked of a player that there is not, whatever is that player's keeps silent."""
        return self.speaking(self._own_words(WRONG))

    @contextmanager
    def speaking(self, words: dict[str, Any]) -> Iterator[None]:
        """Words that mean something for a while, in definitions too."""
        outside = self.scope, self._outermost
        self.scope, self._outermost = self.scope.new_child(words), self._outermost.new_child(words)
        try:
            yield
        finally:
            self.scope, self._outermost = outside

    def owned(self) -> dict[str, Any]:
        """The words of the player who decides."""
        return self._own_words(Known(self.players) if self.players else WRONG)

    def unowned(self) -> dict[str, Any]:
        """The same where nobody decides."""
        nobody = Nothing("HG514", "nobody decides here: `own` and what is somebody's own need a player",
                         "say whose, such as `p.hand`, or put it in `as p { … }`")  # fmt: skip
        return dict.fromkeys(self.owned(), nobody)

    @property
    def board_is_unsure(self) -> bool:
        """Whether errors may have kept edges from the board."""
        return (
            not self.board.cells
            or "edges" in self._report.doubts.unsure
            or (self._report.failed and not self.board.edges)
        )

    # Operations that play decides

    def combine(self, node: tree.Expression, function: Callable[..., Any], *arguments: Value) -> Value:
        if isinstance(node, tree.Binary) and node.operator.symbol in ("&", "|", "-", "without", "in"):
            right = arguments[1:] if node.operator.symbol == "in" else arguments
            arguments = (*arguments[: len(arguments) - len(right)], *map(self.as_cells, right))
        if isinstance(node, tree.Attribute) and isinstance(arguments[0], Known):
            (of,) = arguments
            if all(isinstance(each, Player) for each in of.values):
                return players.of_player(node, of, self)
        return super().combine(node, function, *arguments)

    combine_known = Evaluator.combine

    def lower(self, node: tree.Expression, arguments: tuple[Value, ...]) -> Value:
        return lowering.lower(self, node, arguments)

    def lower_joined(self, node: tree.Quantified, symbol: str, values: list[Value]) -> Value:
        for value in values:
            if type_in_words(value) != TRUTH:
                return self.wrong("HG302", f"this is {type_in_words(value)}", node.body.span, expected=TRUTH)
        return Code(TRUTH, ir.Operation(symbol, tuple(map(self.code, values))))

    def as_domain(self, value: Value) -> Value:
        return self.as_cells(value)

    def lower_quantified(self, node: tree.Quantified, domain: Value) -> Value:
        if type_in_words(domain) == GROUPS:
            return self._some_group(node, domain)
        if type_in_words(domain) != CELLS:
            return self.wrong("HG302", f"{type_in_words(domain)} has no elements to run over", node.domain.span)
        with self.binding_cell(node.name) as variable:
            body = self.typed(node.body, TRUTH)
        if body is WRONG:
            return WRONG
        return Code(TRUTH, ir.Quantifier(node.kind == "some", variable, self.code(domain), body))

    def _some_group(self, node: tree.Quantified, domain: Value) -> Value:
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

    # Functions of the position

    def _name(self, node: tree.Name) -> Value:
        if isinstance(self.scope.get(node.id), Primitive) and node.id not in self._report.doubts.unsure:
            return self.wrong("HG302", f"`{node.id}` is a function: it needs its arguments in `(…)`", node.span)
        return super()._name(node)

    def _call(self, node: tree.Call) -> Value:
        meaning = self.scope.get(node.function.id)
        if not isinstance(meaning, Primitive) or node.function.id in self._report.doubts.unsure:
            return super()._call(node)
        if not self._right_count(node, meaning.parameters, meaning.named):
            return WRONG
        arguments = [self.evaluate(argument) for argument in node.plain]
        return WRONG if WRONG in arguments else meaning.make(self, node, arguments)

    def region(self, value: Cells | Any) -> int:
        """The number of a region that a goal speaks of: cells, or an edge."""
        if isinstance(value, Cells):
            nodes = frozenset(self.ids(value))
        else:
            nodes = frozenset({len(self.board.cells) + value.index})
        return self.regions.setdefault(nodes, len(self.regions))


REPEATS = Code(TRUTH, ir.Repeats())
STUCK = Code(TRUTH, ir.Stuck())
"""What `repeats` and `stuck` mean where they mean something."""

MOST_PARTS = 10_000
"""Of how many operations an expression may be made, what stands in definitions counted wherever they are used."""

_THE_CELL = frozenset({"cell", "here", "it", "target", "there", "this"})
"""What a cell without a name is called."""

_TRUTHS = (Symbol("true"), Symbol("false"))
"""How other languages say yes and no."""

MOST_LOOPS, MOST_LAPS = 10, 10_000_000
"""How many loops may stand in one another, and how many times the innermost may then be run through."""
