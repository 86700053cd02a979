"""The parser's tables alone: what can follow, and how far a text would be read, without building anything."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from lark.parsers.lalr_analysis import Shift

from .grammar import keywords, parser
from .vocabulary import LISTS, Place, mark

Stack = tuple[Any, Any, int]
"""The parser's states, the last first: (state, the stack below it, how many there are below)."""

END = "$END"


class Actions(NamedTuple):
    """What a state does with terminals: those it takes, those with which something is read to its end, and all."""

    shifts: frozenset[str]
    reductions: tuple[tuple[Any, frozenset[str]], ...]
    all: frozenset[str]


class Automaton:
    """Steps through the states of the grammar. A stack is never changed, so that trials cost nothing to undo."""

    def __init__(self) -> None:
        table = parser().parser.parser.parser.parse_table
        self._states: dict[Any, dict[str, tuple[Any, Any]]] = table.states
        self._end = table.end_states["file"]
        self.start: Stack = (table.start_states["file"], None, 0)
        self._actions: dict[Any, Actions] = {}
        self._keywords = keywords()
        self._accepted: dict[int, tuple[Stack, frozenset[str]]] = {}  # with the stack, so that it keeps its `id`

    def step(self, stack: Stack, terminal: str) -> Stack | None:
        """The stack after a terminal; None where it cannot stand."""
        states = self._states
        while True:
            action = states[stack[0]].get(terminal)
            if action is None:
                return None
            kind, what = action
            if kind is Shift:
                return what, stack, stack[2] + 1
            for _ in what.expansion:
                stack = stack[1]
            state = states[stack[0]][what.origin.name][1]
            stack = (state, stack, stack[2] + 1)
            if terminal == END and state == self._end:
                return stack

    def terminal(self, stack: Stack, word: str) -> str:
        """What a word is here: a keyword where the grammar takes that keyword, and a name anywhere else."""
        keyword = self._keywords.get(word, "NAME")
        accepted = self._states[stack[0]]
        return keyword if keyword in accepted or "NAME" not in accepted else "NAME"

    def begins_item(self, stack: Stack, terminal: str) -> bool:
        """Whether a terminal begins an item or statement after a stack."""
        return any(
            terminal in words and self.step(stack, mark(Place(place))) is not None
            for place, words in starters().items()
        )

    def accepts(self, stack: Stack) -> frozenset[str]:
        """All that can stand next."""
        known = self._accepted.get(id(stack))
        if known is None:
            known = self._accepted[id(stack)] = stack, frozenset(self._possible(stack))
        return known[1]

    def _possible(self, stack: Stack) -> set[str]:
        """What `step` would take, all at once: it is reduced for many terminals together."""
        found: set[str] = set()
        waiting: list[tuple[Stack, frozenset[str]]] = [(stack, self._actions_in(stack[0]).all)]
        while waiting:
            stack, terminals = waiting.pop()
            if stack[0] == self._end:
                found |= terminals & {END}
            shifts, reductions, _ = self._actions_in(stack[0])
            found |= shifts & terminals
            for rule, those in reductions:
                if those & terminals:
                    below = stack
                    for _ in rule.expansion:
                        below = below[1]
                    state = self._states[below[0]][rule.origin.name][1]
                    waiting.append(((state, below, below[2] + 1), those & terminals))
        return found

    def _actions_in(self, state: Any) -> Actions:
        """What can be done in a state, the terminals of one reduction together."""
        known = self._actions.get(state)
        if known is None:
            actions = {terminal: action for terminal, action in self._states[state].items() if terminal.isupper()}
            shifts = frozenset(terminal for terminal, (kind, _) in actions.items() if kind is Shift)
            rules = {rule for kind, rule in actions.values() if kind is not Shift}
            reductions = [
                (rule, frozenset(each for each, (_, other) in actions.items() if other == rule)) for rule in rules
            ]
            known = self._actions[state] = Actions(shifts, tuple(reductions), frozenset(actions))
        return known


@cache
def openings() -> dict[Place, Stack]:
    """Where an item of a file, a board, a graph begins, or a statement of a script."""
    automaton = Automaton()
    found: dict[Place, Stack] = {}
    for place, words in LISTS.items():
        stack = automaton.start
        for word in words:
            step = automaton.step(stack, "LBRACE" if word == "{" else automaton.terminal(stack, word))
            assert step is not None
            stack = step
        found[place] = stack
    return found


@cache
def starters() -> dict[str, frozenset[str]]:
    """What begins an item of a file, a board, a graph; a statement of a script."""
    automaton = Automaton()
    return {str(place): automaton.accepts(stack) - {"RBRACE", END} for place, stack in openings().items()}
