"""Tiles on text boards: the tracks of one player are double lines, all others' are single ones."""

from __future__ import annotations

from ...rules.program import Rules
from ...rules.spellings import Form
from .palette import Face
from .words import Mark

WIDTH = 3

_SIDES = {
    (0, 2): "║", (1, 3): "═", (0, 1): "╚", (0, 3): "╝", (1, 2): "╔", (2, 3): "╗", (0, 1, 2): "╠", (0, 2, 3): "╣",
    (0, 1, 3): "╩", (1, 2, 3): "╦", (0, 1, 2, 3): "╬",
}  # fmt: skip
"""The double line that joins sides of a square, which are counted clockwise from the top."""

_CROSSED = {"║": "╫", "═": "╪"}
"""The same with a single line across it."""

DOUBLE, SINGLE = "═", "─"


def are_tiled(rules: Rules, face: Face) -> bool:
    """Whether some pieces are tiles that text boards can draw."""
    return any(_is_drawn(form, face) for form in rules.looks.pieces.values())


def tile_of(form: Form, face: Face) -> tuple[Mark, ...]:
    """Return what a tile looks like from the left of its middle to the next tile; nothing where it cannot be drawn."""
    if not _is_drawn(form, face):
        return ()
    (owner, sides), *others = form.tracks
    ways = {side: (DOUBLE if number == 0 else SINGLE, f"player{player}")
            for number, (player, ends) in enumerate(form.tracks) for side in ends}  # fmt: skip
    line = _SIDES[tuple(sorted(sides))]
    is_crossed = any({side + 2 for side in ends if side < 2} & {*ends} for _, ends in others)
    middle = _CROSSED.get(line, line) if is_crossed else line
    left, right = (ways.get(side, (" ", "empty")) for side in (3, 1))
    return left, (middle, f"player{owner}"), right, right


def tracks_told(rules: Rules, face: Face) -> str:
    """Return whose tracks are which lines; empty where there are no tiles."""
    drawn = [form for form in rules.looks.pieces.values() if _is_drawn(form, face)]
    said = dict.fromkeys((owner, DOUBLE if number == 0 else SINGLE)
                         for form in drawn for number, (owner, _) in enumerate(form.tracks))  # fmt: skip
    return "   ".join(f"{face.paint(line * 2, f'player{owner}')} {rules.owners[owner]}" for owner, line in said)


def _is_drawn(form: Form, face: Face) -> bool:
    return face.has_lines and form.shape == "tile" and bool(form.tracks) and tuple(sorted(form.tracks[0][1])) in _SIDES
