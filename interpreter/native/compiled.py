"""A game's generated module compiled by Numba: the same functions over arrays, started from the same text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import cast

import numba
import numpy as np
from numpy.typing import NDArray

from ..machine.emit import Machine
from ..machine.random.fillings import lane_room
from ..machine.random.sampling import PARAMETERS, Sampler, Size
from . import counting  # noqa: F401 - so that Numba knows `ones`
from .checked import Checked, Need
from .haste import in_time, to_its_end
from .kernels import WHOLE, kernels
from .room import with_room
from .sharing import share
from .store import Cache, Shelf, loaded, name_of
from .translate import DOOR, INNER, native_text

Numbers = NDArray[np.uint32] | NDArray[np.int64]

STEPS = "from hexgame.native.compiler import Inner, Outer, kept"
NUMBAS_OWN = """from numba.core.compiler import Compiler as Inner, Compiler as Outer
kept = lambda shelf: lambda function: function"""

HEAD = f'''"""A game, generated from its rule sheet and compiled by Numba."""
import numpy as np
from numba import int32 as N, int64 as I, njit
from hexgame.native.haste import Ended, must_end
{STEPS}


@{INNER}
def among(table, begin, length, number):
    for k in range(begin, begin + length):
        if table[k] == number:
            return True
    return False
'''


@dataclass(frozen=True)
class Addition:
    """Functions that run beside a machine's, written as generated modules are: they may call the machine's.

    `parameters` says, for each function that Python calls, what it takes, in the letters of `PARAMETERS` and those of
    `arrays`: arrays of 64 bits with at least so many entries.
    """

    source: str
    parameters: Mapping[str, str]
    arrays: Mapping[str, int]


NOTHING = Addition("", {}, {})


class Compiled(Sampler):
    """The functions of a machine over arrays of `dtype`; each is compiled, or read from disk, when it is first used.

    `notes` says what was in the way of keeping them on disk.
    """

    def __init__(self, machine: Machine, target: Cache | None = None, more: Addition = NOTHING) -> None:
        self.machine, self._more = machine, more
        self.dtype = np.dtype(np.uint32 if machine.layout.fits else np.int64)
        self.notes: list[str] = []
        self._functions: dict[str, Callable[..., int]] = {}
        self._lock = Lock()
        self._text = module_text(machine, more)
        name = name_of(self._text)
        self._shelf = Shelf(name, self.notes, target, [target]) if target else Shelf(name, self.notes)
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

    def step(self, state: Numbers, code: int) -> None:
        """Apply a decision, given by its code, to a state; raises ValueError if it is not legal, without a change."""
        if self.function("play")(state, code, np.empty(len(self.start), self.dtype)):
            raise ValueError(f"code {code} is not legal in this state")

    @property
    def legal(self) -> Callable[[Numbers, Numbers], int]:
        """Write the codes of the legal decisions into an array with room for all and return their number.

        It may try decisions in the state itself, so threads must not share one.
        """
        return self.function("legal")

    def function(self, name: str) -> Callable[..., int]:
        """Return a function over arrays, compiled when it is first asked for; raises KeyError if there is none.

        It raises ValueError for arrays of another type or size than it needs, but trusts what they hold: states must be
        states of this game, `step` must be given a legal code.
        """
        if name not in self._functions:
            with self._lock:  # threads that ask together compile it once
                if name not in self._functions:
                    self._functions[name] = self._checked(name)
        return self._functions[name]

    def _checked(self, name: str) -> Checked:
        if not hasattr(self._module, DOOR + name):
            raise KeyError(name)
        needs = tuple(self._needs[each] for each in {**PARAMETERS, **self._more.parameters}[name])
        runs = to_its_end if name in WHOLE else in_time
        return Checked(name, runs(self._made(name, tuple(map(_type_of, needs)))), needs)

    @cached_property
    def _needs(self) -> dict[str, Need]:
        """What the letters in `PARAMETERS` stand for."""
        own, wide, bits, size = self.dtype, np.dtype(np.int64), np.dtype(np.bool_), self.size
        return {
            "n": Need(),
            "a": Need(size.codes),
            "S": Need(0, own, 1, len(self.start)),
            "O": Need(0, own, 1, size.codes),
            "P": Need(0, own),
            "E": Need(0, own, 1, size.cells),
            "F": Need(0, wide, 1, (size.codes + 1) * size.ends),
            "L": Need(0, wide, 1, size.longest + 1),
            "W": Need(0, wide, 1, lane_room(size.cells)),
            "w": Need(0, wide, 1, 2),
            "M": Need(0, own, 2, len(self.start), is_for_each=True),
            "A": Need(0, wide, 1, 0, is_for_each=True),
            "B": Need(0, bits, 2, size.codes, is_for_each=True),
            "C": Need(0, bits, 2, size.cells, is_for_each=True),
            "G": Need(0, bits, 1, 0, is_for_each=True),
            **{letter: Need(0, wide, 1, least) for letter, least in self._more.arrays.items()},
        }

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
        function.disable_compile()
        return cast(Callable[..., int], function)

    def _afresh(self) -> None:
        self._shelf.forget()
        self._module = loaded(self._text, self._shelf)

    def _by_numba_alone(self) -> None:
        self._module = loaded(self._text.replace(STEPS, NUMBAS_OWN), None)


def _type_of(need: Need) -> object:
    """Numba's type of an argument."""
    if need.dtype is None:
        return numba.int64
    kind = numba.from_dtype(need.dtype)  # type: ignore[arg-type]
    return kind[::1] if need.axes == 1 else kind[:, ::1]


def compile_all(machine: Machine, target: Cache) -> None:
    """Compile all functions of a machine that Python calls, into a cache. Raises `OSError`."""
    with target(make=True):  # which raises what would only be noted later
        compiled = Compiled(machine, target)
    for name in PARAMETERS:
        with suppress(KeyError):
            compiled.function(name)
    if compiled.notes:
        raise OSError("; ".join(compiled.notes))


def module_text(machine: Machine, more: Addition = NOTHING) -> str:
    """Return the module's text for Numba, with tables as arrays of the smallest sufficient type."""
    module = ast.parse(machine.source)
    functions = kernels(machine, module)
    module.body += ast.parse(more.source).body
    outer = {**PARAMETERS, **more.parameters}
    share(module, outer)
    text, arrays = native_text(module, outer)
    tables = "\n".join(
        f"{name} = np.array({list(numbers)!r}, np.{_smallest(numbers)})" for name, numbers in arrays.items()
    )
    return f"{HEAD}\n\n{tables}\n\n\n{text}\n\n{functions}"


def _smallest(numbers: tuple[int, ...]) -> str:
    least, most = min(numbers, default=0), max(numbers, default=0)
    for bits in (8, 16, 32):
        if least >= 0 and most < 1 << bits:
            return f"uint{bits}"
        if -(1 << bits - 1) <= least and most < 1 << bits - 1:
            return f"int{bits}"
    return "int64"
