"""A position as a picture: the board, its edges and seams, stones, the last move, the winning chain.

`svg` draws it; `png` turns the drawing into pixels. Lengths are pixels of the drawing at its own size, in which
neighbouring cells are 40 apart. Every place says which it is (`data-place`) and which cell it shows (`data-cell`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import ceil, floor

from ...play.game import Game
from ..boards.focus import in_focus
from ..boards.words import Shown, standing
from .areas import enclosed
from .captions import Cover, below, height_of
from .elements import clean, layer, tag
from .geometry import PITCH, Layout
from .ground import Ground
from .lines import are_lined
from .paint import LABEL, PAPER, owners_paints
from .stones import Stones

SIDED = {"squares": 4, "hexes": 6}
"""The forms of cells that have sides, with their number."""

FONTS = "DejaVu Sans, Liberation Sans, Noto Sans, Helvetica Neue, Helvetica, Arial, sans-serif"
"""Installed under one of these names nearly everywhere; resvg knows no `sans-serif` where Arial is missing."""


Frame = tuple[int, int, int, int]
"""Left, top, width and height of what is seen."""

BESIDE, LEAST = PITCH, 8 * PITCH
"""How much of a board is seen beside what matters, and how wide and high a part is at least."""

GRAIN = round(PITCH)
"""In such steps the part moves and grows, so that it stays as it is for most moves."""

WORTH = 1.4
"""How much larger cells must become where only a part of the board is seen."""


class MissingExtra(RuntimeError):  # noqa: N818 - named for what is missing
    """A package that comes with an extra is not installed."""


def svg(shown: Shown, cover: Cover | None = None, ground: Ground | None = None, *, follows: bool = False) -> str:
    """Return a position as a standalone SVG document. The same position and last move always give the same text.

    `ground` is the drawing of the board, for who draws many positions of a game. `follows` leaves out what is far from
    all pieces and moves, as `part` says.
    """
    cover, ground = cover or Cover(), ground or ground_of(shown.game)
    stones = Stones(shown, ground, cover)
    left, top, width, height = part([shown], ground) if follows else ground.frame
    height += height_of(width, cover.caption, cover.key)
    frame = left, top, width, height
    layers = [
        tag("title", clean(f"{shown.game.title}: {standing(shown)}")),
        tag("rect", class_="paper", x=left, y=top, width=width, height=height, fill=PAPER),
        *ground.lower(stones.fills, stones.faint),
        stones.layer(),
        stones.chain(),
        *ground.upper(),
        layer("words", below(frame, cover.caption, cover.key), fill=LABEL, pointer_events="none"),
    ]
    return tag(
        "svg",
        "\n" + "\n".join(filter(None, layers)) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"{left} {top} {width} {height}",
        role="img",
        font_family=FONTS,
        text_anchor="middle",
    )


def png(text: str, width: int | None = None) -> bytes:
    """Return an SVG text as a PNG, in its own size or `width` pixels wide; raise MissingExtra without `resvg_py`.

    Labels use the fonts installed on this machine. Without DejaVu, Liberation, Noto Sans, Helvetica or Arial the
    picture has no text; installing `fonts-dejavu-core` or the like mends that.
    """
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ImportError:
        message = "pictures as PNG need the extra `pictures`: pip install 'hexgame-interpreter[pictures]'"
        raise MissingExtra(message) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=width))


def part(positions: Iterable[Shown], ground: Ground) -> Frame:
    """Return the part of a large board where all pieces lie and all moves lead, with some of the board around it.

    It has the proportions of the whole board, and is the whole board where a part would show little more.
    """
    wide, high = ground.frame[2:]
    xs, ys = list[float](), list[float]()
    for cells in chain.from_iterable(map(in_focus, positions)):
        spots = [ground.layout.centre(place) for place, cell in ground.board.places.items() if cell in cells]
        xs += (spot.x for spot in spots)
        ys += (spot.y for spot in spots)
        (left, right), (top, low) = _span(xs), _span(ys)
        size = max((right - left) / wide, (low - top) / high)
        if size * WORTH > 1:
            break
    if not xs or size * WORTH > 1:
        return ground.frame
    width, height = round(size * wide), round(size * high)
    left, top = _begin(left, right, width, ground.frame[0], wide), _begin(top, low, height, ground.frame[1], high)
    return left, top, width, height


def _span(values: Sequence[float]) -> tuple[int, int]:
    """From where to where a part reaches at least, along one axis."""
    low, high = min(values) - BESIDE, max(values) + BESIDE
    spare = max(0.0, LEAST - (high - low)) / 2
    return GRAIN * floor((low - spare) / GRAIN), GRAIN * ceil((high + spare) / GRAIN)


def _begin(low: int, high: int, length: int, edge: int, whole: int) -> int:
    """Where a part of some length begins that has a span in its middle, as far as the board reaches."""
    return max(edge, min(edge + whole - length, round((low + high - length) / 2)))


# In two parts, for a page that draws the same board again and again


def ground_of(game: Game) -> Ground:
    """Return the drawing of a game's board, which lasts for the whole game."""
    looks, board = game.rules.looks, game.board
    wanted = frozenset(cell for cell, form in looks.cells.items() if form == "area")
    between = enclosed(board, wanted) if board.kind == "graph" else frozenset[int]()
    forms = {cell: form for cell, form in looks.cells.items() if cell not in wanted - between}
    sided = {cell: SIDED[form] for cell, form in forms.items() if form in SIDED and board.kind == "graph"}
    layout = Layout(board, are_lined(board, forms), between, sided)
    is_rimmed = all(form.shape != "nothing" for form in looks.pieces.values())
    return Ground(layout, owners_paints(game.players), forms, looks.shades, is_rimmed)


def ground_group(ground: Ground) -> str:
    """Return an SVG group with all that never changes in a game, with its namespace."""
    return _group("ground", [*ground.lower({}, lambda cell, at: ""), *ground.upper()])


def stones_group(shown: Shown, ground: Ground, cover: Cover | None = None) -> str:
    """Return an SVG group with all that belongs to one position, to be drawn above the ground of its board."""
    return _group("position", Stones(shown, ground, cover or Cover()).apart())


def _group(name: str, layers: list[str]) -> str:
    inside = "\n" + "\n".join(filter(None, layers)) + "\n"
    return tag("g", inside, xmlns="http://www.w3.org/2000/svg", class_=name, font_family=FONTS, text_anchor="middle")
