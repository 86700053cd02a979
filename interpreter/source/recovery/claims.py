"""What a problem supposes, which later stages may refute: that a changed passage makes sense."""

from __future__ import annotations

from collections.abc import Hashable

from ...diagnostics.diagnostic import Claim, Diagnostic
from .describe import unsure
from .doubt import doubt_of
from .fault import HOLE, Fault, Mend

_SMALL = frozenset({"missing", "extra", "double", "order", "other", "closing"})
"""The kinds of change that any text may have. Mistakes that are known by name mostly have messages that hold
anyway, and a word that is nearly another is only asked about."""


def change_of(fault: Fault, mend: Mend) -> Hashable:
    """Return what a change of a text is known by when the text is read again."""
    return fault.lexeme.start, fault.lexemes[mend.start].start, mend.end - mend.start, *(each.text for each in mend.new)


def supposed(found: Diagnostic, fault: Fault, mend: Mend) -> Diagnostic:
    """Return a diagnostic with what it supposes, and what is said where that makes no sense."""
    is_told_anyway = mend.kind not in _SMALL and not mend.supposes
    if is_told_anyway or found.rivals or any(each.text == HOLE for each in mend.new):
        return found
    (span,) = doubt_of(fault, mend).spans
    return found.copy_with(claim=Claim(change_of(fault, mend), span, unsure(fault, mend)))
