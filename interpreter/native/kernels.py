"""Functions over the states of many games, written for the generated module that Numba compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..machine.answers import PLAYING
from ..machine.chance import ADVANCE, drawn
from ..machine.emit import Machine
from .translate import DOOR, ENTRY, INNER

WHOLE = frozenset({"play", "play_all", "begin_all"})
"""The functions that change states which others see: they are done, or not begun."""


def kernels(machine: Machine, module: ast.Module) -> str:
    """Return the functions over states, one or all of a batch, as text for the compiled module."""
    points = machine.plan.playouts.chance_points
    asked = (" or ".join(f"S[AT] == {point}" for point in points) if machine.layout.at else "True") if points else ""
    changed = changing(module)
    look = "S = row; copied({}, row)" if {"legal", "refusal"} & changed else "S = {}"
    glance = "S = row; copied(states[i], row)" if "seen" in changed else "S = states[i]"
    names = {"entry": ENTRY, "inner": INNER, "door": DOOR, "playing": PLAYING, "advance": ADVANCE, "drawn": drawn("n")}
    text = KERNELS.format(
        look_at_one=look.format("T"),
        look_at_each=look.format("states[i]"),
        draw="dice[i] = chance(states[i], dice[i], out)" if asked else "pass",
        **names,
    )
    sight = SIGHT.format(look_at_each=glance, **names) if machine.seen is not None else ""
    return text + (CHANCE.format(asked=asked, **names) if asked else "") + sight


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


KERNELS = """
@{inner}
def copied(S, row):
    for k in range(len(row)):
        row[k] = S[k]


@{entry}
def {door}legal_all(states, masks, row, out):
    for i in range(len(states)):
        for a in range(masks.shape[1]):
            masks[i, a] = False
        {look_at_each}
        n = legal(S, out)
        for k in range(n):
            masks[i, I(out[k])] = True


@{entry}
def {door}play(T, a, row):
    {look_at_one}
    refused = refusal(S, a)
    if refused == 0:
        step(T, a)
    return refused


@{entry}
def {door}play_all(states, codes, dice, row, out):
    for i in range(len(states)):
        if codes[i] != -1:
            {look_at_each}
            if codes[i] < 0 or refusal(S, codes[i]) != 0:
                return i
    for i in range(len(states)):
        if codes[i] >= 0:
            step(states[i], codes[i])
        {draw}
    return -1
"""
"""Where functions try decisions in place, they are asked about a copy of the state, so that asking changes nothing."""

SIGHT = """

@{entry}
def {door}seen_all(states, players, sights, row):
    for i in range(len(states)):
        {look_at_each}
        for c in range(sights.shape[1]):
            sights[i, c] = players[i] >= 0 and seen(S, players[i], c)
"""

CHANCE = """

@{inner}
def chance(S, rng, out):
    while I(S[END]) == {playing} and ({asked}):
        n = legal(S, out)
        {advance}
        step(S, I(out[{drawn}]))
    return rng


@{entry}
def {door}begin_all(states, begun, start, dice, out):
    for i in range(len(states)):
        if begun[i]:
            for k in range(len(start)):
                states[i, k] = start[k]
            dice[i] = chance(states[i], dice[i], out)
"""
