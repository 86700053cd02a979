"""A generated module read into a program: all its functions, whoever calls them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..program.nodes import INT, Vector
from ..program.read import Program, read, text_of

STATE = Vector("i64")
VECTORS = frozenset(("S", "W", "out", "start", "opening", "firsts", "lengths", "cells", "wins"))
"""The parameters that are vectors; all others are numbers."""


def program_of(text: str, tables: Mapping[str, object]) -> Program:
    """Return the program of a module. Raises Unreadable where it is none."""
    module = ast.parse(text)
    found = text_of(module, {**text_of(module).names, **tables})
    heads = {name: [each.arg for each in function.args.args] for name, function in found.functions.items()}
    return read(found, {name: [STATE if each in VECTORS else INT for each in head] for name, head in heads.items()})
