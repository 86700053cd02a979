"""The generated module of a game: one readable text over one flat vector of integers.

No text or name of the game file gets in: only integers, and names made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType

from ..rules.costs.bounds import Costs
from .answers import PLAYING
from .goals.mending import chain_writer
from .plan.actions import Block
from .plan.layout import Layout
from .plan.plan import Plan
from .plan.sections import Section
from .random.fillings import FillingWriter
from .random.playouts import PlayoutWriter
from .random.sampling import Sampler, Size
from .running import functions_of, is_checked
from .text.expressions import ExpressionWriter
from .text.writer import Writer, size_of
from .turns.script import ScriptWriter

Vector = list[int]

TABLES = "# Here follow the tables.\n"
"""Where they stand in a whole module."""

LONG = 50_000_000
"""The most steps of a game whose text needs no looks but those that writers put into it, by what its rules can cost:
bounds that random games stay below by far."""


@dataclass(frozen=True)
class Machine(Sampler):
    """A generated module with its plan and functions."""

    text: str
    """The module without its tables, which are data."""

    tables: Mapping[str, object]
    """Nested tuples of integers, by name."""

    plan: Plan
    start: tuple[int, ...]
    legal: Callable[[Vector, Vector], int]
    refusal: Callable[[Vector, int], int]
    step: Callable[[Vector, int], None]
    rebuild: Callable[[Vector], None]
    offered: Callable[[Vector], int]
    judge: Callable[[Vector, int], int]
    resume: Callable[[Vector, int], None]
    seen: Callable[[Vector, int, int], bool] | None
    shaded: Callable[[Vector, int, int], int] | None
    rollout: Callable[[Vector, int, Vector], int]
    draw: Callable[[Vector, int, Vector], tuple[int, int]] | None
    functions: Mapping[str, FunctionType]
    """All functions of the module, by name."""

    scores: tuple[Callable[[Vector, int], int | tuple[int, ...]], ...]
    endings: tuple[Callable[[Vector, int], bool], ...]
    searches: tuple[Callable[[Vector, int], int], ...]

    @cached_property
    def source(self) -> str:
        """The whole module."""
        return _whole(self.text, self.tables)

    @property
    def table_sizes(self) -> tuple[tuple[str, int], ...]:
        """How many integers each table holds."""
        return tuple((name, size_of(values)) for name, values in self.tables.items())

    @property
    def layout(self) -> Layout:
        """Where everything lies in a state."""
        return self.plan.layout

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The codes of each kind of decision."""
        return self.plan.blocks

    def __repr__(self) -> str:
        return f"<Machine: {len(self.start):,} integers of state, {self.action_count:,} codes>"

    @property
    def action_count(self) -> int:
        """The number of codes of decisions."""
        return self.plan.codes

    @property
    def no_move(self) -> int:
        """The end code of a game in which nothing can be decided."""
        return self.plan.results.no_move

    @property
    def too_long(self) -> int:
        """The end code of a game that is broken off."""
        return self.plan.results.too_long

    @cached_property
    def opening(self) -> Vector:
        """The codes that are legal at the start."""
        codes = [0] * (self.action_count + 1)
        return codes[: self.legal(list(self.start), codes)]

    # Bulk

    @cached_property
    def size(self) -> Size:
        """How large the game is."""
        fillings, longest = self.plan.fillings, self.plan.playouts.longest
        has_lanes = fillings is not None and fillings.ends is not None
        seatings = 2 if self.layout.seat else 1
        return Size(self.plan.cells, self.action_count, (self.too_long + 1) * seatings, longest, has_lanes)

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the module; raises KeyError if there is none."""
        return self.functions[name]

    def numbers(self, values: Iterable[int]) -> Vector:
        """Return integers as a list."""
        return list(values)

    words = numbers

    def zeros(self, size: int) -> Vector:
        """Return so many zeros."""
        return [0] * size


def emit(plan: Plan, name: str = "", costs: Costs | None = None) -> Machine:
    """Write the module of a plan and run it; `name` appears in tracebacks, `costs` bound what it does.

    Raises BadModule under HEXGAME_CHECK=1 if the module is not what it should be.
    """
    expressions = ExpressionWriter(plan)
    chains = chain_writer(expressions)
    script = ScriptWriter(expressions, chains)
    body = Writer()
    chains.functions(body)
    script.functions(body)
    PlayoutWriter(script).functions(body)
    if plan.fillings:
        FillingWriter(expressions, plan.fillings).functions(body)
    tables = dict(expressions.tables)
    text = _assemble(plan, expressions.functions, body)
    if costs is None or costs.of_game(plan.cells) > LONG:
        text = _looking(text, plan, tables)
    if is_checked():
        from .reading import verify  # noqa: PLC0415 - only whoever asks for it waits for it

        verify(text, tables, plan.layout.places, plan.named)
    names = functions_of(text, name, tables)
    start = before_the_set_up(plan)
    names["rebuild"](start)
    names["resume"](start, 0)
    over, end = names["judge"](list(start), 0), plan.layout.end.offset
    if over:  # before it began: seen only once a decision is made, or where none can be
        start[end] = PLAYING if start[end] == PLAYING else over
    return Machine(
        text=text,
        tables=tables,
        plan=plan,
        start=tuple(start),
        legal=names["legal"],
        refusal=names["refusal"],
        step=names["step"],
        rebuild=names["rebuild"],
        offered=names["offered"],
        judge=names["judge"],
        resume=names["resume"],
        seen=names.get("seen"),
        shaded=names.get("shaded"),
        rollout=names["rollout"],
        draw=names.get("draw"),
        functions=names,
        scores=tuple(names[f"score_{number}"] for number in range(len(plan.rules.scores))),
        endings=tuple(names[f"ending_{number}"] for number in range(len(plan.rules.endings))),
        searches=tuple(names[f"search_{number}"] for number in range(len(plan.rules.goals))),
    )


def _looking(text: str, plan: Plan, tables: Mapping[str, object]) -> str:
    """A module with the looks that its text needs."""
    from ..program.looks import with_looks  # noqa: PLC0415 - only games that may take long wait for it
    from .reading import program_of  # noqa: PLC0415

    return with_looks(text, program_of(text, tables), plan.nodes.count * plan.nodes.labels)


def _whole(text: str, tables: Mapping[str, object]) -> str:
    """A module with its tables."""
    return text.replace(TABLES, "".join(f"{name} = {values!r}\n" for name, values in tables.items()), 1)


def _assemble(plan: Plan, functions: Writer, body: Writer) -> str:
    write = Writer()
    write('"""A game, generated from its rule sheet. S is the state: one flat vector of integers."""', "")
    for section in plan.layout.sections:
        write(f"{section.name} = {section.offset}  # {section.size}: {section.meaning}")
    write("")
    for constant in plan.constants:
        write(f"{constant.name} = {constant.value}  # {constant.meaning}")
    write("")
    write(TABLES.rstrip("\n"))
    write.extend(functions)
    write.extend(body)
    return write.text()


def before_the_set_up(plan: Plan) -> Vector:
    """Return an empty board with the edges' stones, the first player to move on turn 1, before the set-up."""
    rules, layout, players = plan.rules, plan.layout, plan.players
    vector = [0] * layout.size

    def write(section: Section | None, values: Iterable[int]) -> None:
        for number, value in enumerate(values, section.offset) if section else ():
            vector[number] = value

    for number, edge in enumerate(plan.board.edges):
        vector[plan.cells + number] = rules.content(edge.player, 0)
    write(layout.turn, [1])
    write(layout.last, [-1])
    write(layout.seat, range(players))
    write(layout.vars, [slot.start for slot in rules.variables])
    write(layout.layers, [layer.start for layer in rules.layers for _ in range(plan.cells)])
    write(layout.cards, [cards for cards in rules.cards for _ in range(players)])
    return vector
