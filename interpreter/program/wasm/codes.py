"""The code of a function in WebAssembly: locals, and blocks that stand in each other."""

from __future__ import annotations

from ..nodes import FLOAT, INT, Function
from . import binary as op
from .binary import several, signed, sized, unsigned

NOW, ENDED, LOOK = range(3)
"""The functions that every module has: the clock, which is outside; what ends with a status; a look at the clock."""


class CodeWriter:
    """Collects the code of one function. A level is how many blocks stand around a place, itself counted."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._code = bytearray()
        self._level = 0
        lengths = [f"n.{name}" for name in function.lengths]
        variables = [name for name in function.types if name not in function.parameters]
        self._places = {name: place for place, name in enumerate((*function.parameters, *lengths, *variables))}
        self._kinds = [op.TYPES[self._scalar(name)] for name in variables]
        self._free: dict[str, list[int]] = {INT: [], FLOAT: []}

    @property
    def type(self) -> bytes:
        """The type of the function: its parameters, the lengths that it asks for, its results."""
        own = [self._function.types[name] for name in self._function.parameters]
        taken = [op.TYPES[kind] if isinstance(kind, str) else op.I32 for kind in own]
        taken += [op.TYPES[INT]] * len(self._function.lengths)
        return b"\x60" + sized(bytes(taken)) + sized(bytes(op.TYPES[kind] for kind in self._function.results))

    def _body(self) -> bytes:
        """The function's locals and code."""
        return sized(several(b"\1" + bytes([kind]) for kind in self._kinds) + self._code + bytes([op.END]))

    def _scalar(self, name: str) -> str:
        kind = self._function.types[name]
        assert isinstance(kind, str)
        return kind

    def _write(self, *parts: int | bytes) -> None:
        for part in parts:
            if isinstance(part, int):
                self._code.append(part)
            else:
                self._code += part

    def _word(self, number: int) -> None:
        self._write(op.WORD, signed(number))

    # Locals

    def _get(self, place: int) -> None:
        self._write(op.GET, unsigned(place))

    def _set(self, place: int) -> None:
        self._write(op.SET, unsigned(place))

    def _taken(self, kind: str = INT) -> int:
        """A local for a while, until it is given back to those that are free."""
        if self._free[kind]:
            return self._free[kind].pop()
        self._kinds.append(op.TYPES[kind])
        return len(self._function.parameters) + len(self._function.lengths) + len(self._kinds) - 1

    def _given_back(self, *places: int, kind: str = INT) -> None:
        self._free[kind] += places

    def _kept(self, kind: str = INT) -> int:
        """A local with what was computed last."""
        place = self._taken(kind)
        self._set(place)
        return place

    # Blocks

    def _begin(self, code: int = op.BLOCK, kind: int = op.NOTHING) -> int:
        """Begin a block; gives its level."""
        self._write(code, kind)
        self._level += 1
        return self._level

    def _end(self) -> None:
        self._write(op.END)
        self._level -= 1

    def _go(self, level: int, code: int = op.BRANCH) -> None:
        """Go to the end of the block of a level, or to the beginning of a loop."""
        self._write(code, unsigned(self._level - level))

    def _ends(self, status: int) -> None:
        """End everything with a status."""
        self._write(op.ADDRESS, signed(status), op.CALL, unsigned(ENDED), op.UNREACHABLE)
