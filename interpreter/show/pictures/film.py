"""A game as one drawing in which its positions follow one another, again and again.

Each stone, ring and line is drawn once, with the times at which it is seen, so a film grows with what changes and not
with what stands. It has no scripts: a style sheet of its own hides and shows. Whoever wants no motion sees the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

from ...play.state import State
from ..boards.words import standing
from .captions import Cover
from .elements import Point, clean, label, layer, number, tag
from .paint import LABEL, PAPER
from .picture import FONTS, Frame, ground_of, part
from .stones import Stones

MOST_FRAMES = 600
"""How many positions a film has at most; of a longer game it leaves out some, at even distances."""

BEAT, LONGEST = 0.8, 120.0
"""Seconds for which a position is seen, and seconds that a film lasts at most."""

REST = 4
"""How many beats the last position is seen."""

WORDS, SIZE = 30, 15
"""The room below the board for the move, and the size of its letters."""


class _Span(NamedTuple):
    """The frames from the first to before the second number."""

    first: int
    end: int


def film_of(states: Sequence[State]) -> str:
    """Return the positions of a game, from its start on, as an animated SVG document."""
    chosen = _chosen(states)
    ground = ground_of(states[0].game)
    frame = part([states[at] for at in chosen], ground)
    left, top, width, height = frame
    reel = _Reel(len(chosen))
    for shown, at in enumerate(chosen):
        layers = [*Stones(states[at], ground, Cover()).apart(), layer("words", [_words(states, at, frame)])]
        for depth, text in enumerate(layers):
            reel.add(shown, depth, text)
    inside = [
        tag("title", clean(f"{states[0].game.title}: {standing(states[-1])}")),
        tag("style", reel.style()),
        tag("rect", x=left, y=top, width=width, height=height + WORDS, fill=PAPER),
        *ground.lower({}, lambda cell, at: ""),
        *reel.layers(),
        *ground.upper(),
    ]
    return tag(
        "svg",
        "\n" + "\n".join(filter(None, inside)) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height + WORDS,
        viewBox=f"{left} {top} {width} {height + WORDS}",
        role="img",
        font_family=FONTS,
        text_anchor="middle",
    )


def _chosen(states: Sequence[State]) -> list[int]:
    """The numbers of the positions that are shown: all, or as many as there may be, with the first and the last."""
    last = len(states) - 1
    if last < MOST_FRAMES:
        return list(range(last + 1))
    return [round(each * last / (MOST_FRAMES - 1)) for each in range(MOST_FRAMES)]


def _words(states: Sequence[State], at: int, frame: Frame) -> str:
    """The move that led to a position, below the board."""
    left, top, width, height = frame
    state = states[at]
    by = " and ".join(states[at - 1].deciders) if at else ""
    told = f"{at}. {by} {state.last_move or ''}" if at else state.game.title
    if at == len(states) - 1 and state.is_over:
        told += f" – {standing(state)}"
    size = min(SIZE, 1.75 * width / len(told))
    return label(Point(left + width / 2, top + height + WORDS / 2 - 5), told, size, fill=LABEL)


class _Layer:
    """A layer: the tag that opens it, and each drawing in it with its frames and with those that it has lain above."""

    def __init__(self) -> None:
        self.opening = ""
        self.seen: dict[str, list[_Span]] = {}
        self.below: dict[str, dict[str, None]] = {}

    def add(self, frame: int, lines: Sequence[str]) -> None:
        """Note what is seen in a frame, the lowest first."""
        lines = list(dict.fromkeys(lines))
        for line in lines:
            spans = self.seen.setdefault(line, [])
            if spans and spans[-1].end == frame:
                spans[-1] = _Span(spans[-1].first, frame + 1)
            else:
                spans.append(_Span(frame, frame + 1))
                self.below.setdefault(line, {})
        for lower, line in pairwise(lines):
            self.below[line][lower] = None

    @property
    def order(self) -> Iterable[str]:
        """All drawings, so that in each frame they lie as they did: in each, they are in the order of their places."""
        return TopologicalSorter(self.below).static_order()


class _Reel:
    """What is drawn in each layer, the deepest first, with the frames in which it is seen."""

    def __init__(self, frames: int) -> None:
        self.frames = frames
        self._layers: dict[int, _Layer] = {}

    def add(self, frame: int, depth: int, text: str) -> None:
        """Note a layer of a frame."""
        held = self._layers.setdefault(depth, _Layer())
        opening, *lines = text.split("\n")[:-1] or [""]
        held.opening = held.opening or opening
        held.add(frame, lines)

    def layers(self) -> Iterator[str]:
        """The layers; what comes and goes has a class that says when."""
        names = self._names
        for each in filter(lambda each: each.seen, self._layers.values()):
            timed = ((line, names.get(tuple(each.seen[line]))) for line in each.order)
            yield "\n".join([each.opening, *(tag("g", line, class_=at) if at else line for line, at in timed), "</g>"])

    @property
    def _names(self) -> dict[tuple[_Span, ...], str]:
        """A class for each choice of frames but that of all."""
        whole = (_Span(0, self.frames),)
        kinds = dict.fromkeys(tuple(spans) for each in self._layers.values()
                              for spans in each.seen.values())  # fmt: skip
        return {kind: f"at{at}" for at, kind in enumerate(kinds) if kind != whole}

    def style(self) -> str:
        """When each class is seen."""
        beats = self.frames - 1 + REST
        seconds = number(min(BEAT * beats, LONGEST))
        rules = [f"[class^=at]{{animation:{seconds}s step-end infinite}}"]
        for kind, name in self._names.items():
            stays = "visible" if kind[-1].end == self.frames else "hidden"
            rules.append(f".{name}{{visibility:{stays};animation-name:{name}}}")
            stops = {0.0: "visible" if kind[0].first == 0 else "hidden"}
            for first, end in kind:
                stops[100 * first / beats] = "visible"
                if end < self.frames:
                    stops[100 * end / beats] = "hidden"
            told = "".join(f"{at:.4g}%{{visibility:{how}}}" for at, how in stops.items())
            rules.append(f"@keyframes {name}{{{told}}}")
        rules.append("@media (prefers-reduced-motion:reduce){[class^=at]{animation:none}}")
        return "".join(rules)
