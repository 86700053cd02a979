"""What stands for what: the bodies of definitions for their uses, and known names for unknown ones.

A name is suggested only if the expression with it in place is better.

An expression that needs a value of some type is worked out by `attempt`; what it leaves unknown is exchanged for each
suggested name in turn, and the whole is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, TypeVar, cast

from ..diagnostics.diagnostic import Diagnostic, Diagnostics, judged
from ..diagnostics.diagnostic import Guess as Said
from ..diagnostics.text import Span
from ..source.syntax import tree
from .hints import not_a_name
from .names import Meter, Names, Scope
from .values import Meaning, Wrong

R = TypeVar("R")
N = TypeVar("N", bound=tree.Node)

DEEPEST_DEFINITION = 50
"""How many definitions may stand in one another."""

WRITE_OUT = "write some of them out where they are used"

MOST_TRIALS = 100
"""So many names are tried in a file; more are suggested untried."""

MOST_TRIED = 5_000
"""An expression that takes more steps is not worked out again."""


_OTHERWISE: dict[str, Callable[[str], Said]] = {"HG201": not_a_name, "HG208": lambda _: {}}
"""What is said of an unknown name that no other fits, by the code of the problem."""


class Guess(NamedTuple):
    """An unknown name and those that it may stand for."""

    name: tree.Name
    among: tuple[str, ...]


class Guesses(Names):
    """Names, and the expressions in which they are tried."""

    def __init__(self, scope: Scope, report: Diagnostics, elsewhere: Mapping[str, str] | None = None) -> None:
        super().__init__(scope, report, elsewhere)
        self._meter = Meter()
        self._trials = 0
        self._trying = False
        """Whether an expression is worked out only to learn whether it is right."""

        self._open: list[Guess] | None = None

    def attempt(self, node: N, work: Callable[[N], R]) -> R:
        """Return what work makes of an expression, and try the names that it does not know."""
        if self._open is not None or self._trying:
            return work(node)
        guesses = self._open = []
        reported, steps = len(self._report), self._meter.steps
        try:
            result = work(node)
            self._settle_all(guesses, node, work, reported, steps)
        finally:
            self._open = None
        return result

    def guess(self, name: tree.Name, among: list[str]) -> None:
        """Note what an unknown name may stand for, to be tried once the whole expression is worked out."""
        if self._open is not None and not self._trying:
            self._open.append(Guess(name, tuple(among)))

    def _settle_all(self, guesses: list[Guess], node: N, work: Callable[[N], R], reported: int, steps: int) -> None:
        """Try the names that an expression does not know, as of some problems and some steps before it."""
        if guesses and self._meter.steps - steps < MOST_TRIED:
            for guess in {each.name.id: each for each in guesses}.values():
                self._settle(guess, node, work, reported)

    def _settle(self, guess: Guess, node: N, work: Callable[[N], R], reported: int) -> None:
        """Leave only those suggestions with which there are fewer problems."""
        word = guess.name.id
        if self._trials + len(guess.among) > MOST_TRIALS or not any(each is guess.name for each in node.below):
            return
        self._trials += len(guess.among)
        renamed = {each: _renamed(node, word, each) for each in guess.among}
        fitting = [each for each, other in renamed.items() if self._is_better(other, work, reported)]
        for place, found in enumerate(self._report[reported:], reported):
            if found.code in _OTHERWISE and found.span is not None and found.span.text == word:
                self._report[place] = _with_suggestions(found, word, fitting)

    def mends(self, node: N, work: Callable[[N], R], reported: int) -> bool:
        """Return whether another expression has fewer problems than were found after some; never while one is tried."""
        if self._trying or self._trials >= MOST_TRIALS:
            return False
        self._trials += 1
        return self._is_better(node, work, reported)

    def _is_better(self, node: N, work: Callable[[N], R], reported: int) -> bool:
        """Whether an expression has fewer problems than were reported."""
        before, steps, self._trying = len(self._report), self._meter.steps, True
        try:
            work(node)
            return len(self._report) - before < before - reported
        finally:
            del self._report[before:]
            self._meter.steps, self._trying = steps, False


def _with_suggestions(found: Diagnostic, word: str, fitting: list[str]) -> Diagnostic:
    """A problem of an unknown name with the suggestions that were tried."""
    said = judged(word, fitting) if fitting else _OTHERWISE[found.code](word)
    return found.copy_with(help=said.get("help", ""), replacement=said.get("replacement"))


def _renamed(node: N, word: str, other: str) -> N:
    """An expression with one name for another."""

    def change(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(map(change, part))
        return _renamed(part, word, other) if isinstance(part, tree.Node) else part

    if isinstance(node, tree.Name):
        return cast("N", tree.Name(other, span=node.span)) if node.id == word else node
    return type(node)(*map(change, node.parts()), span=node.span)


class Definitions(Guesses):
    """Opens the scope of a definition or an effect where it is used."""

    def __init__(self, scope: Scope, report: Diagnostics, elsewhere: Mapping[str, str] | None = None) -> None:
        super().__init__(scope, report, elsewhere)
        self._applying: list[str] = []
        self._is_vain = False
        """Whether a definition is being worked out that has come to nothing."""

    @property
    def is_applying(self) -> bool:
        """Whether what is worked out stands in a definition or an effect."""
        return bool(self._applying)

    def _takes(self, node: tree.Call, definition: tree.Define | tree.Effect) -> bool:
        """Whether a definition or an effect has the parameters for a call's arguments; reports it if not."""
        name, parameters = definition.name.id, [parameter.id for parameter in definition.parameters]
        if isinstance(definition, tree.Define) and not parameters:
            self.wrong("HG301", f"`{name}` takes no arguments", node.span, help=f"write: {name}", replacement=name)
            return False
        return self._right_count(node, parameters)

    def _applies(self, node: tree.Name | tree.Call, definition: tree.Define | tree.Effect) -> bool:
        """Whether a definition or an effect may be put in place here; reports it if not."""
        name = definition.name.id
        if name in self._applying:
            verb = "used inside" if isinstance(definition, tree.Effect) else "defined in terms of"
            self.wrong("HG306", f"`{name}` is {verb} itself", node.span)
        elif len(self._applying) >= DEEPEST_DEFINITION:
            self.wrong("HG307", f"more than {DEEPEST_DEFINITION} nested definitions", node.span, help=WRITE_OUT)
        else:
            return True
        return False

    @contextmanager
    def applied(
        self, node: tree.Name | tree.Call, definition: tree.Define | tree.Effect, arguments: dict[str, Meaning]
    ) -> Iterator[None]:
        """The scope inside a definition or an effect: names of the file and its parameters."""
        outside, reported = self._enter(definition, self._outermost.new_child(arguments)), len(self._report)
        try:
            yield
        finally:
            self._leave(node, outside, reported)

    @property
    def applying(self) -> str | None:
        """The definition or the effect that is being put in place; None outside of them."""
        return self._applying[-1] if self._applying else None

    def _enter(self, definition: tree.Define | tree.Effect, inside: Scope) -> Scope:
        """Go into a definition or an effect; returns the scope outside."""
        outside, self.scope = self.scope, inside
        self._applying.append(definition.name.id)
        return outside

    def _leave(self, node: tree.Name | tree.Call, outside: Scope, reported: int) -> None:
        """Come back from the definition that was entered last, of which these problems were reported before."""
        if len(self._report) > reported:
            name = self._applying[-1]
            self._report[reported:] = [self._used(node.span, name, found) for found in self._report[reported:]]
        self._applying.pop()
        self._is_vain &= bool(self._applying)
        self.scope = outside

    def too_large(self, what: str, node: tree.Expression) -> Wrong:
        """Report an expression that has grown too large, and work out no more of the definition that it came from."""
        self._is_vain = bool(self._applying)
        self._meter.stop = 0
        return self.wrong("HG307", what, node.span, help="use `some`, `every` or `sum` to ask it of many elements")

    def _used(self, span: Span, name: str, found: Diagnostic) -> Diagnostic:
        """A problem inside a definition, with where it is used."""
        if len(self._applying) > 1 or found.span is None or found.related:
            return found
        return found.copy_with(related=((span, f"`{name}` is used here"),))
