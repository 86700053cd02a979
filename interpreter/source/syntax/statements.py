"""Nodes of scripts: decisions, what they do, and the statements around them."""

from __future__ import annotations

from .expressions import Binder, Call, Expression, Name, Node, Number, Text


class Let(Node):
    """`let NAME = VALUE`, in a file, a board or a block."""

    name: Name
    value: Expression


class Limit(Node):
    """`where CONDITION "why not"`, `forbid CONDITION "why"`."""

    condition: Expression
    reason: Text | None


class Filters(Node):
    """When a decision is possible: `on turn N`, `where CONDITION`, `forbid CONDITION`."""

    turn: Number | None
    where: Limit | None
    forbid: Limit | None


class Kind(Node):
    """A piece or `empty`, and its owner unless that is the mover."""

    piece: Expression
    owner: Expression | None


class Chosen(Node):
    """The piece that a decision takes: a kind, or one of a set of kinds, perhaps with a name; and its owner."""

    name: Name | None
    piece: Expression
    owner: Expression | None


class Target(Node):
    """The cells that a decision may take, and a name for the one it takes."""

    name: Name | None
    cells: Expression


class Place(Node):
    """`place PIECE on CELLS`."""

    prompt: Text | None
    kind: Chosen
    target: Target
    filters: Filters
    effect: Block | None


class Move(Node):
    """`move PIECE from c among CELLS to CELLS`."""

    prompt: Text | None
    kind: Chosen
    source: Target
    target: Target
    filters: Filters
    effect: Block | None


class Pick(Node):
    """`pick NUMBER from ZONE into ZONE`: cards that a player chooses."""

    prompt: Text | None
    number: Expression
    source: Expression
    into: Expression
    filters: Filters
    effect: Block | None


class Choose(Node):
    """`choose x in ELEMENTS`: a number, a cell, a player or a name that a player decides."""

    prompt: Text | None
    binder: Binder
    filters: Filters
    effect: Block | None


class Swap(Node):
    """`swap`: the players exchange seats."""

    prompt: Text | None
    filters: Filters
    effect: Block | None


class Pass(Node):
    """`pass`."""

    prompt: Text | None
    filters: Filters
    effect: Block | None


Decision = Place | Move | Pick | Choose | Swap | Pass


class Offer(Node):
    """A decision and the word that offers it: `may`, `otherwise`, or an empty text where it stands alone."""

    word: str
    decision: Decision


class Then(Node):
    """`then`: the next choice begins."""


class Branch(Node):
    """`if CONDITION { … } else { … }`; after `else` may stand another, in a `Chained` block."""

    test: Expression
    block: Block
    other: Block | None


class Each(Node):
    """`for`: a block once for each combination of elements, the last name changing fastest."""

    binders: tuple[Binder, ...]
    where: Expression | None
    block: Block


class Repeat(Node):
    """`repeat NUMBER while CONDITION { … }`."""

    times: Expression
    test: Expression | None
    block: Block


class UpTo(Node):
    """`repeat up to NUMBER { … }`: once at least, and then for as long as the player likes."""

    times: Expression
    block: Block


class Persist(Node):
    """`repeat while possible { … }`."""

    block: Block


class Acting(Node):
    """`as PLAYER { … }`: that player decides."""

    player: Expression
    block: Block


class Together(Node):
    """`together { … }`: all players decide in secret, or all changes of the board happen at once."""

    block: Block


class Chance(Node):
    """`random x in VALUES`: a value drawn at random."""

    name: Name
    domain: Expression


class Doing(Node):
    """A statement that does something and has no block."""


class Assign(Doing):
    """`set NAME = VALUE`."""

    subject: Expression
    value: Expression


class Transfer(Doing):
    """`ZONE to ZONE`, `CELL to CELL`: all cards of one zone move to another, or what stands on a cell does."""

    source: Expression
    into: Expression


class Exchange(Doing):
    """`exchange CELL, CELL`: what stands on two cells changes places."""

    one: Expression
    other: Expression


class Becomes(Doing):
    """`CELLS becomes PIECE`: what stands on a cell, or on every cell of a set."""

    subject: Expression
    kind: Kind


class Gains(Doing):
    """`CELLS gains PIECE`: a piece comes to lie on a cell, or on every cell of a set."""

    subject: Expression
    kind: Kind


class Loses(Doing):
    """`CELLS loses NUMBER`: so many pieces are taken from the top of a cell, or of every cell of a set."""

    subject: Expression
    number: Expression


class Carry(Doing):
    """`NUMBER of CELL to CELL`: so many pieces from the top of a cell come to lie on another."""

    number: Expression
    source: Expression
    into: Expression


class Perform(Call):
    """`NAME(ARGUMENTS)`: an effect of the file, put in place."""


class Say(Doing):
    """`say "…" to PLAYER`: what people are told; whoever decides, unless it says to whom."""

    words: Text
    to: Expression | None


class Again(Doing):
    """`again`: the same choice is made once more."""


Statement = (
    Offer | Then | Branch | Each | Repeat | UpTo | Persist | Acting | Together | Chance
    | Let | Assign | Transfer | Carry | Exchange | Becomes | Gains | Loses | Perform | Say | Again
)  # fmt: skip


class Block(Node):
    """The statements in a pair of braces."""

    statements: tuple[Statement, ...]


class Chained(Block):
    """The `if … { … }` after an `else`: a block of nothing else, without braces of its own."""

    @property
    def branch(self) -> Branch:
        """What it holds."""
        (only,) = self.statements
        assert isinstance(only, Branch)
        return only


class Setup(Node):
    """`setup { … }`."""

    block: Block


class Turn(Node):
    """`turn { … }`."""

    block: Block


class Round(Node):
    """`round { … }`."""

    block: Block
