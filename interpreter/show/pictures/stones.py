"""What a picture shows of one position: stones, the last move, and what covers cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt

from ...board.board import Board
from ...play.moves import UNKNOWN
from ...rules.declarations.things import STONE
from ...rules.program import Rules
from ...rules.spellings import Form
from ...values.values import Coordinate
from ..boards.labels import dots_on, numbers_on
from ..boards.words import Shown, form_of
from .captions import Cover
from .elements import Point, label, layer, number, points, tag
from .forms import Stand, drawn, is_signed, signed, signed_area
from .geometry import Layout
from .ground import Ground, shaded
from .lines import lines_along, steps_along
from .paint import CELL, GOLD, LABEL, LINE, PAPER, WINNING, Paint, paint_of

DISCS = f"{STONE.glyph}•"
"""Signs that look like the disc on which they would stand."""

WAY = ("casing", "#2b2926", 7.5), ("along", "#ffd23c", 4.0)
"""The line along the chain that has won: its classes, colours and widths."""

FEW_DOTS, GOLDEN = 5, pi * (3 - sqrt(5))
"""As many dots as lie close to the middle; how far each is turned from the one before it."""

SMALL = {"peg": 0.66, "bar": 0.5}
"""How large pieces are, of some forms, beside a disc."""

DEEPEST = 6
"""How many pieces below the top of a pile are drawn at most."""

CORNERED = ("square", "slab", "block", "cone", "pawn")
"""The forms whose outline is not round."""

LAST = ("hairline", "#2b2926", 0.26), ("last", "#ffffff", 0.13)
"""The ring around the stone of the last move, over a dark hairline: the widths are in radii."""


@dataclass(frozen=True)
class Stones:
    """The drawings of one position above the ground of its board."""

    shown: Shown
    ground: Ground
    cover: Cover

    @property
    def board(self) -> Board:
        """The board that they stand on."""
        return self.ground.board

    @property
    def _layout(self) -> Layout:
        return self.ground.layout

    @cached_property
    def fills(self) -> dict[int, str]:
        """The colours of cells that play decides, that are covered or that belong to the winning chain."""
        shades = {cell: shaded(colour) for cell, colour in self._shades.items()}
        return {**shades, **self.cover.fills, **dict.fromkeys(self._winning, WINNING)}

    @cached_property
    def _shades(self) -> dict[int, str]:
        return self.shown.shades

    def layer(self) -> str:
        """Return what stands on each place."""
        return layer("stones", self._stones(), pointer_events="none")

    def chain(self) -> str:
        """Return the lines along the chain that has won, over a casing."""
        lines = lines_along(self._layout, self._steps)
        return layer("way", (
            tag("path", class_=name, d="".join(f"M{points(line)}" for line in lines), stroke=stroke, stroke_width=wide)
            for name, stroke, wide in WAY if lines
        ), fill="none", stroke_linecap="round", pointer_events="none")  # fmt: skip

    @cached_property
    def _steps(self) -> list[tuple[int, int]]:
        """The steps along the chain that has won."""
        chain, ended = self.shown.winning_cells, self.shown.outcome
        if not chain or ended is None or ended.winner is None:
            return []
        return steps_along(self._layout, chain, self.shown.game.players.index(ended.winner))

    def apart(self) -> list[str]:
        """Return all that belongs to the position as layers above the ground, for a page that keeps the ground."""
        ghosts = (self.faint(self.board.places[ghost.place], self._layout.centre(place))
                  for place, ghost in self._layout.ghosts.items())  # fmt: skip
        return [
            layer("lit", self._lit(), stroke=LINE, stroke_width=1, pointer_events="none"),
            layer("faints", filter(None, ghosts)),
            self.layer(),
            self.chain(),
            layer("signs", self._signs(), stroke="none", pointer_events="none"),
        ]

    def _lit(self) -> Iterator[str]:
        for place, cell in self.board.places.items():
            if cell in self.fills:
                name = "winning" if cell in self._winning else "covered"
                is_shade = cell not in self.cover.fills and cell not in self._winning
                paint = {"data_paint": paint_of(self._shades[cell]).name} if is_shade else {}
                yield self.ground.shape(place, class_=name, fill=self.fills[cell], **paint)

    def _signs(self) -> Iterator[str]:
        """Draw on each stone the sign of its player, so that colours are not all that tells them apart."""
        for place, cell in self.board.places.items():
            held, paint = self.shown.at(cell), self._paint_on(cell)
            owner = self._owner(held[0]) if held and held[0] in self.shown.game.players else 0
            if held is None or not is_signed(owner, paint):
                continue
            at, form = self._layout.centre(place), self._form(held)
            if cell in self._layout.between and not form.shape:
                yield from signed_area(at, self._layout.ground(place), paint)
                continue
            is_free = self._glyph(cell) is None and form.shape != "letter" and cell not in self._written
            where = "top" if has_rings(self.shown.game.rules) else "middle" if is_free else "rim"
            shape = "bar" if self._layout.bar(place) else form.shape
            yield from signed(owner, shape, Stand(at, self._radius(cell), ()), paint, where)

    @cached_property
    def _written(self) -> Set[int]:
        """The cells on which something is written."""
        captions = self.ground.captions if self.board.glue is not None else {}
        return {*self._numbers, *self.cover.texts, *(self.board.places[place] for place in captions)}

    def faint(self, cell: int, at: Point) -> str:
        """Return the stone of a cell where a ghost of it lies; no text if there is none."""
        stone = "".join(self._stone(cell, at))
        return tag("g", stone, class_="faint", opacity=0.3, pointer_events="none") if stone else ""

    @cached_property
    def _winning(self) -> frozenset[int]:
        """The cells along the chain that has won, as far as they are shown."""
        return frozenset(cell for pair in self._steps for cell in pair) or self.shown.winning_cells

    @cached_property
    def _last(self) -> tuple[int | None, int | None]:
        """The cell of the last move, and the cell that it came from."""
        move = self.shown.last_trace
        return (self.board.by_name.get(move.cell), self.board.by_name.get(move.source)) if move else (None, None)

    @cached_property
    def _numbers(self) -> dict[int, str]:
        return numbers_on(self.shown, with_dots=False)

    @cached_property
    def _dots(self) -> dict[int, tuple[int, str]]:
        return dots_on(self.shown)

    @cached_property
    def _special(self) -> set[int | None]:
        """The cells on which there may be something to be drawn, even if they are empty."""
        return {*self._last, *self._numbers, *self._dots, *self.cover.texts, *self.cover.inks}

    def _stones(self) -> Iterator[str]:
        bare = self.ground.written
        between = self._layout.between
        for place, cell in sorted(self.board.places.items(), key=lambda each: each[1] not in between):
            if cell not in self._special and self.shown.at(cell) is None:
                yield from filter(None, [bare.get(place)])
                continue
            at = self._layout.centre(place)
            marks = [*self._stone(cell, at), *self._last_move(cell, at), *self._caption(place, at)]
            marks += self._heap(cell, at)
            marks += self._number(place, at) if cell not in self.cover.texts else self._covering(place, at)
            if marks:
                yield "".join(marks)

    def _stone(self, cell: int, at: Point) -> Sequence[str]:
        """Return the drawing of a stone, which is the same in every position; nothing for an empty cell."""
        held, drawn = self.shown.at(cell), self.ground.stones
        if held is None:
            return ()
        pile = self.shown.pile(cell)[1:] if self.shown.game.rules.stacks > 1 else ()
        arms = self._arms(cell, held)
        key = cell, at, held, cell in self._winning, pile, arms
        if key not in drawn:
            drawn[key] = (*self._below(cell, at, pile), *self._disc(cell, at, held, arms))
        return drawn[key]

    def _arms(self, cell: int, held: tuple[str, str]) -> tuple[int, ...]:
        """The neighbours to which a bar reaches that does not lie on a link."""
        if self._form(held).shape != "bar" or self._layout.bar(self.board.cells[cell]):
            return ()
        return tuple(other for other in self.board.rows[cell] if self.shown.at(other) == held)

    def _below(self, cell: int, at: Point, pile: Sequence[tuple[str, str]]) -> Iterator[str]:
        """What lies below the top of a pile, as far as its rims can be seen."""
        for depth, piece in reversed(list(enumerate(pile[:DEEPEST], 1))):
            form, radius = self._form(piece), self._radius(cell)
            paint = paint_of(form.colour) if form.colour else self.ground.paints[self._owner(piece[0])]
            lower = Point(at.x, at.y + 0.2 * radius * depth)
            body = {
                "class_": "under",
                "fill": paint.fill,
                "stroke": paint.rim,
                "stroke_width": "1",
                "data_paint": paint.name,
            }
            yield from drawn(form, Stand(lower, radius, _around(lower, radius)), paint, body, self.ground.paints)

    def _disc(self, cell: int, at: Point, held: tuple[str, str], arms: Sequence[int]) -> Iterator[str]:
        """Draw a disc, with the sign of its kind unless that is the first kind and looks like a disc itself."""
        paint, bar, form = self._paint_on(cell), self._layout.bar(self.board.cells[cell]), self._form(held)
        colour, width = (GOLD, 3) if cell in self._winning else (paint.rim, 1.5)
        won = {"data_won": "yes"} if cell in self._winning else {}
        body = {"class_": "stone", "fill": paint.fill, "stroke": colour, "stroke_width": number(width), **won,
                "data_paint": paint.name, "data_cell": str(cell), "data_owner": str(self._owner(held[0]))}  # fmt: skip
        if form.shape == "nothing":
            yield self.ground.shape(self.board.cells[cell], class_="stone", fill=PAPER, stroke=PAPER)
        elif bar:
            yield tag("polygon", points=points(bar), **body)
        elif cell in self._layout.between and not form.shape:
            yield self.ground.shape(self.board.cells[cell], **{**body, "class_": "stone space"}, fill_opacity=0.65)
            return
        else:
            ends = (self._layout.centre(self.board.cells[other]) for other in arms)
            yield from (tag("line", class_="arm", x1=at.x, y1=at.y, x2=(at.x + end.x) / 2, y2=(at.y + end.y) / 2,
                            stroke=paint.fill, stroke_width=0.5 * self._radius(cell), data_paint=paint.name)
                        for end in ends if cell not in self.board.bonds)  # fmt: skip
            ground = self._layout.ground(self.board.cells[cell])
            stand = Stand(at, self._radius(cell), ground if isinstance(ground, list) else _around(at, ground))
            yield from drawn(form, stand, paint, body, self.ground.paints)
        if form.shape not in ("", "letter"):
            return
        room = self._room(cell)
        if glyph := self._glyph(cell):
            yield label(at, glyph, 18 * room, class_="kind", fill=paint.mark, data_mark=paint.name)
        elif glyph is not None and cell not in self.board.bonds:
            yield tag("circle", class_="kind", cx=at.x, cy=at.y, r=7.5 * room, fill="none", stroke=paint.mark,
                       stroke_width=3 * room, data_mark=paint.name)  # fmt: skip

    def _form(self, held: tuple[str, str]) -> Form:
        """How a piece looks, given by its owner and its kind."""
        return form_of(self.shown.game.rules, held)

    def _radius(self, cell: int) -> float:
        """The radius of a stone on a cell."""
        return self._layout.stone(self.board.cells[cell])

    def _room(self, cell: int) -> float:
        """How many times as large as the smallest a cell is drawn."""
        return self._layout.room(self.board.cells[cell])

    def _glyph(self, cell: int) -> str | None:
        """The sign of the piece on a cell: None for a plain disc, no text for a ring."""
        held = self.shown.at(cell)
        if held is None or held[1] == UNKNOWN:
            return held and UNKNOWN
        return glyph_of(held[1], self.shown.game.rules, self._form(held))

    def _last_move(self, cell: int, at: Point) -> Iterator[str]:
        target, source = self._last
        if cell not in self._last:
            return
        held = self.shown.at(cell)
        size = SMALL.get(self._form(held).shape, 1.0) if held else 1.0
        ring, room = self._paint_on(cell).mark, size * self._radius(cell)
        radius = 0.82 * room
        if cell == target and held:
            for name, stroke, wide in LAST:
                line = {"class_": name, "fill": "none", "stroke": stroke, "stroke_width": number(wide * room)}
                yield from self._outlined(cell, at, self._form(held), 1.04 * room, line)
        elif cell == target:
            yield tag("circle", class_="last", cx=at.x, cy=at.y, r=radius, fill="none", stroke=ring, stroke_width=1.6)
        if cell == source:
            yield tag("circle", class_="source", cx=at.x, cy=at.y, r=radius, fill="none", stroke=ring,
                       stroke_width=1.6, stroke_dasharray="3 3")  # fmt: skip

    def _outlined(self, cell: int, at: Point, form: Form, radius: float, line: dict[str, str]) -> Iterator[str]:
        """A line around a piece: around those with corners it has corners, lest they look like discs."""
        place = self.board.cells[cell]
        if form.shape == "tile":
            yield self.ground.shape(place, **line)
        elif form.shape in CORNERED:
            stand = Stand(at, 1.08 * radius, _around(at, radius))
            yield from drawn(form, stand, self._paint_on(cell), line, self.ground.paints)
        else:
            yield tag("circle", cx=at.x, cy=at.y, r=radius, **line)

    def _caption(self, place: Coordinate, at: Point) -> Iterator[str]:
        caption, cell = self.ground.captions.get(place), self.board.places[place]
        if caption and (self.shown.at(cell) is None or self.board.glue is not None):
            lies_below = cell in self.cover.texts
            size = self.ground.written_at(place, caption, 8 if lies_below else 12)
            lowered = Point(at.x, at.y + (9.5 * self._room(cell) if lies_below else 0))
            yield label(lowered, caption, size, class_="caption", **self._ink(cell))

    def _heap(self, cell: int, at: Point) -> Iterator[str]:
        """As many dots as a number says, each beside those before it, as seeds lie in a flower."""
        if cell not in self._dots:
            return
        many, colour = self._dots[cell]
        paint, reach = paint_of(colour or "brown"), 0.95 * self._radius(cell)
        for each in range(many):
            out, turn = reach * sqrt((each + 0.5) / max(many, FEW_DOTS)), each * GOLDEN
            yield tag("circle", class_="dot", cx=at.x + out * cos(turn), cy=at.y + out * sin(turn), r=0.22 * reach,
                      fill=paint.fill, stroke=paint.rim, data_paint=paint.name)  # fmt: skip

    def _number(self, place: Coordinate, at: Point) -> Iterator[str]:
        """Write the numbers of a cell, or of the piece on it, above its caption."""
        cell = self.board.places[place]
        if text := self._numbers.get(cell):
            is_named, room = place in self.ground.captions and self.shown.at(cell) is None, self._room(cell)
            raised = Point(at.x, at.y - (10 * room if is_named else 0))
            size = (8 if is_named else 11) * room
            yield label(raised, text, size, class_="number", **self._ink(cell))

    def _covering(self, place: Coordinate, at: Point) -> Iterator[str]:
        """Write the text that covers a cell, above its caption."""
        cell, room = self.board.places[place], self._layout.room(place)
        raised = Point(at.x, at.y - (3 * room if place in self.ground.captions else 0))
        yield label(raised, self.cover.texts[cell], 12 * room, class_="value", fill=self.cover.inks.get(cell, LABEL))

    def _paint_on(self, cell: int) -> Paint:
        """Return the colours of the stone on a cell, or of the empty board."""
        held = self.shown.at(cell)
        if held:
            colour = self._form(held).colour
            return paint_of(colour) if colour else self.ground.paints[self._owner(held[0])]
        return Paint("cell", CELL, LINE, self.cover.inks.get(cell, LABEL))

    def _ink(self, cell: int) -> dict[str, str]:
        """The colour of what is written on a cell or on the stone there, as attributes."""
        paint = self._paint_on(cell)
        return {"fill": paint.mark} if cell in self.cover.inks else {"fill": paint.mark, "data_mark": paint.name}

    def _owner(self, name: str) -> int:
        return self.shown.game.rules.owners.index(name)


def _around(at: Point, radius: float) -> list[Point]:
    """The corners of a square around a disc, for what needs sides."""
    return [Point(at.x + x * radius, at.y + y * radius) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def glyph_of(kind: str, rules: Rules, form: Form) -> str | None:
    """The sign that a piece bears: None where its form says all, no text for a ring."""
    if form.shape:
        return (form.words or kind)[0].upper() if form.shape == "letter" else None
    glyph = next(piece.glyph for piece in rules.pieces if piece.name == kind)
    if kind == rules.pieces[0].name and glyph in DISCS:
        return None
    return glyph if glyph != STONE.glyph else ""


def has_rings(rules: Rules) -> bool:
    """Whether pieces are told apart by being rings, so that no sign may look like one."""
    return any(form.shape == "ring" for form in rules.looks.pieces.values())
