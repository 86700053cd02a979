"""What one browser may know of a table at one of its positions: all that a scene is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from ...play.moves import Move
from ...play.outcome import Outcome
from ...show.boards.words import Shown
from .scene import scene

Awaited = Literal["you", "other", "computer", "over"]


@dataclass(frozen=True)
class Chair:
    """Who plays a colour: the seat, the person's name if one is known, and `human` or the name of a computer player."""

    colour: str
    seat: int
    name: str
    kind: str


@dataclass(frozen=True)
class Row:
    """A position in the tree of moves, with the move that led to it; the text of a hidden move is empty."""

    node: int
    parent: int | None
    ply: int
    by: str
    text: str
    note: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class Asked:
    """Colours whose players want to take back a move or a draw, and colours whose players have not answered."""

    by: tuple[str, ...]
    waits: tuple[str, ...]


@dataclass(frozen=True)
class Person:
    """Somebody at the table; without a seat, a spectator. `here` says whether they are connected."""

    seat: int | None
    name: str
    here: bool = True


@dataclass(frozen=True)
class Sight:
    """What one browser may know at one position; by default, what anybody knows of a position without a table."""

    shown: Shown
    """The position, or a view of it where something is hidden."""

    choices: tuple[Move, ...] = ()
    """What the browser may decide now."""

    node: int = 0
    tip: int = 0
    eyes: str | None = None
    """The colour that looks; None where that makes no difference or nobody has said."""

    curtain: tuple[str, ...] | None = None
    """The colours at this browser, one of which must say that it looks before it can play."""

    awaits: Awaited = "other"
    chairs: tuple[Chair, ...] = ()
    """Who plays, in the order of `game.players`."""

    picked: tuple[str, ...] = ()
    """The colours that have made their part of a decision that several make together."""

    outcome: Outcome | None = None
    rows: tuple[Row, ...] = ()
    undo: Asked | None = None
    draw: Asked | None = None
    """Who offers a draw, if somebody does; None where nobody can."""

    people: tuple[Person, ...] = ()
    late: tuple[str, ...] = ()
    """The colours whose time ran out while the others play on."""

    free: bool = False
    """Whether variations and analysis are allowed."""

    secret: bool = False
    """Whether the players have something to hide from each other now."""


GLANCE = ("title", "standing", "awaits")
"""What of a scene says in short how a table stands."""


def scene_of(sight: Sight, has: str = "") -> dict[str, object]:
    """Return what a page shows of a sight; `has` is the hash of the drawing that it has already."""
    found = scene(sight.shown, sight.choices, has, sight.eyes)
    told = found["said"]
    assert isinstance(told, list)
    if sight.outcome is not None:  # people ended it, which the position does not know
        ended = sight.outcome
        found |= {"standing": str(ended), "outcome": {"winner": ended.winner, "label": ended.label, "text": str(ended)}}
    return {
        **found,
        "players": _players(found["players"], sight.chairs),
        "said": [*told, *(f"{each} ran out of time: the computer goes on for {each}." for each in sight.late)],
        "node": sight.node,
        "tip": sight.tip,
        "eyes": sight.eyes,
        "curtain": None if sight.curtain is None else list(sight.curtain),
        "awaits": sight.awaits,
        "picked": list(sight.picked),
        "tree": [asdict(row) for row in sight.rows],
        "undo": _asked(sight.undo),
        "draw": _asked(sight.draw),
        "clock": None,  # that and what follows is for a carrier to say
        "again": None,
        "people": [asdict(person) for person in sight.people],
        "free": sight.free,
        "secret": sight.secret,
    }


def _asked(asked: Asked | None) -> dict[str, object] | None:
    return None if asked is None else {"by": list(asked.by), "waits": list(asked.waits)}


def _players(drawn: object, chairs: tuple[Chair, ...]) -> list[object]:
    """The players as they are drawn, with who plays them where somebody does."""
    assert isinstance(drawn, list)
    if not chairs:
        return drawn
    return [{**each, "seat": chair.seat, "name": chair.name, "kind": chair.kind}
            for each, chair in zip(drawn, chairs, strict=True)]  # fmt: skip
