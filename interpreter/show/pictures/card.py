"""A card that tells of a game at a glance: its title, a position, who played, how it ended. For sharing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...play.state import State
from ..boards.words import standing
from .elements import clean, number, tag
from .paint import LABEL, LINE, PAPER, SIGNS, paints
from .picture import FONTS, svg

WIDTH, HEIGHT = 1200, 630
"""The size of cards that most places show whole."""

MARGIN = 48
BOARD = 660
"""The room of the board, on the left."""

TITLE, RESULT, TEXT = 68.0, 44.0, 30.0
"""The sizes of letters, as far as there is room."""

LETTER = 0.58
"""How wide a letter is, in its size."""

INK = "#2b2723"
MOST_PLAYERS = 6
"""How many players a card lists."""


@dataclass(frozen=True)
class Told:
    """What a card tells beside the position: names by colour, the number of moves, the result."""

    people: Mapping[str, str] = field(default_factory=dict)
    plies: int = 0
    result: str = ""


def card_of(state: State, told: Told) -> str:
    """Return a card as an SVG document; `png` makes one of any size of it."""
    inside = [
        tag("title", clean(f"{state.game.title}: {told.result or standing(state)}")),
        tag("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=PAPER),
        _board(state),
        *_words(state, told),
    ]
    return tag(
        "svg",
        "\n" + "\n".join(inside) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        font_family=FONTS,
    )


def _board(state: State) -> str:
    """The position as its picture draws it, fitted into its room."""
    drawn = svg(state, follows=True)
    place = f'<svg x="{MARGIN // 2}" y="{MARGIN // 2}" width="{BOARD}" height="{HEIGHT - MARGIN}" '
    opening, _, rest = drawn.partition(">")
    kept = " ".join(part for part in opening.split(" ")[1:] if not part.startswith(("width=", "height=", "xmlns=")))
    return f"{place}{kept}>{rest}"


def _words(state: State, told: Told) -> Iterator[str]:
    left = BOARD + MARGIN
    room = WIDTH - left - MARGIN
    y = 150.0
    yield _line(state.game.title, left, y, _fitted(state.game.title, TITLE, room), font_weight="700")
    options = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in state.game.identity.options)
    if options:
        y += 46
        yield _line(options, left, y, _fitted(options, 0.8 * TEXT, room), fill=LABEL)
    y += 40
    for colour, paint, sign in list(zip(state.game.players, paints(state.game.players), SIGNS, strict=False))[
        :MOST_PLAYERS
    ]:
        y += 50
        yield tag("circle", cx=left + 16, cy=y - 10, r=15, fill=paint.fill, stroke=paint.rim, stroke_width=2)
        if sign:
            corners = " ".join(f"{number(left + 16 + 5 * x)},{number(y - 10 + 5 * y_)}" for x, y_ in sign)
            yield tag("polygon", points=corners, fill=paint.mark)
        name = told.people.get(colour, "")
        text = f"{colour} – {name}" if name else colour
        yield _line(text, left + 46, y, _fitted(text, TEXT, room - 46))
    result = told.result or standing(state)
    y += 90
    yield _line(result, left, y, _fitted(result, RESULT, room), font_weight="700")
    yield _line(f"{told.plies} move{'s' * (told.plies != 1)}", left, y + 44, 0.8 * TEXT, fill=LABEL)
    yield tag("line", x1=left, y1=HEIGHT - 84, x2=WIDTH - MARGIN, y2=HEIGHT - 84, stroke=LINE, stroke_width=2)
    yield _line("hexgame", left, HEIGHT - 46, 0.8 * TEXT, fill=LABEL)


def _line(text: str, x: float, y: float, size: float, fill: str = INK, font_weight: str = "400") -> str:
    return tag("text", clean(text), x=x, y=y, font_size=size, fill=fill, font_weight=font_weight, text_anchor="start")


def _fitted(text: str, size: float, room: float) -> float:
    """The size of letters at which a text fits into a room, at most the one given."""
    return min(size, room / (LETTER * max(1, len(text))))
