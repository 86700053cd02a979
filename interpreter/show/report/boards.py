"""Boards of a report: positions, maps of shares, and whole games of which every position can be shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import groupby, pairwise

from ...loading import rebuild
from ...play.game import Game
from ...play.state import State
from ...proofs.counterexample import board_of
from ...reports.sections import Course, Diagram
from ..pictures.elements import number
from ..pictures.geometry import STONE as RADIUS
from ..pictures.heat import Heat
from ..pictures.paint import paints
from ..pictures.picture import ground_of, svg

Span = tuple[int, int]
"""The first and the last position in which something is drawn."""


APART = 60
"""By how much the shades of stones differ that nobody takes for each other, of 255."""

CAPTION = 8.0
"""How far below the middle of a stone a text stands at most that is written on it, where stones are smallest."""

SIGNS = {
    "a dot": '<circle r="4"/>',
    "a bar": '<rect x="-7" y="-2" width="14" height="4"/>',
    "a square": '<rect x="-5" y="-5" width="10" height="10"/>',
    "a cross": '<path d="M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z"/>',
    "an upright bar": '<rect x="-2" y="-7" width="4" height="14"/>',
}
"""What stones of the second player, the third … bear, drawn around the middle of the stone."""


STONE = r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)" class="stone"[^>]* data-owner="{}"/>'
"""What is drawn of a stone of a player, whose number is left open."""


def diagram(game: Game, shown: Diagram) -> str:
    """Return a diagram as an SVG element."""
    if shown.options:
        game = _with(game, tuple(shown.options.items()))
    state = board_of(game, shown.filling) if shown.filling else _start(game).play_all(shown.moves)
    if shown.shares is None:
        return _inline(_signed(svg(state), game))
    cells = game.board.by_name
    return _inline(svg(state, Heat({cells[name]: share for name, share in shown.shares.items()}).cover()))


@lru_cache(maxsize=4)
def _with(game: Game, options: tuple[tuple[str, bool | int | str], ...]) -> Game:
    """A game with other options, of which the same board is drawn several times."""
    return rebuild(game.sources, {**game.options, **dict(options)})


def course(game: Game, shown: Course) -> tuple[str, list[str]]:
    """Return all positions of a game as one SVG element, and who made which move.

    What is drawn only in some positions stands in groups with the attribute `data-from` and `data-to`.
    """
    state, ground = _start(game), ground_of(game)
    drawings, told = [_signed(svg(state, ground=ground), game)], list[str]()
    for text in shown.moves:
        mover = state.to_move or ""
        move = state.play(text)
        told.append(f"{mover} {move}".strip())
        drawings.append(_signed(svg(state, ground=ground), game))
    return _inline(_merged(drawings)), told


FRAMES = 6
"""How many positions of a game a strip shows."""


def strip(game: Game, shown: Course) -> list[tuple[int, str]]:
    """Return a few positions of a game from its middle to its end, each with the number of moves that lead to it."""
    last = len(shown.moves)
    first = last // 3
    at = sorted({first + (last - first) * number // (FRAMES - 1) for number in range(FRAMES)})
    return [(moves, diagram(game, Diagram("", shown.moves[:moves]))) for moves in at]


def size_of(drawing: str) -> str:
    """Return how wide and how high a board would like to be, in pixels, as the style sheet takes it."""
    found = re.match(r'<svg[^>]* width="(\d+)" height="(\d+)"', drawing)
    assert found, "a drawing has a size"
    return f"--w: {found[1]}; --h: {found[2]}"


def signs_of(game: Game) -> str:
    """Return what tells the stones of players apart in black and white; empty where their shades do."""
    if _have_shades(game):
        return ""
    told = [f"{player}'s with {name}" for player, name in zip(game.players[1:], SIGNS, strict=False)]
    return f"In black and white: {game.players[0]}'s stones are plain, {', '.join(told)}."


def _have_shades(game: Game) -> bool:
    """Whether the stones of any two players differ as shades of grey."""
    shades = sorted(_shade(paint.fill) for paint in paints(game.players))
    return all(after - before > APART for before, after in pairwise(shades))


def _shade(fill: str) -> float:
    """How light a colour is, from 0 to 255."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


def _signed(text: str, game: Game) -> str:
    """Draw a sign on the stones of all players but the first; those with the sign of a piece keep that alone. No stone
    keeps a caption, which would be a sign of its own."""
    if _have_shades(game):
        return text
    text = _without_captions(text, re.findall(STONE.format(r"\d+"), text))
    signed = enumerate(zip(paints(game.players)[1:], SIGNS.values(), strict=False), 1)
    for player, (paint, sign) in signed:
        stone = re.compile(STONE.format(player) + r'(?!<(?:text|circle)[^>]*class="kind")')
        text = stone.sub(partial(_with_sign, sign=sign, colour=paint.mark), text)
    return text


def _with_sign(stone: re.Match[str], sign: str, colour: str) -> str:
    """A stone with a sign on it, which is larger on a larger stone."""
    room = _room(stone[3])
    larger = f" scale({number(room)})" if room > 1 else ""
    return f'{stone[0]}<g class="sign" transform="translate({stone[1]} {stone[2]}){larger}" fill="{colour}">{sign}</g>'


def _room(radius: str) -> float:
    return max(1.0, float(radius) / RADIUS)


def _without_captions(text: str, stones: Sequence[tuple[str, str, str]]) -> str:
    """Leave out what is written in the middle of some stones, so that it does not lie on their signs."""
    heights = dict[str, list[tuple[float, float]]]()
    for x, y, radius in stones:
        heights.setdefault(x, []).append((float(y), CAPTION * _room(radius)))

    def kept(caption: re.Match[str]) -> str:
        is_on_stone = any(abs(float(caption[2]) - y) < reach for y, reach in heights.get(caption[1], ()))
        return "" if is_on_stone else caption[0]

    return re.sub(r'\n?<text x="([-\d.]+)" y="([-\d.]+)"[^>]* class="caption"[^>]*>[^<]*</text>', kept, text)


def _start(game: Game) -> State:
    return game.start(decide_chance=False)


def _merged(drawings: Sequence[str]) -> str:
    """Return one drawing of many that have the same layers: each line of it says in which of them it stands."""
    layers = [_layers(drawing) for drawing in drawings]
    names = dict.fromkeys(name for each in layers for name in each)
    merged = [line for name in names for line in _layer(name, [each.get(name, []) for each in layers])]
    head = drawings[0][: drawings[0].index(">") + 1]
    return "\n".join([head, *merged, "</svg>"])


def _layers(drawing: str) -> dict[str, list[str]]:
    """The lines of a drawing by the opening tag of the layer that they stand in."""
    found, name = dict[str, list[str]](), ""
    for line in drawing.splitlines()[1:-1]:
        if line.startswith('<g class="') and not line.endswith("</g>"):
            name = line
        elif line == "</g>":
            name = ""
        elif not line.startswith("<title>"):
            found.setdefault(name, []).append(line)
    return found


def _layer(name: str, lines: Sequence[Sequence[str]]) -> list[str]:
    """One layer of a merged drawing, given its lines in each drawing."""
    held, last, merged = [*map(frozenset, lines)], len(lines) - 1, list[str]()
    for line in dict.fromkeys(line for each in lines for line in each):
        for first, to in _spans([line in each for each in held]):
            if (first, to) == (0, last):
                merged.append(line)
            else:
                now = "at now" if to == last else "at"
                merged.append(f'<g class="{now}" data-from="{first}" data-to="{to}">{line}</g>')
    return [name, *merged, "</g>"] if name else merged


def _spans(shown: Sequence[bool]) -> list[Span]:
    """The runs of positions in which something is drawn."""
    runs = [
        (is_shown, [number for number, _ in run]) for is_shown, run in groupby(enumerate(shown), lambda each: each[1])
    ]
    return [(run[0], run[-1]) for is_shown, run in runs if is_shown]


def _inline(text: str) -> str:
    """Leave out what only a file of its own needs: a page shows captions itself."""
    text = text.replace(' xmlns="http://www.w3.org/2000/svg"', ' preserveAspectRatio="xMinYMin"', 1)
    return re.sub(r"(<svg[^>]*>\s*)<title>.*?</title>", r"\1", text, count=1).replace(
        ' role="img"', ' aria-hidden="true"'
    )
