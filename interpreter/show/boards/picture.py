"""A position as a picture: the board, its edges and seams, stones, the last move, the winning chain.

`svg` draws it; `png` turns the drawing into pixels. Lengths are pixels of the drawing at its own size, in which
neighbouring cells are 40 apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ...board.board import Board
from ...board.relations import is_tangled
from ...rules.declarations import STONE
from ...values.values import Coordinate
from .captions import Key, below, height_of
from .elements import clean, label, layer, points, tag
from .geometry import DISC, PITCH, Layout, Point, Side, chains
from .labels import hash_marks
from .words import Shown, standing

PAPER, CELL, LINE, LABEL, GOLD = "#f6f3ed", "#eee4cd", "#b7a782", "#6d6350", "#f2a900"
WINNING = "#fbe08b"
SEAMS = "#0b8a83", "#a2379a", "#8f6b00", "#53677d"
"""One colour per seam."""

COLOURS = {
    "red": "#d23b2f", "blue": "#2a67c5", "black": "#2b2926", "white": "#fdfdfb", "green": "#2e8f4e",
    "yellow": "#f3cb3c", "orange": "#e9832b", "purple": "#7d48b3", "violet": "#7d48b3", "magenta": "#c7418f",
    "pink": "#ee92b4", "cyan": "#26a3c4", "teal": "#16857f", "brown": "#86572f", "grey": "#8b8b8b", "gray": "#8b8b8b",
}  # fmt: skip
_PALETTE = ("red", "blue", "green", "orange", "purple", "cyan")

EDGE, MARGIN = 8.0, 12.0
_FONTS = "DejaVu Sans, Liberation Sans, Noto Sans, Helvetica Neue, Helvetica, Arial, sans-serif"
"""Installed under one of these names nearly everywhere; resvg knows no `sans-serif` where Arial is missing."""


class MissingExtra(RuntimeError):  # noqa: N818 - named for what is missing
    """A package that comes with an extra is not installed."""


@dataclass(frozen=True)
class Cover:
    """What is shown on cells besides pieces: backgrounds, texts and their colours; below the board,
    a caption and what the backgrounds mean."""

    fills: Mapping[int, str] = field(default_factory=dict)
    texts: Mapping[int, str] = field(default_factory=dict)
    inks: Mapping[int, str] = field(default_factory=dict)
    caption: str = ""
    key: Key | None = None


def svg(shown: Shown, cover: Cover | None = None) -> str:
    """Return a position as a standalone SVG document. The same position and last move always give the same text."""
    return _Picture(shown, Layout(shown.game.board), cover or Cover()).document()


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


@dataclass(frozen=True)
class Paint:
    """A player's colour, with the colours of the rim around it and of marks on it."""

    fill: str
    rim: str
    mark: str


def paints(players: tuple[str, ...]) -> tuple[Paint, ...]:
    """Return each player's colours: those of the name if it is a colour, else the next of the palette."""
    named = [COLOURS.get(name.lower()) for name in players]
    left = [COLOURS[name] for name in _PALETTE if COLOURS[name] not in named]
    return tuple(_paint(fill or left.pop(0)) for fill in named)


def _paint(fill: str) -> Paint:
    red, green, blue = _channels(fill)
    light = 0.3 * red + 0.59 * green + 0.11 * blue > 150
    return Paint(fill, mix(fill, "#000000", 0.45 if light else 0.3), "#2b2926" if light else "#ffffff")


def mix(colour: str, other: str, share: float) -> str:
    """Mix a colour with a share of another; both are `#rrggbb`."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@dataclass(frozen=True)
class _Picture:
    """The layers of one picture, from the lowest to the highest."""

    shown: Shown
    layout: Layout
    cover: Cover

    @property
    def board(self) -> Board:
        """The board that is drawn."""
        return self.layout.board

    def document(self) -> str:
        """Return the whole SVG text."""
        left, top, width, height = self._frame
        layers = [
            tag("title", clean(f"{self.shown.game.title}: {standing(self.shown)}")),
            tag("rect", x=left, y=top, width=width, height=height, fill=PAPER),
            layer("links", self._links(), stroke=LINE, stroke_width=3),
            layer("ghosts", self._ghosts()),
            layer("edges", self._edges(), stroke_linejoin="round", pointer_events="none"),
            layer("cells", map(self._cell, self._drawn), stroke=LINE, stroke_width=1),
            layer("ruled", self._ruled(), stroke=LABEL, stroke_width=3, pointer_events="none"),
            layer("seams", self._seams(), fill="none", stroke_width=3, stroke_dasharray="6 4", pointer_events="none"),
            layer("stones", self._stones(), pointer_events="none"),
            layer("labels", self._labels(), fill=LABEL, pointer_events="none"),
            layer("words", below(self._frame, self.cover.caption, self.cover.key), fill=LABEL, pointer_events="none"),
        ]
        return tag(
            "svg",
            "\n" + "\n".join(filter(None, layers)) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=width,
            height=height,
            viewBox=f"{left} {top} {width} {height}",
            role="img",
            font_family=_FONTS,
            text_anchor="middle",
        )

    @cached_property
    def _frame(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of everything that is drawn."""
        discs = [(self.layout.centre(place), 0.62 * PITCH) for place in (*self.board.places, *self.layout.ghosts)]
        discs += [(self.layout.centre(place), 0.3 * PITCH) for place, _ in self.layout.coordinates]
        if self.board.mesh is not None:
            discs += [(side.start, EDGE) for side in self.layout.boundary]
        discs += [(self.layout.outside_of(place), 0.35 * PITCH) for place in self.layout.opposite]
        left, top = (round(min(each) - MARGIN) for each in zip(*((at.x - r, at.y - r) for at, r in discs), strict=True))
        right, low = (
            round(max(each) + MARGIN) for each in zip(*((at.x + r, at.y + r) for at, r in discs), strict=True)
        )
        return left, top, right - left, low - top + height_of(self.cover.caption, self.cover.key)

    # The board

    def _links(self) -> Iterator[str]:
        """The lines between the cells of a graph board, or between the vertices of a tiling."""
        mesh = self.board.mesh
        has_links = self.board.glue is None if mesh is None else mesh.kind == "vertices"
        for cell, arcs in enumerate(self.board.arcs if has_links else ()):
            start = self.layout.centre(self.board.cells[cell])
            for other in dict.fromkeys(arc.to for arc in arcs if arc.to > cell and arc.to not in self.board.bonds):
                end = self.layout.centre(self.board.cells[other])
                yield tag("line", x1=start.x, y1=start.y, x2=end.x, y2=end.y)

    def _ruled(self) -> Iterator[str]:
        """Draw a line along each link that a rule adds to a grid, and a bar across each that a rule cuts."""
        for name, start, end in self.layout.ruled:
            yield tag("line", class_=name, x1=start.x, y1=start.y, x2=end.x, y2=end.y)

    @property
    def _drawn(self) -> Iterator[Coordinate]:
        """The places that are drawn if they are empty: not links that cross, of which there may be many."""
        bonds = self.board.bonds if self.board.bonds and is_tangled(self.board) else {}
        return (place for place, cell in self.board.places.items() if cell not in bonds)

    def _cell(self, place: Coordinate) -> str:
        title = tag("title", clean(" = ".join(self._names(self.board.places[place]))))
        ground = self.layout.ground(place)
        if isinstance(ground, float):
            at = self.layout.centre(place)
            return tag("circle", title, cx=at.x, cy=at.y, r=ground, fill=self._ground(place))
        return tag("polygon", title, points=points(ground), fill=self._ground(place))

    def _corners(self, place: Coordinate) -> Iterable[Point]:
        return (side.start for side in self.layout.sides(place))

    def _names(self, cell: int) -> list[str]:
        """Return the names of a cell: two if it is drawn twice."""
        second = self.board.second_places.get(cell)
        places = [self.board.cells[cell], *([second] if second is not None else [])]
        return [self.board.name_of(place) for place in places]

    def _ground(self, place: Coordinate) -> str:
        cell = self.board.places[place]
        if cell in self._winning:
            return WINNING
        if cell in self.cover.fills:
            return self.cover.fills[cell]
        seam = self._portals.get(place)
        return CELL if seam is None else mix(CELL, SEAMS[seam], 0.3)

    def _edges(self) -> Iterator[str]:
        for player, paint in enumerate(self._paints):
            sides = self.layout.edge_sides(player)
            if sides:
                bands = [(side.start, side.end, self._beyond(side.end, side), self._beyond(side.start, side))
                         for side in sides]  # fmt: skip
                path = "".join(f"M{points(band)}Z" for band in bands)
                yield tag("path", class_="edge", d=path, fill=paint.fill, stroke=paint.fill, stroke_width=0.6)
                rim = "".join(f"M{points(band[2:])}" for band in bands)
                yield tag("path", class_="rim", d=rim, fill="none", stroke=paint.rim, stroke_width=1.5)
        if self.board.kind == "graph":
            yield from self._edge_rings()

    def _edge_rings(self) -> Iterator[str]:
        """On a graph board, draw a disc in the colour of each edge behind the cells along it."""
        for cell, place in enumerate(self.board.cells):
            along = (edge for edge in self.board.edges if edge.is_coloured)
            owners = sorted({edge.player for edge in along for arc in edge.links if arc.to == cell})
            at = self.layout.centre(place)
            for number, player in reversed(list(enumerate(owners, 1))):
                paint, radius = self._paints[player], DISC + 4.5 * number
                yield tag("circle", class_="edge", cx=at.x, cy=at.y, r=radius, fill=paint.fill, stroke=paint.rim)

    def _beyond(self, point: Point, side: Side) -> Point:
        """Return the point across an edge from a point of its side."""
        return point + self.layout.outwards(point, side) * EDGE

    # Seams

    @cached_property
    def _portals(self) -> dict[Coordinate, int]:
        """The places of portals, first and second, with the number of their seam."""
        glue, found = self.board.glue, dict[Coordinate, int]()
        for second, first in glue.same.items() if glue else ():
            found[first] = found[second] = glue.sides[second].bit_length() - 1 if glue else 0
        return found

    @cached_property
    def _captions(self) -> dict[Coordinate, str]:
        """What is written on cells: their names on a graph board or a tiling, and a number on both places of a cell
        drawn twice."""
        if self.board.mesh is not None:
            return {place: self.board.name_of(place) for place in self.board.places}
        if self.board.glue is None:
            return {
                place: self.board.given_names[place]
                for place, cell in self.board.places.items()
                if cell not in self.board.bonds
            }
        numbers = {cell: str(number) for number, cell in enumerate(sorted(self.board.second_places), 1)}
        return {place: numbers[cell] for place, cell in self.board.places.items() if cell in numbers}

    def _ghosts(self) -> Iterator[str]:
        """Draw the places beyond wrapped sides, each with the name of the cell that it stands for."""
        for place, ghost in sorted(self.layout.ghosts.items(), key=lambda item: (item[0].r, item[0].q)):
            name = self.board.name_of(ghost.place)
            at, cell = self.layout.centre(place), self.board.places[ghost.place]
            shape = tag("polygon", tag("title", clean(name)), points=points(self._corners(place)),
                         fill=mix(PAPER, CELL, 0.45), stroke=mix(PAPER, LINE, 0.4))  # fmt: skip
            stone = "".join(self._stone(cell, at))
            faint = tag("g", stone, class_="faint", opacity=0.3, pointer_events="none") if stone else ""
            written = label(at, name, 10, class_="name", fill=LABEL, fill_opacity=0.8, pointer_events="none")
            yield shape + faint + written

    def _seams(self) -> Iterator[str]:
        for seam, colour in zip(range(len(self.board.seams)), SEAMS, strict=False):
            lines = chains(self.layout.seam_sides(seam))
            if lines:
                yield tag("path", d="".join(f"M{points(line)}" for line in lines), stroke=colour)

    # What stands on it

    @cached_property
    def _paints(self) -> tuple[Paint, ...]:
        """The players' colours, then the colour of neutral pieces."""
        return (*paints(self.shown.game.players), _paint(COLOURS["grey"]))

    @cached_property
    def _winning(self) -> frozenset[int]:
        return self.shown.winning_cells

    @cached_property
    def _last(self) -> tuple[int | None, int | None]:
        """The cell of the last move, and the cell that it came from."""
        move = self.shown.last_move
        return (self.board.by_name.get(move.cell), self.board.by_name.get(move.source)) if move else (None, None)

    @cached_property
    def _hash_marks(self) -> dict[int, str]:
        return hash_marks(self.shown.game)

    def _stones(self) -> Iterator[str]:
        for place, cell in self.board.places.items():
            at = self.layout.centre(place)
            marks = [*self._stone(cell, at), *self._last_move(cell, at), *self._caption(place, at)]
            marks += self._hash_mark(place, at) if cell not in self.cover.texts else self._covering(place, at)
            if marks:
                yield "".join(marks)

    def _stone(self, cell: int, at: Point) -> Iterator[str]:
        """Draw a disc, with the sign of its kind unless it is the first kind."""
        if self.shown.at(cell) is None:
            return
        paint, bar = self._paint_on(cell), self.layout.bar(self.board.cells[cell])
        colour, width = (GOLD, 3) if cell in self._winning else (paint.rim, 1.5)
        if bar:
            yield tag("polygon", points=points(bar), class_="stone", fill=paint.fill, stroke=colour,
                      stroke_width=width)  # fmt: skip
        else:
            yield tag("circle", cx=at.x, cy=at.y, r=self._radius(cell), class_="stone", fill=paint.fill, stroke=colour,
                      stroke_width=width)  # fmt: skip
        is_named = self.board.cells[cell] in self._captions
        raised = Point(at.x, at.y - (3 if is_named else 0))
        if glyph := self._glyph(cell):
            yield label(raised, glyph, 18, class_="kind", fill=paint.mark)
        elif glyph is not None and cell not in self.board.bonds:
            ring = 5 if is_named else 7.5
            yield tag("circle", class_="kind", cx=at.x, cy=raised.y, r=ring, fill="none", stroke=paint.mark,
                       stroke_width=3)  # fmt: skip

    def _radius(self, cell: int) -> float:
        """The radius of a stone on a cell."""
        return self.layout.stone(self.board.cells[cell])

    def _glyph(self, cell: int) -> str | None:
        """The sign of the piece on a cell: None for a plain disc, no text for a ring."""
        held, pieces = self.shown.at(cell), self.shown.game.rules.pieces
        if held is None or held[1] == pieces[0].name:
            return None
        glyph = next(piece.glyph for piece in pieces if piece.name == held[1])
        return glyph if glyph != STONE.glyph else ""

    def _last_move(self, cell: int, at: Point) -> Iterator[str]:
        target, source = self._last
        ring = self._paint_on(cell).mark
        radius = 0.82 * self._radius(cell)
        if cell == target:
            yield tag("circle", class_="last", cx=at.x, cy=at.y, r=radius, fill="none", stroke=ring, stroke_width=1.6)
        if cell == source:
            yield tag("circle", class_="source", cx=at.x, cy=at.y, r=radius, fill="none", stroke=ring,
                       stroke_width=1.6, stroke_dasharray="3 3")  # fmt: skip

    def _caption(self, place: Coordinate, at: Point) -> Iterator[str]:
        caption, cell = self._captions.get(place), self.board.places[place]
        if caption:
            lies_below = self._glyph(cell) is not None or cell in self.cover.texts
            size = min(8 if lies_below else 12, 1.7 * self._radius(cell) / (0.62 * len(caption)))
            lowered = Point(at.x, at.y + (9.5 if lies_below else 0))
            yield label(lowered, caption, size, class_="caption", fill=self._paint_on(cell).mark)

    def _hash_mark(self, place: Coordinate, at: Point) -> Iterator[str]:
        """Write the numbers that the rules give to an empty cell, above its caption."""
        text = self._hash_marks.get(self.board.places[place])
        if text and self.shown.at(self.board.places[place]) is None:
            raised = Point(at.x, at.y - (10 if place in self._captions else 0))
            yield label(raised, text, 8 if place in self._captions else 11, class_="number", fill=LABEL)

    def _covering(self, place: Coordinate, at: Point) -> Iterator[str]:
        """Write the text that covers a cell, above its caption."""
        cell = self.board.places[place]
        raised = Point(at.x, at.y - (3 if place in self._captions else 0))
        yield label(raised, self.cover.texts[cell], 12, class_="value", fill=self.cover.inks.get(cell, LABEL))

    def _paint_on(self, cell: int) -> Paint:
        """Return the colours of the stone on a cell, or of the empty board."""
        held = self.shown.at(cell)
        if held:
            return self._paints[self.shown.game.rules.owners.index(held[0])]
        return Paint(CELL, LINE, self.cover.inks.get(cell, LABEL))

    # Around it

    def _labels(self) -> Iterator[str]:
        for place, name in self.layout.coordinates:
            yield label(self.layout.centre(place), name, 13, class_="coordinate")
        for place, others in self.layout.opposite.items():
            at = self.layout.outside_of(place)
            for number, other in enumerate(others):
                line = Point(at.x, at.y + 11 * (number - (len(others) - 1) / 2))
                yield label(line, self.board.name_of(other), 10, class_="opposite", fill_opacity=0.8)
