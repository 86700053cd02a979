"""Vectors for machine code: numbers of one width side by side, which Python sees as a `memoryview`."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from contextlib import suppress
from mmap import mmap

CODES = {"i32": "i", "i64": "q"}
"""What the elements of vectors are called in arrays of Python."""

LARGE = 1 << 20
"""From so many bytes on, memory comes from the system, which gives it only as it is used."""


def numbers(element: str, values: Iterable[int]) -> memoryview:
    """Return integers as a vector; raises OverflowError for one that is too large."""
    return memoryview(array(CODES[element], values))


def zeros(size: int) -> memoryview:
    """Return so many zeros of 64 bits. Raises MemoryError if there is no room for them."""
    content = bytearray(8 * size) if 8 * size < LARGE else _reserved(8 * size)
    return memoryview(content).cast("q")


def _reserved(size: int) -> mmap:
    """Memory of the system: in large pages where it has them, which a search that reads everywhere is faster in."""
    try:
        if sys.platform == "win32":
            return mmap(-1, size)
        from mmap import MAP_PRIVATE  # noqa: PLC0415 - not on Windows

        memory = mmap(-1, size, MAP_PRIVATE)
    except OSError:
        raise MemoryError(f"no {size >> 20:,} MiB of memory can be had") from None
    if sys.platform == "linux":
        from mmap import MADV_HUGEPAGE  # noqa: PLC0415

        with suppress(OSError):
            memory.madvise(MADV_HUGEPAGE)
    return memory
