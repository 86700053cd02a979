"""What a caller has given: whoever is called from outside says in one sentence what it should have been."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from operator import index
from os import PathLike

WORDS: dict[object, str] = {
    str: "a text", Iterable: "several", Mapping: "a mapping", PathLike: "a path", Callable: "a function",
    type(None): "None",
}  # fmt: skip
"""What types are called that have no name of their own."""


def given(name: str, value: object, *kinds: object) -> None:
    """Raise TypeError unless a value is of one of several kinds.

    >>> given("text", 7, str)
    Traceback (most recent call last):
    TypeError: `text` must be a text, not int
    """
    if not isinstance(value, kinds):  # type: ignore[arg-type]
        wanted = " or ".join(WORDS.get(kind) or f"a {getattr(kind, '__name__', kind)}" for kind in kinds)
        raise TypeError(f"`{name}` must be {wanted}, not {_called(value)}")


def whole(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number; raises TypeError if it is none, ValueError if it is too small or too large.

    >>> whole("cell", 9, 0, 8)
    Traceback (most recent call last):
    ValueError: `cell` must be 0 to 8, not 9
    """
    try:
        if type(value).__name__ in ("bool", "bool_"):  # which Python, and NumPy before 2.0, take for 0 and 1
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"`{name}` must be a whole number, not {_called(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        limits = f"at least {least:,}" if most is None else f"{least or 0:,} to {most:,}"
        raise ValueError(f"`{name}` must be {limits}, not {_short(number)}")
    return number


def real(name: str, value: object) -> float:
    """Return a number; raises TypeError if it is none, ValueError for NaN."""
    try:
        number = math.nan if isinstance(value, bool | str | bytes | bytearray) else float(value)  # type: ignore[arg-type]
    except TypeError:
        number = math.nan
    except OverflowError:
        number = math.inf
    if not math.isnan(number):
        return number
    if isinstance(value, float):
        raise ValueError(f"`{name}` must be a number, not NaN")
    raise TypeError(f"`{name}` must be a number, not {_called(value)}")


def _called(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _short(number: int) -> str:
    """A number in digits; one that has too many of them is only said to be larger or smaller."""
    return f"{number:,}" if abs(number) < 10**30 else f"a number of {number.bit_length():,} bits"
