"""A game as plain data: decisions, the script that leads from one to the next, endings.

A script is flat: instructions with jumps. At each choice, it rests; what it must remember is in the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ..diagnostics.text import Span
from . import deeds, ir, walk
from .layers import Layer, Piece, Shade, Sight, Slot
from .roles import OwnerName, Picks, PlayerNumber, Spelt, Words
from .spellings import UNSAID, Looks
from .steps import effects
from .steps.scale import steps
from .traits import PURE, WORST, Act, Node, Part, Traits, united

Written = dict[int, tuple[Node, Span]]
"""The spans of nodes by their identities."""

LONG = 50
"""The nodes of conditions that are too long to be written wherever they are asked."""

NEUTRAL = "neutral"
"""The owner of pieces that belong to nobody; numbered after the last player."""


# Decisions


class Deciding(Node):
    """The base of what can be decided. A class declares by its traits what that does besides the decision's effects."""

    @property
    def word(self) -> str:
        """The word that stands for it in a rule sheet."""
        return type(self).__name__.lower()

    @property
    def sets(self) -> tuple[ir.CellSet, ...]:
        """The sets of which it takes a cell each: `Bound(0)` is that of the first, `Bound(1)` that of the second."""
        return ()


_JUDGED = Part.FLOW | Part.END | Part.OUT | Part.HISTORY
"""The parts that are written when a decision is taken or a turn is over, whatever the rules say."""

_TAKEN = Traits(writes=_JUDGED | Part.PASSES, acts=Act.DECIDES)
_STEPPED = Traits(writes=_JUDGED | Part.PASSES | Part.LAST, acts=Act.DECIDES)


class Place(Deciding, symmetric=True):
    """A piece comes to a cell."""

    kind: int
    owner: OwnerName
    """Whose piece it is, as move texts say it; empty for the mover's own."""

    target: ir.CellSet

    traits = _STEPPED

    @property
    def sets(self) -> tuple[ir.CellSet, ...]:
        """Where it may come."""
        return (self.target,)


class Move(Deciding, symmetric=True):
    """A piece goes from one cell to another."""

    kind: int
    owner: OwnerName
    source: ir.CellSet
    target: ir.CellSet

    traits = _STEPPED

    @property
    def sets(self) -> tuple[ir.CellSet, ...]:
        """Where it may be, and where it may go."""
        return self.source, self.target


class Pick(Deciding, symmetric=True):
    """A number of cards go from one zone into another; `choices` are the sets that can be picked."""

    source: int
    into: int
    choices: Picks

    traits = united([_TAKEN, Traits(reads=Part.CARDS, writes=Part.CARDS)])


class Choose(Deciding, symmetric=True):
    """A player chooses an element: a cell of a set, or one of some values, perhaps only of those in a set."""

    name: str
    kind: str
    """What is chosen: `number`, `cell`, `player` or `name`."""

    among: ir.Offered | None
    values: tuple[Spelt, ...]
    """All that could ever be chosen; empty where it is a cell of a set."""

    traits = _TAKEN

    @property
    def sets(self) -> tuple[ir.CellSet, ...]:
        """The cells that are chosen from, if that is a set."""
        return (self.among,) if isinstance(self.among, ir.CellSet) else ()


class Swap(Deciding, symmetric=True):
    """The two people change seats, which is its effect."""

    traits = _TAKEN


class Pass(Deciding, symmetric=True):
    """Nothing is done."""

    traits = _TAKEN


class Stop(Deciding, symmetric=True):
    """A loop is left: it is on offer beside other decisions, and hardly ever alone."""

    alone: ir.Expression | None
    """Where it is on offer although nothing else is."""

    traits = Traits(writes=_JUDGED, acts=Act.DECIDES)


class Random(Deciding, symmetric=True):
    """Chance draws one of some values, each with its text; where they are all cells, perhaps one of a set of cells."""

    values: tuple[Spelt, ...]
    among: ir.CellSet | None

    traits = Traits(writes=Part.FLOW, acts=Act.DRAWS)

    @property
    def sets(self) -> tuple[ir.CellSet, ...]:
        """The cells that are drawn from, if that is a set."""
        return () if self.among is None else (self.among,)


Decided = Place | Move | Pick | Choose | Swap | Pass | Stop | Random


class Decision(Node, symmetric=True):
    """One kind of decision: what is decided, when it is on offer, and its effects."""

    what: Decided
    turn: int | None
    where: ir.Expression | None
    forbid: ir.Expression | None
    effects: tuple[deeds.Effect, ...]
    span: Span
    spans: tuple[Span, ...] = ()
    """Where the sets are written of which it takes cells, in their order."""

    where_span: Span | None = None
    forbid_span: Span | None = None
    prompt: Words = ""
    where_reason: Words = ""
    forbid_reason: Words = ""
    """What the player who decides is asked, and why it is refused."""

    @property
    def word(self) -> str:
        """The word that stands for it in a rule sheet."""
        return self.what.word

    @property
    def traits(self) -> Traits:
        """What follows from its turn; the rest is in its parts."""
        return PURE if self.turn is None else Traits(reads=Part.TURN)

    @property
    def is_free(self) -> bool:
        """Whether it is on offer whatever the turn, the position and the result."""
        return (self.turn, self.where, self.forbid) == (None, None, None)

    @property
    def is_long(self) -> bool:
        """Whether its conditions are a function of their own, as they would stand in the text many times."""
        often = isinstance(self.what, Place | Move | Choose)
        return often and self.where is not None and walk.size(self.where) >= LONG

    @property
    def is_plain(self) -> bool:
        """Whether it puts down the mover's own piece, and nothing else."""
        what, cell = self.what, ir.Single(ir.Bound(0))
        return isinstance(what, Place) and self.effects == (deeds.Becomes(cell, what.kind, OWN),)


OWN = ir.Counter("mover")
"""The player who decides, as the owner of a piece."""

Idle = Decision
"""A decision that is never on offer."""

CHOICE, SECRET, TOGETHER, CHANCE = "choice", "secret", "together", "chance"


class Point(Node, symmetric=True):
    """Where the state waits for a decision: the first tier in which anything is possible is on offer."""

    tiers: tuple[tuple[Decision, ...], ...]
    never: tuple[Idle, ...] = ()
    """Decisions that the options rule out for the whole game."""

    way: str = CHOICE
    """How it is decided: by the mover, perhaps in secret, by all players together, or by chance."""

    @property
    def traits(self) -> Traits:
        """Who decides; nobody is the mover where all do."""
        return _WAYS.get(self.way, WORST)


_WAYS = {
    **dict.fromkeys((CHOICE, SECRET), Traits(acts=Act.DECIDES)),
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


class Judge(Node, cost=steps(60), symmetric=True):
    """Check the endings, in the order of the players, once all have chosen in secret."""

    traits = Traits(writes=_JUDGED)


class End(Node, cost=steps(60), symmetric=True):
    """A turn or a round is over, and the next begins; after a swap the same colour moves."""

    swapped: bool

    traits = Traits(writes=_JUDGED | Part.MOVER | Part.TURN | Part.TURNS | Part.QUIET | Part.VARIABLES)


Instruction = Do | Test | Possible | Jump | Rest | Judge | End


class Script(Node):
    """The instructions of a game, from the set-up through every turn or round."""

    instructions: tuple[Instruction, ...]
    start: int
    """Where each turn or round begins; what stands before it is the set-up."""

    is_round: bool
    forgotten: tuple[int, ...] = ()
    """The variables that are reset when a turn or round ends."""

    traits = PURE


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


class Rules(Node):
    """Everything about a game but its board."""

    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    zones: tuple[str, ...]
    cards: tuple[int, ...]
    """What each zone holds at the start, as a set of numbers."""

    marks: tuple[str, ...]
    variables: tuple[Slot, ...]
    layers: tuple[Layer, ...]
    points: tuple[Point, ...]
    script: Script
    endings: tuple[Ending, ...]
    scores: tuple[ir.Expression, ...]
    sees: tuple[Sight, ...]
    """What players know only of some cells."""

    goals: tuple[ir.Goal, ...]
    regions: tuple[frozenset[int], ...]
    """Region number → the nodes that meet it: cells, and edges as `cells + edge index`."""

    seams: int = 0
    """How many seams the goals tell apart; labels have so many bits."""

    stacks: int = 1
    shades: tuple[Shade, ...] = ()
    """The most pieces that may lie on a cell, and the colours of cells that play decides."""

    looks: Looks = field(default=UNSAID, kw_only=True, compare=False)
    """How its things look, and what they are called."""

    written: Written = field(kw_only=True)
    """Where in the file each node was written; equal rules may be written differently."""

    spread: Mapping[str, int] = field(kw_only=True)
    """How many parts each definition makes, counted wherever it is used."""

    traits = PURE

    def __repr__(self) -> str:
        return f"<Rules for {', '.join(self.players)}: decisions {len(self.decisions)}, endings {len(self.endings)}>"

    @property
    def hides(self) -> bool:
        """Whether players may not see all that stands on the board."""
        return bool(self.sees)

    def sight(self, bit: int) -> ir.CellSet | None:
        """Where players know something of cells, given by its number; None where they know it of all that they see."""
        return next((sight.cells for sight in self.sees if sight.bit == bit), None)

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
