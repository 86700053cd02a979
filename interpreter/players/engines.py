"""What runs a kernel of search: plain Python over lists, which starts at once, or compiled code over arrays.

Both do the same in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from ..machine.random.sampling import Numbers, Sampler
from ..program.bind import Bound


class Engine(Protocol):
    """Runs a kernel over vectors of its own kind."""

    @property
    def is_compiled(self) -> bool:
        """Whether it runs over arrays; else over lists."""

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return a state, or room for codes."""

    def words(self, values: Iterable[int]) -> Numbers:
        """Return integers of 64 bits, as what zeros are exchanged for."""

    def zeros(self, size: int) -> Numbers:
        """Return so many zeros of 64 bits."""

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the kernel that may be called from outside."""


class Plain:
    """Plain Python, over lists."""

    is_compiled = False

    def __init__(self, kernel: Bound) -> None:
        self.function = kernel.function

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return a list."""
        return list(values)

    words = numbers

    def zeros(self, size: int) -> Numbers:
        """Return a list of zeros."""
        return [0] * size


class Native:
    """Compiled code, over arrays, or over vectors of WebAssembly."""

    is_compiled = True

    def __init__(self, compiled: Sampler) -> None:
        self.numbers, self.words, self.zeros = compiled.numbers, compiled.words, compiled.zeros
        self.function = compiled.function
