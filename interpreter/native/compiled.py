"""A game's generated module compiled by Numba: the same functions over arrays, started from the same text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, cast

import numba
import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from interpreter.machine.emit import Machine
from interpreter.native.kernels import kernels
from interpreter.native.store import forget, in_memory, loaded, seal
from interpreter.native.translate import native_text

Numbers = NDArray[Any]

HEAD = '''"""A game, generated from its rule sheet and compiled by Numba."""
import numpy as np
from numba import int32 as N, int64 as I, njit

KEEP = True


@njit
def among(table, begin, length, number):
    for k in range(begin, begin + length):
        if table[k] == number:
            return True
    return False
'''


class Compiled:
    """The functions of a machine over arrays of `dtype`; each is compiled, or read from disk, when it is first used.

    `notes` says what was in the way of keeping them on disk.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.dtype = np.dtype(np.uint32 if machine.layout.fits else np.int64)
        self.notes: list[str] = []
        self._functions: dict[str, Callable[..., Any]] = {}
        self._text = module_text(machine)
        self._module, note = loaded(self._text)
        self.notes += [note] if note else []
        self.start, self.opening = self.numbers(machine.start), self.numbers(machine.opening)

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Integers as an array of the state's type."""
        return np.array(list(values), np.int64).astype(self.dtype)

    def sample(self, games: int, rng: int) -> tuple[Numbers, Numbers]:
        """What `Machine.sample` gives, as arrays."""
        counts = self.counts()
        counts.play(games, rng)
        return counts.firsts, counts.lengths

    def counts(self) -> Counts:
        """Room to play and to count random games in; threads need one each."""
        return Counts(self)

    @cached_property
    def tally(self) -> Callable[..., int]:
        """Play so many random games and count them, in arrays that are given."""
        return self.ready("tally", "SnnSSCCS")

    @cached_property
    def rollout(self) -> Callable[[Numbers, int, Numbers], int]:
        """Play on at random to the end."""
        return self.ready("rollout", "SnS")

    @cached_property
    def step(self) -> Callable[[Numbers, int], None]:
        """Take a decision that is on offer, by its code."""
        return self.ready("step", "Sn")

    @cached_property
    def legal(self) -> Callable[[Numbers, Numbers], int]:
        """Write the codes on offer; gives their number."""
        return self.ready("legal", "SS")

    def ready(self, name: str, parameters: str) -> Callable[..., Any]:
        """A function compiled for its parameters: states `S` and many of them `M`, numbers `n`, counts `C`, masks `B`.

        What is kept of it on disk may be damaged, or the disk be full.
        """
        if name not in self._functions:
            kind = numba.from_dtype(self.dtype)
            kinds = {
                "S": kind[::1],
                "M": kind[:, ::1],
                "n": numba.int64,
                "C": numba.int64[::1],
                "B": numba.bool_[:, ::1],
            }
            self._functions[name] = self._made(name, tuple(kinds[each] for each in parameters))
        return self._functions[name]

    def _made(self, name: str, signature: tuple[Any, ...]) -> Callable[..., Any]:
        for mend in (None, self._afresh, self._unkept):
            if mend:
                mend()
            function = getattr(self._module, name)
            try:
                function.compile(signature)
                break
            except NumbaError:
                raise
            except Exception as damage:
                note = f"what was kept of compiled games cannot be used ({type(damage).__name__}: {damage})"
                self.notes += [note] if note not in self.notes else []
        seal(self._module)
        return cast(Callable[..., Any], function)

    def _afresh(self) -> None:
        forget(self._module)
        self._module, _ = loaded(self._text)

    def _unkept(self) -> None:
        self._module = in_memory(self._module.__name__, self._text)


class Counts:
    """What random games came to, as `Machine.sample` counts them: each call of `play` adds to it."""

    def __init__(self, compiled: Compiled) -> None:
        machine = compiled.machine
        self.firsts = np.zeros((machine.action_count + 1, machine.too_long + 1), np.int64)
        self.lengths = np.zeros(machine.longest + 1, np.int64)
        self._tally, self._start, self._opening = compiled.tally, compiled.start, compiled.opening
        self._state, self._room = compiled.start.copy(), np.zeros(machine.action_count + 1, compiled.dtype)

    def play(self, games: int, rng: int) -> None:
        """Play so many random games from a generator's state, without holding other threads up."""
        firsts, lengths = self.firsts.ravel(), self.lengths
        self._tally(self._state, rng, games, self._start, self._opening, firsts, lengths, self._room)


def module_text(machine: Machine) -> str:
    """The module's text for Numba: tables as arrays of the smallest type that holds them."""
    text, arrays = native_text(machine.source)
    tables = "\n".join(
        f"{name} = np.array({list(numbers)!r}, np.{_smallest(numbers)})" for name, numbers in arrays.items()
    )
    return f"{HEAD}\n\n{tables}\n\n\n{text}\n\n{kernels(machine)}"


def _smallest(numbers: tuple[int, ...]) -> str:
    least, most = min(numbers, default=0), max(numbers, default=0)
    for bits in (8, 16, 32):
        if least >= 0 and most < 1 << bits:
            return f"uint{bits}"
        if -(1 << bits - 1) <= least and most < 1 << bits - 1:
            return f"int{bits}"
    return "int64"
