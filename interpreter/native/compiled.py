"""A game's generated module compiled by Numba: the same functions over arrays, started from the same text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

import numba
import numpy as np
from numpy.typing import NDArray

from ..machine.emit import Machine
from ..machine.random.sampling import PARAMETERS, Sampler, Size
from .kernels import kernels
from .room import with_room
from .store import Shelf, loaded, name_of
from .translate import DOOR, INNER, native_text

Numbers = NDArray[np.uint32] | NDArray[np.int64]

STEPS = "from hexgame.native.compiler import Inner, Outer, kept"
NUMBAS_OWN = """from numba.core.compiler import Compiler as Inner, Compiler as Outer
kept = lambda shelf: lambda function: function"""

HEAD = f'''"""A game, generated from its rule sheet and compiled by Numba."""
import numpy as np
from numba import int32 as N, int64 as I, njit
{STEPS}


@{INNER}
def among(table, begin, length, number):
    for k in range(begin, begin + length):
        if table[k] == number:
            return True
    return False
'''


class Compiled(Sampler):
    """The functions of a machine over arrays of `dtype`; each is compiled, or read from disk, when it is first used.

    `notes` says what was in the way of keeping them on disk.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.dtype = np.dtype(np.uint32 if machine.layout.fits else np.int64)
        self.notes: list[str] = []
        self._functions: dict[str, Callable[..., int]] = {}
        self._text = module_text(machine)
        self._shelf = Shelf(name_of(self._text), self.notes)
        try:
            self._module = loaded(self._text, self._shelf)
            self._shelf.look()
        except ImportError as error:
            self._by_numba_alone()
            self.notes.append(f"this Numba compiles by its own passes, and its code is not stored: {error}")
        self.start, self.opening = self.numbers(machine.start), self.numbers(machine.opening)

    def __repr__(self) -> str:
        return f"<Compiled {self.machine!r}, {len(self._functions)} functions in use>"

    @property
    def size(self) -> Size:
        """The size of the game."""
        return self.machine.size

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return integers as an array of `dtype`."""
        return np.array(list(values), np.int64).astype(self.dtype)

    def zeros(self, size: int) -> Numbers:
        """Return an array of `size` zeros of 64 bits."""
        return np.zeros(size, np.int64)

    def rows(self, counts: Numbers, width: int) -> Numbers:
        """Return counts as an array of shape (-1, width)."""
        return counts.reshape(-1, width)

    @property
    def rollout(self) -> Callable[[Numbers, int, Numbers], int]:
        """Play a state to its end at random."""
        return self.function("rollout")

    @property
    def step(self) -> Callable[[Numbers, int], object]:
        """Apply a legal decision, given by its code."""
        return self.function("step")

    @property
    def legal(self) -> Callable[[Numbers, Numbers], int]:
        """Write the codes of the legal decisions into an array and return their number."""
        return self.function("legal")

    def function(self, name: str) -> Callable[..., int]:
        """Return a function over arrays, compiled when it is first asked for; raises KeyError if there is none."""
        if name not in self._functions:
            if not hasattr(self._module, DOOR + name):
                raise KeyError(name)
            kind = numba.from_dtype(self.dtype)
            kinds = {
                "S": kind[::1],
                "M": kind[:, ::1],
                "n": numba.int64,
                "C": numba.int64[::1],
                "B": numba.bool_[:, ::1],
            }
            self._functions[name] = self._made(name, tuple(kinds[each] for each in PARAMETERS[name]))
        return self._functions[name]

    def _made(self, name: str, signature: tuple[object, ...]) -> Callable[..., int]:
        """Compile a function, or load it, despite damaged files, a full disk or an unknown version of Numba."""
        for mend in (None, self._afresh, self._by_numba_alone):
            if mend:
                mend()
            function = getattr(self._module, DOOR + name)
            try:
                with_room(function.compile, signature)
                break
            except Exception as damage:
                if mend == self._by_numba_alone:
                    raise
                note = f"the first attempt to compile failed ({type(damage).__name__}: {damage})"
                self.notes += [note] if note not in self.notes else []
        return cast(Callable[..., int], function)

    def _afresh(self) -> None:
        self._shelf.forget()
        self._module = loaded(self._text, self._shelf)

    def _by_numba_alone(self) -> None:
        self._module = loaded(self._text.replace(STEPS, NUMBAS_OWN), None)


def module_text(machine: Machine) -> str:
    """Return the module's text for Numba, with tables as arrays of the smallest sufficient type."""
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
