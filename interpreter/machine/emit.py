"""The generated module of a game: one readable text over one flat vector of integers.

Nothing of a game file's texts and names gets in: only integers, and names made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..board.board import Board
from ..rules.facts.facts import Facts
from ..rules.program import Rules
from .answers import PLAYING
from .goals.mending import group_writer
from .plan.actions import Block, action_blocks
from .plan.forms import Forms
from .plan.layout import Layout, layout_of
from .random.fillings import FillingWriter
from .random.playouts import PlayoutWriter, longest_playout
from .random.sampling import Sampler, Size
from .running import functions_of
from .text.expressions import ExpressionWriter
from .text.writer import Tables, Writer
from .turns.script import ScriptWriter

Vector = list[int]


@dataclass(frozen=True)
class Machine(Sampler):
    """A generated module with what is needed to use it."""

    source: str
    layout: Layout
    blocks: tuple[Block, ...]
    cells: int
    no_move: int
    too_long: int
    longest: int
    """After so many decisions a random game that need not end is broken off."""

    table_sizes: tuple[tuple[str, int], ...]
    start: tuple[int, ...]
    legal: Callable[[Vector, Vector], int]
    refusal: Callable[[Vector, int], int]
    step: Callable[[Vector, int], None]
    rebuild: Callable[[Vector], None]
    offered: Callable[[Vector], int]
    judge: Callable[[Vector, int], int]
    resume: Callable[[Vector, int], None]
    seen: Callable[[Vector, int, int], bool] | None
    rollout: Callable[[Vector, int, Vector], int]
    draw: Callable[[Vector, int, Vector], tuple[int, int]] | None
    functions: Mapping[str, Callable[..., Any]]
    """All functions of the module, by name."""

    scores: tuple[Callable[[Vector, int], int], ...]
    endings: tuple[Callable[[Vector, int], bool], ...]
    searches: tuple[Callable[[Vector, int], int], ...]

    @property
    def action_count(self) -> int:
        return self.blocks[-1].base + self.blocks[-1].size

    @cached_property
    def opening(self) -> Vector:
        codes = [0] * (self.action_count + 1)
        return codes[: self.legal(list(self.start), codes)]

    # Bulk

    @cached_property
    def size(self) -> Size:
        has_lanes = "fill_lanes" in self.functions
        return Size(self.cells, self.action_count, self.too_long + 1, self.longest, has_lanes)

    def function(self, name: str) -> Callable[..., Any]:
        return self.functions[name]

    def numbers(self, values: Iterable[int]) -> Vector:
        return list(values)

    def zeros(self, size: int) -> Vector:
        return [0] * size

    def rows(self, counts: Vector, width: int) -> list[Vector]:
        return [counts[row : row + width] for row in range(0, len(counts), width)]


def emit(rules: Rules, board: Board, facts: Facts, forms: Forms, name: str = "") -> Machine:
    """Write the module of a game in the given forms, and run it once; tracebacks call it by a name."""
    layout = layout_of(rules, board, facts, forms)
    blocks = action_blocks(rules, len(board.cells))
    expressions = ExpressionWriter(rules, board, facts, forms, layout)
    groups = group_writer(expressions)
    script = ScriptWriter(expressions, groups, blocks)
    body = Writer()
    groups.functions(body)
    script.functions(body)
    PlayoutWriter(script).functions(body)
    FillingWriter(expressions).functions(body)
    source = _assemble(layout, expressions.tables, expressions.functions, body)
    names = functions_of(source, name, layout.places)
    start = _start(rules, board, layout)
    names["rebuild"](start)
    names["resume"](start, 0)
    over, end = names["judge"](list(start), 0), layout.offset("END")
    if over:  # before it began: seen only once a decision is made, or where none can be
        start[end] = PLAYING if start[end] == PLAYING else over
    return Machine(
        source=source,
        layout=layout,
        blocks=blocks,
        cells=len(board.cells),
        no_move=script.endings.no_move,
        too_long=script.endings.too_long,
        longest=longest_playout(len(board.cells)),
        table_sizes=tuple(expressions.tables.sizes()),
        start=tuple(start),
        legal=names["legal"],
        refusal=names["refusal"],
        step=names["step"],
        rebuild=names["rebuild"],
        offered=names["offered"],
        judge=names["judge"],
        resume=names["resume"],
        seen=names.get("seen"),
        rollout=names["rollout"],
        draw=names.get("draw"),
        functions=names,
        scores=tuple(names[f"score_{number}"] for number in range(len(rules.scores))),
        endings=tuple(names[f"ending_{number}"] for number in range(len(rules.endings))),
        searches=tuple(names[f"search_{number}"] for number in range(len(rules.goals))),
    )


def _assemble(layout: Layout, tables: Tables, functions: Writer, body: Writer) -> str:
    write = Writer()
    write('"""A game, generated from its rule sheet. S is the state: one flat vector of integers."""', "")
    for section in layout.sections:
        write(f"{section.name} = {section.offset}  # {section.size}: {section.meaning}")
    write("")
    for name, values in tables:
        write(f"{name} = {values!r}")
    write.extend(functions)
    write.extend(body)
    return write.text()


def _start(rules: Rules, board: Board, layout: Layout) -> Vector:
    """An empty board with the edges' stones, the first player to move on turn 1, before the set-up."""
    players = len(rules.players)
    vector = [0] * layout.size

    def write(section: str, values: Iterable[int]) -> None:
        if section in layout:
            for offset, value in enumerate(values, layout.offset(section)):
                vector[offset] = value

    for number, edge in enumerate(board.edges):
        vector[len(board.cells) + number] = rules.content(edge.player, 0)
    write("TURN", [1])
    write("LAST", [-1])
    write("SEAT", range(players))
    write("VARS", [slot.start for slot in rules.variables])
    write("CARDS", [cards for cards in rules.cards for _ in range(players)])
    return vector
