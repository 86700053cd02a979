"""The parser's tables by themselves: what may come next, and how far a text parses, without building a tree."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias, cast

from lark.grammar import Rule

from .grammar import keywords, parser
from .vocabulary import LISTS, Place, mark

Stack: TypeAlias = "tuple[int, Stack, int]"
"""The parser's states, the last first: (state, the stack below it, how many states lie below)."""

END = "$END"


class Actions(NamedTuple):
    """What a state does with terminals: those that it shifts, those on which it reduces by a rule, and all of them."""

    shifts: frozenset[str]
    reductions: tuple[tuple[Rule, frozenset[str]], ...]
    all: frozenset[str]


class Automaton:
    """Steps through the parser's states. Stacks are immutable, so a trial step needs no undoing."""

    def __init__(self) -> None:
        table = parser().parser.parser.parser.parse_table
        self._states = _states()
        self._end = table.end_states["file"]
        self.start = cast("Stack", (table.start_states["file"], None, 0))
        self._keywords = keywords()
        self._accepted: dict[
            int, tuple[Stack, frozenset[str]]
        ] = {}  # the stack is kept alive, so its `id` stays its own

    def step(self, stack: Stack, terminal: str) -> Stack | None:
        """The stack after a terminal; None where the grammar does not accept it."""
        states = self._states
        while True:
            action = states[stack[0]].get(terminal)
            if action is None:
                return None
            _, target = action
            if isinstance(target, int):
                return target, stack, stack[2] + 1
            stack = self._reduced(stack, target)
            if terminal == END and stack[0] == self._end:
                return stack

    def _reduced(self, stack: Stack, rule: Rule) -> Stack:
        """The stack after what a rule says was read."""
        for _ in rule.expansion:
            stack = stack[1]
        _, state = self._states[stack[0]][rule.origin.name]
        assert isinstance(state, int)
        return state, stack, stack[2] + 1

    def terminal(self, stack: Stack, word: str) -> str:
        """The terminal of a word: the keyword's where the grammar accepts that keyword, NAME anywhere else."""
        keyword = self._keywords.get(word, "NAME")
        if "NAME" not in self._states[stack[0]] or self.step(stack, keyword) is not None:
            return keyword
        return "NAME"

    def opens(self, stack: Stack) -> bool:
        """Whether a brace would open a list of items here, and no set."""
        opened = self.step(stack, "LBRACE")
        return opened is not None and any(self.step(opened, mark(each)) is not None for each in LISTS)

    def begins_item(self, stack: Stack, terminal: str) -> bool:
        """Whether a terminal begins an item or statement here."""
        return any(
            terminal in words and self.step(stack, mark(Place(place))) is not None
            for place, words in starters().items()
        )

    def accepts(self, stack: Stack) -> frozenset[str]:
        """All terminals that may come next."""
        known = self._accepted.get(id(stack))
        if known is None:
            known = self._accepted[id(stack)] = stack, frozenset(self._possible(stack))
        return known[1]

    def _possible(self, stack: Stack) -> set[str]:
        """What `step` accepts, found at once: each reduction is made for all its terminals together."""
        found: set[str] = set()
        waiting: list[tuple[Stack, frozenset[str]]] = [(stack, _actions_in(stack[0]).all)]
        while waiting:
            stack, terminals = waiting.pop()
            if stack[0] == self._end:
                found |= terminals & {END}
            shifts, reductions, _ = _actions_in(stack[0])
            found |= shifts & terminals
            for rule, those in reductions:
                if those & terminals:
                    waiting.append((self._reduced(stack, rule), those & terminals))
        return found


@cache
def _states() -> dict[int, dict[str, tuple[object, int | Rule]]]:
    """What the parser does in each state with each terminal, and where a rule leads."""
    return cast("dict[int, dict[str, tuple[object, int | Rule]]]", parser().parser.parser.parser.parse_table.states)


@cache
def _actions_in(state: int) -> Actions:
    """What a state does, with the terminals of each reduction together."""
    actions = {name: target for name, (_, target) in _states()[state].items() if name.isupper()}
    reductions: dict[Rule, set[str]] = {}
    for name, target in actions.items():
        if isinstance(target, Rule):
            reductions.setdefault(target, set()).add(name)
    shifts = frozenset(name for name, target in actions.items() if isinstance(target, int))
    rules = tuple((rule, frozenset(names)) for rule, names in reductions.items())
    return Actions(shifts, rules, frozenset(actions))


@cache
def openings() -> dict[Place, Stack]:
    """The stack at the start of each list of items."""
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
    """The terminals that begin an item of each list: `file`, `board`, `graph`, `script`."""
    automaton = Automaton()
    return {str(place): automaton.accepts(stack) - {"LBRACE", "RBRACE", END} for place, stack in openings().items()}
