"""What happens at a table, as plain data: whoever keeps the events of a game keeps the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, get_args

from ..forms import TRUTH, Malformed, filled, several, text, whole

Where = Annotated[int, whole(0, 2**53)]
"""The node at which something happens; it does nothing if play has gone on since, unless it says otherwise."""

Seat = Annotated[int, whole(0, 99)]
Seats = Annotated[tuple[int, ...], several(whole(0, 99), 100)]
Text = Annotated[str, text(10_000)]


@dataclass(frozen=True)
class Played:
    """Play has gone on by a move."""

    node: Where
    move: Text


@dataclass(frozen=True)
class Branched:
    """Play goes on from this node, wherever it was, by a move."""

    node: Where
    move: Text


@dataclass(frozen=True)
class Varied:
    """A move was added to the tree, at this node; play stays where it was."""

    node: Where
    move: Text


@dataclass(frozen=True)
class Picked:
    """A seat has made its part of a decision that several make together."""

    node: Where
    seat: Seat
    move: Text


@dataclass(frozen=True)
class Unpicked:
    """Seats have taken back their parts."""

    node: Where
    seats: Seats


@dataclass(frozen=True)
class Resigned:
    """A seat gave up."""

    node: Where
    seat: Seat


@dataclass(frozen=True)
class Undone:
    """Seats go back to a node; those that wait must agree first."""

    node: Where
    to: Where
    seats: Seats
    waits: Seats


@dataclass(frozen=True)
class Offered:
    """Seats offer a draw; those that wait must agree first."""

    node: Where
    seats: Seats
    waits: Seats


@dataclass(frozen=True)
class Flagged:
    """The time of seats ran out, which ends the game unless several others still have time."""

    node: Where
    seats: Seats


@dataclass(frozen=True)
class Agreed:
    """Seats have said whether the others may go back, or whether the game is drawn."""

    node: Where
    seats: Seats
    yes: Annotated[bool, TRUTH]


@dataclass(frozen=True)
class Noted:
    """A comment was written on a node."""

    node: Where
    text: Text


@dataclass(frozen=True)
class Pruned:
    """A node was removed, with all that follows it."""

    node: Where


Event = (
    Played | Branched | Varied | Picked | Unpicked | Resigned | Undone | Offered | Flagged | Agreed | Noted | Pruned
)  # fmt: skip

_EVENTS: dict[object, Callable[..., Event]] = {each.__name__.lower(): each for each in get_args(Event)}


def stored(event: Event) -> dict[str, object]:
    """Return an event as an object of JSON."""
    fields = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(event).items()}
    return {"event": type(event).__name__.lower(), **fields}


def restored(data: Mapping[str, object]) -> Event:
    """Return the event that an object holds; raises Malformed for anything else."""
    kind = _EVENTS.get(data.get("event"))
    if kind is None:
        raise Malformed(f"`event` must be one of {', '.join(map(str, _EVENTS))}")
    return filled(kind, {name: value for name, value in data.items() if name != "event"})
