"""What a page may ask, one form for each kind of message, and how a message is read and refused.

`docs/web.md` shows each of them with its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, get_args

from ...rules.rules import MOST_PLAYERS
from ...show.remarks import LONGEST_COMMENT
from .fields import (
    MOST_NODES,
    MOVE,
    NAME,
    SEAT,
    Bases,
    Has,
    Named,
    NodeNumber,
    Offset,
    Options,
    Shipped,
    SomeName,
    SomeNode,
    SomeSeat,
    TableName,
    Texted,
    Written,
)
from .forms import TRUTH, either, form, number, one_of, optional, several, text, whole
from .terms import ANY, PHRASES, Clock

MOST_SECONDS, MOST_GAMES = 10.0, 10_000
"""How long an analysis may take, and how many games a sample may have."""

_SHARE = number(0, 1)


# At the desk


@dataclass(frozen=True)
class Library:
    """Asks for the games and templates that there are."""


@dataclass(frozen=True)
class Sheet:
    """Asks for the text of a game of the library."""

    name: Named


@dataclass(frozen=True)
class Check:
    """Asks what is wrong with a sheet; `has` is the hash of the board that the page shows already.

    With `moves`, the sheet is tried: the board is that after these moves, and says what may follow. Where `quick`,
    only this game is looked at: no warnings, and no other options. Without `board`, none is made.
    """

    text: Texted
    options: Options = field(default_factory=dict)
    bases: Bases = ()
    has: Has = ""
    moves: Annotated[tuple[str, ...] | None, optional(several(MOVE, MOST_NODES))] = None
    quick: Annotated[bool, TRUTH] = False
    board: Annotated[bool, TRUTH] = True


@dataclass(frozen=True)
class Preview:
    """Asks for a small picture of a game: of the middle of one that was played, or of the first position."""

    sheet: Annotated[Shipped | Written, either(form(Shipped), form(Written))]


@dataclass(frozen=True)
class Format:
    """Asks for a sheet in the usual layout."""

    text: Texted


@dataclass(frozen=True)
class Complete:
    """Asks what can be written at a place."""

    text: Texted
    at: Offset


@dataclass(frozen=True)
class Hover:
    """Asks what the word at a place is."""

    text: Texted
    at: Offset


@dataclass(frozen=True)
class Explain:
    """Asks for the page of an error code."""

    code: Annotated[str, text(20)]


@dataclass(frozen=True)
class Docs:
    """Asks for a page of the manual."""

    page: Annotated[str, text(40)]


@dataclass(frozen=True)
class Qr:
    """Asks for a text, such as the link of a table, as a QR code."""

    text: Annotated[str, text(300)]


@dataclass(frozen=True)
class Highlight:
    """Asks for the words and signs of the language by kind."""


# For whoever carries the messages


@dataclass(frozen=True)
class Open:
    """Begins a game: a sheet, its options and who sits where; or a saved game, with its sheet unless the library has
    it.

    Whoever opens it holds all seats for people, or only `mine`; with `public`, others find those that are free."""

    sheet: Annotated[Shipped | Written | None, optional(either(form(Shipped), form(Written)))] = None
    options: Options = field(default_factory=dict)
    seats: Annotated[tuple[str, ...], several(NAME, 100)] = ()
    seed: Annotated[int | None, optional(whole(0, 2**53))] = None
    record: Annotated[str | None, optional(text(1024 * 1024))] = None
    clock: Annotated[Clock | None, optional(form(Clock))] = None
    mine: Annotated[int | str | None, optional(either(SEAT, one_of(ANY)))] = None
    name: SomeName = None
    public: Annotated[bool, TRUTH] = False


@dataclass(frozen=True)
class Lobby:
    """Asks for the tables that anybody may join."""


@dataclass(frozen=True)
class Join:
    """Comes to a table, perhaps back to it."""

    table: TableName
    token: SomeName = None


@dataclass(frozen=True)
class Glance:
    """Asks how a table stands, without coming to it."""

    table: TableName
    token: SomeName = None


@dataclass(frozen=True)
class Sit:
    """Takes a seat."""

    table: TableName
    seat: Annotated[int, SEAT]
    name: SomeName = None


@dataclass(frozen=True)
class Stand:
    """Leaves a seat."""

    table: TableName
    seat: Annotated[int, SEAT]


@dataclass(frozen=True)
class Free:
    """Frees the seat of somebody who has been away for long."""

    table: TableName
    seat: Annotated[int, SEAT]


@dataclass(frozen=True)
class Say:
    """Says one of a few phrases to everybody at the table."""

    table: TableName
    phrase: Annotated[str, one_of(*PHRASES)]


@dataclass(frozen=True)
class Again:
    """Offers the same game once more, with the seats exchanged, or answers such an offer."""

    table: TableName
    yes: Annotated[bool, TRUTH] = True


# At a table


@dataclass(frozen=True)
class Look:
    """Asks for the scene at a node, as a colour of one's own sees it."""

    table: TableName
    node: SomeNode = None
    eyes: SomeName = None
    has: Has = ""


@dataclass(frozen=True)
class Play:
    """Makes a move, or one's part of a decision that several make together."""

    table: TableName
    node: NodeNumber
    move: Annotated[str, MOVE]
    seat: SomeSeat = None


@dataclass(frozen=True)
class Resign:
    """Gives up."""

    table: TableName
    seat: SomeSeat = None


@dataclass(frozen=True)
class Undo:
    """Takes back a move, if the others agree."""

    table: TableName


@dataclass(frozen=True)
class Draw:
    """Offers a draw."""

    table: TableName


@dataclass(frozen=True)
class Agree:
    """Says whether a move may be taken back, or whether the game is drawn."""

    table: TableName
    yes: Annotated[bool, TRUTH]


@dataclass(frozen=True)
class Note:
    """Writes a comment on a position; an empty one removes it."""

    table: TableName
    node: NodeNumber
    text: Annotated[str, text(LONGEST_COMMENT)]


@dataclass(frozen=True)
class Prune:
    """Removes a variation."""

    table: TableName
    node: NodeNumber


@dataclass(frozen=True)
class Analyse:
    """Asks a computer player for its opinion of a position."""

    table: TableName
    node: NodeNumber
    seconds: Annotated[float, number(0.01, MOST_SECONDS)] = 1.0
    by: SomeName = None


@dataclass(frozen=True)
class Judge:
    """Asks how a position stands, in the judgement of two searches that know nothing of each other."""

    table: TableName
    node: NodeNumber
    seconds: Annotated[float, number(0.01, MOST_SECONDS)] = 1.0


@dataclass(frozen=True)
class Judged:
    """What is certain of a position that was judged, and what the move played there is proved to be worth."""

    seats: Annotated[tuple[float, ...], several(_SHARE, MOST_PLAYERS)]
    proved: Annotated[bool, TRUTH]
    mover: SomeSeat
    whole: Annotated[bool, TRUTH]
    worth: Annotated[float | None, optional(_SHARE)]


@dataclass(frozen=True)
class Settle:
    """Asks what follows from what is proved of the positions of a game; those that nobody has judged have no seats."""

    table: TableName
    line: Annotated[tuple[Judged, ...], several(form(Judged), MOST_NODES)]


@dataclass(frozen=True)
class Keys:
    """Asks for names of a position, of those before it and of those that may follow: positions that a symmetry of the
    game takes to each other have the same name."""

    table: TableName
    node: NodeNumber


@dataclass(frozen=True)
class Sample:
    """Asks how many of so many games from a position each player wins; `by` plays them, at random by default."""

    table: TableName
    node: NodeNumber
    games: Annotated[int, whole(1, MOST_GAMES)] = 100
    by: SomeName = None


@dataclass(frozen=True)
class Threats:
    """Asks which moves win at once, and which would for the others."""

    table: TableName
    node: SomeNode = None


@dataclass(frozen=True)
class Record:
    """Asks for the game as a file; with `node`, for the moves that led there, to be played on from."""

    table: TableName
    node: SomeNode = None


@dataclass(frozen=True)
class Picture:
    """Asks for a position as a drawing of its own."""

    table: TableName
    node: SomeNode = None
    eyes: SomeName = None


@dataclass(frozen=True)
class Film:
    """Asks for the game up to a position as an animated drawing."""

    table: TableName
    node: SomeNode = None


@dataclass(frozen=True)
class Card:
    """Asks for a drawing that tells of the game: its title, a position, who played and how it ended."""

    table: TableName
    node: SomeNode = None


AtDesk = Library | Sheet | Check | Preview | Format | Complete | Hover | Explain | Docs | Qr | Highlight
AtDoor = Open | Lobby | Join | Glance | Sit | Stand | Free | Say | Again
Telling = Look | Analyse | Judge | Settle | Keys | Sample | Threats | Record | Picture | Film | Card
AtTable = Play | Resign | Undo | Draw | Agree | Note | Prune | Telling
Ask = AtDesk | AtDoor | AtTable

ASKS: dict[str, Callable[..., Ask]] = {each.__name__.lower(): each for each in get_args(Ask)}
"""The forms by the words that stand for them."""

SLOW = (Analyse, Judge, Settle, Keys, Sample, Threats, Film)
"""What may take long, and changes nothing at the table."""
