"""Stack and quiet for a compiler, whose calls go deep and whose objects live long."""

from __future__ import annotations

import gc
from collections.abc import Callable

ENTRIES = 1 << 20
"""The size of one chunk of CPython's stack, in words."""


def with_room(function: Callable[..., None], *arguments: object) -> None:
    """Call a function on one large chunk of stack, with garbage collection off.

    CPython otherwise grows the stack in chunks of 16 KiB and frees each as soon as it is empty; calls that go back and
    forth across the end of a chunk spend a fifth of their time on that.
    """
    collects = gc.isenabled()
    try:
        gc.disable()
        _wide(function, arguments)
    finally:
        if collects:
            gc.enable()


def _wide(function: Callable[..., None], arguments: tuple[object, ...]) -> None:
    function(*arguments)


_wide.__code__ = _wide.__code__.replace(co_stacksize=ENTRIES)
