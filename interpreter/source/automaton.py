"""The parser's tables alone: what can follow, and how far a text would be read, without building anything."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark.parsers.lalr_analysis import Shift

from interpreter.source.grammar import keywords, parser

Stack = tuple[Any, Any]
"""The parser's states, the last first: (state, the stack below it)."""

END = "$END"


class Automaton:
    """Steps through the states of the grammar. A stack is never changed, so that trials cost nothing to undo."""

    def __init__(self) -> None:
        table = parser().parser.parser.parser.parse_table
        self._states: dict[Any, dict[str, tuple[Any, Any]]] = table.states
        self._end = table.end_states["file"]
        self.start: Stack = (table.start_states["file"], None)
        self._keywords = keywords()

    def step(self, stack: Stack, terminal: str) -> Stack | None:
        """The stack after a terminal; None where it cannot stand."""
        states = self._states
        while True:
            action = states[stack[0]].get(terminal)
            if action is None:
                return None
            kind, what = action
            if kind is Shift:
                return what, stack
            for _ in what.expansion:
                stack = stack[1]
            state = states[stack[0]][what.origin.name][1]
            stack = (state, stack)
            if terminal == END and state == self._end:
                return stack

    def terminal(self, stack: Stack, word: str) -> str:
        """What a word is here: a keyword where the grammar takes that keyword, and a name anywhere else."""
        keyword = self._keywords.get(word, "NAME")
        accepted = self._states[stack[0]]
        return keyword if keyword in accepted or "NAME" not in accepted else "NAME"

    def begins_item(self, stack: Stack, terminal: str) -> bool:
        """Whether a terminal begins an item or statement after a stack."""
        marks = zip(starters().values(), ("GAME", "SHAPE", "LINK", "MAY"), strict=True)
        return any(terminal in words and self.step(stack, mark) is not None for words, mark in marks)

    def accepts(self, stack: Stack) -> frozenset[str]:
        """All that can stand next."""
        possible = (terminal for terminal in self._states[stack[0]] if terminal.isupper())
        return frozenset(each for each in possible if self.step(stack, each) is not None)


@cache
def openings() -> dict[str, Stack]:
    """Where an item of a file, a board, a graph begins, or a statement of a script."""
    automaton = Automaton()
    found: dict[str, Stack] = {}
    for name, words in (("file", ""), ("board", "board {"), ("graph", "board { graph {"), ("script", "turn {")):
        stack = automaton.start
        for word in words.split():
            step = automaton.step(stack, "LBRACE" if word == "{" else automaton.terminal(stack, word))
            assert step is not None
            stack = step
        found[name] = stack
    return found


@cache
def starters() -> dict[str, frozenset[str]]:
    """What begins an item of a file, a board, a graph; a statement of a script."""
    automaton = Automaton()
    return {name: automaton.accepts(stack) - {"RBRACE", END} for name, stack in openings().items()}
