"""What runs the kernel: plain Python over lists, which starts at once, or compiled code over arrays. Both search in the
same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

from ...machine.random.sampling import Numbers
from ...play.game import Game
from . import kernel

PLAIN_ENTRIES, MOST_ENTRIES = 1 << 13, 1 << 25
"""The entries of a table of plain Python, and the most of a compiled one."""


class Hands(Protocol):
    """Runs the kernel of one game."""

    entries: int
    """How many entries its tables have."""

    prove: Callable[..., int]

    def state(self, vector: Sequence[int]) -> Numbers:
        """Return a state, or room for codes."""

    def numbers(self, values: Sequence[int]) -> Numbers:
        """Return numbers of 64 bits."""

    def zeros(self, number: int) -> Numbers:
        """Return so many zeros of 64 bits."""


class Plain:
    """Runs it as plain Python."""

    entries = PLAIN_ENTRIES

    def __init__(self, game: Game) -> None:
        self.prove = _plain_kernel(game)

    def state(self, vector: Sequence[int]) -> Numbers:
        """Return a state, or room for codes."""
        return list(vector)

    def numbers(self, values: Sequence[int]) -> Numbers:
        """Return numbers."""
        return list(values)

    def zeros(self, number: int) -> Numbers:
        """Return so many zeros."""
        return [0] * number


class Compiled:
    """Runs it compiled by Numba, with tables of at most so many bytes.

    Raises ModuleNotFoundError where Numba is not installed.
    """

    def __init__(self, game: Game, memory: int) -> None:
        # ruff: noqa: PLC0415 - whoever needs no compiled code does not wait for it
        from ...native.compiled import Addition
        from ...native.compiled import Compiled as Made

        text = kernel.text_of(game.machine)
        self._made = Made(game.machine, more=Addition(text, kernel.PARAMETERS, kernel.ARRAYS))
        self.prove = self._made.function("prove")
        self.entries = 1 << min(memory // (8 * kernel.ENTRY), MOST_ENTRIES).bit_length() - 1

    @property
    def notes(self) -> Sequence[str]:
        """Why compiled functions could not be kept on disk, if they could not."""
        return self._made.notes

    def state(self, vector: Sequence[int]) -> Numbers:
        """Return a state, or room for codes."""
        return self._made.numbers(vector)

    def numbers(self, values: Sequence[int]) -> Numbers:
        """Return numbers of 64 bits."""
        numbers = self.zeros(len(values))
        numbers[:] = values
        return numbers

    def zeros(self, number: int) -> Numbers:
        """Return so many zeros of 64 bits."""
        return self._made.zeros(number)


_kernels: WeakKeyDictionary[Callable[..., object], Callable[..., int]] = WeakKeyDictionary()


def _plain_kernel(game: Game) -> Callable[..., int]:
    """Return the kernel over the plain module of a game, made once for each module."""
    step = game.machine.functions["step"]
    if step not in _kernels:
        names = dict(step.__globals__)
        exec(compile(kernel.text_of(game.machine), "<hexgame exact>", "exec"), names)  # noqa: S102 - our own names
        _kernels[step] = names["prove"]
    return _kernels[step]
