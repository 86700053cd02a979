"""The lines of a function in LLVM's text: registers, labels, and where a block is over."""

from __future__ import annotations

from collections.abc import Sequence

from ..nodes import Function
from .types import TYPES, returned


class LineWriter:
    """Collects the lines of one function. A register is written once; `_is_over` says that nothing can follow in a
    block, `_reached` holds the labels to which something leads."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._places: list[str] = []
        self._lines: list[str] = []
        self._count = 0
        self._reached: set[str] = set()
        self._is_over = False

    def _write(self, line: str) -> None:
        self._lines.append("  " + line)

    def _new(self, value: str) -> str:
        """A register with a value."""
        self._count += 1
        self._write(f"%r{self._count} = {value}")
        return f"%r{self._count}"

    def _labels(self, *words: str) -> list[str]:
        self._count += 1
        return [f"{word}{self._count}" for word in words]

    def _label(self, label: str) -> None:
        self._lines.append(label + ":")
        self._is_over = False

    def _go(self, label: str, how: str = "") -> None:
        if not self._is_over:
            self._write(f"br label %{label}{how}")
            self._reached.add(label)
        self._is_over = True

    def _split(self, truth: str, yes: str, no: str, seldom: bool = False) -> None:
        self._write(f"br i1 {truth}, label %{yes}, label %{no}" + ", !prof !0" * seldom)
        self._reached |= {yes, no}
        self._is_over = True

    def _ends_if(self, truth: str, status: str) -> None:
        """End with a status where something seldom holds."""
        (ends, goes_on) = self._labels("ends", "on")
        self._split(truth, ends, goes_on, seldom=True)
        self._label(ends)
        self._end(status)
        self._label(goes_on)

    def _end(self, status: str) -> None:
        self._write(f"store i32 {status}, ptr %status")
        self._go("ended")

    def _return(self, values: Sequence[str], status: str) -> None:
        function, kind = self._function, returned(self._function)
        parts = [(TYPES[each], value) for each, value in zip(function.results, values, strict=True)]
        parts += [("i32", status)] * function.may_end
        if len(parts) < 2:
            self._write("ret " + (" ".join(parts[0]) if parts else "void"))
        else:
            found = "undef"
            for number, part in enumerate(parts):
                found = self._new(f"insertvalue {kind} {found}, {' '.join(part)}, {number}")
            self._write(f"ret {kind} {found}")
        self._is_over = True
