"""What numbers in the rules stand for: cells, players, or plain numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...board.board import Board
from .. import adjacency, deeds, elements, ir, lines, program, walk
from ..program import Rules
from ..traits import Node

NUMBER, CELL, PLAYER, ANYTHING = "number", "cell", "player", "anything"

Kinds = Mapping[int, str]
"""What each bound number stands for."""

WANTED = {
    **dict.fromkeys(((ir.Axis, "cell"), (ir.Lookup, "cell"), (ir.Member, "cell"), (ir.Row, "cell"),
                     (ir.GroupOf, "cell"), (ir.Single, "cell"), (lines.Slide, "cell"), (lines.Between, "cell"),
                     (lines.Between, "other"), (lines.Beyond, "cell"), (lines.Beyond, "other"),
                     (deeds.Travel, "source"), (deeds.Travel, "target")), CELL),
    **dict.fromkeys(((ir.PlayerCounter, "player"), (ir.Variable, "player"), (ir.Cards, "player"), (ir.Holding, "of"),
                     (ir.Marked, "player"), (deeds.Becomes, "owner"), (deeds.SetCards, "player"),
                     (deeds.SetMarks, "player"), (deeds.SetMover, "player")), PLAYER),
}  # fmt: skip
"""Fields that hold cells or players; others hold numbers, or what their neighbours do."""

NAMING = frozenset({"variable", "here", "there"})
"""Fields that name what others speak of."""

SAME = frozenset({"==", "!="})
"""Operators on two of anything."""

COUNTERS = {"mover": PLAYER, "last": CELL}
"""What counters that are no numbers stand for."""


class Reader:
    """Tells what expressions of a game stand for."""

    def __init__(self, rules: Rules, board: Board) -> None:
        self._rules, self._names = rules, board.names
        self.slots = [self.of_values(slot.values) for slot in rules.variables]
        drawn = {self._drawn(each): self.of_values(each.values) for each in rules.decisions if each.word == "random"}
        for number, slot in enumerate(rules.variables):
            if not slot.values:
                self.slots[number] = drawn.get(number) or self._assigned(number)

    def of_values(self, values: tuple[tuple[int, str], ...]) -> str:
        """Return what the values of a variable or of chance stand for, from how they are spelt."""
        real = [(value, text) for value, text in values if value >= 0]
        found = [
            kind for kind, spellings in ((CELL, self._names), (PLAYER, self._rules.players))
            if real and all(value < len(spellings) and spellings[value] == _spelt(text) for value, text in real)
        ]  # fmt: skip
        if found and all(str(value) == _spelt(text) for value, text in real):
            return ANYTHING
        return found[0] if len(found) == 1 else ANYTHING if found else NUMBER

    def _drawn(self, decision: program.Decision) -> int | None:
        """The variable that keeps what chance draws."""
        kept = (each for each in decision.effects if isinstance(each, deeds.SetVariable))
        return next((each.variable.number for each in kept), None)

    def _assigned(self, number: int) -> str:
        """What a variable without values of its own stands for, from what is assigned to it."""
        found = {
            self.of(node.value, {}) or NUMBER
            for node in walk.everything((self._rules.decisions, self._rules.script))
            if isinstance(node, deeds.SetVariable) and node.variable.number == number
        }
        return found.pop() if len(found) == 1 else ANYTHING if found else NUMBER

    def of(self, node: Node, bound: Kinds) -> str | None:
        """Return what an expression stands for; None where its surroundings say."""
        match node:
            case ir.Counter():
                return COUNTERS.get(node.name, NUMBER)
            case ir.Bound():
                return bound.get(node.number, ANYTHING)
            case ir.Variable():
                return self.slots[node.number]
            case ir.Constant() | ir.Lookup():
                return None
            case ir.Choice():
                return self.of(node.then, bound) or self.of(node.other, bound)
            case _:
                return NUMBER

    def wanted(self, parent: Node, name: str, wanted: str, bound: Kinds) -> str:
        """Return what the expressions in a field stand for, if the parent stands for what is wanted."""
        match parent:
            case ir.Operation() if parent.symbol in SAME:
                found = {self.of(each, bound) for each in parent.operands} - {None}
                return next((kind for kind in (CELL, PLAYER, ANYTHING) if kind in found), NUMBER)
            case ir.Choice() if name != "test":
                return wanted
            case deeds.SetVariable() if name == "value":
                return self.slots[parent.variable.number]
            case _ if name in NAMING:
                return ANYTHING
            case _:
                return WANTED.get((type(parent), name), NUMBER)

    def named(self, node: Node, bound: Kinds) -> Kinds:
        """Return what bound numbers stand for inside a node."""
        match node:
            case program.Decision() if node.word == "random":
                return {**bound, 0: self.of_values(node.values)}
            case program.Decision():
                return {**bound, 0: CELL, 1: CELL}
            case adjacency.Adjacency():
                return {**bound, node.here.number: CELL, node.there.number: CELL}
            case ir.Near() | ir.Filtered() | deeds.ForCells():
                return {**bound, node.variable.number: CELL}
            case ir.Quantifier():
                return {**bound, node.variable.number: _of_elements(node.cells)}
            case elements.Aggregate() if isinstance(node.variable, ir.Bound):
                return {**bound, node.variable.number: _of_elements(node.among)}
            case deeds.ForElements():
                return {**bound, node.variable.number: self._used(node, bound)}
            case _:
                return bound

    def _used(self, loop: deeds.ForElements, bound: Kinds) -> str:
        """What the elements of a loop stand for, from where they are used; anything where that is not clear."""
        found = set[str]()
        for node in walk.everything(loop.body):
            names: tuple[str, ...] = type(node).__match_args__
            for name, value in zip(names, node.parts(), strict=True):
                parts = value if isinstance(value, tuple) else (value,)
                if loop.variable in parts:
                    found.add(self._beside(node, name, loop.variable, bound))
        return found.pop() if len(found) == 1 else ANYTHING

    def _beside(self, parent: Node, name: str, variable: ir.Bound, bound: Kinds) -> str:
        """What a bound number stands for in a field, or beside what it is compared with."""
        if isinstance(parent, ir.Operation) and parent.symbol in SAME:
            others = {self.of(each, bound) for each in parent.operands if each != variable}
            return others.pop() or ANYTHING if len(others) == 1 else ANYTHING
        return self.wanted(parent, name, ANYTHING, bound)


def _spelt(text: str) -> str:
    """How a value is spelt, without the name of what chance draws."""
    return text.rpartition("=")[2]


def _of_elements(among: ir.Among) -> str:
    return NUMBER if isinstance(among, elements.Span | elements.Numbers) else CELL
