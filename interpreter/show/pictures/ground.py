"""What a picture shows throughout a game: cells, links, edges, seams, ghosts, coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...board.board import Board
from ...board.relations import is_tangled
from ...values.values import Coordinate
from .elements import Point, clean, label, layer, points, tag
from .geometry import DISC, PITCH, Layout, chains
from .lines import are_lined, hull, links, names_beside, names_outside, straightened
from .paint import CELL, COLOURS, LABEL, LINE, PAPER, SEAMS, Paint, mix, paint_of

EDGE, RING, MARGIN, BEYOND = 8.0, 4.5, 12.0, 20.0
WIDEST = 2.0
"""How many times as wide as usual the rings of large cells are at most."""

POINTED = 1.5
"""How much farther than a disc a square reaches."""

LEGIBLE = 64
"""How many times as large as the letters on cells a picture is at most."""

SLAB = DISC + RING
"""How far the board goes beyond the middles of cells that are points on lines."""

_SHAPED = {"points": (0.16, LINE), "holes": (0.34, mix(CELL, LABEL, 0.55)), "bowls": (1.15, mix(CELL, LINE, 0.55))}
"""The forms of cells that are discs on the board, with the radius, in radii of stones, and the fill."""

SHADED = 0.45
"""The share of its own colour that a cell has."""

COOL, PALE = frozenset({"blue", "cyan", "teal", "purple", "violet"}), "#e9eef5"
"""Colours that would be grey on wood, and what they are mixed with instead."""

Faint = Callable[[int, Point], str]
"""Draws what stands on a cell where a ghost of it lies; no text if nothing does."""


def shaded(colour: str) -> str:
    """Return what a cell looks like that has a colour of its own."""
    return mix(PALE if colour in COOL else CELL, COLOURS[colour], SHADED)


@dataclass(frozen=True)
class Ground:
    """The layers of one board, and the frame around them."""

    layout: Layout
    paints: tuple[Paint, ...]
    """The players' colours."""

    forms: Mapping[int, str] = field(default_factory=dict)
    """How cells look, by their number, as far as the rule sheet says."""

    shades: Mapping[int, str] = field(default_factory=dict)
    """The colours of cells that have one."""

    is_rimmed: bool = True
    """Whether there is a rim around the board: not where parts of it go away."""

    stones: dict[tuple[object, ...], Sequence[str]] = field(default_factory=dict, compare=False)
    """The stones that were drawn: by their cell, place, and piece, whether they are of a winning chain, and
    what they lie on and reach to."""

    @property
    def board(self) -> Board:
        """The board that is drawn."""
        return self.layout.board

    @cached_property
    def frame(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of everything that is drawn."""
        drawn = (*self.board.places, *self.layout.ghosts)
        reach = DISC + 2 * RING if self.board.kind == "graph" else 0.62 * PITCH
        reach *= POINTED if self.layout.sided else 1
        discs = [(self.layout.centre(place), reach * self.layout.room(place)) for place in drawn]
        discs += [(at, 0.3 * PITCH) for at, _ in (*names_outside(self.layout), *self._beside)]
        if self.board.mesh is not None or self.layout.areas:
            discs += [(side.start, EDGE) for side in self.layout.boundary]
        discs += [(self.layout.outside_of(place), 0.35 * PITCH) for place in self.layout.opposite]
        left, top = (round(min(each) - MARGIN) for each in zip(*((at.x - r, at.y - r) for at, r in discs), strict=True))
        right, low = (
            round(max(each) + MARGIN) for each in zip(*((at.x + r, at.y + r) for at, r in discs), strict=True)
        )
        return left, top, right - left, low - top

    def lower(self, fills: Mapping[int, str], faint: Faint) -> list[str]:
        """Return the layers below the stones; `fills` are colours of cells instead of the board's."""
        cells = (self._filled(place, fills) or shape for place, shape in self._cells.items())
        slab, lines, edges, spots, ruled, seams = self._fixed
        are_discs = self.board.glue is None if self.board.mesh is None else self.board.mesh.kind == "vertices"
        return [
            slab,
            lines if are_discs else "",
            layer("ghosts", self._ghosts(faint)),
            edges,
            layer("cells", cells, stroke=LINE, stroke_width=1),
            "" if are_discs else lines,
            spots,
            ruled,
            seams,
        ]

    def upper(self) -> list[str]:
        """Return the layers above the stones."""
        return [self._written]

    @cached_property
    def _fixed(self) -> tuple[str, ...]:
        """The layers below the stones that never change."""
        ruled = list(self._ruled())
        is_texture = 2 * len(ruled) > len(self.board.cells)  # lines across most cells, which must not outshine pieces
        return (
            layer("slab", self._slab(), stroke_linejoin="round", pointer_events="none"),
            layer(
                "links",
                self._links(),
                stroke=LINE,
                stroke_width=3 if self.board.glue is None else 2,
                pointer_events="none",
            ),
            layer("edges", self._edges(), stroke_linejoin="round", pointer_events="none"),
            layer("spots", self._spots(), stroke=LINE, stroke_width=1, pointer_events="none"),
            layer("ruled", ruled, stroke=LABEL, stroke_width=0.7 if is_texture else 1.6, pointer_events="none"),
            layer("seams", self._seams(), fill="none", stroke_width=3, stroke_dasharray="6 4", pointer_events="none"),
        )

    @cached_property
    def _written(self) -> str:
        return layer("labels", self._labels(), fill=LABEL, pointer_events="none")

    # Cells

    def _slab(self) -> Iterator[str]:
        """What a board lies on whose cells are points on lines; else a rim along the sides that are nobody's."""
        if self._is_lattice and not self.layout.areas:
            reach = {place: SLAB * self.layout.room(place) for place in self._drawn}
            around = (self.layout.centre(place) + Point(x * far, y * far) for place, far in reach.items()
                      for x in (-1, 1) for y in (-1, 1))  # fmt: skip
            outline = f"M{points(hull(around))}Z"
            for name, colour, wide in (("frame", LINE, 14), ("board", CELL, 8)):
                yield tag("path", class_=name, d=outline, fill=colour, stroke=colour, stroke_width=wide)
            return
        owned = {side.start.key for player in range(len(self.paints)) for side in self.layout.edge_sides(player)}
        glued = {side.start.key for seam in range(len(self.board.seams)) for side in self.layout.seam_sides(seam)}
        rim = chains(side for side in self.layout.boundary if side.start.key not in owned | glued)
        if rim and self.is_rimmed:
            path = "".join(f"M{points(line)}" for line in rim)
            yield tag("path", class_="border", d=path, fill="none", stroke=mix(LINE, LABEL, 0.5), stroke_width=7)

    def _links(self) -> Iterator[str]:
        """The lines between cells."""
        for start, end in links(self.layout, set(self.forms.values())):
            yield tag("line", x1=start.x, y1=start.y, x2=end.x, y2=end.y)

    def _ruled(self) -> Iterator[str]:
        """Draw a line along each link that a rule adds to a grid, and a bar across each that it cuts."""
        for name, start, end in self.layout.ruled:
            yield tag("line", class_=name, x1=start.x, y1=start.y, x2=end.x, y2=end.y)

    @property
    def _drawn(self) -> Iterator[Coordinate]:
        """The places that are drawn if they are empty: not links that cross, of which there may be many."""
        bonds = self.board.bonds if self.board.bonds and is_tangled(self.board) else {}
        return (place for place, cell in self.board.places.items()
                if cell not in bonds and self.forms.get(cell) != "nothing")  # fmt: skip

    @cached_property
    def _cells(self) -> dict[Coordinate, str]:
        """The cells in the board's own colours."""
        drawn = sorted(self._drawn, key=lambda place: self.board.places[place] not in self.layout.between)
        return {place: self._cell(place, self._fill(place)) for place in drawn}

    def _filled(self, place: Coordinate, fills: Mapping[int, str]) -> str:
        """Return a cell in another colour; an empty text if it has none."""
        colour = fills.get(self.board.places[place])
        return self._cell(place, colour) if colour else ""

    def _cell(self, place: Coordinate, colour: str) -> str:
        cell = self.board.places[place]
        title, where, form = (
            tag("title", clean(" = ".join(self.names(cell)))),
            self._where(place, cell),
            self.forms.get(cell),
        )
        if form in _SHAPED and (isinstance(self.layout.ground(place), float) or self._is_lattice):
            flat = "none" if colour == self._fill(place) else colour
            return self.shape(place, title, fill=flat, stroke="none", pointer_events="all", **where)
        return self.shape(place, title, fill=colour, **where)

    @cached_property
    def _is_lattice(self) -> bool:
        """Whether lines alone make the board, so that the outlines of cells would be a second grid."""
        return are_lined(self.board, self.forms)

    def _spots(self) -> Iterator[str]:
        """The points, holes and bowls that cells look like."""
        for place in self._drawn:
            cell = self.board.places[place]
            if radius := self._spot(cell):
                at, form = self.layout.centre(place), self.forms[cell]
                shade = {"data_paint": paint_of(self.shades[cell]).name} if self.shades.get(cell) else {}
                fill = COLOURS[self.shades[cell]] if shade else _SHAPED[form][1]
                yield tag("circle", class_=form, cx=at.x, cy=at.y, r=radius, fill=fill, **shade)

    def _spot(self, cell: int) -> float:
        """Return the radius of the point, hole or bowl that a cell looks like; 0 if it looks otherwise."""
        share, _ = _SHAPED.get(self.forms.get(cell, ""), (0.0, ""))
        return share * self.layout.stone(self.board.cells[cell])

    def shape(self, place: Coordinate, inside: str = "", **attributes: str | float) -> str:
        """Return the polygon or disc of a place."""
        return self._round(self.layout.centre(place), self.layout.ground(place), inside, **attributes)

    def _round(self, at: Point, form: list[Point] | float, inside: str = "", **attributes: str | float) -> str:
        if isinstance(form, float):
            return tag("circle", inside, cx=at.x, cy=at.y, r=form, **attributes)
        return tag("polygon", inside, points=points(form), **attributes)

    def _where(self, place: Coordinate, cell: int) -> dict[str, str]:
        """Return attributes that say which place this is, which cell it shows and which portal it belongs to."""
        found = {"data_cell": str(cell), "data_place": f"{place.q},{place.r}"}
        if self.shades.get(cell):
            found["data_paint"] = paint_of(self.shades[cell]).name
        return found if place not in self._portals else {**found, "data_seam": str(self._portals[place])}

    def names(self, cell: int) -> list[str]:
        """Return the names of a cell: two if it is drawn twice."""
        second = self.board.second_places.get(cell)
        places = [self.board.cells[cell], *([second] if second is not None else [])]
        return [self.board.name_of(place) for place in places]

    def _fill(self, place: Coordinate) -> str:
        seam, shade = self._portals.get(place), self.shades.get(self.board.places[place])
        if seam is not None:
            return mix(CELL, SEAMS[seam], 0.3)
        return shaded(shade) if shade else CELL

    # Edges

    def _edges(self) -> Iterator[str]:
        if self.layout.is_lined and self.board.glue is None and not self.layout.areas:
            yield from self._edge_lines()
            return
        for player, paint in enumerate(self.paints):
            for name, path, look in self._inlay(player, paint):
                yield tag("path", class_=name, d=path, **look, data_owner=str(player), data_paint=paint.name)
        if self.board.kind == "graph" and not self.layout.areas:
            yield from self._edge_rings()

    def _inlay(self, player: int, paint: Paint) -> Iterator[tuple[str, str, dict[str, str]]]:
        """What is drawn of a player's sides, each with its look: bands as far as a line along the tips of the cells,
        the line, and on the bands of all but the first player a row of dots or dashes."""
        sides = self.layout.edge_sides(player)
        lines, at = chains(sides), {point.key: side for side in sides for point in (side.start, side.end)}

        def beyond(line: list[Point], share: float) -> list[Point]:
            return straightened([point + self.layout.outwards(point, at[point.key]) * (share * EDGE) for point in line])

        bands = "".join(f"M{points([*line, *reversed(beyond(line, 1))])}Z" for line in lines)
        rims, middles = ("".join(f"M{points(beyond(line, share))}" for line in lines) for share in (1, 0.5))
        if lines:
            yield "edge", bands, {"fill": paint.fill, "stroke": paint.fill, "stroke_width": "0.6"}
            yield "rim", rims, {"fill": "none", "stroke": paint.rim, "stroke_width": "1.5"}
        if lines and player:
            dotted = {"stroke_dasharray": "0 11" if player == 1 else "5 8", "stroke_linecap": "round"}
            yield "ticks", middles, {"fill": "none", "stroke": paint.mark, "stroke_width": "2.2", **dotted}

    def _edge_lines(self) -> Iterator[str]:
        """On a board of lines, draw a line in the colour of each edge beyond the cells along it."""
        centres = [self.layout.centre(place) for place in self.board.cells]
        middle = sum(centres, start=Point(0, 0)) * (1 / len(centres))
        for edge in (edge for edge in self.board.edges if edge.is_coloured):
            line = sorted({centres[arc.to] for arc in edge.links}, key=lambda at: at.key)
            along = (line[-1] + line[0] * -1).unit
            out = Point(-along.y, along.x) * BEYOND
            inwards = (middle + line[0] * -1).x * out.x + (middle + line[0] * -1).y * out.y
            moved = [at + out * (-1 if inwards > 0 else 1) for at in line]
            paint = self.paints[edge.player]
            look = {"points": points(moved), "fill": "none", "stroke_linecap": "round", "data_paint": paint.name}
            yield tag("polyline", class_="bank", stroke=paint.rim, stroke_width=7, **look)
            yield tag("polyline", class_="goal", stroke=paint.fill, stroke_width=5, data_owner=str(edge.player), **look)

    def _edge_rings(self) -> Iterator[str]:
        """On a graph board, draw a disc in the colour of each edge behind the cells along it."""
        for cell, place in enumerate(self.board.cells):
            along = (edge for edge in self.board.edges if edge.is_coloured)
            owners = sorted({edge.player for edge in along for arc in edge.links if arc.to == cell})
            at = self.layout.centre(place)
            for number, player in reversed(list(enumerate(owners, 1))):
                inner = self._spot(cell) or DISC * self.layout.room(place)
                paint, ring = self.paints[player], RING * min(self.layout.room(place), WIDEST)
                look = {"class_": "edge", "fill": paint.fill, "stroke": paint.rim}
                yield self._round(at, self.layout.regular(place, inner + ring * number),
                                  **look, data_owner=str(player), data_paint=paint.name)  # fmt: skip

    # Seams

    @cached_property
    def _portals(self) -> dict[Coordinate, int]:
        """The places of portals, first and second, with the number of their seam."""
        glue, found = self.board.glue, dict[Coordinate, int]()
        for second, first in glue.same.items() if glue else ():
            found[first] = found[second] = glue.sides[second].bit_length() - 1 if glue else 0
        return found

    @cached_property
    def captions(self) -> dict[Coordinate, str]:
        """What is written on cells: their names on a graph board or a tiling, unless they are spots, and a number on
        both places of a cell drawn twice. Names too small to be read are left out: pages show them on request."""
        if self.board.glue is None:
            unnamed = self.board.places.values() if self._beside else {*self.board.bonds, *self.layout.between}
            named = {place: self.board.name_of(place) for place, cell in self.board.places.items()
                     if cell not in unnamed and not self._spot(cell)}  # fmt: skip
            least = max(self.frame[2:]) / LEGIBLE
            return {place: name for place, name in named.items() if self.written_at(place, name) > least}
        numbers = {cell: str(number) for number, cell in enumerate(sorted(self.board.second_places), 1)}
        return {place: numbers[cell] for place, cell in self.board.places.items() if cell in numbers}

    def size_on(self, place: Coordinate, caption: str) -> float:
        """Return the largest size in which a caption fits on a stone of its cell."""
        return 1.7 * self.layout.stone(self.board.cells[self.board.places[place]]) / (0.62 * len(caption))

    def written_at(self, place: Coordinate, caption: str, size: float = 12) -> float:
        """Return the size of a caption that would like to be of a size where cells are closest."""
        return min(size * min(self.layout.room(place), WIDEST), self.size_on(place, caption))

    @cached_property
    def written(self) -> dict[Coordinate, str]:
        """The captions as they are drawn on empty cells."""
        return {
            place: label(
                self.layout.centre(place),
                text,
                self.written_at(place, text),
                class_="caption",
                fill=LABEL,
                data_mark="cell",
            )
            for place, text in self.captions.items()
            if text
        }

    def _ghosts(self, faint: Faint) -> Iterator[str]:
        """Draw the places beyond wrapped sides, each with the name of the cell that it stands for."""
        return (shape + faint(cell, at) + written for cell, at, shape, written in self._beyond_sides)

    @cached_property
    def _beyond_sides(self) -> list[tuple[int, Point, str, str]]:
        """The ghosts: the cell that each stands for, its middle, its shape and its name."""
        found = []
        for place, ghost in sorted(self.layout.ghosts.items(), key=lambda item: (item[0].r, item[0].q)):
            name, cell = self.board.name_of(ghost.place), self.board.places[ghost.place]
            at = self.layout.centre(place)
            corners, colours = (
                points(self._corners(place)),
                {"fill": mix(PAPER, CELL, 0.45), "stroke": mix(PAPER, LINE, 0.4)},
            )
            shape = tag("polygon", tag("title", clean(name)), points=corners, **colours, **self._where(place, cell))
            written = label(at, name, 10, class_="name", fill=LABEL, fill_opacity=0.8, pointer_events="none")
            found.append((cell, at, shape, written))
        return found

    def _corners(self, place: Coordinate) -> Iterable[Point]:
        return (side.start for side in self.layout.sides(place))

    def _seams(self) -> Iterator[str]:
        for seam, colour in zip(range(len(self.board.seams)), SEAMS, strict=False):
            lines = chains(self.layout.seam_sides(seam))
            if lines:
                yield tag("path", d="".join(f"M{points(line)}" for line in lines), stroke=colour)

    # Around it

    @cached_property
    def _beside(self) -> list[tuple[Point, str]]:
        """The names of the columns and rows of a graph, where they would not fit into its cells."""
        return names_beside(self.layout) if any(map(self._spot, self.board.places.values())) else []

    def _labels(self) -> Iterator[str]:
        for at, name in (*names_outside(self.layout), *self._beside):
            yield label(at, name, 13, class_="coordinate")
        for place, others in self.layout.opposite.items():
            at = self.layout.outside_of(place)
            for number, other in enumerate(others):
                line = Point(at.x, at.y + 11 * (number - (len(others) - 1) / 2))
                yield label(line, self.board.name_of(other), 10, class_="opposite", fill_opacity=0.8)
