"""Branches in which nothing is decided, though something is in the other."""

from __future__ import annotations

from typing import NamedTuple

from ...diagnostics.text import Span
from ...source.syntax import tree
from .effects import head


class Idle(NamedTuple):
    """A place because of which a turn may pass without a decision, and what to do about it."""

    span: Span
    label: str
    advice: str


_ADVICE = "add `pass`: a decision that does nothing"


def idle_branch(statement: tree.Branch, of_else: bool) -> Idle:
    """The branch of a statement that decides nothing: that of `else`, or else the first."""
    if not of_else:
        return Idle(head(statement), "this branch decides nothing", _ADVICE)
    if statement.other is None:
        return Idle(head(statement), "where this does not hold, nothing is decided", "add: else { pass }")
    first = statement.other.span.text.partition("\n")[0].rstrip()
    start = statement.other.span.start
    return Idle(Span(statement.span.source, start, start + len(first)), "this branch decides nothing", _ADVICE)
