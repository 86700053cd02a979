"""Positions of the plain twin of a game's machine, for checks of what play can reach. Two are one where everything is
the same that rules can read, but for numbers that no rule tells from larger ones."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence

from ....deadline import look
from ....machine.answers import PLAYING
from ....machine.plan.forms import PLAIN
from ....play.game import Game
from ....record import Record
from ....rules import deeds, ir, walk
from ....rules.program import CHOICE, Rules
from ....rules.traits import Node, Part
from ...wording import proof
from ..certificate import Entry, Refused, Unchecked

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_SECTIONS = {
    Part.TURN: "turn", Part.TURNS: "turns", Part.PASSES: "passes", Part.QUIET: "quiet", Part.LAST: "last",
    Part.VARIABLES: "vars", Part.CARDS: "cards", Part.MARKS: "marks", Part.HISTORY: "history",
}  # fmt: skip


class Positions:
    """Starts, moves and tells apart positions; raises Unchecked where positions lack what rules read."""

    def __init__(self, game: Game) -> None:
        self.game = game.in_forms(PLAIN)
        self._machine, layout = self.game.machine, self.game.machine.layout
        reads = walk.traits_of(game.rules).reads
        if any(part in reads and getattr(layout, name) is None for part, name in _SECTIONS.items()):
            raise Unchecked("positions do not hold all that rules read")
        self._size, self._end, self._at = layout.position_size, layout.end.offset, layout.at
        self._codes = [0] * (self.game.action_count + 1)
        tops = dict(_tops(game.rules))
        self._tops: list[tuple[int, int]] = []
        for name, top in tops.items():
            section = layout.vars if isinstance(name, int) else getattr(layout, name)
            if section is not None:
                places = [name] if isinstance(name, int) else range(section.size)
                self._tops += [(section.offset + place, top + 1) for place in places]

    @property
    def start(self) -> list[int]:
        """The position at the start."""
        return list(self._machine.start)

    def name(self, vector: Sequence[int]) -> bytes:
        """Return what tells a position from all others."""
        found = array("q", vector[: self._size])
        for place, top in self._tops:
            found[place] = min(found[place], top)
        return found.tobytes()

    def is_legal(self, vector: list[int], code: int) -> bool:
        """Whether a code is on offer."""
        return 0 <= code < self.game.action_count and not self._machine.refusal(vector, code)

    def after(self, vector: Sequence[int], code: int) -> list[int]:
        """Return the position after a decision."""
        after = list(vector)
        self._machine.step(after, code)
        return after

    def legal(self, vector: list[int]) -> list[int]:
        """Return the codes on offer; none once the game is over."""
        return [] if self.is_over(vector) else self._codes[: self._machine.legal(vector, self._codes)]

    def is_over(self, vector: Sequence[int]) -> bool:
        """Whether the game is over."""
        return vector[self._end] != PLAYING

    def mover(self, vector: Sequence[int]) -> str:
        """Return who is to decide."""
        return self.game.players[vector[self._machine.layout.mover.offset]]

    def is_draw(self, vector: Sequence[int]) -> bool:
        """Whether the game is over without a winner."""
        return self.is_over(vector) and self.game.outcome(vector[self._end]).winner is None

    def is_stuck(self, vector: list[int]) -> bool:
        """Whether nothing could be decided, or the player to move can only pass."""
        if self.is_over(vector):
            return vector[self._end] == self._machine.no_move
        point = vector[self._at.offset] if self._at else 0
        if self.game.rules.points[point].way != CHOICE:
            return False
        return all(self.game.block_of(code).is_idle for code in self.legal(vector))


def _tops(rules: Rules) -> Iterator[tuple[str | int, int]]:
    """Counters by name and variables by slot, each with the largest number with which it is compared; only those that
    go up, or to values that do not depend on them, and are asked for in no other way."""
    tops: dict[str | int, int] = {}
    asked_otherwise: set[str | int] = set()
    for node, parent, before in _family(rules):
        if not isinstance(node, ir.Counter | ir.PlayerCounter | ir.Variable):
            continue
        top = _compared(node, parent, before)
        for key in _keys(rules, node):
            if top is None:
                asked_otherwise.add(key)
            tops[key] = max(tops.get(key, 0), top or 0)
    tied = max((each.turn or 0 for each in rules.decisions), default=0)
    if tied or "turn" in tops:
        tops["turn"] = max(tops.get("turn", 0), tied)
    return ((key, top) for key, top in tops.items() if key not in asked_otherwise)


class _Member(Record):
    """A node with the two above it."""

    node: object
    parent: object
    before: object


def _family(rules: Rules) -> Iterator[tuple[object, object, object]]:
    waiting = [_Member(rules, None, None)]
    while waiting:
        each = waiting.pop()
        yield each.node, each.parent, each.before
        if isinstance(each.node, Node):
            waiting += [_Member(child, each.node, each.parent) for child in each.node.children]


def _keys(rules: Rules, node: ir.Counter | ir.PlayerCounter | ir.Variable) -> Iterator[str | int]:
    """What a node may ask for: a counter that goes up, or slots of variables that the file declares."""
    if isinstance(node, ir.Variable):
        last = node.number + (1 if node.player is None else len(rules.players))
        yield from (each for each in range(node.number, last) if rules.variables[each].is_declared)
    elif node.name in ("turn", "turns", "passes", "quiet"):
        yield node.name


def _compared(node: object, parent: object, before: object) -> int | None:
    """The largest number with which a node is compared there, or 0 where it is counted up or assigned to; None where it
    is asked for in another way."""
    if isinstance(parent, deeds.SetVariable) and parent.variable == node and parent.value != node:
        return 0
    if not isinstance(parent, ir.Operation) or len(parent.operands) != 2:
        return None
    others = [each for each in parent.operands if each != node]
    if len(others) != 1 or not isinstance(others[0], ir.Constant):
        return None
    if parent.symbol in _COMPARISONS:
        return max(others[0].values)
    counts = parent.symbol == "+" and min(others[0].values) >= 0
    return (
        0
        if counts and isinstance(before, deeds.SetVariable) and before.value == parent and before.variable == node
        else None
    )


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
        raise Refused("play can reach a different number of positions")
    if entry.get("statement") != proof(data):
        raise Refused("its statement does not match its data")
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
