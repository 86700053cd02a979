"""Functions over the states of many games, written beside a generated module before it is compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..machine.answers import PLAYING
from ..machine.chance import ADVANCE, drawn
from ..machine.emit import Machine

WHOLE = frozenset({"play", "play_all", "begin_all"})
"""The functions that change states which others see: they are done, or not begun."""


def kernels(machine: Machine, module: ast.Module) -> str:
    """Return the functions over states, one or all of a batch, as text of restricted Python."""
    points = machine.plan.playouts.chance_points
    asked = (" or ".join(f"S[AT] == {point}" for point in points) if machine.layout.at else "True") if points else ""
    changed = changing(module)
    names = {
        "copied": _copied(machine, bool({"legal", "refusal"} & changed)),
        "asked_about": "row" if {"legal", "refusal"} & changed else "S",
        "glanced": _copied(machine, "seen" in changed),
        "looked_at": "row" if "seen" in changed else "S",
        "draw": "dice[i] = chance(states[i], dice[i], out)" if asked else "pass",
        "codes": machine.action_count, "cells": machine.plan.cells, "size": len(machine.start),
        "playing": PLAYING, "advance": ADVANCE, "drawn": drawn("n"),
    }  # fmt: skip
    parts = KERNELS, CHANCE if asked else "", SIGHT if machine.seen is not None else ""
    return "".join(parts).format(asked=asked, **names)


def _copied(machine: Machine, changes: bool) -> str:
    """Copies a state where what is asked may change it."""
    return f"row[0:{len(machine.start)}] = S[0:{len(machine.start)}]" if changes else "pass"


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
def refusal_aside(S, a, row):
    {copied}
    return refusal({asked_about}, a)


def legal_aside(S, mask, row, out):
    {copied}
    for a in range({codes}):
        mask[a] = 0
    n = legal({asked_about}, out)
    for k in range(n):
        mask[out[k]] = 1


def legal_all(states, masks, row, out):
    for i in range(len(states)):
        legal_aside(states[i], masks[i], row, out)


def play(T, a, row):
    why = refusal_aside(T, a, row)
    if why == 0:
        step(T, a)
    return why


def play_all(states, codes, dice, row, out):
    for i in range(len(states)):
        if codes[i] != -1:
            if codes[i] < 0 or refusal_aside(states[i], codes[i], row) != 0:
                return i
    for i in range(len(states)):
        if codes[i] >= 0:
            step(states[i], codes[i])
        {draw}
    return -1
"""
"""Where functions try decisions in place, they are asked about a copy of the state, so that asking changes nothing."""

SIGHT = """

def seen_aside(S, player, sight, row):
    {glanced}
    for c in range({cells}):
        sight[c] = 0
        if player >= 0:
            sight[c] = 1 if seen({looked_at}, player, c) else 0


def seen_all(states, players, sights, row):
    for i in range(len(states)):
        seen_aside(states[i], players[i], sights[i], row)
"""

CHANCE = """

def chance(S, rng, out):
    while S[END] == {playing} and ({asked}):
        n = legal(S, out)
        {advance}
        step(S, out[{drawn}])
    return rng


def begin_one(S, start, rng, out):
    S[0:{size}] = start[0:{size}]
    return chance(S, rng, out)


def begin_all(states, begun, start, dice, out):
    for i in range(len(states)):
        if begun[i]:
            dice[i] = begin_one(states[i], start, dice[i], out)
"""

TEMPLATES = KERNELS + CHANCE + SIGHT
"""All that functions over states are made of, beside the module."""
