"""What looks at a range of full boards: the same text as plain Python over lists, and compiled over arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....machine.emit import Machine
from ..fillings import Fillings
from ..images import Image
from . import kernel

Run = Callable[[int, int], list[int]]
"""Looks at the full boards of a range of numbers; returns counts and firsts as the kernel has them."""


class _Survey:
    """The kernel over a machine's functions, as `program.bind.Bound` has them."""

    def __init__(self, machine: Machine) -> None:
        self.made_of, self.needs = kernel.text_of(machine), machine.functions
        self.names = {**machine.functions["rebuild"].__globals__, "__loader__": self, "__name__": "survey"}
        exec(compile(self.made_of, "<hexgame survey>", "exec"), self.names)  # noqa: S102 - our own names

    def get_source(self, _: str) -> str:
        """Return the kernel's text."""
        return self.made_of


def plain(fillings: Fillings, images: Sequence[Image]) -> Run:
    """Return what looks at full boards in plain Python, one out of those that are images of each other."""
    machine = fillings.game.machine
    names = _Survey(machine).names
    tables, digits = _tables(fillings, images), [0] * len(fillings.free)

    def run(begin: int, end: int) -> list[int]:
        found = [0] * kernel.FOUND
        vector = list(machine.start)
        names["survey"](
            vector, begin, end, fillings.share, len(images), fillings.free, fillings.contents, digits, *tables, found
        )
        return found

    return run


def compiled(fillings: Fillings, images: Sequence[Image]) -> Run:
    """Return the same compiled; threads may share it."""
    import numpy as np  # noqa: PLC0415 - small boards do without it

    from ....native.additions import Addition  # noqa: PLC0415
    from ....native.compiled import Compiled  # noqa: PLC0415

    machine = fillings.game.machine
    made = Compiled(machine, more=Addition(_Survey(machine), kernel.PARAMETERS, kernel.ARRAYS))  # type: ignore[arg-type]
    survey = made.function("survey")
    free, contents = np.array(fillings.free, np.int64), np.array(fillings.contents, np.int64)
    tables = [np.array(table, np.int64) for table in _tables(fillings, images)]

    def run(begin: int, end: int) -> list[int]:
        found, digits = np.zeros(kernel.FOUND, np.int64), np.zeros(len(free), np.int64)
        vector = made.numbers(machine.start)
        survey(vector, begin, end, fillings.share, len(images), free, contents, digits, *tables, found)
        return [int(number) for number in found]

    return run


def _tables(fillings: Fillings, images: Sequence[Image]) -> tuple[list[int], list[int], list[int]]:
    """What the kernel needs to know of symmetries: places, turned, masks."""
    free, contents = fillings.free, fillings.contents
    ordered = sorted(images, key=lambda each: (each.exchanges_players, each.players))
    places, turned = list[int](), list[int]()
    for image in ordered:
        comes_from = {to: cell for cell, to in enumerate(image.cells)}
        places += [free.index(comes_from[cell]) for cell in free]
        turned += [contents.index(image.contents[content]) for content in contents]
    masks = [
        sum(1 << after for player, after in enumerate(players) if mask >> player & 1)
        for players in dict.fromkeys(each.players for each in ordered)
        for mask in range(kernel.MASKS)
    ]
    return places, turned, masks
