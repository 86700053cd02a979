"""What runs the kernel: plain Python over lists, which starts at once, or compiled code over arrays. Both search in the
same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol
from weakref import WeakKeyDictionary

from ...machine.random.sampling import Numbers, Sampler
from ...native.additions import Addition
from ...native.makers import sampler_of
from ...play.game import Game
from ...program.bind import Bound
from .binding import ARRAYS, PARAMETERS, bound_to
from .kernel.orders import ENTRY

PLAIN_ENTRIES, MOST_ENTRIES = 1 << 13, 1 << 25
"""The entries of a table of plain Python, and the most of a compiled one."""


class Hands(Protocol):
    """Runs the kernel of one game."""

    entries: int
    """How many entries its tables have."""

    most_bonded: int
    """The most cells of a board on which bonds are looked for."""

    prove: Callable[..., int]

    def state(self, vector: Sequence[int]) -> Numbers:
        """Return a state, or room for codes."""

    def numbers(self, values: Sequence[int]) -> Numbers:
        """Return numbers of 64 bits."""

    def zeros(self, number: int) -> Numbers:
        """Return so many zeros of 64 bits."""


class Plain:
    """Runs it as plain Python."""

    entries, most_bonded = PLAIN_ENTRIES, 20

    def __init__(self, game: Game) -> None:
        self.prove = kernel_of(game).function("prove")

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
    """Runs it compiled, with tables of at most so many bytes.

    Raises ModuleNotFoundError where nothing compiles.
    """

    most_bonded = 61

    def __init__(self, game: Game, memory: int) -> None:
        self._made = _made(game)
        self.prove = self._made.function("prove")
        self.entries = 1 << min(memory // (8 * ENTRY), MOST_ENTRIES).bit_length() - 1

    @property
    def notes(self) -> Sequence[str]:
        """Why compiled functions could not be kept on disk, if they could not."""
        return self._made.notes

    def state(self, vector: Sequence[int]) -> Numbers:
        """Return a state, or room for codes."""
        return self._made.numbers(vector)

    def numbers(self, values: Sequence[int]) -> Numbers:
        """Return numbers of 64 bits."""
        return self._made.words(values)

    def zeros(self, number: int) -> Numbers:
        """Return so many zeros of 64 bits."""
        return self._made.zeros(number)


def _made(game: Game) -> Sampler:
    """Return the compiled module of a game and the kernel, made once for each game."""
    with _making:
        if game not in _modules:
            _modules[game] = sampler_of(game.machine, Addition(kernel_of(game), PARAMETERS, ARRAYS))
        return _modules[game]


_making, _reading = Lock(), Lock()
_modules: WeakKeyDictionary[Game, Sampler] = WeakKeyDictionary()
_kernels: WeakKeyDictionary[Game, Bound] = WeakKeyDictionary()


def kernel_of(game: Game) -> Bound:
    """Return the kernel bound to a game, once for each game."""
    with _reading:
        if game not in _kernels:
            _kernels[game] = bound_to(game.machine)
        return _kernels[game]
