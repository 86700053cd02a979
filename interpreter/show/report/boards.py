"""Boards of a report: positions, maps of shares, and whole games of which every position can be shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from ...play.game import Game
from ...play.state import State
from ...study.proofs.counterexample import board_of
from ...study.report.sections import Course, Diagram
from ..boards.heat import Heat
from ..boards.picture import svg

Span = tuple[int, int]
"""The first and the last position in which something is drawn."""


def diagram(game: Game, shown: Diagram) -> str:
    """Return a diagram as an SVG element."""
    state = board_of(game, shown.filling) if shown.filling else _start(game).play_all(shown.moves)
    if shown.shares is None:
        return _inline(svg(state))
    cells = game.board.by_name
    return _inline(svg(state, Heat({cells[name]: share for name, share in shown.shares.items()}).cover()))


def course(game: Game, shown: Course) -> tuple[str, list[str]]:
    """Return all positions of a game as one SVG element, and who made which move.

    What is drawn only in some positions stands in groups with the attribute `data-from` and `data-to`.
    """
    state = _start(game)
    drawings, told = [svg(state)], list[str]()
    for text in shown.moves:
        mover = state.to_move or ""
        move = state.play(text)
        told.append(f"{mover} {move}".strip())
        drawings.append(svg(state))
    return _inline(_merged(drawings)), told


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
    text = text.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return re.sub(r"(<svg[^>]*>\s*)<title>.*?</title>", r"\1", text, count=1).replace(
        ' role="img"', ' aria-hidden="true"'
    )
