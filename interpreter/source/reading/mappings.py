"""YAML files with known keys: records and scenarios."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Hashable, Mapping
from typing import TypeGuard, TypeVar

import yaml

from ...diagnostics.diagnostic import Diagnostic, did_you_mean, listed
from ...diagnostics.text import Source
from ...doors.visible import on_one_line

Value = TypeVar("Value")
Cell = str | list[int]
"""The name of a cell, or [q, r]."""

Placement = list[Cell] | dict[str, list[Cell]]
"""Cells, or the cells of each kind of piece."""


class _Loader(yaml.SafeLoader):
    """A safe loader that rejects repeated keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for number, key in enumerate(keys):
            if key in keys[:number]:
                raise yaml.constructor.ConstructorError(None, None, f"`{short(key)}` is given twice", node.start_mark)
        return super().construct_mapping(node, deep)


def short(value: object) -> str:
    """A value from a file, shortened for a message."""
    text = value if isinstance(value, str) else reprlib.repr(value)
    return on_one_line(text if len(text) <= 60 else text[:60] + "…")


def read_mapping(source: Source, keys: tuple[str, ...], code: str, what: str) -> dict[str, object] | Diagnostic:
    """Read a YAML mapping with known keys only; a diagnostic with `code` if it is anything else."""
    try:
        value = yaml.load(source.text, _Loader)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        reason = getattr(error, "problem", None) or "it nests too deep or has an impossible value"
        return Diagnostic(code, f"`{source.name}` is not a {what}: not YAML{where}: {reason}")
    if not isinstance(value, dict):
        return Diagnostic(code, f"`{source.name}` is not a {what}", expected=f"a mapping with {listed(keys, 'and')}")
    for key in value:
        if key not in keys:
            return Diagnostic(
                code,
                f"`{source.name}`: a {what} has no `{short(key)}`",
                expected=listed(keys),
                help=did_you_mean(short(key), keys),
            )
    return value


def value_of(
    mapping: Mapping[str, object], key: str, fits: Callable[[object], TypeGuard[Value]], wanted: str
) -> Value | None:
    """Return the value of a key, or None if it is missing or null; raise ValueError if it does not fit."""
    value = mapping.get(key)
    if value is None or fits(value):
        return value
    raise ValueError(f"`{key}` must be {wanted}")


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
