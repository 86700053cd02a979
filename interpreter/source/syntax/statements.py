"""Nodes of scripts: decisions, what they do, and what leads from one to the next."""

from __future__ import annotations

from .expressions import Expression, Name, Node, Number


class Let(Node):
    name: Name
    value: Expression


class Filters(Node):
    """When (`on turn N`), where, and to what end a decision may be taken."""

    turn: Number | None
    where: Expression | None
    forbid: Expression | None


class Kind(Node):
    """A piece, or `empty`; and whose, where it is not the mover's."""

    piece: Name
    owner: Expression | None


class Target(Node):
    """The cells a decision may take, perhaps with a name for the one it takes."""

    name: Name | None
    cells: Expression


class Place(Node):
    kind: Kind
    target: Target
    filters: Filters
    effect: Block | None


class Move(Node):
    kind: Kind
    source: Target
    target: Target
    filters: Filters
    effect: Block | None


class Pick(Node):
    """A number of cards to be chosen from one zone and laid into another."""

    number: Expression
    source: Expression
    into: Expression
    filters: Filters
    effect: Block | None


class Swap(Node):
    filters: Filters
    effect: Block | None


class Pass(Node):
    filters: Filters
    effect: Block | None


Decision = Place | Move | Pick | Swap | Pass


class Offer(Node):
    """A decision and how it is offered: `may`, `otherwise`, or alone (an empty word)."""

    word: str
    decision: Decision


class Then(Node):
    """The next choice begins."""


class Branch(Node):
    test: Expression
    block: Block
    other: Block | None


class Binder(Node):
    name: Name
    domain: Expression


class Each(Node):
    """`for`: a block once for every element, the last name changing fastest."""

    binders: tuple[Binder, ...]
    where: Expression | None
    block: Block


class Repeat(Node):
    times: Expression
    block: Block


class Persist(Node):
    """`repeat while possible`."""

    block: Block


class Acting(Node):
    """`as p { … }`: a player decides."""

    player: Expression
    block: Block


class Together(Node):
    """All players decide in secret."""

    block: Block


class Chance(Node):
    """A value drawn at random."""

    name: Name
    domain: Expression


class Assign(Node):
    subject: Expression
    value: Expression


class Transfer(Node):
    """All cards of one zone are laid into another."""

    source: Expression
    into: Expression


class Becomes(Node):
    """What stands on a cell, or on all cells of a set."""

    subject: Expression
    kind: Kind


class Again(Node):
    """The same choice is to be made once more."""


Statement = (
    Offer | Then | Branch | Each | Repeat | Persist | Acting | Together | Chance
    | Let | Assign | Transfer | Becomes | Again
)  # fmt: skip


class Block(Node):
    statements: tuple[Statement, ...]


class Setup(Node):
    block: Block


class Turn(Node):
    block: Block


class Round(Node):
    block: Block
