"""The doors of compiled functions: what they demand of their arguments, since they would read and write beyond a vector
that is too short, and what becomes of the way in which they end."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import addressof, c_char, c_int64
from operator import index
from struct import calcsize
from typing import NamedTuple

from ..machine.random.sampling import Numbers
from ..machine.running import BadModule
from ..program.nodes import IMPOSSIBLE, INT, OUT_OF_TIME, Matrix, Type, Vector
from .haste import Ended

_FORMATS = {
    "i32": frozenset(code for code in "il" if calcsize(code) == 4),
    "i64": frozenset(code for code in "lq" if calcsize(code) == 8),
    "u8": frozenset("?"),
}
"""What memory may say that it holds, for each element of a vector."""

_SHOWN = {"i32": "int32", "i64": "int64", "u8": "bool"}

_BEGINNING = c_char * 0
"""Where memory begins; it may hold nothing."""


class Need(NamedTuple):
    """What an argument must be: a number, or memory with so many entries in its last axis, or with no fewer than these
    if it has one axis."""

    element: str = ""
    """What a vector holds; nothing for a number."""

    least: int = 0
    naturals: tuple[range, ...] = ()
    """Where its numbers, or those of each row, are never negative."""

    axes: int = 1
    is_for_each: bool = False
    """Whether its first axis has an entry for each game."""

    bound: int = 0
    """Beyond the numbers from 0 that it may be, unless this is 0."""

    def __str__(self) -> str:
        if not self.element:
            return f"a code from 0 to {self.bound - 1}" if self.bound else "an integer"
        if self.is_for_each:
            length = "one entry for each game" if self.axes == 1 else f"a row of {self.least} for each game"
        else:
            length = f"{self.least} entries or more"
        return f"a contiguous, writable array of {_SHOWN[self.element]} with {length}"

    @property
    def type(self) -> Type:
        """The parameter's type in a program."""
        if not self.element:
            return INT
        if self.axes == 1:
            return Vector(self.element, self.naturals)
        return Matrix(self.element, self.least, self.naturals)

    def fits(self, memory: memoryview, games: int) -> bool:
        """Whether memory is as it must be, of so many games where it is for each."""
        if memory.format not in _FORMATS[self.element] or memory.readonly or not memory.c_contiguous:
            return False
        if memory.ndim != self.axes or (self.is_for_each and len(memory) != games):
            return False
        return len(memory) >= self.least if self.axes == 1 else memory.shape == (len(memory), self.least)


class Door:
    """A compiled function that raises ValueError for arguments that do not fit. What vectors hold is not checked.

    It raises Ended where it was told to end, ValueError where what it was given is not possible.
    """

    def __init__(self, name: str, entry: Callable[[object], int], needs: tuple[Need, ...]) -> None:
        self._name, self._entry, self._needs = name, entry, needs
        self._block = c_int64 * (len(needs) + sum(bool(need.element) for need in needs) + 1)

    def __repr__(self) -> str:
        return f"<compiled {self._name}>"

    def leads_to(self, entry: Callable[[object], int]) -> None:
        """Call another entry from now on, which does the same; calls that are under way end in the one before."""
        self._entry = entry

    def __call__(self, *arguments: Numbers) -> int:
        """Call the function."""
        if len(arguments) != len(self._needs):
            raise ValueError(f"`{self._name}` takes {len(self._needs)} arguments, not {len(arguments)}")
        words, lengths, games = list[int](), list[int](), -1
        for argument, need in zip(arguments, self._needs, strict=True):
            if need.element:
                memory = _memory(argument)
                if need.is_for_each and games < 0 and memory.ndim:
                    games = len(memory)
                if not need.fits(memory, games):
                    raise self._refused(argument, len(words))
                words.append(addressof(_BEGINNING.from_buffer(memory)))
                lengths.append(len(memory))
            else:
                number = _number(argument)
                if number is None or (need.bound and not 0 <= number < need.bound):
                    raise self._refused(argument, len(words))
                words.append(number)
        block = self._block(*words, *lengths)
        status = self._entry(block)
        if status:
            raise _ended(self._name, status)
        return int(block[-1])

    def _refused(self, argument: object, place: int) -> ValueError:
        wanted = f"{self._needs[place]} expected, found {_shown(argument)}"
        return ValueError(f"`{self._name}`, argument {place + 1}: {wanted}")


_NONE = memoryview(b"")
"""Stands for what is no memory: it fits nothing, since it is read-only."""


def _memory(argument: object) -> memoryview:
    try:
        return memoryview(argument)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return _NONE


def _number(argument: object) -> int | None:
    try:
        return index(argument)  # type: ignore[arg-type]
    except TypeError:
        return None


def _ended(name: str, status: int) -> Exception:
    match status:
        case _ if status == OUT_OF_TIME:
            return Ended()
        case _ if status == IMPOSSIBLE:
            return ValueError(f"`{name}`: no such code")
    return BadModule(f"`{name}` reads or writes beyond its arrays or tables")


def _shown(argument: object) -> str:
    """What an argument is, in a few words."""
    number, memory = _number(argument), _memory(argument)
    if number is not None:
        return repr(number)
    if memory is _NONE:
        return f"a {type(argument).__name__}"
    kind = "" if memory.c_contiguous and not memory.readonly else ", not contiguous or not writable"
    held = next((_SHOWN[element] for element, formats in _FORMATS.items() if memory.format in formats), memory.format)
    return f"one of {held} and shape {memory.shape}{kind}"
