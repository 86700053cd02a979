"""Generated functions and tables: each is written once, and known by what it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ...rules.traits import Node
from ...values.operations import LARGEST
from ..plan.plan import Plan
from ..plan.terms import free_variables
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

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Write for a position that is only tried, whose derived values are stale."""
        self._trying = True
        try:
            yield
        finally:
            self._trying = False

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
        if (node, self._trying) in self._made:
            yield None
            return
        name = f"{kind}_{len(self._made)}"
        self._made[node, self._trying] = name
        write, head = Writer(), f"({', '.join(self.arguments(node, *more))})"
        with write.function(name + head, meaning):
            yield write
        known = self._texts.setdefault(_renamed(write.text().replace(name + head, head, 1)), name)
        if known == name:
            self.functions.extend(write)
        self._made[node, self._trying] = known

    def small_function(self, name: str, parameters: str, meaning: str, *lines: str) -> str:
        """The name of a function that is the same wherever it is needed, and written once."""
        if name not in self._made:
            self._made[name] = name
            with self.functions.function(f"{name}({parameters})", meaning):
                self.functions(*lines)
        return name

    def times(self) -> str:
        """The name of the function that multiplies two numbers and stays within the largest."""
        within = f"{-LARGEST} if {{0}} < {-LARGEST} else {LARGEST} if {{0}} > {LARGEST} else {{0}}"
        lines = f"b = {within.format('b')}", "a = a * b", f"return {within.format('a')}"
        return self.small_function("times", "a, b", "A product, kept within the largest number.", *lines)

    def called(self, node: Node, *more: str) -> str:
        """Return a call of the function made for a set, with further arguments after its own."""
        return f"{self._made[node, self._trying]}({', '.join(self.arguments(node, *more))})"

    def arguments(self, node: Node, *more: str) -> list[str]:
        """The arguments of a node's function; its free cells and groups come last."""
        return ["S", "p", *more, *sorted(free_variables(node))]


def _renamed(text: str) -> str:
    """A function's text with its cells and groups numbered as they come."""
    names: dict[str, str] = {}
    return _BOUND.sub(lambda found: names.setdefault(found[0], f"{found[0][0]}_{len(names)}"), text)


_BOUND = re.compile(r"\b[cg]\d+\b")
