"""YAML files with known keys: records and scenarios."""

from __future__ import annotations

from typing import Any

import yaml

from interpreter.source.diagnostics import Diagnostic, did_you_mean, listed
from interpreter.source.text import Source


def read_mapping(source: Source, keys: tuple[str, ...], code: str, what: str) -> dict[str, Any] | Diagnostic:
    """A YAML mapping with known keys only."""
    try:
        value = yaml.safe_load(source.text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        reason = getattr(error, "problem", None) or "it nests too deep or holds an impossible value"
        return Diagnostic(code, f"`{source.name}` is no {what}: not YAML{where}: {reason}")
    if not isinstance(value, dict):
        return Diagnostic(code, f"`{source.name}` is no {what}", expected=f"a mapping with {listed(keys, 'and')}")
    for key in value:
        if key not in keys:
            return Diagnostic(
                code,
                f"`{source.name}`: a {what} has no `{key}`",
                expected=listed(keys),
                help=did_you_mean(str(key), keys),
            )
    return value
