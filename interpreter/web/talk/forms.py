"""Plain data as typed values: what each field of a message or an event may hold, checked by one function.

A form is a frozen dataclass whose annotations say more than their types: `Annotated[int, whole(0, 9)]`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import TypeVar, get_type_hints

from ...doors.visible import on_one_line

LARGEST_MESSAGE = 1024 * 1024
"""The largest message that is read, in bytes."""

T = TypeVar("T")

Form = Callable[..., object]
"""A frozen dataclass whose fields say what they may hold."""

Id = int | str | None
"""What a page numbers its questions with."""


class Malformed(ValueError):  # noqa: N818 - named for what the message is
    """A message that makes no sense; `id` is the number that it came with, if that could be read."""

    def __init__(self, why: str, number: Id = None) -> None:
        super().__init__(why)
        self.id = number


@dataclass(frozen=True)
class Kind:
    """What a field may hold: in words, and as a function that returns the value or raises ValueError."""

    says: str
    take: Callable[[object], object]


def _only(fits: Callable[[object], bool], says: str) -> Kind:
    def take(value: object) -> object:
        if not fits(value):
            raise ValueError(says)
        return value

    return Kind(says, take)


def text(most: int, pattern: str = "") -> Kind:
    """A text of Unicode characters, at most so many bytes as UTF-8, that a pattern fits if there is one."""

    def fits(value: object) -> bool:
        if not isinstance(value, str) or len(value) > most:
            return False
        try:
            size = len(value.encode())
        except UnicodeEncodeError:  # half of a character
            return False
        return size <= most and (not pattern or re.fullmatch(pattern, value) is not None)

    return _only(fits, f"a text of at most {most:,} bytes" + (f" like {pattern}" if pattern else ""))


def whole(low: int, high: int) -> Kind:
    """A whole number within bounds."""
    return _only(lambda value: type(value) is int and low <= value <= high, f"a whole number in {low}..{high}")


def number(low: float, high: float) -> Kind:
    """A number within bounds."""

    def fits(value: object) -> bool:
        return (type(value) is int or type(value) is float) and math.isfinite(value) and low <= value <= high

    return _only(fits, f"a number from {low:g} to {high:g}")


def one_of(*words: str) -> Kind:
    """One of some words."""
    return _only(lambda value: isinstance(value, str) and value in words, f"one of {', '.join(words)}")


TRUTH = _only(lambda value: type(value) is bool, "true or false")


def optional(kind: Kind) -> Kind:
    """A value of a kind, or null."""
    return Kind(f"{kind.says}, or null", lambda value: None if value is None else kind.take(value))


def several(kind: Kind, most: int) -> Kind:
    """A list of values of a kind, at most so many; it becomes a tuple."""
    says = f"a list of at most {most:,}, each {kind.says}"

    def take(value: object) -> object:
        if not isinstance(value, list | tuple) or len(value) > most:
            raise ValueError(says)
        return tuple(map(kind.take, value))

    return Kind(says, take)


def mapping(kind: Kind, most: int) -> Kind:
    """An object with at most so many values of a kind under short names."""
    says, name = f"an object of at most {most:,} values, each {kind.says}", text(200)

    def take(value: object) -> object:
        if not isinstance(value, Mapping) or len(value) > most:
            raise ValueError(says)
        return {name.take(key): kind.take(each) for key, each in value.items()}

    return Kind(says, take)


def form(of: Form) -> Kind:
    """An object with the fields of a form."""

    def take(value: object) -> object:
        if not isinstance(value, Mapping):
            raise ValueError("an object")
        return filled(of, value)

    return Kind(f"an object of {', '.join(kinds_of(of)) or 'nothing'}", take)


def either(*kinds: Kind) -> Kind:
    """A value of the first kind that it fits."""
    says = ", or ".join(kind.says for kind in kinds)

    def take(value: object) -> object:
        for kind in kinds:
            try:
                return kind.take(value)
            except ValueError:
                continue
        raise ValueError(says)

    return Kind(says, take)


@cache
def kinds_of(of: Form) -> dict[str, Kind]:
    """Return the kind of each field of a form."""
    hints = get_type_hints(of, include_extras=True)
    return {name: next(each for each in hint.__metadata__ if isinstance(each, Kind)) for name, hint in hints.items()}


def filled(of: Callable[..., T], given: Mapping[str, object]) -> T:
    """Return a form with its fields; raises Malformed for one that is missing, unknown or does not fit."""
    kinds, values = kinds_of(of), dict[str, object]()
    for name, value in given.items():
        kind = kinds.get(name)
        if kind is None:
            raise Malformed(f"there is no field `{_short(name)}` here: {', '.join(kinds) or 'nothing'} may stand here")
        try:
            values[name] = kind.take(value)
        except Malformed as error:
            raise Malformed(f"in `{name}`: {error}") from None
        except ValueError:
            raise Malformed(f"`{name}` must be {kind.says}") from None
    for field in fields(of):  # type: ignore[arg-type]
        if field.name not in values and field.default is MISSING and field.default_factory is MISSING:
            raise Malformed(f"`{field.name}` is missing: {kinds[field.name].says}")
    return of(**values)


def decoded(frame: str | bytes) -> object:
    """Return the JSON value that a frame holds; raises Malformed for one that is too large or not JSON."""
    if len(frame) > LARGEST_MESSAGE or (
        isinstance(frame, str) and len(frame.encode(errors="replace")) > LARGEST_MESSAGE
    ):
        raise Malformed(f"a message has at most {LARGEST_MESSAGE:,} bytes")
    try:
        value: object = json.loads(frame)
    except (ValueError, RecursionError):
        raise Malformed("a message is one JSON object, in UTF-8") from None
    return value


def _short(name: object) -> str:
    shown = str(name)
    return on_one_line(shown if len(shown) <= 30 else shown[:30] + "…")
