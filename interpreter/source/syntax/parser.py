"""An LALR(1) parser: it runs tables that were computed from a grammar, and makes a parse tree.

Lark computes the tables (`computed.py`) and would make the same trees, but importing it takes longer than reading a
rule sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

END = "$END"
"""The terminal at the end of a text."""

ABSENT = "?"
"""In the expansion of a rule: an optional part that is left out, None in the tree."""

LEFT_OUT = "-"
"""In the expansion of a rule, before a symbol that the tree leaves out."""


class Terminal(NamedTuple):
    """A kind of token: its text where it has only one, else the regular expression of its texts."""

    name: str
    kind: str
    """`str` or `re`."""

    value: str

    @property
    def is_fixed(self) -> bool:
        """Whether it has only one text."""
        return self.kind == "str"

    @property
    def pattern(self) -> str:
        """The regular expression of its texts."""
        return re.escape(self.value) if self.is_fixed else self.value


class Token(NamedTuple):
    """A terminal in a text."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def outer(self) -> tuple[int, int]:
        """Where it begins and ends."""
        return self.start, self.end


class Branch:
    """A node of a parse tree: what a rule stands for in a text."""

    __slots__ = ("children", "end", "outer", "rule", "start")

    def __init__(self, rule: str, children: list[Child]) -> None:
        self.rule = rule
        self.children = children
        self.start = self.end = 0
        self.outer: tuple[int, int] | None = None
        """Where it begins and ends with the brackets around it; None if it holds no token."""

    def cover(self, parts: Sequence[Child]) -> None:
        """Say where it stands: from the first to the last of the parts that hold a token."""
        held = [part.outer for part in parts if part is not None and part.outer is not None]
        if held:
            if self.outer is None:
                self.start, self.end = held[0][0], held[-1][1]
            self.outer = held[0][0], held[-1][1]

    @property
    def branches(self) -> Iterator[Branch]:
        """This node and all branches below it, in the order of the text."""
        waiting: list[Child] = [self]
        while waiting:
            branch = waiting.pop()
            if isinstance(branch, Branch):
                yield branch
                waiting.extend(reversed(branch.children))


Child: TypeAlias = "Branch | Token | None"
"""What stands below a branch; None where an optional part is left out."""


class Rule:
    """A rule of the grammar, or one alternative of it."""

    def __init__(self, origin: str, node: str, expansion: str, passes_on: bool) -> None:
        self.origin = origin
        self.node = node
        """The name of the branches that it makes."""

        self.expansion = expansion
        self.passes_on = passes_on
        """Whether it makes no branch of a single child, but is that child."""

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that it reduces."""
        return tuple(each.removeprefix(LEFT_OUT) for each in self.expansion.split() if each != ABSENT)

    @cached_property
    def _kept(self) -> list[int | None]:
        """What becomes of the symbols: for each child, which symbol it is; None where it is absent."""
        number, kept = 0, list[int | None]()
        for each in self.expansion.split():
            if each == ABSENT:
                kept.append(None)
                continue
            if not each.startswith(LEFT_OUT):
                kept.append(number)
            number += 1
        return kept

    def made(self, parts: Sequence[Child]) -> Child:
        """What it makes of its symbols. Branches of rules that begin with `_` are replaced by their children."""
        children: list[Child] = []
        for number in self._kept:
            part = None if number is None else parts[number]
            if not isinstance(part, Branch) or not part.rule.startswith("_"):
                children.append(part)
            elif children:
                children += part.children
            else:
                children = part.children  # a long list grows by one at a time
        made = children[0] if self.passes_on and len(children) == 1 else Branch(self.node, children)
        if isinstance(made, Branch):
            made.cover(parts)
        return made


Row: TypeAlias = "Mapping[str, int | Rule]"
"""What a state does with each symbol: the state that it leads to, or the rule by which it reduces."""


class Parser(NamedTuple):
    """The tables of a grammar. Every parse starts in state 0 and ends in state `end`."""

    terminals: tuple[Terminal, ...]
    ignored: frozenset[str]
    rules: tuple[Rule, ...]
    states: Sequence[Row]
    end: int

    def terminal(self, name: str) -> Terminal:
        """Return the terminal of a name."""
        return next(each for each in self.terminals if each.name == name)


class Unexpected(Exception):  # noqa: N818 - no mistake of the program
    """A token that cannot come next."""

    def __init__(self, token: Token) -> None:
        super().__init__(f"{token.kind} cannot come next")
        self.token = token


class Reading:
    """A text of which some tokens have been parsed."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._states = [0]
        self._parts: list[Child] = []

    @property
    def row(self) -> Row:
        """What may come next, and what happens then."""
        return self._parser.states[self._states[-1]]

    def feed(self, token: Token) -> None:
        """Parse the next token; raises Unexpected if it cannot come next."""
        rows, states, parts, kind = self._parser.states, self._states, self._parts, token.kind
        while True:
            action = rows[states[-1]].get(kind)
            if action is None:
                raise Unexpected(token)
            if isinstance(action, int):
                states.append(action)
                parts.append(token)
                return
            first = len(parts) - len(action.symbols)
            made = action.made(parts[first:])
            del parts[first:], states[first + 1 :]
            state = rows[states[-1]][action.origin]
            assert isinstance(state, int)
            states.append(state)
            parts.append(made)
            if kind == END and state == self._parser.end:
                return

    def tree(self, end: int) -> Branch:
        """Return the parse tree of the text, which ends at an offset; raises Unexpected if it is not whole."""
        self.feed(Token(END, "", end, end))
        whole = self._parts[-1]
        assert isinstance(whole, Branch)
        return whole
