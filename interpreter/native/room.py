"""Room for what calls very deep and makes very many objects that stay, as a compiler does."""

from __future__ import annotations

import gc
from collections.abc import Callable

ENTRIES = 1 << 20
"""How much of the interpreter's stack there is in one piece, in words."""


def with_room(function: Callable[..., None], *arguments: object) -> None:
    """Call a function with one large piece of stack, and look for garbage only afterwards.

    The stack grows in pieces of 16 KiB otherwise, and the system gets each back as soon as it is not in use: where
    calls go to and fro across the end of a piece, that takes a fifth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        _wide(function, arguments)
    finally:
        if collects:
            gc.enable()


def _wide(function: Callable[..., None], arguments: tuple[object, ...]) -> None:
    function(*arguments)


_wide.__code__ = _wide.__code__.replace(co_stacksize=ENTRIES)
