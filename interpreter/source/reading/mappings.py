"""YAML files with known keys: records and scenarios."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Mapping
from typing import TypeGuard, TypeVar

from ...diagnostics.diagnostic import Diagnostic, did_you_mean, listed
from ...diagnostics.text import Source, Span
from ...doors.documents import Fields, Malformed, Place, read_document
from ...doors.visible import on_one_line

Value = TypeVar("Value")
Cell = str | list[int]
"""The name of a cell, or [q, r]."""

Placement = list[Cell] | dict[str, list[Cell]]
"""Cells, or the cells of each kind of piece."""


class Unfit(ValueError):  # noqa: N818 - named for what the value is
    """A value of a file that is not what it must be."""

    def __init__(self, message: str, place: Place | None = None, expected: str = "", help: str = "") -> None:  # noqa: A002 - as in a diagnostic
        super().__init__(message)
        self.place, self.expected, self.help = place, expected, help

    def diagnostic(self, code: str, source: Source) -> Diagnostic:
        """Return the problem with the file."""
        message = f"`{source.name}`: {self}"
        return Diagnostic(code, message, span_of(source, self.place), expected=self.expected, help=self.help)


def short(value: object) -> str:
    """A value from a file, shortened for a message."""
    text = value if isinstance(value, str) else reprlib.repr(value)
    return on_one_line(text if len(text) <= 60 else text[:60] + "…")


def span_of(source: Source, place: Place | None) -> Span | None:
    """Return a place as a span of its source."""
    return Span(source, place.start, place.end) if place else None


def place_in(mapping: Mapping[str, object], key: str) -> Place | None:
    """Return where the value of a key stands, if it was read from a file."""
    return mapping.values_at.get(key) if isinstance(mapping, Fields) else None


def read_mapping(source: Source, keys: tuple[str, ...], code: str, what: str) -> Fields | Diagnostic:
    """Read a YAML mapping with known keys only; a diagnostic with `code` if it is anything else."""
    if _SHEET.match(source.text):
        says = f"`{source.name}` is a rule sheet, not a {what}"
        return Diagnostic(code, says, help="check it: hexgame validate FILE; play it: hexgame play FILE")
    try:
        value = read_document(source.text)
    except Malformed as error:
        return Diagnostic(code, f"`{source.name}` is not a {what}: {error}", span_of(source, error.place))
    if not isinstance(value, Fields):
        return Diagnostic(code, f"`{source.name}` is not a {what}", expected=f"a mapping with {listed(keys, 'and')}")
    for another, mark, advice in _OTHERS:
        if another != what and mark in value and mark not in keys:
            where = span_of(source, value.keys_at[mark])
            return Diagnostic(code, f"`{source.name}` is a {another}, not a {what}", where, help=advice)
    for key in value:
        if key not in keys:
            return Diagnostic(
                code,
                f"`{source.name}`: a {what} has no `{short(key)}`",
                span_of(source, value.keys_at[key]),
                expected=listed(keys),
                help=did_you_mean(short(key), keys),
            )
    return value


_SHEET = re.compile(r'(?:\s|#[^\n]*\n)*game[ \t]+"')
"""How a rule sheet begins."""

_OTHERS = (
    ("scenario file", "cases", "run its cases: hexgame test FILE"),
    ("record", "moves", "continue it: hexgame play --from FILE"),
)
"""What other files in YAML are called, the key that tells them, and what reads them."""


def value_of(
    mapping: Mapping[str, object], key: str, fits: Callable[[object], TypeGuard[Value]], wanted: str
) -> Value | None:
    """Return the value of a key, or None if it is missing or null; raise Unfit if it does not fit."""
    value = mapping.get(key)
    if value is None or fits(value):
        return value
    raise misfit(mapping, key, wanted)


def misfit(mapping: Mapping[str, object], key: str, wanted: str) -> Unfit:
    """Return the problem that the value of a key is not what is wanted; a list is written out."""
    value, help_ = mapping.get(key), ""
    if wanted.startswith("a list of ") and isinstance(value, str | int) and not isinstance(value, bool):
        help_ = f"write: {short(key)}: [{', '.join(_WORDS.findall(short(value)))}]"
    elif wanted.startswith("a mapping") and isinstance(value, str) and _SETTINGS.search(value):
        help_ = f"write: {short(key)}: {{{', '.join(each.replace('=', ': ') for each in _SETTINGS.findall(value))}}}"
    return Unfit(f"`{short(key)}` must be {wanted}", place_in(mapping, key), help=help_)


_WORDS = re.compile(r"[^\s,;]+")
_SETTINGS = re.compile(r"\w{1,20}=\w{1,20}")


def checked_keys(mapping: Mapping[str, object], known: tuple[str, ...]) -> None:
    """Raise Unfit for a key that is not known."""
    for key in mapping:
        if key not in known:
            shown, place = short(key), mapping.keys_at[key] if isinstance(mapping, Fields) else None
            raise Unfit(f"unknown key `{shown}`", place, listed(known), did_you_mean(shown, known))


def is_mapping(value: object) -> TypeGuard[dict[str, object]]:
    """Whether a value is a mapping; its keys are not checked."""
    return isinstance(value, dict)


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def is_scalars(value: object) -> TypeGuard[list[object]]:
    """Whether a value is a list of texts, numbers, booleans or nulls."""
    return isinstance(value, list) and not any(isinstance(each, list | dict) for each in value)


def is_cells(value: object) -> TypeGuard[list[Cell]]:
    """Whether a value is a list of cells, each by its name or as [q, r]."""
    return isinstance(value, list) and all(
        isinstance(cell, str) or (isinstance(cell, list) and len(cell) == 2 and all(type(x) is int for x in cell))
        for cell in value
    )


def is_placement(value: object) -> TypeGuard[Placement]:
    """Whether a value is a list of cells, or a mapping of pieces to such lists."""
    return is_cells(value) or (isinstance(value, dict) and all(map(is_cells, value.values())))
