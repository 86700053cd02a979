"""A game as plain data: decisions, the script that leads from one to the next, endings.

A script is flat: instructions one after another, with jumps. Each choice is a resting point, where the state waits for
a decision; everything the script must remember meanwhile is in the state (`ir.Variable`).
"""

from __future__ import annotations

from dataclasses import field

from ..diagnostics.text import Span
from . import deeds, ir, walk
from .roles import OwnerName, Picks, PlayerNumber, Spelt
from .steps import effects
from .steps.scale import steps
from .traits import PURE, WORST, Act, Node, Part, Traits, united

Written = dict[int, tuple[Node, Span]]
"""The spans of nodes by their identities."""

NEUTRAL = "neutral"
"""The owner of pieces that belong to nobody; numbered after the last player."""


# Decisions


class Picking(Node, symmetric=True):
    """A number of cards from one zone into another; `choices` are the sets that can be picked."""

    source: int
    into: int
    choices: Picks

    traits = Traits(reads=Part.CARDS, writes=Part.CARDS)


class Decision(Node, symmetric=True):
    """One kind of decision. The cell it takes is `Bound(0)` in its conditions and effects; a move goes from `Bound(0)`
    to `Bound(1)`."""

    word: str
    kind: int
    owner: OwnerName
    """Whose piece is put down, as move texts say it; empty for the mover's own."""

    source: ir.CellSet | None
    target: ir.CellSet | None
    picking: Picking | None
    values: tuple[Spelt, ...]
    """What chance may draw, with texts."""

    turn: int | None
    where: ir.Expression | None
    forbid: ir.Expression | None
    effects: tuple[deeds.Effect, ...]
    span: Span
    source_span: Span | None = None
    target_span: Span | None = None
    where_span: Span | None = None
    forbid_span: Span | None = None
    alone: ir.Expression | None = None
    """Where a `stop` is on offer although nothing else is."""

    @property
    def is_stop(self) -> bool:
        """Whether it leaves a loop: it is on offer beside other decisions, and hardly ever alone."""
        return self.word == "stop"

    @property
    def traits(self) -> Traits:
        """What the decision does besides its effects."""
        own = _DECISIONS.get(self.word, WORST)
        return own if self.turn is None else united([own, Traits(reads=Part.TURN)])

    @property
    def is_long(self) -> bool:
        """Whether its conditions are a function of their own, as they would stand in the text many times."""
        return self.word in ("place", "move") and self.where is not None and walk.size(self.where) >= LONG

    @property
    def is_plain(self) -> bool:
        """Whether it puts down the mover's own piece, and nothing else."""
        return self.word == "place" and self.effects == (deeds.Becomes(ir.Single(ir.Bound(0)), self.kind, OWN),)


LONG = 50
"""The nodes of conditions that are too long to be written wherever they are asked."""

OWN = ir.Counter("mover")
"""The player who decides, as the owner of a piece."""

_JUDGED = Part.FLOW | Part.END | Part.OUT | Part.HISTORY
"""The parts that are written when a decision is taken or a turn is over, whatever the rules say."""

_TAKEN = Traits(writes=_JUDGED | Part.PASSES, acts=Act.DECIDES)
_STEPPED = Traits(writes=_JUDGED | Part.PASSES | Part.LAST, acts=Act.DECIDES)
_DECISIONS = {
    "place": _STEPPED,
    "move": _STEPPED,
    "pick": _TAKEN,
    "swap": _TAKEN,
    "pass": _TAKEN,
    "stop": Traits(writes=_JUDGED, acts=Act.DECIDES),
    "random": Traits(writes=Part.FLOW, acts=Act.DRAWS),
}
"""What each kind of decision does besides its effects."""

Idle = Decision
"""A decision that is never on offer."""

CHOICE, TOGETHER, CHANCE = "choice", "together", "chance"


class Point(Node, symmetric=True):
    """Where the state waits for a decision: the first tier in which anything is possible is on offer."""

    tiers: tuple[tuple[Decision, ...], ...]
    never: tuple[Idle, ...] = ()
    """Decisions that the options rule out for the whole game."""

    way: str = CHOICE
    """How it is decided: by the mover, by all players together, or by chance."""

    @property
    def traits(self) -> Traits:
        """Who decides; nobody is the mover where all do."""
        return _WAYS.get(self.way, WORST)


_WAYS = {
    CHOICE: Traits(acts=Act.DECIDES),
    TOGETHER: Traits(writes=Part.MOVER, acts=Act.DECIDES),
    CHANCE: Traits(acts=Act.DRAWS),
}


# The script


class Do(Node, cost=effects.does, symmetric=True):
    """Effects, one after another."""

    effects: tuple[deeds.Effect, ...]

    traits = PURE


class Test(Node, cost=steps(6), symmetric=True):
    """Go on where it holds; else at another place."""

    condition: ir.Expression
    otherwise: int

    traits = Traits(writes=Part.FLOW)


class Possible(Node, cost=effects.offers, symmetric=True):
    """Go on where a choice offers anything; else at another place."""

    point: int
    otherwise: int

    traits = Traits(reads=Part.CHOICES, writes=Part.FLOW)


class Jump(Node, cost=steps(4), symmetric=True):
    """Go on at another place; where that is back in a loop, at most so many times in a row."""

    to: int
    times: int = 1

    traits = Traits(writes=Part.FLOW)


class Rest(Node, cost=effects.offers, symmetric=True):
    """Wait for a decision at a point; a `stop` goes on at another place."""

    point: int
    stop: int | None = None

    traits = Traits(reads=Part.CHOICES, writes=Part.FLOW | Part.END, acts=Act.DECIDES | Act.DRAWS)


class End(Node, cost=steps(60), symmetric=True):
    """A turn or a round is over, and the next begins; after a swap the same colour moves."""

    swapped: bool

    traits = Traits(writes=_JUDGED | Part.MOVER | Part.TURN | Part.TURNS | Part.QUIET | Part.VARIABLES)


Instruction = Do | Test | Possible | Jump | Rest | End


class Script(Node):
    """The instructions of a game, from the set-up through every turn or round."""

    instructions: tuple[Instruction, ...]
    start: int
    """Where each turn or round begins; what stands before it is the set-up."""

    is_round: bool
    forgotten: tuple[int, ...] = ()
    """The variables that are reset when a turn or round ends."""

    traits = PURE


# The whole


class Ending(Node, symmetric=True):
    """`win`, `lose`, `draw` or `score`, for one player or each."""

    result: str
    label: str
    player: PlayerNumber | None
    timing: str
    """Empty after each decision, `start` as a turn begins, `end` once it is over."""

    condition: ir.Expression
    span: Span

    traits = Traits(reads=Part.OUT, writes=Part.END | Part.OUT)


class Piece(Node, symmetric=True):
    """A kind of piece, with the sign that text boards draw."""

    name: str
    glyph: str

    traits = PURE


class Rules(Node):
    """Everything about a game but its board."""

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

    written: Written = field(kw_only=True)
    """Where in the file each node was written; equal rules may be written differently."""

    traits = PURE

    def __repr__(self) -> str:
        return f"<Rules for {', '.join(self.players)}: decisions {len(self.decisions)}, endings {len(self.endings)}>"

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
        """The contents that are pieces of a player."""
        return frozenset(self.content(player, piece) for piece in range(len(self.pieces)))


class Slot(Node):
    """A value that the state keeps: its name in the file, what it is at the start, and how its values are spelt."""

    name: str
    start: int
    values: tuple[Spelt, ...]
    is_declared: bool
    """Whether it is a game variable; else a script's or chance's."""

    player: PlayerNumber | None = None
    """Whose it is, where each player has one."""

    traits = PURE
