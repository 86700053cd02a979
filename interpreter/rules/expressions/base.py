"""What the elaboration of rules stands on: the board, the players, what the file declares, and the words for these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import ClassVar

from ...board.board import Board
from ...board.build import missing_regions
from ...board.lines import Lines
from ...board.whole import steps
from ...diagnostics.diagnostic import Diagnostics, Hint
from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.evaluate import Evaluator
from ...values.names import Scope, visible
from ...values.types import CELL, CELLS, KIND, NAME, NONE, NUMBER, NUMBERS, PLAYER, TRUTH, Type
from ...values.values import (
    ABSENCE,
    WRONG,
    Absence,
    Cells,
    Code,
    Coordinate,
    EdgeRef,
    Found,
    Item,
    Kind,
    Known,
    Meaning,
    Nobody,
    Nothing,
    Player,
    Relation,
    Symbol,
    Value,
    Worth,
    Wrong,
)
from .. import ir
from ..adjacency import Adjacency
from ..program import NEUTRAL, Written
from ..traits import Node
from .declared import Declared
from .extremes import Range
from .pieces import Pieces, players_in
from .types import as_numbers

_RELATIONS = frozenset({"adjacent", "slide"})
"""The relations that every board has."""


class RuleEvaluator(Pieces):
    """Gathers the goals and regions that the rules speak of, and turns values into IR."""

    functions: ClassVar[Mapping[str, Meaning]] = {}
    """The functions of the position; who elaborates calls knows them."""

    def __init__(
        self,
        scope: Scope,
        report: Diagnostics,
        board: Board,
        who: tuple[Player, ...],
        declared: Declared,
    ) -> None:
        super().__init__(scope.new_child(), report, missing_regions(board))
        self.board, self.players, self.declared = board, who, declared
        self.pieces, self.is_round = declared.pieces, declared.is_round
        self.swaps = False
        """Whether people may change seats here: in a turn, which has a previous mover."""

        self.searches = 0
        """How many searches for ways there are."""

        self.held: dict[ir.CellSet, int] = {}
        """The sets whose cuts are looked for, with the number of the search."""

        self.gathers = self.of_each_kind = False
        """Whether effects happen at once with others; whether what stands here is worked out for kind after kind."""

        self.unnamed = ""
        """The cells of which a decision chooses one without a name for it, as they are written."""

        given = steps(board) if declared.own & _RELATIONS and board.cells else scope
        self.relations = {name: _relation(given.get(name)) for name in _RELATIONS}
        """The board's own relations; None where errors have kept the board away."""

        self.rows: dict[Relation, tuple[tuple[int, ...], ...]] = {}
        """The cells that relations give for each cell, by number."""

        self.chained: dict[tuple[tuple[int, ...], ...], Adjacency] = {}
        """What chains run by, for the rows of relations known before play."""

        self.extremes = Range(declared, board)
        """How large numbers can be."""

        self.lines = Lines(board)

        self.written: Written = {}
        """Where in the file each node was written."""

        self.spread = Counter[str]()
        """How many parts each definition makes, counted wherever it is used."""

        self.uses: dict[tuple[object, ...], Found] = {}
        """The values of definitions for some arguments, as long as `own` means what it means."""

        self.goals: dict[ir.Goal, None] = {}
        self.regions: dict[frozenset[int], int] = {}
        self._symbols: dict[str, int] = {}
        self._bound = self._groups = self._loops = 0
        self.scope.update(self._words())
        self.scope.update(visible(self.functions, declared.own))
        self._outermost = self.scope

    def _words(self) -> dict[str, Meaning]:
        counters = {name: Code(NUMBER, ir.Counter(name)) for name in ("turn", "passes", "quiet")}
        return {
            "empty": Code(CELLS, ir.Holding((frozenset({ir.EMPTY}),))),
            "last": Code(CELL, ir.Counter("last")),
            "neutral": Known.always(Nobody(len(self.players), NEUTRAL)),
            "players": Known.always(self.players) if self.players else WRONG,
            "repeats": Nothing("HG513", "`repeats` belongs in `forbid` or in an ending",
                               "write: place … forbid repeats, or: draw when repeats"),
            "stuck": Nothing("HG513", "`stuck` belongs in an ending `at start of turn`",
                             "write: lose at start of turn when stuck"),
            **counters,
            **self._own_words(Known(self.players) if self.players else WRONG),
        }  # fmt: skip

    def define(self, name: str, meaning: Meaning) -> None:
        """A word of the rules."""
        self._outermost[name] = meaning

    def _own_words(self, own: Value) -> dict[str, Meaning]:
        """What means something once there is a player who is asked about."""
        words: dict[str, Meaning] = {"own": own}
        if not isinstance(own, Known):
            families = [name for name, each in self.declared.families.items() if each.players]
            own_names = (*self.declared.zones, *self.declared.marks, *self.declared.of_players, *families)
            return words | dict.fromkeys((*own_names, "enemy"), WRONG)
        own_players = players_in(own)
        if len(self.players) == 2:
            words["enemy"] = Known(tuple(self.players[1 - player.index] for player in own_players))
        else:
            others = ([each for each in self.players if each is not player] for player in own_players)
            found = (frozenset().union(*(self.contents(each.index) for each in group)) for group in others)
            words["enemy"] = Code(CELLS, ir.Holding(tuple(found)))
        whose = self.expression(own)
        for number, zone in enumerate(self.declared.zones):
            words[zone] = Code(NUMBERS, ir.Cards(number, whose))
        for number, marks in enumerate(self.declared.marks):
            words[marks] = Code(CELLS, ir.Marked(number, whose))
        for name, (kind, first) in self.declared.of_players.items():
            words[name] = Code(kind, ir.Variable(first, whose))
        for name, family in self.declared.families.items():
            if family.players:
                words[name] = family.listed(partial(_of_slot, family.kind, whose))
        return words

    # What values are, whoever decides them

    def typed(
        self, node: tree.Expression, wanted: Type, asks: str = "", or_none: bool = False
    ) -> ir.Expression | Wrong:
        """The IR of an expression of a wanted type, or of `none`; WRONG, and reported, if it is of another.

        `asks` names the place that needs it, such as "`where`".
        """

        def work(node: tree.Expression) -> ir.Expression | Wrong:
            value = self.evaluate(node)
            if value is not WRONG and wanted is NUMBERS:
                value = as_numbers(value)
            if or_none and value is not WRONG and value.type is NONE and wanted in (CELL, PLAYER, KIND, NAME):
                return ir.Constant((self.integer(ABSENCE, wanted),))
            return self.as_expression(value, node, wanted, asks)

        return self.attempt(node, work)

    def cells(self, node: tree.Expression, asks: str = "") -> ir.CellSet | Wrong:
        """The IR of a set of cells; WRONG, and reported, if the expression is of another type."""
        return self.attempt(node, lambda each: self.as_cell_set(self.evaluate(each), each, asks))

    def as_expression(self, value: Value, node: tree.Expression, wanted: Type, asks: str = "") -> ir.Expression | Wrong:
        """The IR of a value of a wanted type, other than a set of cells; WRONG, and reported, if it is of another."""
        if value is WRONG:
            return WRONG
        if value.type is wanted:
            return self.expression(value)
        return self.mismatch(node, value.type, wanted, asks)

    def as_cell_set(self, value: Value, node: tree.Expression, asks: str = "") -> ir.CellSet | Wrong:
        """The IR of a set of cells; WRONG, and reported, if the value is of another type."""
        value = self.as_cells(value)
        if value is WRONG:
            return WRONG
        return self.cell_set(value) if value.type is CELLS else self.mismatch(node, value.type, CELLS, asks)

    def expression(self, value: Worth) -> ir.Expression:
        """The IR of a value that is no set of cells."""
        if isinstance(value, Known):
            return ir.Constant(tuple(self.integer(each, value.type) for each in value.values))
        assert isinstance(value.ir, ir.Expression)
        return value.ir

    def cell_set(self, value: Worth) -> ir.CellSet:
        """The IR of a set of cells."""
        if isinstance(value, Known):
            return ir.Fixed(tuple(self.ids(cells) for cells in value.values if isinstance(cells, Cells)))
        assert isinstance(value.ir, ir.CellSet)
        return value.ir

    combine_known = Evaluator.combine
    """What `combine` does with known values, whatever the operation means for what play decides."""

    def integer(self, value: Item, kind: Type = NAME) -> int:
        """A known value as the state keeps it; `none` as what stands for it among values of a type."""
        match value:
            case Absence() if kind is not NAME:
                return -1 if kind is CELL else len(self.pieces if kind is KIND else self.players)
            case Kind():
                return value.index
            case Coordinate():
                return self.board.places.get(value, 0)
            case Symbol():
                return self._symbols.setdefault(value.name, len(self._symbols))
            case Player():
                return value.index
            case int():
                return int(value)
        raise TypeError(f"the state keeps no {type(value).__name__}")

    def ids(self, cells: Cells) -> tuple[int, ...]:
        """The numbers of the cells of a region; none where errors have kept the board away."""
        return self.board.ids(cells) if self.board.cells else ()

    def goal(self, goal: ir.Goal) -> Code:
        """A goal that the rules ask for."""
        self.goals[goal] = None
        return Code(TRUTH, goal)

    def note(self, node: Node, span: Span) -> None:
        """Note where a node was written: the first words that made it stay."""
        self.written.setdefault(id(node), (node, span))

    def grouping(self) -> ir.GroupBound:
        """A new name for a group."""
        self._groups += 1
        return ir.GroupBound(self._groups - 1)

    @contextmanager
    def bound(self) -> Iterator[ir.Bound]:
        """A number for something that play names for a while."""
        self._bound += 1
        try:
            yield ir.Bound(self._bound - 1)
        finally:
            self._bound -= 1

    @contextmanager
    def binding_cell(
        self, name: tree.Name | None, kind: Type = CELL, numbers: tuple[int, int] | None = None
    ) -> Iterator[ir.Bound]:
        """A name, if there is one, stands for a cell (or what else play names: a number from one to another)."""
        with self.bound() as variable:
            self.extremes.bound[variable.number] = numbers
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

    @contextmanager
    def choosing_among(self, domain: tree.Expression) -> Iterator[None]:
        """What a decision chooses among; words that mean nothing there may be meant as names."""
        names = [each.id for each in domain.below if isinstance(each, tree.Name)]
        values = f"{names[0]} in {', '.join(names)}" if names else ""
        hint: Hint = {"help": f"names are declared as values, such as: var kept = {values}; then: choose x in {{…}}"}
        with self.hinting({} if any(map(self.scope.meaning, names)) else dict.fromkeys(names, hint)):
            yield

    def naming(self, word: str) -> Hint:
        """How what a word is likely to be meant as gets a name, such as the cell that a decision chooses."""
        if not self.unnamed or (len(word) > 1 and word not in _THE_CELL):
            return super().naming(word)
        help_text = f"to speak of the cell that is chosen, name it: {word[0]} among {self.unnamed}"
        return super().naming(word) or {"help": help_text}

    @contextmanager
    def binding_unchosen(self, name: tree.Name | None) -> Iterator[None]:
        """The name of a cell that is chosen only later."""
        if name is None:
            yield
        else:
            with self.binding(name, Nothing("HG517", f"the cell `{name.id}` is not chosen yet")):
                yield

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Where effects happen at once."""
        outside, self.gathers = self.gathers, True
        yield
        self.gathers = outside

    @contextmanager
    def looping(self, span: Span) -> Iterator[None]:
        """A loop of a script."""
        self._loops += 1
        if self._loops == MOST_LOOPS + 1:
            self.wrong("HG307", f"more than {MOST_LOOPS} nested loops", span,
                       help="let inner ones be conditions: some x in S: …, or count(x for x in S where …)")  # fmt: skip
        yield
        self._loops -= 1

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
    def speaking(self, words: dict[str, Meaning]) -> Iterator[None]:
        """Words that mean something for a while, in definitions too."""
        outside = self.scope, self._outermost, self.uses
        self.scope, self._outermost, self.uses = self.scope.new_child(words), self._outermost.new_child(words), {}
        try:
            yield
        finally:
            self.scope, self._outermost, self.uses = outside

    def owned(self) -> dict[str, Meaning]:
        """The words of the player who decides."""
        return self._own_words(Known(self.players) if self.players else WRONG)

    def unowned(self) -> dict[str, Meaning]:
        """The same where nobody decides."""
        nobody = Nothing("HG514", "nobody decides here, so `own` and what belongs to it have no meaning",
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

    def region(self, value: Cells | EdgeRef) -> int:
        """The number of a region that a goal speaks of: cells, or an edge."""
        if isinstance(value, Cells):
            nodes = frozenset(self.ids(value))
        else:
            nodes = frozenset({len(self.board.cells) + value.index})
        return self.regions.setdefault(nodes, len(self.regions))


def _relation(meaning: Meaning | None) -> Relation | None:
    table = meaning.of(0) if isinstance(meaning, Known) else None
    return table if isinstance(table, Relation) else None


REPEATS = Code(TRUTH, ir.Repeats())
STUCK = Code(TRUTH, ir.Stuck())
"""What `repeats` and `stuck` mean where they mean something."""

_THE_CELL = frozenset({"cell", "here", "it", "target", "there", "this"})
"""What a cell without a name is called."""

MOST_LOOPS = 10
"""How many loops may stand in one another: Python nests no more than 20 blocks."""


def _of_slot(kind: Type, whose: ir.Expression, slot: int) -> Code:
    return Code(kind, ir.Variable(slot, whose))
