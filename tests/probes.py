"""One node of the rules by itself: its text alone in a function that counts its steps, on boards that make it dear.

What is declared for a node is worked out with what its parts really take, as far as they can be measured too. So
neither a generous part nor a generous neighbour can make up for a node that declares too little.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from math import prod

from counting import Counted

from hexgame.machine.goals.mending import chain_writer
from hexgame.machine.text.expressions import ExpressionWriter
from hexgame.machine.text.writer import Writer
from hexgame.machine.turns.script import ScriptWriter
from hexgame.play.game import Game
from hexgame.play.piles import lay
from hexgame.rules import deeds, elements, ir, program, walk
from hexgame.rules.costs.scales import scale_of
from hexgame.rules.steps.scale import Scale
from hexgame.rules.steps.steady import free_variables
from hexgame.rules.traits import Node

FREE_CELLS = 16
"""How many choices of cells are tried for the names that a node uses and does not bind."""

MOST_CHOICES = 10_000
"""How many choices of cells are tried at most where a node is measured in one place."""

EACH = 2
"""The steps of what a probe does for each cell of a set: it counts it."""

LOOPS = ("over", "visit", "most")
"""The ways in which a probe runs over a set."""

TRIED = "tried"
"""The way in which an effect is measured as it is on trial."""

ADDED = 1
"""The steps of a probe besides those of its node: its line."""

Vector = list[int]


class Share:
    """What a node takes and declares by itself, each at its most."""

    def __init__(self, counted: int, declared: int) -> None:
        self.counted, self.declared = counted, declared

    @property
    def looseness(self) -> float:
        """How many times what it takes a node declares."""
        return self.declared / max(self.counted, 1)

    def __repr__(self) -> str:
        return f"{self.counted:,} of at most {self.declared:,}"


@dataclass(frozen=True, eq=False)
class Place:
    """Where a node takes most: a position, a player, and what its free names stand for."""

    vector: Vector
    player: int
    names: Mapping[str, int]


class Bench:
    """A game on whose board nodes are measured; `plain` says in which forms."""

    def __init__(self, game: Game, plain: bool = True) -> None:
        self.game, self.counted = game, Counted(game, plain)
        self.plan = self.counted.machine.plan
        self.scale = scale_of(game.rules, game.board)
        self.positions = list(_positions(self.counted, game))
        self._known: dict[tuple[Node, str], tuple[int, Place] | None] = {}
        self._nodes_in: dict[Node, frozenset[Node]] = {}

    def nodes(self, kind: type) -> list[Node]:
        """The nodes of a class in the game's rules, or those that writers make of the rules."""
        everything = dict.fromkeys(node for node in walk.everything(self.game.rules) if _is_probed(node))
        if kind in (ir.AtLeast, ir.Alone):
            counts = [
                node for node in everything if isinstance(node, ir.Count) and not isinstance(node.cells, ir.Fixed)
            ]
            return [ir.Alone(node.cells) if kind is ir.Alone else ir.AtLeast(node.cells, many) for node in counts
                    for many in ((0,) if kind is ir.Alone else (1, 9_999))]  # fmt: skip
        return [node for node in everything if type(node) is kind]

    # What nodes take, and what they declare

    def share(self, node: Node) -> Share | None:
        """What an expression, an effect or an instruction takes and declares; None if it cannot stand alone."""
        return self._share(node, "")

    def share_on_trial(self, effect: Node) -> Share | None:
        """The same for an effect of a decision that is only tried."""
        return self._share(effect, TRIED)

    def _share(self, node: Node, way: str) -> Share | None:
        def declared(exact: Exact) -> int:
            return exact.trying(lambda: exact.alone(node)) if way == TRIED else exact.alone(node)

        return self._shared(node, way, declared, 0 if isinstance(node, program.Instruction) else self.offered)

    def _shared(self, node: Node, way: str, declared: Callable[[Exact], int], listing: int = 0) -> Share | None:
        """What a node takes, against what it declares with parts as dear as they are anywhere; where that is too
        little, with parts as dear as they are where the node is dearest, which a sample of places may have missed."""
        dearest = self.dearest(node, way)
        if dearest is None:
            return None
        counted = dearest[0] - (ADDED if way != "most" else 0)
        share = Share(counted, declared(Exact(self, listing)))
        return share if share.counted <= share.declared else Share(counted, declared(Exact(self, listing, dearest[1])))

    @cached_property
    def offered(self) -> int:
        """The most steps that finding out whether anything can be decided takes."""
        return max(self.counted.steps_of("offered", list(vector)) for vector in self.positions)

    def shares_of_set(self, cells: Node) -> dict[str, Share]:
        """The same for each number that a set's extent gives."""
        extent = cells.extent
        found = {
            "belongs": self._shared(cells, "", lambda exact: extent.belongs(cells, exact, 0))
            if isinstance(cells, ir.CellSet) else None,
            "over": self._shared(cells, "over", lambda exact: extent.over(cells, exact, EACH)),
            "visit": self._shared(cells, "visit", lambda exact: extent.visit(cells, exact, EACH)),
            "most": self._shared(cells, "most", lambda exact: extent.most(cells, exact)),
        }  # fmt: skip
        return {name: share for name, share in found.items() if share is not None}

    def dearest(self, node: Node, way: str = "", place: Place | None = None) -> tuple[int, Place] | None:
        """The most steps that a node takes by itself with its parts, and where; for a set, a test or the loop over it,
        or how many cells that gives; None where it cannot stand alone. A place limits it to what the place says."""
        if place is not None:
            return self._dearest(node, way, place)
        key = node, way
        if key not in self._known:
            self._known[key] = self._dearest(node, way, None)
        return self._known[key]

    def _dearest(self, node: Node, way: str, place: Place | None) -> tuple[int, Place] | None:
        names = sorted(free_variables(node))
        groups = [name for name in names if name.startswith("g")]
        if len(groups) > 1 or isinstance(node, elements.Groups) or not self._is_written(node):
            return None
        cells = [name for name in names if name.startswith("c")]
        if isinstance(node, ir.CellSet) and way not in LOOPS:
            cells.append("x")
        text = self._text(node, way, cells, groups)
        if text is None:
            return None
        run = self.counted.probe(*text, alone=isinstance(node, program.Instruction))
        found: tuple[int, Place] | None = None
        for vector, player, chosen in self._places(node, cells, place):
            steps, answer = run(list(vector), player, chosen)
            most = int(answer) if way == "most" else steps  # type: ignore[call-overload]
            if found is None or most > found[0]:
                found = most, Place(vector, player, dict(zip(cells, chosen, strict=True)))
        return found

    def _places(self, node: Node, cells: list[str], place: Place | None) -> Iterator[tuple[Vector, int, Sequence[int]]]:
        """Where a node is measured: in all positions for some cells, or in one for all that a place leaves open."""
        values = [self._values(node, name) for name in cells]
        if place is None:
            yield from ((vector, player, chosen) for vector in self.positions
                        for player in range(len(self.game.players)) for chosen in _choices(values))  # fmt: skip
            return
        known = [
            (place.names[name],) if name in place.names else each for name, each in zip(cells, values, strict=True)
        ]
        yield from ((place.vector, place.player, chosen) for chosen in islice(product(*known), MOST_CHOICES))

    def _is_written(self, node: Node) -> bool:
        """Whether an instruction is in the text: the end of a turn is not where a decision leads there directly."""
        if not isinstance(node, program.End):
            return True
        flow = self.plan.flow
        return flow.is_label(flow.count + self.game.rules.script.instructions.index(node))

    def _text(self, node: Node, way: str, cells: list[str], groups: list[str]) -> tuple[str, str] | None:
        """The module of a probe: the functions and tables it needs, and the probe itself."""
        expressions = ExpressionWriter(self.plan)
        chains = chain_writer(expressions)
        script, write = ScriptWriter(expressions, chains), Writer()
        with write.function(f"probe(S, {', '.join(['p', *cells])})", "A node by itself."), ExitStack() as inside:
            if isinstance(node, program.Instruction):
                write("at, laps, asked = 0, 0, False")
                inside.enter_context(write.block("while True:"))
            if groups:
                binder = self._binder(groups[0])
                if binder is None:
                    return None
                inside.enter_context(expressions.each_group(write, *binder))
            write("TALLY[0] = 0")
            with expressions.trying() if way == TRIED else nullcontext():
                self._body(write, node, way, expressions, script)
            inside.close()
            write("TALLY[0] = 0", "return 0")
        tables = "\n".join(f"{name} = {values!r}" for name, values in expressions.tables)
        return tables + "\n" + expressions.functions.text(), write.text()

    def _body(self, write: Writer, node: Node, way: str, expressions: ExpressionWriter, script: ScriptWriter) -> None:
        if way in LOOPS:
            write("n = 0", "TALLY[0] = 0")
            if isinstance(node, ir.CellSet):
                loop = expressions.visiting if way == "visit" else expressions.over
                with loop(write, node, "x"):
                    write("n += 1")
            else:
                with expressions.running(write, node, ir.Bound(90)):  # type: ignore[arg-type]
                    write("n += 1")
            write("return n")
        elif isinstance(node, ir.CellSet):
            write(f"return {expressions.member(node, 'x')}")
        elif isinstance(node, deeds.Effect):
            write("after = -1", "TALLY[0] = 0")
            script.effects.bare(write, (node,))
            write("return 0")
        elif isinstance(node, program.Instruction):
            number = self.game.rules.script.instructions.index(node)
            with ExitStack() as rest:
                script._goes_on(write, number, rest)
                write("return 0")
            write("return 0")
        else:
            write(f"return {expressions.scalar(node)}")  # type: ignore[arg-type]

    def _values(self, node: Node, name: str) -> Sequence[int]:
        """What a name that a node does not bind may stand for: cells, unless a loop around it runs over others."""
        cells = range(len(self.game.board.cells))
        node = node.cells if isinstance(node, ir.AtLeast | ir.Alone) else node
        for outer in self._everything:
            if node in self._inside(outer) and f"c{getattr(getattr(outer, 'variable', None), 'number', None)}" == name:
                match outer:
                    case deeds.ForElements(elements=known):
                        return known
                    case (
                        ir.Quantifier(cells=elements.Pile())
                        | elements.Aggregate(among=elements.Pile())
                        | deeds.ForPieces()
                    ):
                        return range(self.game.rules.content_count)
                    case ir.Quantifier(cells=elements.Span() | elements.Numbers()):
                        return range(1, 9)
                    case elements.Aggregate(among=elements.Span() | elements.Numbers()):
                        return range(1, 9)
                    case _:
                        return cells
        return cells

    @cached_property
    def _everything(self) -> list[Node]:
        """The nodes of the rules, the inner ones first."""
        return list(dict.fromkeys(walk.everything(self.game.rules)))[::-1]

    def _inside(self, outer: Node) -> frozenset[Node]:
        if outer not in self._nodes_in:
            self._nodes_in[outer] = frozenset(walk.everything(outer))
        return self._nodes_in[outer]

    def _binder(self, name: str) -> tuple[ir.GroupBound, ir.CellSet] | None:
        """The group of a name, and the set of which it is one."""
        for node in walk.everything(self.game.rules):
            if isinstance(node, ir.SomeGroup | deeds.ForGroups) and f"g{node.variable.number}" == name:
                return (node.variable, node.cells) if not free_variables(node.cells) else None
            match node:
                case elements.Aggregate(variable=ir.GroupBound() as group, among=elements.Groups(cells)):
                    if f"g{group.number}" == name and not free_variables(cells):
                        return group, cells
        return None


class Exact(Scale):
    """The scale of a game on which the parts of a node take just what they are measured to take."""

    def __init__(self, bench: Bench, listing: int = 0, place: Place | None = None) -> None:
        self.__dict__.update(bench.scale.__dict__)
        self._bench, self._offered, self._place, self._known = bench, listing, place, {}

    @property
    def listing(self) -> int:
        """Return the steps of finding out whether anything can be decided, likewise."""
        return self._offered

    def of(self, node: Node) -> int:
        """Return the steps that a part takes, or declares where it cannot be measured."""
        assert isinstance(node, Node)
        is_measured = _is_probed(node) and not isinstance(node, program.Instruction)
        if is_measured and node not in self._kept and not self._marked:
            counted = self._counted(node)
            if counted is not None:
                return counted
        return super().of(node)

    def _counted(self, node: Node) -> int | None:
        """The most steps that a part is measured to take, anywhere and at the place that is asked about."""
        way = TRIED if self._tried else ""
        found = [self._bench.dearest(node, way, place) for place in dict.fromkeys((None, self._place))]
        return max((max(each[0] - ADDED, 0) for each in found if each is not None), default=None)

    def all(self, nodes: tuple[Node, ...]) -> int:
        """Return the steps of nodes one after another: an effect may make the next ones dearer than any position does
        in which they are measured."""
        if len(nodes) > 1 and isinstance(nodes[0], deeds.Effect):
            return sum(super(Exact, self).of(node) for node in nodes)
        return super().all(nodes)

    def belongs(self, cells: Node, cell: int = 0) -> int:
        """Return the steps of testing whether a cell is in a set, likewise."""
        assert isinstance(cells, Node)
        if not cell and not self._marked and isinstance(cells, ir.CellSet):
            counted = self._counted(cells)
            if counted is not None:
                return counted
        return super().belongs(cells, cell)


def _is_probed(node: object) -> bool:
    return isinstance(node, ir.Expression | ir.CellSet | elements.Groups | elements.Span | elements.Numbers
                      | elements.Pile | deeds.Effect | program.Instruction)  # fmt: skip


# Boards that make nodes dear


def _positions(counted: Counted, game: Game) -> Iterator[Vector]:
    """Positions with much of everything: stones all over the board, in stripes, in a comb, one here and there."""
    machine, cells = counted.machine, game.board.cells
    draw, most = random.Random(1), game.rules.content(len(game.players), 0) - 1
    patterns: list[Callable[[int, int, int], int]] = [
        lambda q, r, n: 1, lambda q, r, n: most, lambda q, r, n: 0,
        lambda q, r, n: 1 + (q % 2) * (most - 1), lambda q, r, n: q % 2, lambda q, r, n: (q + r) % 2,
        lambda q, r, n: 1 if r % 2 == 0 or q == (0 if r % 4 == 1 else max(c[0] for c in cells)) else 0,
        lambda q, r, n: 1 if (q - r) % 3 == 0 else 0, lambda q, r, n: draw.randrange(most + 1),
        lambda q, r, n: draw.randrange(2), lambda q, r, n: 0 if n == len(cells) // 2 else 1,
        lambda q, r, n: 1 if n in (0, len(cells) - 1) else 0, lambda q, r, n: 1 if n == len(cells) - 1 else 0,
    ]  # fmt: skip
    yield list(machine.start)
    for number, pattern in enumerate(patterns):
        vector = list(machine.start)
        vector[: len(cells)] = [pattern(q, r, n) for n, (q, r) in enumerate(cells)]
        _pile(vector, game, number)
        machine.rebuild(vector)
        _fill(vector, machine.layout, number % 2, len(cells))
        yield vector


def _pile(vector: Vector, game: Game, number: int) -> None:
    """Let piles be high, or half as high, where anything lies."""
    most = game.rules.stacks if number % 3 else game.rules.stacks // 2
    for cell in range(len(game.board.cells) if game.rules.stacks > 1 else 0):
        lay(vector, cell, (vector[cell],) * most if vector[cell] else (), game.rules, game.machine.layout)


def _fill(vector: Vector, layout: object, odd: int, cells: int) -> None:
    """Let counters be large, cards be many, marks be everywhere, and earlier boards be as many as are remembered."""
    numbers = {
        "turn": lambda k: 40, "turns": lambda k: 40, "passes": lambda k: 3, "quiet": lambda k: 9,
        "last": lambda k: cells - 1 if odd else 0, "cards": lambda k: (1 << 31) - 1, "marks": lambda k: 1,
        "history": lambda k: 10**6 + k,
    }  # fmt: skip
    for name, number in numbers.items():
        section = getattr(layout, name)
        if section:
            vector[section.offset : section.offset + section.size] = map(number, range(section.size))
    history = getattr(layout, "history")  # noqa: B009 - the layout is any object here
    if history:
        vector[history.offset] = history.size - 1


def _choices(values: list[Sequence[int]]) -> Iterator[Sequence[int]]:
    """Values for names: all of them where there are few."""
    if prod(map(len, values)) <= FREE_CELLS:
        yield from product(*values)
        return
    draw = random.Random(len(values))
    yield from islice(product(*((each[0], each[-1], each[len(each) // 2]) for each in values)), FREE_CELLS // 2)
    for _ in range(FREE_CELLS // 2):
        yield [draw.choice(each) for each in values]
