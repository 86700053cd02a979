"""Expressions with their names looked up. What is fixed before play is worked out here; the rest is `lower`'s.

Problems are reported once, where they are; the value is then `WRONG`, and whatever uses it stays silent.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, assert_never

from ..diagnostics.diagnostic import Diagnostic, Diagnostics, listed, meant
from ..diagnostics.text import Span
from ..source.syntax import tree
from . import operations
from .hints import IN_SHORT, POSITION_WORDS, elsewhere, other_sign
from .shapes import Shape
from .values import WRONG, Cells, Definition, Fault, Function, Known, Label, Nothing, Player, Relation, Value, type_of

DEEPEST_DEFINITION = 50
"""How many definitions may stand in one another."""

MOST_COMPARED = 20_000
"""How many words are compared, about, to guess what unknown ones may have meant."""

MOST_STEPS = 100_000
"""How many expressions may be worked out, counting each turn of a `some` or `every` over known elements."""

_ABOUT_VALUES = {"HG304", "HG305", "HG402", "HG405"}
"""Faults of a value rather than of the text: they do not matter in a branch that is not taken."""

_WEIGHTS: Mapping[type, Callable[[Any], int]] = {
    Cells: lambda cells: len(cells.items) // 20,
    Shape: lambda shape: len(shape.cells) // 5,
    tuple: lambda items: len(items) // 50,
}
"""The steps that a value's size costs, by its type."""

Meaning = Value | Function | Definition
Scope = ChainMap[str, Meaning]

WORDS: Mapping[str, Meaning] = {
    "yes": Known.always(True),
    "no": Known.always(False),
    **operations.FUNCTIONS,
}
"""The names the language itself knows before there is a board."""


class Evaluator:
    """Works expressions out in a scope of names."""

    def __init__(self, scope: Scope, report: Diagnostics, elsewhere: Mapping[str, str] | None = None) -> None:
        self.scope = self._outermost = scope
        self._report = report
        self._elsewhere = elsewhere or {}
        self.later: frozenset[str] = frozenset()
        """Names that the text declares only further down."""

        self._untaken = 0
        self._applying: list[str] = []
        self._steps = 0
        self._exhausted = False

    def evaluate(self, node: tree.Expression) -> Value:
        self._steps += 1
        if self._steps > MOST_STEPS:
            if not self._exhausted:
                self._exhausted = True
                self.wrong("HG307", f"this takes more than {MOST_STEPS:,} steps to work out", node.span)
            return WRONG
        match node:
            case tree.Name():
                return self._name(node)
            case tree.Number() | tree.Text():
                return Known.always(node.value)
            case tree.Binary():
                return self._binary(node)
            case tree.Attribute():
                value = self.evaluate(node.of)
                return self.combine(node, lambda x: operations.attribute(x, node.name.id), value)
            case tree.Conditional():
                return self._conditional(node)
            case tree.Quantified():
                return self._quantified(node)
            case tree.Unary():
                value = self.evaluate(node.value)
                return self.combine(node, lambda x: operations.unary(node.operator.symbol, x), value)
            case tree.Index():
                return self.combine(node, operations.element, self.evaluate(node.of), self.evaluate(node.index))
            case tree.Call():
                return self._call(node)
            case tree.Series():
                return self.combine(node, lambda *items: operations.listing(items), *map(self.evaluate, node.items))
            case tree.Braces():
                items = [self.evaluate(item) for item in node.items]
                return self.combine(node, lambda *items: operations.gather(items), *items)
            case tree.Gathered():
                return self._gathered(node)
            case _:
                assert_never(node)

    def fixed(self, node: tree.Expression, wanted: str) -> Any:
        """The one value an expression has for all players; WRONG, and reported, if it is not of the wanted type."""
        value = self.evaluate(node)
        self.spend(value)
        if value is WRONG:
            return WRONG
        if not isinstance(value, Known) or len(value.values) > 1:
            return self.wrong("HG303", "this is not fixed before play begins", node.span)
        if wanted not in ("any", type_of(value.of(0))):
            return self.wrong("HG302", f"this is {type_of(value.of(0))}", node.span, expected=wanted)
        return value.of(0)

    def player(self, name: tree.Name, players: tuple[Player, ...]) -> Player | None:
        """The player of a name; None, and reported, where there is none."""
        for player in players:
            if player.name == name.id:
                return player
        if name.id in self._report.doubts.unsure:
            return None
        names = [player.name for player in players]
        self.wrong("HG204", f"unknown player `{name.id}`", name.span, expected=listed(names), **meant(name.id, names))
        return None

    def wrong(self, code: str, message: str, span: Span, **more: Any) -> Any:
        """Report a problem and give the value that keeps silent."""
        if not (self._untaken and code in _ABOUT_VALUES):
            self._report.append(Diagnostic(code, message, span, **more))
        return WRONG

    def combine(self, node: tree.Expression, function: Callable[..., Any], *arguments: Value) -> Value:
        """A function of values, for each player who may be `own` where they differ."""
        width, known = 1, True
        for argument in arguments:
            if argument is WRONG:
                return WRONG
            if not isinstance(argument, Known):
                known = False
            elif len(argument.values) > 1:
                width = len(argument.values)
        if not known:
            return self.lower(node, arguments)
        self.spend(*arguments)
        try:
            results: tuple[Any, ...]
            if width == 1:
                results = (function(*[argument.values[0] for argument in arguments]),)
            else:
                results = tuple(function(*[argument.of(player) for argument in arguments]) for player in range(width))
        except Fault as fault:
            sign = other_sign(node, [type_of(argument.of(0)) for argument in arguments])
            return self.wrong(fault.code, fault.message, node.span, **(sign or {"help": fault.help}))
        value = Known(results if any(each != results[0] for each in results[1:]) else results[:1])
        self.spend(value)
        return value

    def spend(self, *values: Value) -> None:
        """Count the steps that the sizes of values cost, whatever is done with them."""
        for value in values:
            if isinstance(value, Known):
                for each in value.values:
                    if type(each) in _WEIGHTS:
                        self.count(_WEIGHTS[type(each)](each))

    def count(self, steps: int) -> None:
        """Count steps that were taken; the next expression is not worked out where they are too many."""
        self._steps += steps

    def as_domain(self, value: Value) -> Value:
        """What a value stands for where something runs over it."""
        return value

    def lower(self, node: tree.Expression, arguments: tuple[Value, ...]) -> Value:
        """The value of an operation that play decides; before there are rules there is none."""
        return self.wrong("HG303", "this is not fixed before play begins", node.span)

    @contextmanager
    def binding(self, name: tree.Name, meaning: Meaning) -> Iterator[None]:
        """A name that means something for a while."""
        self.scope = self.scope.new_child({name.id: meaning})
        try:
            yield
        finally:
            self.scope = self.scope.parents

    def _name(self, node: tree.Name) -> Value:
        meaning = WRONG if node.id in self._report.doubts.unsure else self.scope.get(node.id)
        if meaning is None:
            return self._unknown(node, "name")
        if isinstance(meaning, Nothing):
            return self.wrong(meaning.code, meaning.message, node.span, help=meaning.help)
        if isinstance(meaning, Function | Definition):
            message = f"`{node.id}` is a function: it needs its arguments in `(…)`"
            return self.wrong("HG302", message, node.span, help=self.naming(node.id))
        return meaning

    def naming(self, word: str) -> str:
        """How the cell that is spoken of gets a name, where a word is likely to stand for it; empty where none is."""
        return ""

    def _unknown(self, node: tree.Name, what: str) -> Any:
        if node.id in self._elsewhere:
            return self.wrong("HG403", self._elsewhere[node.id], node.span)
        local = [name for name in self.scope if name not in self._outermost]
        known = [*self.scope, *self._elsewhere]
        cheap = len(self._report) * len(known) < MOST_COMPARED
        said = elsewhere(node.id) or (meant(node.id, known, local) if cheap else {})
        if node.id in self.later:
            said = {"help": f"`{node.id}` is declared further down: a name is declared before it is used"}
        elif help_text := self.naming(node.id):
            said = {"help": help_text}
        in_play = node.id in POSITION_WORDS
        message = f"`{node.id}` means nothing before play" if in_play else f"unknown {what} `{node.id}`"
        return self.wrong("HG201", message, node.span, **said)

    def _conditional(self, node: tree.Conditional) -> Value:
        test = self.evaluate(node.test)
        if not isinstance(test, Known):
            then, other = self.evaluate(node.then), self.evaluate(node.other)
            return WRONG if WRONG in (test, then, other) else self.lower(node, (test, then, other))
        with self._aside(_always(test, False)):
            then = self.evaluate(node.then)
        with self._aside(_always(test, True)):
            other = self.evaluate(node.other)
        if _always(test, True):
            return then
        return other if _always(test, False) else self.combine(node, _choose, test, then, other)

    def _binary(self, node: tree.Binary) -> Value:
        symbol = node.operator.symbol
        left = self.evaluate(node.left)
        if symbol in ("and", "or") and _always(left, symbol == "or"):
            with self._aside(True):
                self.evaluate(node.right)
            return left
        right = self.evaluate(node.right)
        return self.combine(node, lambda x, y: operations.binary(symbol, x, y), left, right)

    @contextmanager
    def _aside(self, untaken: bool) -> Iterator[None]:
        self._untaken += untaken
        try:
            yield
        finally:
            self._untaken -= untaken

    def _quantified(self, node: tree.Quantified) -> Value:
        domain = self.as_domain(self.evaluate(node.domain))
        if not isinstance(domain, Known) or len(domain.values) > 1:
            return WRONG if domain is WRONG else self.lower_quantified(node, domain)
        try:
            elements = operations.elements(domain.of(0))
        except Fault as fault:
            return self.wrong(fault.code, fault.message, node.domain.span)
        symbol = "or" if node.kind == "some" else "and"
        known: Value = Known.always(node.kind == "every")
        decided_in_play: list[Value] = []
        for element in elements:
            with self.binding(node.name, Known.always(element)):
                value = self.evaluate(node.body)
            if value is WRONG:
                return WRONG
            if not isinstance(value, Known):
                decided_in_play.append(value)
                continue
            known = self.combine(node.body, lambda x, y: operations.binary(symbol, x, y), known, value)
            if known is WRONG or _always(known, symbol == "or"):
                return known
        if not decided_in_play:
            return known
        parts = decided_in_play if _always(known, symbol == "and") else [known, *decided_in_play]
        return parts[0] if len(parts) == 1 else self.lower_joined(node, symbol, parts)

    def lower_joined(self, node: tree.Quantified, symbol: str, values: list[Value]) -> Value:
        """Many truths joined by `and` or `or`, some of which play decides."""
        return self.wrong("HG303", "this is not fixed before play begins", node.body.span)

    def lower_quantified(self, node: tree.Quantified, domain: Value) -> Value:
        return self.wrong("HG303", "this is not fixed before play begins", node.domain.span)

    def _gathered(self, node: tree.Gathered) -> Value:
        domain = self.as_domain(self.evaluate(node.domain))
        if not isinstance(domain, Known) or len(domain.values) > 1:
            return WRONG if domain is WRONG else self.lower(node, (domain,))
        try:
            elements = operations.elements(domain.of(0))
        except Fault as fault:
            return self.wrong(fault.code, fault.message, node.domain.span)
        chosen: list[tuple[Value, Value]] = []
        for element in elements:
            with self.binding(node.name, Known.always(element)):
                condition = self.evaluate(node.where) if node.where else Known.always(True)
                with self._aside(_always(condition, False)):
                    value = self.evaluate(node.element)
            if condition is WRONG or value is WRONG:
                return WRONG
            if not _always(condition, False):
                chosen.append((condition, value))
        if all(_always(condition, True) for condition, _ in chosen):
            return self.combine(node, lambda *values: operations.collect(values), *(value for _, value in chosen))
        return self.lower(node, tuple(condition for condition, _ in chosen))

    def _call(self, node: tree.Call) -> Value:
        meaning = WRONG if node.function.id in self._report.doubts.unsure else self.scope.get(node.function.id)
        if meaning is None:
            for argument in node.plain:
                self.evaluate(argument)
            return self._unknown(node.function, "function")
        if meaning is WRONG:
            return WRONG
        if isinstance(meaning, Definition):
            return self._apply(node, meaning.tree)
        if isinstance(meaning, Known) and isinstance(meaning.of(0), Relation | Label):
            return self._look_up(node, meaning.of(0))
        if not isinstance(meaning, Function):
            return self.wrong("HG302", f"`{node.function.id}` is not a function", node.function.span)
        if not self._right_count(node, [IN_SHORT[wanted] for wanted in meaning.parameters]):
            return WRONG
        arguments = [self.evaluate(argument) for argument in node.plain]
        return self.combine(node, lambda *values: operations.call(meaning, values), *arguments)

    def _look_up(self, node: tree.Call, table: Relation | Label) -> Value:
        """What a relation or a label holds for a cell."""
        if not self._right_count(node, ["cell"]):
            return WRONG
        cell = self.evaluate(node.plain[0])
        return self.combine(node, lambda value: operations.look_up(node.function.id, table, value), cell)

    def _right_count(self, node: tree.Call, wanted: Sequence[str], named: Collection[str] = ()) -> bool:
        for name, argument in node.named.items():
            if name not in named:
                self.wrong(
                    "HG301",
                    f"`{node.function.id}` has no argument named `{name}`",
                    argument.name.span,
                    **meant(name, named),
                )
                return False
        given, name = len(node.plain), node.function.id
        if given == len(wanted):
            return True
        message = f"`{name}` takes {len(wanted)} argument{'s' * (len(wanted) != 1)}, not {given}"
        self.wrong("HG301", message, node.span, expected=f"`{name}({', '.join(wanted)})`")
        return False

    def _apply(self, node: tree.Call, definition: tree.Define) -> Value:
        name = definition.name.id
        if name in self._applying:
            return self.wrong("HG306", f"`{name}` is defined by itself", node.span)
        if len(self._applying) >= DEEPEST_DEFINITION:
            message = f"more than {DEEPEST_DEFINITION} definitions stand in one another"
            return self.wrong("HG307", message, node.span)
        if not self._right_count(node, [parameter.id for parameter in definition.parameters]):
            return WRONG
        arguments = {
            parameter.id: self.evaluate(argument)
            for parameter, argument in zip(definition.parameters, node.plain, strict=True)
        }
        outside = self.scope
        self.scope = self._outermost.new_child(arguments)
        self._applying.append(name)
        told = len(self._report)
        try:
            return self.evaluate(definition.body)
        finally:
            self._report[told:] = [self._used(node, found) for found in self._report[told:]]
            self._applying.pop()
            self.scope = outside

    def _used(self, node: tree.Call, found: Diagnostic) -> Diagnostic:
        """A problem inside a definition, with where it is used."""
        if len(self._applying) > 1 or found.span is None or found.related:
            return found
        return replace(found, related=((node.span, f"`{node.function.id}` is used here"),))


def _always(value: Value, truth: bool) -> bool:
    return isinstance(value, Known) and all(each is truth for each in value.values)


def _choose(test: Any, then: Any, other: Any) -> Any:
    if type(test) is not bool:
        raise Fault("HG302", f"a condition is yes or no, not {type_of(test)}")
    return then if test else other
