"""How pieces are drawn, by the forms that rule sheets give them: one row for each form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import atan2, pi

from ...record import Record
from ...rules.spellings import Form
from .elements import Point, number, points, tag
from .paint import SIGNS, Paint


class Stand(Record):
    """Where a piece stands: the middle, the radius of a disc there, and the corners of the cell."""

    at: Point
    radius: float
    corners: Sequence[Point]

    def seen(self, *offsets: tuple[float, float]) -> str:
        """Return points around the middle, in radii, as the attribute of a polygon."""
        return points(Point(self.at.x + x * self.radius, self.at.y + y * self.radius) for x, y in offsets)

    @property
    def sides(self) -> list[Point]:
        """The middles of the sides of the cell, clockwise from the top."""
        ends = [*self.corners, *self.corners[:1]]
        middles = [Point((one.x + other.x) / 2, (one.y + other.y) / 2) for one, other in pairwise(ends)]
        return sorted(middles, key=lambda each: _turn(each, self.at))


def _turn(point: Point, middle: Point) -> float:
    """How far a point lies from straight up, clockwise; what is a hair to the left counts as straight up."""
    return (atan2(point.x - middle.x, middle.y - point.y) + 1e-6) % (2 * pi)


Drawn = Iterator[str]
Draw = Callable[[Stand, Paint, dict[str, str]], Drawn]
"""Draws a piece; the attributes are those of its outline: the fill, the rim, whose it is."""


def _disc(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield tag("circle", cx=stand.at.x, cy=stand.at.y, r=stand.radius, **body)


def _ring(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield tag(
        "path", d=_circle(stand.at, stand.radius) + _circle(stand.at, 0.5 * stand.radius), fill_rule="evenodd", **body
    )


def _circle(at: Point, r: float) -> str:
    """A circle as a part of a path."""
    left, wide = points([Point(at.x - r, at.y)]), number(2 * r)
    return f"M{left}a{number(r)},{number(r)} 0 1 0 {wide},0a{number(r)},{number(r)} 0 1 0 -{wide},0Z"


def _square(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield _box(stand, 0.85, 0.85, 0.1, body)


def _slab(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield _box(stand, 0.95, 0.62, 0.2, body)


def _block(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield tag("polygon", points=stand.seen((-0.98, 0.5), (-0.5, 0.98), (0.98, -0.5), (0.5, -0.98)), **body)


def _cone(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield tag("polygon", points=stand.seen((0, -1), (0.9, 0.75), (0.45, 0.95), (-0.45, 0.95), (-0.9, 0.75)),
              stroke_linejoin="round", **body)  # fmt: skip


def _pawn(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    left, neck, nape, right = (stand.seen(each) for each in ((-0.75, 0.95), (-0.3, -0.08), (0.3, -0.08), (0.75, 0.95)))
    head = number(0.48 * stand.radius)
    yield tag("path", d=f"M{left}L{neck}A{head},{head} 0 1 1 {nape}L{right}Z", stroke_linejoin="round", **body)


def _peg(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield tag("circle", cx=stand.at.x, cy=stand.at.y, r=0.6 * stand.radius, **body)


def _bar(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield tag("circle", cx=stand.at.x, cy=stand.at.y, r=0.42 * stand.radius, **body)


def _nothing(stand: Stand, paint: Paint, body: dict[str, str]) -> Drawn:
    yield from ()


def _box(stand: Stand, wide: float, high: float, round_: float, body: dict[str, str]) -> str:
    """A rectangle around the middle; half of its width and height are in radii, and so are its round corners."""
    at, radius = stand.at, stand.radius
    return tag("rect", x=at.x - wide * radius, y=at.y - high * radius, width=2 * wide * radius,
               height=2 * high * radius, rx=round_ * radius, **body)  # fmt: skip


_DRAWN: dict[str, Draw] = {
    "disc": _disc, "letter": _disc, "bar": _bar, "ring": _ring, "square": _square, "slab": _slab, "block": _block,
    "cone": _cone, "pawn": _pawn, "peg": _peg, "nothing": _nothing,
}  # fmt: skip


def drawn(form: Form, stand: Stand, paint: Paint, body: dict[str, str], colours: Sequence[Paint]) -> Drawn:
    """Draw a piece as its form says; `colours` are those of all owners, for tracks."""
    if form.shape == "tile":
        return _tile(form, stand, body, colours)
    return _DRAWN[form.shape or "disc"](stand, paint, body)


TILE, EDGE = "#3a3732", "#8d8577"
"""The colours of tiles and of their rims, on which all players' tracks can be seen."""


def _tile(form: Form, stand: Stand, body: dict[str, str], colours: Sequence[Paint]) -> Drawn:
    """A tile: tracks on it in players' colours, each over a casing, so that a crossing looks like a bridge."""
    yield tag("polygon", points=points(_inset(stand)), **{**body, "fill": TILE, "stroke": EDGE, "data_paint": "tile"})
    for owner, sides in form.tracks:
        ends = [stand.sides[side] for side in sides if side < len(stand.sides)]
        path = "".join(_track(ends, stand.at))
        paint, radius = colours[owner], stand.radius
        yield tag("path", class_="bed", d=path, fill="none", stroke=TILE, stroke_width=0.56 * radius)
        yield tag("path", class_="track", d=path, fill="none", stroke=paint.fill, stroke_width=0.34 * radius,
                  data_track=str(owner), data_paint=paint.name)  # fmt: skip


def _inset(stand: Stand) -> Iterator[Point]:
    return (Point(stand.at.x + 0.97 * (each.x - stand.at.x), stand.at.y + 0.97 * (each.y - stand.at.y))
            for each in stand.corners)  # fmt: skip


def _track(ends: Sequence[Point], middle: Point) -> Iterator[str]:
    """A curve through the middle from the first end to each other one."""
    for other in ends[1:]:
        yield f"M{points(ends[:1])}Q{points([middle])} {points([other])}"


UNSIGNED = ("black", "white")
"""Colours that can be told from all others by how light they are."""

ROUND = ("", "disc", "letter")
"""The forms with room for a ring along the rim."""

HIGH = {"ring": 0.76, "bar": 0.0, "peg": 0.0, "pawn": 0.5, "slab": 0.35, "block": 0.0, "cone": -0.5}
"""How high on a form the sign of a player stands, in radii: on others it stands near the rim."""

NEAR_RIM, SMALL = 0.72, 0.16


def is_signed(owner: int, paint: Paint) -> bool:
    """Whether the pieces of a player, by number, bear a sign besides their colour."""
    return 0 < owner < len(SIGNS) and paint.name not in UNSIGNED


def signed(owner: int, shape: str, stand: Stand, paint: Paint, where: str) -> Drawn:
    """Draw the sign of a player on a piece: `where` is `middle`, `rim` if that is taken, `top` if no ring may stand."""
    at, radius = stand.at, stand.radius
    if owner == 1 and where == "middle" and shape in (*ROUND, "peg"):
        yield _hoop(at, 0.36 * radius, 0.13 * radius, paint)
    elif owner == 1 and where != "top" and shape in ROUND:
        yield _hoop(at, 0.84 * radius, 0.1 * radius, paint)
    else:
        high = HIGH.get(shape, NEAR_RIM) * radius
        corners = (Point(at.x + SMALL * radius * x, at.y - high + SMALL * radius * y) for x, y in SIGNS[owner])
        yield tag("polygon", points=points(corners), fill=paint.mark, data_mark=paint.name)


def signed_area(at: Point, corners: Sequence[Point] | float, paint: Paint) -> Drawn:
    """Draw the sign of all players but the first on an area: its outline once more, inside."""
    inner = [at + (each + at * -1) * 0.7 for each in corners] if not isinstance(corners, float) else []
    yield tag("polygon", class_="kind", points=points(inner), fill="none", stroke=paint.mark, stroke_width=1.5,
              data_mark=paint.name)  # fmt: skip


def _hoop(at: Point, radius: float, wide: float, paint: Paint) -> str:
    return tag("circle", class_="kind", cx=at.x, cy=at.y, r=radius, fill="none", stroke=paint.mark,
               stroke_width=wide, data_mark=paint.name)  # fmt: skip
