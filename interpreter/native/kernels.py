"""Functions over the states of many games, written for the generated module that Numba compiles."""

from __future__ import annotations

from ..machine.answers import PLAYING
from ..machine.chance import ADVANCE, drawn
from ..machine.emit import Machine
from .translate import DOOR, ENTRY


def kernels(machine: Machine) -> str:
    """Return the functions over all states of a batch, as text for the compiled module."""
    points = machine.plan.playouts.chance_points
    asked = " or ".join(f"S[AT] == {point}" for point in points) if machine.layout.at else str(bool(points))
    return KERNELS.format(
        asked=asked or "False", playing=PLAYING, advance=ADVANCE, drawn=drawn("n"), entry=ENTRY, door=DOOR
    )


KERNELS = """
@{entry}
def {door}legal_all(states, masks, out):
    for i in range(len(states)):
        for a in range(masks.shape[1]):
            masks[i, a] = False
        n = legal(states[i], out)
        for k in range(n):
            masks[i, I(out[k])] = True


@{entry}
def {door}refused(states, codes):
    for i in range(len(states)):
        if codes[i] != -1 and (codes[i] < 0 or refusal(states[i], codes[i]) != 0):
            return i
    return -1


@{entry}
def {door}step_all(states, codes):
    for i in range(len(states)):
        if codes[i] >= 0:
            step(states[i], codes[i])


@{entry}
def {door}chance_all(states, dice, out):
    for i in range(len(states)):
        S = states[i]
        rng = dice[i]
        while I(S[END]) == {playing} and ({asked}):
            n = legal(S, out)
            {advance}
            step(S, I(out[{drawn}]))
        dice[i] = rng
"""
