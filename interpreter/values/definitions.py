"""Definitions and effects with names: what stands inside them, where they are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ..diagnostics.diagnostic import Diagnostic, Diagnostics
from ..diagnostics.text import Span
from ..source.syntax import tree
from .guesses import Guesses
from .names import Scope
from .values import Meaning, Wrong

DEEPEST_DEFINITION = 50
"""How many definitions may stand in one another."""


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
            self.wrong("HG307", f"more than {DEEPEST_DEFINITION} nested definitions", node.span)
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
        return self.wrong("HG307", what, node.span)

    def _used(self, span: Span, name: str, found: Diagnostic) -> Diagnostic:
        """A problem inside a definition, with where it is used."""
        if len(self._applying) > 1 or found.span is None or found.related:
            return found
        return found.copy_with(related=((span, f"`{name}` is used here"),))
