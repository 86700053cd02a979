"""What the pieces of a game are called, beside their drawings: for who has never seen the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..record import Record
from ..rules.facts.placement import pieces_brought
from ..rules.program import NEUTRAL, Rules
from ..rules.spellings import Form
from .boards.words import Shown
from .pictures.elements import Point, label, number, points, tag
from .pictures.forms import Stand, drawn, is_signed, signed, signed_area
from .pictures.ground import Ground
from .pictures.paint import LABEL, paint_of
from .pictures.stones import LAST, glyph_of, has_rings

SAMPLE, REACH = 13.0, 17.0
"""The radius of a disc that is drawn by itself; how far from its middle any piece reaches."""


class Meaning(Record):
    """Words, with the pieces that they stand for, each as the numbers of its kind and its owner."""

    words: str
    pieces: tuple[tuple[int, int], ...]


def legend(rules: Rules, ground: Ground) -> tuple[Meaning, ...]:
    """Return what pieces are called, as far as play brings them to the board and the players' colours do not say it."""
    found = tuple(_meanings(rules, ground))
    says_more = any(len(each.pieces) < len(rules.players) or rules.looks.piece(owner, kind).words
                    for each in found for kind, owner in each.pieces)  # fmt: skip
    return found if len(found) > 1 or says_more else ()


def _meanings(rules: Rules, ground: Ground) -> Iterator[Meaning]:
    brought, nobody = pieces_brought(rules), len(rules.players)
    is_shared = any((owner, 0) in brought for owner in range(nobody))
    for kind, piece in enumerate(rules.pieces):
        drawings: dict[str, int] = {}
        for owner in range(len(rules.owners)):
            if (owner, kind) in brought and rules.looks.piece(owner, kind).shape != "nothing":
                drawings.setdefault(sample(rules, owner, kind, ground), owner)
        rows: dict[str, list[tuple[int, int]]] = {}
        for owner in drawings.values():
            plain = f"{NEUTRAL} {piece.name}" if owner == nobody and kind == 0 and is_shared else piece.name
            words = rules.looks.piece(owner, kind).words or plain
            is_ones = owner < nobody and len({rules.looks.piece(each, kind).words for each in range(nobody)}) > 1
            words += f" ({rules.owners[owner]})" if is_ones and words != rules.owners[owner] else ""
            rows.setdefault(words, []).append((kind, owner))
        yield from (Meaning(words, tuple(pieces)) for words, pieces in rows.items())


def traces(shown: Shown) -> tuple[str, ...]:
    """Return what `TRACES` are called that are drawn of the last move."""
    move = shown.last_trace
    return () if move is None else tuple(words for words, cell in zip(TRACES, (move.cell, move.source), strict=True)
                                         if cell)  # fmt: skip


def _ring(name: str, stroke: str, **line: str) -> str:
    return tag("circle", class_=name, cx=0.0, cy=0.0, r=SAMPLE, fill="none", stroke=stroke, **line)


_LAST = "".join(_ring(name, stroke, stroke_width=number(wide * SAMPLE)) for name, stroke, wide in LAST)
_SOURCE = _ring("source", LABEL, stroke_width="1.6", stroke_dasharray="3 3")

TRACES = {
    words: tag("g", drawing, xmlns="http://www.w3.org/2000/svg")
    for words, drawing in (("last move", _LAST), ("moved from here", _SOURCE))
}
"""How the cell of the last move is marked, and where it came from."""


def badge(rules: Rules, player: int, ground: Ground) -> str:
    """Return what stands for a player, by number: the only kind of piece if there is but one, else a disc."""
    is_only = len(rules.pieces) == 1 and (player, 0) in pieces_brought(rules)
    return sample(rules, player, 0 if is_only else None, ground)


def sample(rules: Rules, owner: int, kind: int | None, ground: Ground) -> str:
    """Return a group with one piece as the board draws it, around the origin; without a kind, a disc of its owner's."""
    form = Form() if kind is None else rules.looks.piece(owner, kind)
    paint = paint_of(form.colour) if form.colour else ground.paints[owner]
    body = {"class_": "stone", "fill": paint.fill, "stroke": paint.rim, "stroke_width": "1.5", "data_paint": paint.name}
    shape, outline = ("disc", []) if kind is None else _stood_on(form, ground)
    stand = Stand(Point(0, 0), SAMPLE, outline or _SQUARE)
    sign = None if kind is None else glyph_of(rules.pieces[kind].name, rules, form)
    if shape == "area":
        parts = [tag("polygon", points=points(outline), **{**body, "class_": "stone space"}, fill_opacity=0.65)]
        marks = signed_area(stand.at, outline, paint)
    else:
        is_bar = shape == "bar" and outline
        parts = [tag("polygon", points=points(outline), **body)] if is_bar else [
            *([_arm(paint.fill, paint.name)] if shape == "bar" else []),
            *drawn(form, stand, paint, body, ground.paints),
        ]  # fmt: skip
        where = "top" if has_rings(rules) else "middle" if sign is None and shape != "letter" else "rim"
        marks = signed(owner, shape, stand, paint, where)
    if sign and shape != "area":
        parts.append(label(stand.at, sign, 1.2 * SAMPLE, class_="kind", fill=paint.mark, data_mark=paint.name))
    elif sign is not None and shape not in ("area", "bar"):
        parts.append(tag("circle", class_="kind", cx=0.0, cy=0.0, r=0.5 * SAMPLE, fill="none", stroke=paint.mark,
                         stroke_width=3.0, data_mark=paint.name))  # fmt: skip
    if is_signed(owner, paint) and owner < len(rules.players):
        parts.append(tag("g", "".join(marks), class_="signs"))
    return tag("g", "".join(parts), xmlns="http://www.w3.org/2000/svg", text_anchor="middle")


_SQUARE = [Point(x * REACH, y * REACH) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _stood_on(form: Form, ground: Ground) -> tuple[str, list[Point]]:
    """How a piece is drawn on the first cell that suits it, and the outline of that, around the origin."""
    layout, cells = ground.layout, range(len(ground.board.cells))
    if form.shape in ("", "bar"):
        bar = next((bar for bar in map(layout.bar, ground.board.cells) if bar), [])
        if bar and (form.shape or len(ground.board.bonds) == len(cells)):
            return "bar", _moved(bar)
        if layout.between and not form.shape:
            place = layout.ground(ground.board.cells[min(layout.between)])
            return "area", _moved(place) if isinstance(place, list) else _SQUARE
        return form.shape, []
    outline = layout.ground(ground.board.cells[0])
    return form.shape, _moved(outline) if isinstance(outline, list) else []


def _moved(outline: Sequence[Point]) -> list[Point]:
    """An outline around the origin, as large as a sample may be."""
    middle = sum(outline, start=Point(0, 0)) * (1 / len(outline))
    around = [each + middle * -1 for each in outline]
    reach = max(max(abs(each.x), abs(each.y)) for each in around)
    return [each * (REACH / reach) for each in around]


def _arm(fill: str, paint: str) -> str:
    """The bar of a piece that reaches to others of its kind."""
    return tag("line", class_="arm", x1=-REACH, y1=0, x2=REACH, y2=0, stroke=fill, stroke_width=0.5 * SAMPLE,
               data_paint=paint)  # fmt: skip
