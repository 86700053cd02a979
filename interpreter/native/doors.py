"""The doors of compiled functions: what they demand of their arguments, since they would read and write beyond an array
that is too short, and what becomes of the way in which they end."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from operator import index
from typing import NamedTuple

import numpy as np

from ..machine.check.module import BadModule
from ..machine.random.sampling import Numbers
from ..program.llvm.types import IMPOSSIBLE, OUT_OF_TIME
from ..program.nodes import INT, Matrix, Type, Vector
from .haste import Ended

_ELEMENTS = {
    np.dtype(np.int32): "i32", np.dtype(np.int64): "i64", np.dtype(np.bool_): "u8",
}  # fmt: skip


class Need(NamedTuple):
    """What an argument must be: a number below a bound, or an array of a type with so many entries in its last axis, or
    with no more than these if it has two axes."""

    bound: int = 0
    dtype: np.dtype[np.generic] | None = None
    axes: int = 1
    least: int = 0
    is_for_each: bool = False
    """Whether its first axis has an entry for each game."""

    naturals: tuple[range, ...] = ()
    """Where its numbers, or those of each row, are never negative."""

    def __str__(self) -> str:
        if self.dtype is None:
            return f"a code from 0 to {self.bound - 1}" if self.bound else "an integer"
        if self.is_for_each:
            length = "one entry for each game" if self.axes == 1 else f"a row of {self.least} for each game"
        else:
            length = f"{self.least} entries or more"
        return f"a contiguous, writable array of {self.dtype} with {length}"

    @property
    def type(self) -> Type:
        """The parameter's type in a program."""
        if self.dtype is None:
            return INT
        element = _ELEMENTS[self.dtype]
        if self.axes == 1:
            return Vector(element, self.naturals)
        return Matrix(element, self.least, self.naturals)

    def fits(self, argument: object, games: set[int]) -> bool:
        """Whether an argument is as it must be; `games` holds the number of games where there are several."""
        if self.dtype is None:
            return isinstance(argument, int | np.integer) and bool(not self.bound or 0 <= argument < self.bound)
        if not isinstance(argument, np.ndarray) or argument.dtype != self.dtype or not argument.flags.carray:
            return False
        if argument.ndim != self.axes or (self.is_for_each and {len(argument)} != games):
            return False
        length = int(argument.shape[-1])
        return length >= self.least if self.axes == 1 else length == self.least


class Door:
    """A compiled function that raises ValueError for arguments that do not fit. What arrays hold is not checked.

    It raises Ended where it was told to end, ValueError where what it was given is not possible.
    """

    def __init__(self, name: str, entry: Callable[[object], int], needs: tuple[Need, ...]) -> None:
        self._name, self._entry, self._needs = name, entry, needs
        lengths = sum(need.dtype is not None for need in needs)
        self._block = ctypes.c_int64 * (len(needs) + lengths + 1)
        self._for_each = [number for number, need in enumerate(needs) if need.is_for_each]

    def __repr__(self) -> str:
        return f"<compiled {self._name}>"

    def __call__(self, *arguments: Numbers) -> int:
        """Call the function."""
        games = {len(arguments[number]) for number in self._for_each[:1] if self._is_array(arguments, number)}
        if len(arguments) != len(self._needs):
            raise ValueError(f"`{self._name}` takes {len(self._needs)} arguments, not {len(arguments)}")
        words, lengths = [], []
        for number, (argument, need) in enumerate(zip(arguments, self._needs, strict=True), 1):
            if not need.fits(argument, games):
                raise ValueError(f"`{self._name}`, argument {number}: {need} expected, found {_shown(argument)}")
            if need.dtype is None:
                words.append(index(argument))
            else:
                words.append(argument.__array_interface__["data"][0])
                lengths.append(len(argument))
        block = self._block(*words, *lengths)
        status = self._entry(block)
        if status:
            raise _ended(self._name, status)
        return int(block[-1])

    def _is_array(self, arguments: tuple[Numbers, ...], number: int) -> bool:
        return number < len(arguments) and isinstance(arguments[number], np.ndarray) and arguments[number].ndim > 0


def _ended(name: str, status: int) -> Exception:
    match status:
        case _ if status == OUT_OF_TIME:
            return Ended()
        case _ if status == IMPOSSIBLE:
            return ValueError(f"`{name}`: no such code")
    return BadModule(f"`{name}` reads or writes beyond its arrays or tables")


def _shown(argument: object) -> str:
    if not isinstance(argument, np.ndarray):
        return repr(argument) if isinstance(argument, int | np.integer) else f"a {type(argument).__name__}"
    kind = "" if argument.flags.carray else ", not contiguous or not writable"
    return f"one of {argument.dtype} and shape {argument.shape}{kind}"
