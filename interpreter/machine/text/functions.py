"""Generated functions and tables: each is written once, and known by what it is for."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...rules import elements, ir
from ...rules.expressions.types import LARGEST_CARD
from ...rules.steps.steady import Steady, free_variables, is_truth, steady_in
from ...rules.traits import Node
from ...rules.walk import everything_in
from ...values.operations import LARGEST
from ..plan.plan import Plan
from ..plan.sections import present
from .writer import Tables, Writer


class FunctionWriter:
    """Writes functions and tables in terms of the state `S`, the player `p` who is `own`, cells `c0` … and groups
    `g0` …"""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tables = Tables({*plan.layout.places, *plan.named})
        self.functions = Writer()
        self.nodes, self.cells, self.players = plan.nodes, plan.cells, plan.players
        self.rows = self.tables.name(self.nodes.rows, "ROW")
        self._made: dict[object, str] = {}
        self._texts: dict[str, str] = {}
        self._trying = False
        self._steady: dict[Steady, int] = {}
        self._rooms: dict[int, int] = {}

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Write for a position that is only tried, whose derived values are stale."""
        kept, self._steady, self._trying = self._steady, {}, True
        try:
            yield
        finally:
            self._steady, self._trying = kept, False

    def by_player(self, values: tuple[int, ...], prefix: str = "OF", player: str = "p") -> str:
        """A number that may depend on a player, by default `p`."""
        if all(value == values[0] for value in values):
            return str(values[0]) if values[0] >= 0 else f"({values[0]})"
        if values == tuple(range(self.players)):
            return player
        return f"{self.tables.name(values, prefix)}[{player}]"

    def table_by_player(self, values: tuple[tuple[int, ...], ...], prefix: str) -> str:
        """A table that may depend on `p`."""
        if all(value == values[0] for value in values):
            return self.tables.name(values[0], prefix)
        return f"{self.tables.name(values, prefix)}[p]"

    def following(self, player: str) -> str:
        """The player whose turn comes after another's, as text."""
        if not self.plan.layout.out:
            return f"(({player} + 1) % {self.players})"
        name = self.small_function(
            "following", "S, q", "The next player after q who is not out.",
            f"for i in range({self.players}):", f"    q = (q + 1) % {self.players}", "    if S[OUT + q] == 0:",
            "        break", "return q",
        )  # fmt: skip
        return f"{name}(S, {player})"

    @property
    def is_trying(self) -> bool:
        """Whether the text is for a position that is only tried."""
        return self._trying

    @contextmanager
    def helper(self, node: Node, kind: str, meaning: str, *more: str) -> Iterator[Writer | None]:
        """Write the function of a node once: yields its writer the first time, else None.

        Where the text is the same but for the names of cells and groups, one function serves both: for a tried
        position, or around another loop.
        """
        key = self._key(node)
        if key in self._made:
            yield None
            return
        name = f"{kind}_{len(self._made)}"
        self._made[key] = name
        write, head = Writer(), f"({', '.join(self.arguments(node, *more))})"
        with write.function(name + head, meaning):
            with self.keeping(write, () if isinstance(node, ir.CellSet) else steady_in(node)):
                yield write
        known = self._texts.setdefault(_renamed(write.text().replace(name + head, head, 1)), name)
        if known == name:
            self.functions.extend(write)
        self._made[key] = known

    def small_function(self, name: str, parameters: str, meaning: str, *lines: str) -> str:
        """The name of a function that is the same wherever it is needed, and written once."""
        if name not in self._made:
            self._made[name] = name
            with self.functions.function(f"{name}({parameters})", meaning):
                self.functions(*lines)
        return name

    def times(self) -> str:
        """The name of the function that multiplies two numbers and stays within the largest."""
        lines = f"b = {_WITHIN.format('b')}", "a = a * b", f"return {_WITHIN.format('a')}"
        return self.small_function("times", "a, b", "A product, kept within the largest number.", *lines)

    def within(self) -> str:
        """The name of the function that keeps a number within the largest."""
        line = f"return {_WITHIN.format('a')}"
        return self.small_function("within", "a", "A number, kept within the largest.", line)

    def has(self) -> str:
        """The name of the function that looks for a number in a set of numbers."""
        line = f"return 0 <= n <= {LARGEST_CARD} and m >> n & 1 == 1"
        return self.small_function("has", "m, n", "Whether a set of numbers holds one.", line)

    def size(self) -> str:
        """The name of the function that counts a set of numbers."""
        lines = "n = 0", "while m != 0:", "    m &= m - 1", "    n += 1", "return n"
        return self.small_function("size", "m", "How many numbers a set holds.", *lines)

    def called(self, node: Node, *more: str) -> str:
        """Return a call of the function made for a set, with further arguments after its own."""
        return f"{self._made[self._key(node)]}({', '.join(self.arguments(node, *more))})"

    def _key(self, node: Node) -> object:
        """What the function of a node is made for: how it is written depends on what is kept around it."""
        kept = frozenset(self._steady.keys() & everything_in(node)) if self._steady else _NOTHING
        rooms = tuple(each for each in self._rooms.items() if f"g{each[0]}" in free_variables(node))
        return node, self._trying, kept, rooms

    # What is steady

    @contextmanager
    def keeping(self, write: Writer, steady: tuple[Steady, ...], by_decision: bool = False) -> Iterator[None]:
        """Forget what steady expressions were; what is written inside asks for each of them once, then recalls it."""
        outside = self._steady
        fresh = {each: self._slot(each, by_decision) for each in steady if each not in outside and self._is_dear(each)}
        write(*(f"{self._once(slot)} = {UNKNOWN}" for slot in fresh.values()))
        self._steady = outside | fresh
        try:
            yield
        finally:
            self._steady = outside

    def recalled(self, node: ir.Expression) -> str:
        """What a steady expression is, worked out unless it is known."""
        if is_truth(node):
            return f"({self.recalling(node, lambda _: f'1 if {self.scalar(node)} else 0')} == 1)"
        return self.recalling(node, lambda _: self.scalar(node))

    def recalling(self, node: Steady, number: Callable[[Writer], str]) -> str:
        """The call that recalls a steady number; `number` writes what it takes to work it out, and gives its text."""
        kept, slot, outside = _Kept(node, self._steady[node]), self._once(self._steady[node]), self._steady
        self._steady = {each: known for each, known in outside.items() if each != node}
        with self.helper(kept, "kept", "What stays the same in a loop.") as write:
            if write:
                with write.block(f"if {slot} == {UNKNOWN}:"):
                    write(f"{slot} = {number(write)}")
                write(f"return {slot}")
        call = self.called(kept)
        self._steady = outside
        return call

    def is_kept(self, node: Steady) -> bool:
        """Whether something steady is recalled here."""
        return node in self._steady

    def room(self, group: int) -> int:
        """The number of the sections in which the cells of a group are numbered and listed."""
        return self._rooms.get(group, self.plan.sections[group])

    @contextmanager
    def in_room_of(self, group: int, groups: elements.Groups) -> Iterator[None]:
        """What is written inside finds the cells of a group where steady groups are kept."""
        outside = self._rooms
        self._rooms = {**outside, group: self.plan.kept_sections[self._steady[groups]]}
        try:
            yield
        finally:
            self._rooms = outside

    def _slot(self, node: Steady, by_decision: bool) -> int:
        return (self.plan.steady_of_decisions if by_decision else self.plan.steady)[node]

    def _once(self, slot: int) -> str:
        return f"S[{present(self.plan.layout.once).at(slot)}]"

    def _is_dear(self, node: Steady) -> bool:
        """Whether a steady expression takes long: derived values answer some at once."""
        return self._trying or self.plan.takes_a_loop(node)

    def scalar(self, node: ir.Expression) -> str:
        """The text of a number, a truth, a cell or a player; bound tightly enough to stand anywhere."""
        return self.recalled(node) if self._steady and node in self._steady else self.written(node)

    @abstractmethod
    def written(self, node: ir.Expression) -> str:
        """The same where nothing is known of it."""

    def arguments(self, node: Node, *more: str) -> list[str]:
        """The arguments of a node's function; its free cells and groups come last."""
        return ["S", "p", *more, *sorted(free_variables(node))]


def _renamed(text: str) -> str:
    """A function's text with its cells and groups numbered as they come."""
    names: dict[str, str] = {}
    return _BOUND.sub(lambda found: names.setdefault(found[0], f"{found[0][0]}_{len(names)}"), text)


class _Kept(Node):
    """What is recalled, and where it is kept."""

    node: Steady
    slot: int


_WITHIN = f"{-LARGEST} if {{0}} < {-LARGEST} else {LARGEST} if {{0}} > {LARGEST} else {{0}}"
"""The text of a number that is kept within the largest."""

UNKNOWN = -(1 << 31)
"""What stands for a steady expression that was not asked for yet; one that is just this is worked out each time."""

_NOTHING: frozenset[Node] = frozenset()
_BOUND = re.compile(r"\b[cg]\d+\b")
