"""Checks what a search over all positions says: all are visited again, breadth first, on the plain twin."""

from __future__ import annotations

from collections import deque

from ....deadline import look
from ....play.game import Game
from ....record import Record
from ...wording import proof
from ..certificate import Entry, Refused, Unchecked
from .positions import Positions

MOST = 200_000
"""The most positions that are visited."""


class Counted(Record):
    """How many positions play can reach, and of what kinds; whether play can go round."""

    unfinished: int
    ended: int
    drawn: int
    stuck: int
    goes_round: bool

    def __len__(self) -> int:
        return self.unfinished + self.ended

    def against(self, claim: str) -> int:
        """How many contradict a claim; of `finite`, whether any way leads round."""
        return {"no-draws": self.drawn, "always-a-move": self.stuck, "finite": int(self.goes_round)}[claim]

    def refuting(self, claim: str) -> dict[str, int]:
        """What the data of a refutation must be."""
        return {"unfinished": self.unfinished, "ended": self.ended, "contradicting": self.against(claim)}


def check(game: Game, entry: Entry) -> str:
    """Visit all positions; raises Refused if one contradicts the claim, or if the numbers differ."""
    claim, data = str(entry.get("claim")), entry.get("data")
    if claim not in ("no-draws", "always-a-move", "finite"):
        raise Refused("this claim is not about positions")
    found = counted(game)
    if found.against(claim):
        raise Refused({"no-draws": "play can reach a draw", "finite": "play comes back to a position"}.get(
            claim, "play can reach a position in which nothing but passing is possible"))  # fmt: skip
    if not isinstance(data, dict) or any(type(each) is not int for each in data.values()):
        raise Refused("it holds no numbers of positions")
    if data != {"unfinished": found.unfinished, "ended": found.ended}:
        raise Refused("play can reach other numbers of positions")
    if entry.get("statement") != proof(data):
        raise Refused("its statement is not what its data say")
    return f"{len(found):,} positions, visited again"


def counted(game: Game) -> Counted:
    """Count all positions that play can reach; raises Unchecked if there are too many."""
    positions = Positions(game)
    known = {positions.name(positions.start): 0}
    ways: list[list[int]] = []
    waiting = deque([positions.start])
    ended = drawn = stuck = 0
    while waiting:
        look()
        vector = waiting.popleft()
        ended += positions.is_over(vector)
        drawn += positions.is_draw(vector)
        stuck += positions.is_stuck(vector)
        ways.append([])
        for code in list(positions.legal(vector)):
            after = positions.after(vector, code)
            name = positions.name(after)
            if name not in known:
                if len(known) >= MOST:
                    raise Unchecked(f"more than {MOST:,} positions are too many to check")
                known[name] = len(known)
                waiting.append(after)
            ways[-1].append(known[name])
    return Counted(len(known) - ended, ended, drawn, stuck, _goes_round(ways))


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
