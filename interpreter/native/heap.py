"""Vectors in the memory on which modules of WebAssembly work, and whoever holds that memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, overload

from ..program.wasm.values import LOWEST
from .buffers import CODES


class Host(Protocol):
    """A memory, and what runs modules on it: a browser, or another that knows WebAssembly."""

    def now(self) -> float:
        """Return milliseconds since some time, by the clock of the modules."""

    def instance(self, module: bytes) -> Callable[[str], Callable[[], bool]]:
        """Make a module ready; gives its entries by name, each of which returns whether it came to its end.

        Raises RuntimeError for a module that cannot be run here.
        """

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""

    def write(self, at: int, content: bytes) -> None:
        """Put bytes into the memory."""

    def clear(self, at: int, size: int) -> None:
        """Make bytes of the memory 0."""

    def reach(self, size: int) -> None:
        """Let the memory have so many bytes at least; raises MemoryError if it cannot."""


class Heap:
    """Hands out parts of a memory: each is 0 at first, and can be handed out again once its vector is gone."""

    def __init__(self, host: Host) -> None:
        self.host, self.top = host, LOWEST
        self._free: dict[int, list[int]] = {}

    def take(self, size: int) -> int:
        """Return the address of so many bytes."""
        size = -(-size // 8) * 8
        if free := self._free.get(size):
            at = free.pop()
            self.host.clear(at, size)
            return at
        at = self.top
        self.grow_to(at + size)
        return at

    def grow_to(self, top: int) -> None:
        """Keep all up to an address for something that stays."""
        self.host.reach(top)
        self.top = top

    def give_back(self, at: int, size: int) -> None:
        """Take back what nobody uses any more."""
        self._free.setdefault(-(-size // 8) * 8, []).append(at)


class Buffer:
    """A vector: integers side by side in a heap."""

    def __init__(self, heap: Heap, element: str, length: int) -> None:
        self.heap, self.element, self._length = heap, element, length
        self._size = int(element[1:]) // 8
        self.at = heap.take(length * self._size)

    def __del__(self) -> None:
        if hasattr(self, "at"):
            self.heap.give_back(self.at, self._length * self._size)

    def __repr__(self) -> str:
        return f"<Buffer of {self._length:,} {self.element}>"

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> array[int]: ...

    def __getitem__(self, index: int | slice) -> int | array[int]:
        if isinstance(index, slice):
            first, beyond, step = index.indices(self._length)
            return self._read(first, max(beyond - first, 0))[::step]
        return self._read(self._inside(index), 1)[0]

    def __setitem__(self, index: int | slice, value: int | Iterable[int]) -> None:
        if isinstance(index, slice):
            first, beyond, step = index.indices(self._length)
            assert not isinstance(value, int)
            numbers = array(CODES[self.element], value)
            if step != 1 or len(numbers) != max(beyond - first, 0):
                raise ValueError("a slice takes as many numbers as it has, side by side")
        else:
            assert isinstance(value, int)
            first, numbers = self._inside(index), array(CODES[self.element], (value,))
        self.heap.host.write(self.at + first * self._size, numbers.tobytes())

    def __iter__(self) -> Iterator[int]:
        return iter(self._read(0, self._length))

    def tolist(self) -> list[int]:
        """Return its numbers as a list."""
        return self._read(0, self._length).tolist()

    def _read(self, first: int, count: int) -> array[int]:
        content = self.heap.host.read(self.at + first * self._size, count * self._size)
        return array(CODES[self.element], content)

    def _inside(self, index: int) -> int:
        inside = index + self._length if index < 0 else index
        if not 0 <= inside < self._length:
            raise IndexError(f"{index} is outside of {self!r}")
        return inside
