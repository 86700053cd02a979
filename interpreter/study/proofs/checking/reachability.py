"""Checks what a search over all positions says: they are visited again, breadth first, as states."""

from __future__ import annotations

from ....deadline import look
from ....play.game import Game
from ....play.state import State
from ....rules.program import CHOICE
from .certificate import Entry, Refused, Unchecked, ends_stuck

MOST = 200_000
"""The most positions that are visited."""


def check(game: Game, entry: Entry) -> str:
    """Visit all positions by the moves of states; raises Refused if one contradicts the claim."""
    start = game.start(decide_chance=False)
    known: dict[State, int] = {start: 0}
    ways: list[list[int]] = []
    waiting = [start]
    for state in waiting:
        look()
        ways.append([])
        _refuse(state, str(entry.get("claim")))
        for move in () if state.is_over else state.legal_moves:
            after = state.copy()
            after.play(move)
            if after not in known:
                if len(known) >= MOST:
                    raise Unchecked(f"more than {MOST:,} positions are too many to check")
                known[after] = len(known)
                waiting.append(after)
            ways[-1].append(known[after])
    if entry.get("claim") == "finite" and _goes_round(ways):
        raise Refused("play comes back to a position")
    return f"{len(known):,} positions, visited as states"


def _refuse(state: State, claim: str) -> None:
    """Raise Refused if a position contradicts a claim."""
    if claim == "no-draws" and (outcome := state.outcome) is not None and outcome.winner is None:
        raise Refused("play can reach a draw")
    if claim == "always-a-move" and ends_stuck(state):
        raise Refused("play can reach a position in which nothing is possible")
    is_choice = claim == "always-a-move" and not state.is_over and state.way == CHOICE
    if is_choice and all(move.word in ("pass", "stop") for move in state.legal_moves):
        raise Refused("play can reach a position in which nothing but passing is possible")
    if claim not in ("no-draws", "always-a-move", "finite"):
        raise Refused("this claim is not about positions")


def _goes_round(ways: list[list[int]]) -> bool:
    """Whether some way leads back to where it began: positions that nothing leads to are taken away again and again."""
    comes = [0] * len(ways)
    for way in ways:
        for to in way:
            comes[to] += 1
    free = [number for number, count in enumerate(comes) if not count]
    for number in free:
        for to in ways[number]:
            comes[to] -= 1
            if not comes[to]:
                free.append(to)
    return len(free) < len(ways)
