"""Looks at full boards one after another, as text: run as plain Python over lists, or compiled over arrays."""

from __future__ import annotations

from collections.abc import Iterator

from ....machine.emit import Machine
from ....rules.facts.endings import asked_when_full, winner_of

MASKS = 16
"""Counts of full boards by the set of their winners, one bit a player: so many sets there can be."""

EVEN = MASKS
"""Where the same counts begin of full boards with the shares that play gives."""

FIRST_NONE, FAIR_NONE, FIRST_SEVERAL, FAIR_SEVERAL = range(2 * MASKS, 2 * MASKS + 4)
"""The first full board without a winner, the first of these with the shares that play gives, the same with several
winners: its number plus 1, 0 if there is none."""

JUDGED = 2 * MASKS + 4
"""How many full boards were judged: of those that are images of each other, one."""

FOUND = JUDGED + 1

PARAMETERS, ARRAYS = {"survey": "SnnnnKKKKKKK"}, {"K": 0}
"""What `survey` takes, as `native.compiled.Addition` says it."""

SURVEY = """

def survey(S, begin, end, fair, images, free, contents, digits, places, turned, masks, found):
    kinds = len(contents)
    ways = len(masks) // {masks}
    rest = begin
    for k in range(len(free)):
        digits[k] = rest % kinds
        rest = rest // kinds
    for number in range(begin, end):
        if number > begin:
            k = 0
            while digits[k] == kinds - 1:
                digits[k] = 0
                k += 1
            digits[k] += 1
        alike = 1
        for i in range(1, images):
            k = len(free) - 1
            while k >= 0 and turned[i * kinds + digits[places[i * len(free) + k]]] == digits[k]:
                k -= 1
            if k < 0:
                alike += 1
            elif turned[i * kinds + digits[places[i * len(free) + k]]] < digits[k]:
                alike = 0
                break
        if alike > 0:
            share = 0
            for k in range(len(free)):
                S[free[k]] = contents[digits[k]]
                share += 1 if digits[k] == 0 else 0
            rebuild(S)
            mask = 0
{judged}
            several = 1 if mask & (mask - 1) != 0 else 0
            is_fair = 0
            for i in range(ways):
                other = masks[i * {masks} + mask]
                found[other] += images // alike
                if (share if turned[i * (images // ways) * kinds] == 0 else len(free) - share) == fair:
                    found[{even} + other] += images // alike
                    is_fair = 1
            found[{judged_number}] += 1
            if mask == 0 and found[{first_none}] == 0:
                found[{first_none}] = number + 1
            if mask == 0 and is_fair == 1 and found[{fair_none}] == 0:
                found[{fair_none}] = number + 1
            if several == 1 and found[{first_several}] == 0:
                found[{first_several}] = number + 1
            if several == 1 and is_fair == 1 and found[{fair_several}] == 0:
                found[{fair_several}] = number + 1
    return 0
"""
"""Of full boards that are images of each other, only the one with the smallest number is judged. Images are sorted by
what they do to players, in equally many `ways`; `masks` has what becomes of each set of winners then.

The image of a board has, as its digit k, `turned` of the board's digit at `places` k.
"""


def text_of(machine: Machine) -> str:
    """Return the kernel's text for a game: full boards by number, the digits of which are their contents."""
    return SURVEY.format(
        judged="\n".join(_judged(machine)), masks=MASKS, even=EVEN, judged_number=JUDGED,
        first_none=FIRST_NONE, fair_none=FAIR_NONE, first_several=FIRST_SEVERAL, fair_several=FAIR_SEVERAL,
    )  # fmt: skip


def _judged(machine: Machine) -> Iterator[str]:
    """The lines that set the bits of winners; `left` has those of players of whom endings are still asked."""
    rules = machine.plan.rules
    players = len(rules.players)
    yield f"            left = {(1 << players) - 1}"
    for each in asked_when_full(rules):
        yield f"            if left & {1 << each.player} != 0 and ending_{each.number}(S, {each.player}):"
        yield f"                left -= {1 << each.player}"
        won = winner_of(each.ending.result, each.player, players)
        yield f"                mask |= {sum(1 << player for player in won)}"
