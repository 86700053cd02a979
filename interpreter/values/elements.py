"""What runs over elements: `some` and `every`, what braces gather, and the numbers that aggregates make of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import ClassVar, assert_never

from ..deadline import look
from ..diagnostics.diagnostic import Diagnostics, listed
from ..source.syntax import tree
from . import operations
from .definitions import Definitions
from .names import Scope
from .quick import Frame, GaveUp, Quick, Quickly
from .types import NUMBER, TRUTH, Type
from .values import WRONG, Fault, Item, Known, Value, Worth, Wrong

MOST_STEPS = 100_000
"""How many expressions may be worked out, counting each turn of a `some` or `every` over known elements."""

TURN = 64
"""After so many of them, time is looked at."""

FEW = 2
"""For so many elements, expressions are worked out as they are."""

Chosen = list[tuple[Worth, Worth]]
"""For each element the condition under which it counts, and its value; those that never count are left out."""


class Elements(Definitions):
    """Works out each element of what is known; what play decides is left to the rules."""

    is_quick: ClassVar[bool] = True
    """Whether known expressions mean what `quick.py` makes of them."""

    def __init__(self, scope: Scope, report: Diagnostics, elsewhere: Mapping[str, str] | None = None) -> None:
        super().__init__(scope, report, elsewhere)
        self._exhausted = False
        self._repeated: dict[int, Quick] = {}
        self._over: list[int] = []

    @contextmanager
    def repeating(self, names: Iterable[tree.Name], *nodes: tree.Expression | None) -> Iterator[None]:
        """Work expressions out repeatedly, with other values for some names: as functions, where that is possible."""
        made: list[int] = []
        if self.is_quick and not self._report.doubts.unsure:
            varying = frozenset(name.id for name in names)
            quickly = Quickly(self.scope, self._outermost, varying, frozenset(), self._applying, {})
            for node in nodes:
                if node is not None and id(node) not in self._repeated:
                    with suppress(GaveUp):
                        self._repeated[id(node)] = quickly.of(node)
                        made.append(id(node))
        try:
            yield
        finally:
            for each in made:
                del self._repeated[each]

    def _quickly(self, node: tree.Expression) -> Known | None:
        """The value of an expression that is worked out repeatedly; None where its function gives up."""
        if self._exhausted or self._is_vain:
            return None
        frame = Frame(self.scope, MOST_STEPS - self._steps, len(self._applying))
        try:
            value = self._repeated[id(node)](frame)
            frame.within()
        except (GaveUp, Fault, ZeroDivisionError, RecursionError):
            return None
        if self._steps // TURN != (self._steps + frame.steps) // TURN:
            look()
        self._steps += frame.steps
        return Known.always(value)

    def at_once(
        self, binders: Sequence[tree.Binder], where: tree.Expression | None, nodes: Sequence[tree.Expression]
    ) -> list[tuple[Item, ...]] | None:
        """Return the values of expressions for each combination of elements; None where their functions give up."""
        if not self.is_quick or self._report.doubts.unsure or self._exhausted or self._is_vain:
            return None
        quickly = Quickly(self.scope, self._outermost, frozenset(), frozenset(), self._applying, {})
        frame = Frame(self.scope, MOST_STEPS - self._steps, len(self._applying))
        try:
            found = list(quickly.combined(binders, where, nodes)(frame))
            frame.within()
        except (GaveUp, Fault, ZeroDivisionError, RecursionError):
            return None
        self._steps += frame.steps
        return found

    @contextmanager
    def over(self, elements: Sequence[object]) -> Iterator[None]:
        """Note that a loop runs over elements."""
        self._over.append(len(elements))
        try:
            yield
        finally:
            self._over.pop()

    @property
    def running(self) -> str:
        """The help line on the loops that are running: over how many elements."""
        loops = [f"{number:,}" for number in self._over if number > 1]
        if len(loops) < 2:
            return f"a loop runs over {loops[0]} elements here: let it run over fewer" if loops else ""
        return f"loops run inside one another here, {' × '.join(loops)} times: let them run over fewer elements"

    @abstractmethod
    def evaluate(self, node: tree.Expression) -> Value:
        """Return the value of an expression; `WRONG` where a problem was reported."""

    @abstractmethod
    def combine(self, node: tree.Expression, function: Callable[..., Item], *arguments: Value) -> Value:
        """Return a function of values."""

    @abstractmethod
    def mismatch(self, node: tree.Expression, found: Type, wanted: Type | str, asks: str = "") -> Wrong:
        """Report an expression of another type than its place needs."""

    @abstractmethod
    def lower(self, node: tree.Expression, arguments: tuple[Worth, ...]) -> Value:
        """Return the value of an operation that play decides."""

    def as_domain(self, value: Value) -> Value:
        """Return what a value stands for where something runs over it."""
        return value

    def lower_joined(self, node: tree.Quantified, symbol: str, values: list[Worth]) -> Value:
        """Return many truths joined by `and` or `or`, some of which play decides."""
        return self.too_late(node.body.span)

    def lower_quantified(self, node: tree.Quantified, domain: Worth) -> Value:
        """Report a quantifier over a set that play decides; overridden where play can decide."""
        return self.too_late(node.domain.span)

    def lower_aggregate(self, node: tree.Aggregate, domain: Worth, nothing: Worth) -> Value:
        """Report an aggregate over a set that play decides; overridden where play can decide."""
        return self.too_late(node.domain.span)

    def lower_chosen(self, node: tree.Aggregate, chosen: Chosen, nothing: Worth) -> Value:
        """Report an aggregate of values that play decides; overridden where play can decide."""
        return self.too_late(node.element.span)

    @contextmanager
    def aside(self, untaken: bool) -> Iterator[None]:
        """Work something out that, if so, never counts: faults of its values do not matter."""
        self._untaken += untaken
        try:
            yield
        finally:
            self._untaken -= untaken

    def over_elements(self, node: tree.Quantified | tree.Gathered | tree.Aggregate) -> Value:
        """Return the value of an expression that runs over elements."""
        match node:
            case tree.Quantified():
                return self._quantified(node)
            case tree.Gathered():
                return self._gathered(node)
            case tree.Aggregate():
                return self._aggregate(node)
            case _:
                assert_never(node)

    def _domain(self, node: tree.Expression) -> Value:
        """Return what something runs over: lists of one length, where players have their own."""
        domain = self.as_domain(self.evaluate(node))
        if isinstance(domain, Known) and not _has_known_elements(domain):
            lists = [
                each for each in domain.values if type(each) is tuple and any(type(item) is not int for item in each)
            ]
            if len(lists) == len(domain.values):
                lengths = listed((str(len(each)) for each in lists), "and")
                return self.wrong("HG303", f"the players' lists differ in length here: {lengths}", node.span,
                                  help="ask for each player: win for Red when some e in Red.edges: …")  # fmt: skip
        return domain

    def _quantified(self, node: tree.Quantified) -> Value:
        domain = self._domain(node.domain)
        if not isinstance(domain, Known) or not _has_known_elements(domain):
            return WRONG if domain is WRONG else self.lower_quantified(node, domain)
        elements = self._elements_of(domain, node.domain, f"`{node.kind}`")
        if elements is WRONG:
            return WRONG
        symbol = "or" if node.kind == "some" else "and"
        known: Value = Known.always(node.kind == "every")
        decided_in_play: list[Worth] = []
        with self.over(elements), self._repeating_over(elements, node.name, node.body):
            for element in elements:
                with self.binding(node.name, element):
                    value = self.evaluate(node.body)
                if value is WRONG:
                    return WRONG
                if value.type is not TRUTH:
                    return self.mismatch(node.body, value.type, TRUTH, f"`{node.kind}`")
                if not isinstance(value, Known):
                    decided_in_play.append(value)
                    continue
                known = self.combine(node.body, lambda x, y: operations.binary(symbol, x, y), known, value)
                if known is WRONG or always(known, symbol == "or"):
                    return known
        if not decided_in_play:
            return known
        parts = decided_in_play
        if isinstance(known, Known) and not always(known, symbol == "and"):
            parts = [known, *parts]
        return parts[0] if len(parts) == 1 else self.lower_joined(node, symbol, parts)

    def _gathered(self, node: tree.Gathered) -> Value:
        domain = self._domain(node.domain)
        if not isinstance(domain, Known) or not _has_known_elements(domain):
            return WRONG if domain is WRONG else self.lower(node, (domain,))
        chosen = self._chosen(node, domain, "`for`")
        if chosen is WRONG:
            return WRONG
        if all(always(condition, True) for condition, _ in chosen):
            return self.combine(node, lambda *values: operations.collect(values), *(value for _, value in chosen))
        return self.lower(node, tuple(condition for condition, _ in chosen))

    def _aggregate(self, node: tree.Aggregate) -> Value:
        name = node.function.id
        nothing = self.evaluate(node.otherwise) if node.otherwise else Known.always(0)
        domain = self._domain(node.domain)
        if name not in operations.AGGREGATES:
            return self.not_an_aggregate(node.function)
        if nothing is WRONG or domain is WRONG:
            return WRONG
        if node.otherwise and nothing.type is not NUMBER:
            return self.mismatch(node.otherwise, nothing.type, NUMBER, "`otherwise`")
        if not isinstance(domain, Known) or not _has_known_elements(domain):
            return self.lower_aggregate(node, domain, nothing)
        chosen = self._chosen(node, domain, f"`{name}`")
        if chosen is WRONG:
            return WRONG
        if name != "count":
            for _, value in chosen:
                if value.type is not NUMBER:
                    return self.mismatch(node.element, value.type, NUMBER, f"`{name}`")
        values = [nothing, *(value for _, value in chosen)]
        if all(isinstance(value, Known) for value in values) and all(always(each, True) for each, _ in chosen):
            return self.combine(node, lambda least, *found: operations.aggregate(name, found, least), *values)
        return self.lower_chosen(node, chosen, nothing)

    def not_an_aggregate(self, function: tree.Name) -> Wrong:
        """Report a function that does not run over elements."""
        if function.id not in self.scope:
            return self._unknown(function, "function")
        allowed = listed(f"`{name}`" for name in operations.AGGREGATES)
        return self.wrong("HG301", f"`{function.id}` does not run over elements", function.span, expected=allowed,
                          help=f"a set needs braces: {function.id}({{… for … in …}})")  # fmt: skip

    def _chosen(self, node: tree.Gathered | tree.Aggregate, domain: Known, asks: str) -> Chosen | Wrong:
        """The elements of a known domain that may count."""
        elements = self._elements_of(domain, node.domain, asks)
        if elements is WRONG:
            return WRONG
        chosen: Chosen = []
        with self.over(elements), self._repeating_over(elements, node.name, node.where, node.element):
            for element in elements:
                with self.binding(node.name, element):
                    condition = self.evaluate(node.where) if node.where else Known.always(True)
                    reported, is_out = len(self._report), always(condition, False)
                    with self.aside(is_out):
                        value = self.evaluate(node.element)
                if is_out and len(self._report) == reported:
                    continue
                if condition is WRONG or value is WRONG:
                    return WRONG
                chosen.append((condition, value))
        return chosen

    def _repeating_over(
        self, elements: tuple[Known, ...], name: tree.Name, *nodes: tree.Expression | None
    ) -> AbstractContextManager[None]:
        return self.repeating((name,), *nodes) if len(elements) > FEW else nullcontext()

    def _elements_of(self, domain: Known, node: tree.Expression, asks: str) -> tuple[Known, ...] | Wrong:
        try:
            rows = [operations.elements(value, asks) for value in domain.values]
        except Fault as fault:
            return self.wrong(fault.code, fault.message, node.span)
        return tuple(map(Known, zip(*rows, strict=True)))


def _has_known_elements(domain: Known) -> bool:
    """Whether it is known, element by element, what runs over a domain: lists of one length where players have
    their own."""
    lists = [each for each in domain.values if type(each) is tuple]
    return len(domain.values) == 1 or (len(lists) == len(domain.values) and len(set(map(len, lists))) == 1)


def always(value: Value, truth: bool) -> bool:
    """Whether a value is known to be a truth, whoever is `own`."""
    if not isinstance(value, Known):
        return False
    for each in value.values:  # noqa: SIM110 - asked for every element of every loop
        if each is not truth:
            return False
    return True
