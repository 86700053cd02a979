"""Looks at full boards one after another, as text: run as plain Python over lists, or compiled over arrays."""

from __future__ import annotations

from ....machine.emit import Machine

MASKS = 16
"""Counts of full boards by the set of their winners, one bit a player: so many sets there can be."""

FIRST_NONE, FAIR_NONE, FIRST_SEVERAL, FAIR_SEVERAL = range(MASKS, MASKS + 4)
"""The first full board without a winner, the first of these with the shares that play gives, the same with several
winners: its number plus 1, 0 if there is none."""

FOUND = MASKS + 4

PARAMETERS, ARRAYS = {"survey": "SnnnKKK"}, {"K": 0}
"""What `survey` takes, as `native.compiled.Addition` says it."""

SURVEY = """

def survey(S, begin, end, fair, free, contents, found):
    for number in range(begin, end):
        rest = number
        share = 0
        for k in range(len(free)):
            digit = rest % len(contents)
            rest = rest // len(contents)
            S[free[k]] = contents[digit]
            share += 1 if digit == 0 else 0
        rebuild(S)
        mask = 0
        several = 0
{judged}
        several = 1 if mask & (mask - 1) != 0 else 0
        found[mask] += 1
        if mask == 0 and found[{first_none}] == 0:
            found[{first_none}] = number + 1
        if mask == 0 and share == fair and found[{fair_none}] == 0:
            found[{fair_none}] = number + 1
        if several == 1 and found[{first_several}] == 0:
            found[{first_several}] = number + 1
        if several == 1 and share == fair and found[{fair_several}] == 0:
            found[{fair_several}] = number + 1
    return 0
"""


def text_of(machine: Machine) -> str:
    """Return the kernel's text for a game: full boards by number, the digits of which are their contents."""
    players = len(machine.plan.rules.players)
    judged = "\n".join(line for player in range(players) for line in _judged(machine, player, players))
    return SURVEY.format(
        judged=judged,
        first_none=FIRST_NONE, fair_none=FAIR_NONE, first_several=FIRST_SEVERAL, fair_several=FAIR_SEVERAL,
    )  # fmt: skip


def _judged(machine: Machine, player: int, players: int) -> list[str]:
    """The lines that set the bit of a winner: the first ending that holds for a player decides."""
    lines, word = [], "if"
    for number, ending in enumerate(machine.plan.rules.endings):
        if ending.player not in (None, player):
            continue
        bit = {"win": 1 << player, "lose": 1 << (1 - player) if players == 2 else 0}.get(ending.result, 0)
        lines += [f"        {word} ending_{number}(S, {player}):", f"            mask |= {bit}"]
        word = "elif"
    return lines
