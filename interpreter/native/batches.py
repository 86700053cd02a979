"""The functions over the states of many games, bound to a game before they are compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..machine.batches import __name__ as folder
from ..machine.draws import __name__ as draws
from ..machine.emit import Machine
from ..program.bind import Bound, bind

KERNEL = f"{folder}.states"
SOURCES = (KERNEL, draws)
"""What the functions over states are made of."""

WHOLE = frozenset({"play", "play_all", "begin_all"})
"""The functions that change states which others see: they are done, or not begun."""


def offered(machine: Machine) -> Iterator[str]:
    """Return the functions over states that a game has."""
    yield from ("legal_all", "play", "play_all")
    if machine.plan.playouts.chance_points:
        yield "begin_all"
    if machine.seen is not None:
        yield "seen_all"


def bound(machine: Machine, module: ast.Module) -> Bound:
    """Return the functions over states, one or all of a batch; `module` is the machine's."""
    layout, points = machine.layout, machine.plan.playouts.chance_points
    changed = changing(module)
    return bind(KERNEL, {
        "SIZE": len(machine.start), "CELLS": machine.plan.cells, "CODES": machine.action_count,
        "AT": layout.at.offset if layout.at else 0, "END": layout.end.offset,
        "HAS_CHANCE": bool(points), "HAS_POINTS": layout.at is not None, "CHANCE_POINTS": tuple(points),
        "ASKING_CHANGES": bool({"legal", "refusal"} & changed), "SEEING_CHANGES": "seen" in changed,
        **{name: machine.functions.get(name) for name in ("legal", "refusal", "step", "seen")},
    })  # fmt: skip


def changing(module: ast.Module) -> set[str]:
    """Return the functions of a generated module that may write to the state, by themselves or through others."""
    functions = [each for each in module.body if isinstance(each, ast.FunctionDef)]
    calls = {each.name: set(_called(each)) for each in functions}
    found = {each.name for each in functions if any(map(_is_written, ast.walk(each)))}
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return found


def _called(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Name(name)):
                yield name


def _is_written(node: ast.AST) -> bool:
    """Whether a node stores into an array other than the codes on offer, which are nobody's state."""
    match node:
        case ast.Subscript(ast.Name("out"), _, ast.Store()):
            return False
        case ast.Subscript(_, _, ast.Store()):
            return True
    return False
