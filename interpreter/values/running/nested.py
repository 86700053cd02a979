"""What runs over several names, as what runs over one of them inside another."""

from __future__ import annotations

from ...diagnostics.text import Span
from ...source.syntax import tree


def quantified(node: tree.Quantified) -> tree.Quantified:
    """`some x in A: some y in B: …` for `some x in A, y in B: …`."""
    first, *rest = node.binders
    inner = tree.Quantified(node.kind, tuple(rest), node.body, span=_inside(node))
    return tree.Quantified(node.kind, (first,), inner, span=node.span)


def aggregate(node: tree.Aggregate) -> tree.Aggregate:
    """`sum(sum(f for y in B where …) for x in A)` for `sum(f for x in A, y in B where …)`.

    Where no element passes, the inner one does not count: its value would be that of nothing.
    """
    first, *rest = node.binders
    inner = tree.Aggregate(node.function, node.element, tuple(rest), node.where, None, span=_inside(node))
    adds, span = node.function.id in ("sum", "count"), node.span
    counts = None
    if not adds or node.otherwise:
        counts = tree.Quantified("some", tuple(rest), node.where or tree.Name("yes", span=span), span=_inside(node))
    function = tree.Name("sum", span=node.function.span) if adds else node.function
    return tree.Aggregate(function, inner, (first,), counts, node.otherwise, span=span)


def gathered(node: tree.Gathered) -> tree.Gathered | None:
    """`{y for y in cells where some x in A: y in B and …}` for `{y for x in A, y in B where …}`.

    Where B does not speak of x, y runs over B instead. None where more than an element itself is gathered.
    """
    names = [binder.name.id for binder in node.binders]
    if not isinstance(node.element, tree.Name) or node.element.id not in names:
        return None
    place = len(names) - 1 - names[::-1].index(node.element.id)
    before, binder, after = node.binders[:place], node.binders[place], node.binders[place + 1 :]
    is_apart = not any(isinstance(each, tree.Name) and each.id in names[:place] for each in binder.domain.below)
    test = node.where
    if after:
        test = tree.Quantified("some", after, test or tree.Name("yes", span=node.span), span=node.span)
    if not is_apart:
        span = binder.span
        belongs = tree.Binary(binder.name, tree.Operator("in", span=span), binder.domain, span=span)
        test = tree.Binary(belongs, tree.Operator("and", span=span), test, span=node.span) if test else belongs
    if before:
        test = tree.Quantified("some", before, test or tree.Name("yes", span=node.span), span=node.span)
    over = binder.domain if is_apart else tree.Name("cells", span=binder.domain.span)
    return tree.Gathered(node.element, (tree.Binder(binder.name, over, span=binder.span),), test, span=node.span)


def _inside(node: tree.Running) -> Span:
    """What is left of a node where its first name is bound."""
    return Span(node.span.source, node.binders[1].span.start, node.span.end)
