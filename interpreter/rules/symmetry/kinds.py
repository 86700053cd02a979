"""What numbers in the rules stand for: cells, players, or plain numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...board.board import Board
from .. import deeds, elements, ir, layers, program, walk
from ..program import Rules
from ..roles import Role
from ..traits import Node

NUMBER, CELL, PLAYER, ANYTHING = "number", "cell", "player", "anything"

Kinds = Mapping[int, str]
"""What each bound number stands for."""

OF_ROLES = {Role.CELL: CELL, Role.PLAYER: PLAYER, Role.NAME: ANYTHING, Role.VARIABLE: ANYTHING}
"""What fields hold by their roles; others hold numbers, or what their neighbours do."""

SAME = frozenset({"==", "!="})
"""Operators on two of anything."""

COUNTERS = {"mover": PLAYER, "last": CELL}
"""What counters that are no numbers stand for."""


class Reader:
    """Tells what expressions of a game stand for."""

    def __init__(self, rules: Rules, board: Board) -> None:
        self._rules, self._names = rules, board.names
        self.slots = [self.of_values(slot.values) for slot in rules.variables]
        self.layers = [self.of_values(layer.values) for layer in rules.layers]
        drawn = {self._drawn(each): self.of_values(each.what.values) for each in rules.decisions
                 if isinstance(each.what, program.Random)}  # fmt: skip
        drawn |= {self._drawn(each): self._chosen(each.what) for each in rules.decisions
                  if isinstance(each.what, program.Choose)}  # fmt: skip
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

    @staticmethod
    def _chosen(choose: program.Choose) -> str:
        """What a player chooses."""
        return choose.kind if choose.kind in (CELL, PLAYER) else NUMBER

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
            case elements.Next():
                return PLAYER
            case ir.Bound():
                return bound.get(node.number, ANYTHING)
            case ir.Variable():
                return self.slots[node.number]
            case layers.OfCell():
                return self.layers[node.layer]
            case ir.Constant() | ir.Lookup():
                return None
            case elements.OwnerOf() | elements.PieceOwner():
                return PLAYER
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
            case deeds.SetLayer() if name == "value":
                return self.layers[parent.layer]
            case _:
                return OF_ROLES.get(parent.roles[name], NUMBER)

    def named(self, node: Node, bound: Kinds) -> Kinds:
        """Return what bound numbers stand for inside a node."""
        match node:
            case program.Decision(program.Random(values)):
                return {**bound, 0: self.of_values(values)}
            case program.Decision(program.Choose() as choose):
                return {**bound, 0: self._chosen(choose)}
            case program.Decision():
                return {**bound, 0: CELL, 1: CELL}
            case deeds.ForElements():
                return {**bound, node.variable.number: self._used(node, bound)}
            case _:
                kind = (
                    NUMBER
                    if any(isinstance(each, elements.Span | elements.Numbers | elements.Pile) for each in node.children)
                    else CELL
                )
                return {**bound, **{name.number: kind for name in node.names if isinstance(name, ir.Bound)}}

    def _used(self, loop: deeds.ForElements, bound: Kinds) -> str:
        """What the elements of a loop stand for, from where they are used; anything where that is not clear."""
        found = set[str]()
        for node in walk.everything(loop.body):
            for name in node.roles:
                value = getattr(node, name)
                if loop.variable in (value if isinstance(value, tuple) else (value,)):
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
