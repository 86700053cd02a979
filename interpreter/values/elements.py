"""What runs over elements: `some` and `every`, what braces gather, and the numbers that aggregates make of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar, assert_never

from ..diagnostics.diagnostic import Diagnostics, listed
from ..source.syntax import tree
from . import operations
from .hints import quantified
from .names import Bound, Frame, Plan, Scope
from .running import nested
from .running.choosing import Choosing, always, restore
from .types import NUMBER, TRUTH, Type
from .values import WRONG, Cells, Code, Fault, Found, Item, Known, Value, Worth, Wrong, bare, is_given, is_item, worth

T = TypeVar("T", bound=Item)

Chosen = list[tuple[Worth, Worth]]
"""For each element the condition under which it counts, and its value; those that never count are left out."""

_RUNS = frozenset({Cells, range, tuple})
"""The classes of values that run over their elements whoever asks."""


class Elements(Choosing):
    """Plans how to work out each element of what is known; what play decides is left to the rules."""

    def __init__(self, scope: Scope, report: Diagnostics, elsewhere: Mapping[str, str] | None = None) -> None:
        super().__init__(scope, report, elsewhere)
        self._over: list[int] = []
        self._exhausted = False

    def each(self, name: tree.Name, elements: Iterable[T]) -> Iterator[T]:
        """Bind a name to one element after another, and give it; what is worked out meanwhile is planned once."""
        outside = self.scope
        self.scope = frame = self._framed()
        try:
            for element in elements:
                frame.bound[name.id] = element
                yield element
        finally:
            self.scope = outside

    def _framed(self) -> Frame:
        """A new frame in the scope."""
        return Frame(self.scope, {}, self.scope.bodies if isinstance(self.scope, Frame) else {})

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
        fewer = "all of this is done before play begins: let {} run over fewer elements".format
        if len(loops) < 2:
            return f"a loop runs over {loops[0]} elements here; {fewer('it')}" if loops else ""
        each = "each time with several steps; "
        return f"loops run inside one another here, {' × '.join(loops)} times, {each}{fewer('them')}"

    @abstractmethod
    def _halts(self, *nodes: tree.Expression) -> bool:
        """Whether the steps that were counted last, for these expressions, are too many, or in vain."""

    @abstractmethod
    def combine(self, node: tree.Expression, function: Callable[..., Item], *arguments: Value) -> Value:
        """Return a function of values."""

    @abstractmethod
    def combined(self, node: tree.Expression, function: Callable[..., Item], *found: Found) -> Found:
        """The same of what was found."""

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
        return self.too_late(node.binders[0].domain.span)

    def lower_aggregate(self, node: tree.Aggregate, domain: Worth, nothing: Worth) -> Value:
        """Report an aggregate over a set that play decides; overridden where play can decide."""
        return self.too_late(node.binders[0].domain.span)

    def lower_selected(self, node: tree.Gathered, chosen: Chosen) -> Value:
        """Report a set of known elements of which play decides some; overridden where play can decide."""
        return self.too_late(node.span)

    def lower_chosen(self, node: tree.Aggregate, chosen: Chosen, nothing: Worth) -> Value:
        """Report an aggregate of values that play decides; overridden where play can decide."""
        return self.too_late(node.element.span)

    def over_elements(self, node: tree.Running) -> Plan:
        """Return how an expression that runs over elements is worked out."""
        match node:
            case tree.Quantified() if len(node.binders) > 1:
                return self.plan(nested.quantified(node))
            case tree.Quantified():
                return self._quantified(node)
            case tree.Gathered():
                return self._gathered(node)
            case tree.Aggregate():
                return self._aggregate(node)
            case _:
                assert_never(node)

    def _domain(self, node: tree.Expression) -> Plan:
        """What something runs over: lists of one length, where players have their own."""
        plan = self.plan(node)

        def work(bound: Bound) -> Found:
            found = plan(bound)
            if found.__class__ in _RUNS:
                return found
            domain = self.as_domain(worth(found))
            if isinstance(domain, Known) and not _has_known_elements(domain):
                lists = [each for each in domain.values
                         if type(each) is tuple and any(type(item) is not int for item in each)]  # fmt: skip
                if len(lists) == len(domain.values):
                    lengths = listed((str(len(each)) for each in lists), "and")
                    return self.wrong("HG303", f"the players' lists differ in length here: {lengths}", node.span,
                                      help="ask for each player: win for Red when some e in Red.edges: …")  # fmt: skip
            return bare(domain)

        return work

    def _elements_of(self, domain: Found, node: tree.Expression, asks: str) -> Sequence[Found] | Wrong | None:
        """The elements of a domain; None if play decides some of them."""
        try:
            if is_item(domain):
                return operations.elements(domain, asks)
            if domain is WRONG:
                return WRONG
            if isinstance(domain, Code) and domain.items:
                return list(map(bare, domain.items))
            if not isinstance(domain, Known) or not _has_known_elements(domain):
                return None
            rows = [operations.elements(value, asks) for value in domain.values]
        except Fault as fault:
            return self.wrong(fault.code, fault.message, node.span)
        return [bare(Known(row)) for row in zip(*rows, strict=True)]

    def _quantified(self, node: tree.Quantified) -> Plan:
        meter = self._meter
        (binder,) = node.binders
        domain_of, name, asks = self._domain(binder.domain), binder.name.id, f"`{node.kind}`"
        decisive, symbol = node.kind == "some", "or" if node.kind == "some" else "and"
        body: Plan | None = None

        def joined(one: Item, other: Item) -> Item:
            return operations.binary(symbol, one, other)

        def work(bound: Bound) -> Found:
            nonlocal body
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            domain = domain_of(bound)
            elements = self._elements_of(domain, binder.domain, asks)
            if elements is WRONG:
                return WRONG
            if elements is None:
                return bare(self.lower_quantified(node, domain))  # type: ignore[arg-type]
            known: Found = not decisive
            decided_in_play: list[Worth] = []
            before = bound.get(name)
            self._over.append(len(elements))
            try:
                for element in elements:
                    bound[name] = element
                    if body is None:
                        body = self.plan(node.body)
                    found = body(bound)
                    if found is decisive:
                        return found
                    if found.__class__ is bool:
                        continue
                    value = worth(found)
                    if value is WRONG:
                        return WRONG
                    if value.type is not TRUTH:
                        return self.mismatch(node.body, value.type, TRUTH, asks)
                    if not isinstance(value, Known):
                        decided_in_play.append(value)
                        continue
                    known = self.combined(node.body, joined, known, found)
                    if known is WRONG or always(known, decisive):
                        return known
            finally:
                self._over.pop()
                restore(bound, name, before)
            if not decided_in_play:
                return known
            assert known is not WRONG
            parts = decided_in_play if always(known, not decisive) else [worth(known), *decided_in_play]
            return bare(parts[0] if len(parts) == 1 else self.lower_joined(node, symbol, parts))

        return work

    def _gathered(self, node: tree.Gathered) -> Plan:
        meter = self._meter
        first = node.binders[0].domain
        domain_of, choose, apart = self._domain(first), self._chooser(node), self._one_by_one(node)

        def collect(*values: Item) -> Item:
            return operations.collect(values)

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            domain = domain_of(bound)
            elements = self._elements_of(domain, first, "`for`")
            if elements is WRONG:
                return WRONG
            chosen = None if elements is None else choose(bound, elements)
            if chosen is WRONG:
                return WRONG
            if chosen and all(each is True or always(each, True) for each in chosen[0]):
                return self.combined(node, collect, *chosen[1])
            if chosen and (len(node.binders) == 1 or not isinstance(node.element, tree.Name)):
                conditions, values = (map(worth, each) for each in chosen)
                return bare(self.lower_selected(node, list(zip(conditions, values, strict=True))))
            if len(node.binders) > 1:
                return apart(bound)
            return bare(self.lower(node, (domain,)))  # type: ignore[arg-type]

        return work

    def _aggregate(self, node: tree.Aggregate) -> Plan:
        meter = self._meter
        name = node.function.id
        least_of, first = self.plan(node.otherwise) if node.otherwise else None, node.binders[0].domain
        domain_of, choose, apart = self._domain(first), self._chooser(node), self._one_by_one(node)

        def work(bound: Bound) -> Found:
            meter.steps += 1
            if meter.steps >= meter.stop and self._halts(node):
                return WRONG
            least = least_of(bound) if least_of else operations.NOTHING.get(name, 0)
            domain = domain_of(bound)
            if name not in operations.AGGREGATES or not is_given(self.scope.meaning(name)):
                return self.not_an_aggregate(node)
            nothing = worth(least)
            if nothing is WRONG or domain is WRONG:
                return WRONG
            if node.otherwise and nothing.type is not NUMBER:
                return self.mismatch(node.otherwise, nothing.type, NUMBER, "`otherwise`")
            elements = self._elements_of(domain, first, f"`{name}`")
            if elements is WRONG:
                return WRONG
            chosen = None if elements is None else choose(bound, elements)
            if chosen is WRONG:
                return WRONG
            if chosen is None:
                if len(node.binders) > 1:
                    return apart(bound)
                return bare(self.lower_aggregate(node, domain, nothing))  # type: ignore[arg-type]
            conditions, values = chosen
            if name != "count":
                for value in map(worth, values):
                    if value.type is not NUMBER:
                        return self.mismatch(node.element, value.type, NUMBER, f"`{name}`")
            are_known = Code not in {each.__class__ for each in (least, *values)}
            if are_known and all(each is True or always(each, True) for each in conditions):
                return self.combined(
                    node, lambda least, *found: operations.aggregate(name, found, least), least, *values
                )
            return bare(
                self.lower_chosen(node, [*zip(map(worth, conditions), map(worth, values), strict=True)], nothing)
            )

        return work

    def not_an_aggregate(self, node: tree.Aggregate) -> Wrong:
        """Report a function that does not run over elements."""
        function = node.function
        if function.id not in self.scope:
            if written := quantified(node):
                return self.wrong("HG201", f"unknown function `{function.id}`", function.span, **written)
            return self._unknown(function, "function")
        allowed = listed(f"`{name}`" for name in operations.AGGREGATES if is_given(self.scope.meaning(name)))
        return self.wrong("HG301", f"`{function.id}` does not run over elements", function.span, expected=allowed,
                          help=f"a set needs braces: {function.id}({{… for … in …}})")  # fmt: skip

    def _one_by_one(self, node: tree.Gathered | tree.Aggregate) -> Plan:
        """What works out the same with one name inside another, where play decides what some of several run over."""
        plan: Plan | None = None

        def work(bound: Bound) -> Found:
            nonlocal plan
            if plan is None:
                other = nested.aggregate(node) if isinstance(node, tree.Aggregate) else nested.gathered(node)
                if other is None:
                    names = listed(f"`{each.name.id}`" for each in node.binders)
                    what = "a set that play decides can gather only its own elements"
                    return self.wrong("HG303", what, node.element.span, expected=names)
                plan = self.plan(other)
            return plan(bound)

        return work


def _has_known_elements(domain: Known) -> bool:
    """Whether it is known, element by element, what runs over a domain: lists of one length where players have
    their own."""
    lists = [each for each in domain.values if type(each) is tuple]
    return len(domain.values) == 1 or (len(lists) == len(domain.values) and len(set(map(len, lists))) == 1)
