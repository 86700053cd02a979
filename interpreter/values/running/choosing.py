"""Those of known elements that may count, one combination after another."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from ...source.syntax import tree
from ..guesses import Definitions
from ..names import Bound, Plan
from ..values import WRONG, Found, Known, Sound, Wrong

Chooser = Callable[[Bound, Sequence[Found]], tuple[list[Sound], list[Sound]] | Wrong | None]
"""Gives the conditions and the values of known elements; None where play decides what a further name runs over."""


class Choosing(Definitions):
    """Binds names to elements, and works out what is made of them, and whether they count."""

    _over: list[int]
    """How many elements the loops have that are running."""

    @abstractmethod
    def plan(self, node: tree.Expression) -> Plan:
        """Return how an expression is worked out in the frame that it stands in."""

    @abstractmethod
    def _domain(self, node: tree.Expression) -> Plan:
        """What something runs over."""

    @abstractmethod
    def _elements_of(self, domain: Found, node: tree.Expression, asks: str) -> Sequence[Found] | Wrong | None:
        """The elements of a domain; None if play decides some of them."""

    def _chooser(self, node: tree.Gathered | tree.Aggregate) -> Chooser:
        """What gives those of known elements that may count: the conditions, and what is made of the elements."""
        domains: dict[int, Plan] = {}
        where: Plan | None = None
        make: Plan | None = None

        def run(
            bound: Bound, place: int, elements: Sequence[Found], kept: tuple[list[Sound], list[Sound]]
        ) -> Wrong | bool:
            """Go through the elements that a name stands for; whether all is known."""
            name = node.binders[place].name.id
            before = bound.get(name)
            self._over.append(len(elements))
            try:
                for element in elements:
                    bound[name] = element
                    goes_on = one(bound, kept) if place + 1 == len(node.binders) else inside(bound, place + 1, kept)
                    if goes_on is not True:
                        return goes_on
            finally:
                self._over.pop()
                restore(bound, name, before)
            return True

        def inside(bound: Bound, place: int, kept: tuple[list[Sound], list[Sound]]) -> Wrong | bool:
            domain = node.binders[place].domain
            if place not in domains:
                domains[place] = self._domain(domain)
            elements = self._elements_of(domains[place](bound), domain, "`for`")
            return False if elements is None else WRONG if elements is WRONG else run(bound, place, elements, kept)

        def one(bound: Bound, kept: tuple[list[Sound], list[Sound]]) -> Wrong | bool:
            nonlocal where, make
            if make is None:
                where, make = self.plan(node.where) if node.where else None, self.plan(node.element)
            condition = where(bound) if where else True
            if condition is True:
                value = make(bound)
                if value is WRONG:
                    return WRONG
            else:
                reported, is_out = len(self._report), always(condition, False)
                value = self._aside(make, bound) if is_out else make(bound)
                if is_out and len(self._report) == reported:
                    return True
                if condition is WRONG or value is WRONG:
                    return WRONG
            kept[0].append(condition)
            kept[1].append(value)
            return True

        def work(bound: Bound, elements: Sequence[Found]) -> tuple[list[Sound], list[Sound]] | Wrong | None:
            kept: tuple[list[Sound], list[Sound]] = [], []
            goes_on = run(bound, 0, elements, kept)
            return WRONG if goes_on is WRONG else kept if goes_on else None

        return work

    def _aside(self, plan: Plan, bound: Bound) -> Found:
        """Work something out that never counts: faults of its values do not matter."""
        self._untaken += 1
        try:
            return plan(bound)
        finally:
            self._untaken -= 1


def restore(bound: Bound, name: str, before: Found | None) -> None:
    """Let a name stand for what it stood for before it was bound."""
    if before is not None:
        bound[name] = before
    else:
        bound.pop(name, None)


def always(found: Found, truth: bool) -> bool:
    """Whether something is known to be a truth, whoever is `own`."""
    if not isinstance(found, Known):
        return found is truth
    return all(each is truth for each in found.values)
