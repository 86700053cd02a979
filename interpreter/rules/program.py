"""What a game does, as plain data: decisions with their effects, the script that leads from one to the next, endings.

A script is flat: instructions one after another, with jumps. Each choice is a resting point, where the state waits for
a decision; everything the script must remember meanwhile is in the state (`ir.Variable`).
"""

from __future__ import annotations

from ..diagnostics.text import Span
from ..record import Record
from . import ir

NEUTRAL = "neutral"
"""Whose pieces belong to nobody: a player's name to all that speaks of contents, numbered after the last player."""


# Effects: what a decision does, and what a script does between decisions


class Becomes(Record):
    """A piece of a kind and an owner, or nothing where the owner is None, comes to all cells of a set at once."""

    cells: ir.CellSet
    kind: int
    owner: ir.Expression | None


class SetVariable(Record):
    """A value for a variable; numbers stay between the bounds."""

    variable: ir.Variable
    value: ir.Expression
    bounds: tuple[int, int] | None


class SetCards(Record):
    zone: int
    player: ir.Expression
    numbers: ir.Expression


class SetMarks(Record):
    marks: int
    player: ir.Expression
    cells: ir.CellSet


class SetMover(Record):
    """Who decides from here on."""

    player: ir.Expression


class If(Record):
    test: ir.Expression
    then: tuple[Effect, ...]
    other: tuple[Effect, ...]


class ForElements(Record):
    """Once for each known element: a number, a cell or a player."""

    variable: ir.Bound
    elements: tuple[int, ...]
    body: tuple[Effect, ...]


class ForCells(Record):
    """Once for each cell that a set holds when the loop begins; marks are where those are noted."""

    variable: ir.Bound
    cells: ir.CellSet
    body: tuple[Effect, ...]


class ForGroups(Record):
    """Once for each group of a set; the groups are those of when the loop begins."""

    variable: ir.GroupBound
    cells: ir.CellSet
    body: tuple[Effect, ...]


class Exchange(Record):
    """The two people change seats; the same colour moves next."""


class Again(Record):
    """The same choice is to be made once more."""


Effect = (
    Becomes | SetVariable | SetCards | SetMarks | SetMover | If | ForElements | ForCells | ForGroups | Exchange | Again
)  # fmt: skip


# Decisions


class Picking(Record):
    """A number of cards from one zone into another; `choices` are the sets that can be picked."""

    source: int
    into: int
    choices: tuple[int, ...]


class Decision(Record):
    """One kind of decision. The cell it takes is `Bound(0)` in its conditions and effects; a move goes from `Bound(0)`
    to `Bound(1)`."""

    word: str
    kind: int
    owner: str
    """Whose piece is put down, as move texts say it; empty for the mover's own."""

    source: ir.CellSet | None
    target: ir.CellSet | None
    picking: Picking | None
    values: tuple[tuple[int, str], ...]
    """What chance may draw, with texts."""

    turn: int | None
    where: ir.Expression | None
    forbid: ir.Expression | None
    effects: tuple[Effect, ...]
    span: Span
    source_span: Span | None = None
    target_span: Span | None = None
    where_span: Span | None = None
    forbid_span: Span | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it puts down the mover's own piece, and nothing else."""
        return self.word == "place" and self.effects == (Becomes(ir.Single(ir.Bound(0)), self.kind, OWN),)


OWN = ir.Counter("mover")
"""The player who decides, as the owner of a piece."""

CHOICE, TOGETHER, CHANCE = "choice", "together", "chance"


class Point(Record):
    """Where the state rests: the first tier with anything possible is on offer."""

    tiers: tuple[tuple[Decision, ...], ...]
    never: tuple[Decision, ...] = ()
    """Decisions that the options rule out for the whole game."""

    way: str = CHOICE
    """How it is decided: by the mover, by all players together, or by chance."""


# The script


class Do(Record):
    effects: tuple[Effect, ...]


class Test(Record):
    """Go on where it holds; else at another place."""

    condition: ir.Expression
    otherwise: int


class Possible(Record):
    """Go on where a choice offers anything; else at another place."""

    point: int
    otherwise: int


class Jump(Record):
    to: int


class Rest(Record):
    """Wait for a decision at a point."""

    point: int


class End(Record):
    """A turn or a round is over, and the next begins; after a swap the same colour moves."""

    swapped: bool


Instruction = Do | Test | Possible | Jump | Rest | End


class Script(Record):
    instructions: tuple[Instruction, ...]
    start: int
    """Where each turn or round begins; what stands before it is the set-up."""

    is_round: bool
    forgotten: tuple[int, ...] = ()
    """The variables that mean nothing once a turn or round is over."""


# The whole


class Ending(Record):
    """`win`, `lose`, `draw` or `score`, for one player or each, after a decision or when a turn begins."""

    result: str
    label: str
    player: int | None
    at_start_of_turn: bool
    condition: ir.Expression
    span: Span


class Piece(Record):
    name: str
    glyph: str


class Rules(Record):
    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    zones: tuple[str, ...]
    cards: tuple[int, ...]
    """What each zone holds at the start, as a set of numbers."""

    marks: tuple[str, ...]
    variables: tuple[Slot, ...]
    points: tuple[Point, ...]
    script: Script
    endings: tuple[Ending, ...]
    scores: tuple[ir.Expression, ...]
    sees: ir.CellSet | None
    goals: tuple[ir.Goal, ...]
    regions: tuple[frozenset[int], ...]
    """Region number → the nodes that meet it: cells, and edges as `cells + edge index`."""

    seams: int = 0
    """How many seams the goals tell apart; labels have so many bits."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every kind of decision, in the order of the file."""
        return tuple(decision for point in self.points for tier in point.tiers for decision in tier)

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose pieces there can be, by number."""
        return (*self.players, NEUTRAL)

    def content(self, player: int, piece: int) -> int:
        """What a cell with this piece holds."""
        return 1 + player * len(self.pieces) + piece

    @property
    def content_count(self) -> int:
        """How many things a cell may hold: nothing, and each piece of each owner."""
        return self.content(len(self.owners), 0)

    def contents_of(self, player: int) -> frozenset[int]:
        return frozenset(self.content(player, piece) for piece in range(len(self.pieces)))


class Slot(Record):
    """A value that the state keeps: its name in the file, what it is at the start, and how its values are spelt."""

    name: str
    start: int
    values: tuple[tuple[int, str], ...]
    is_declared: bool
    """Whether it is a game variable; else a script's or chance's."""
