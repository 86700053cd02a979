"""Problems that only follow from others are dropped: one cause, one error."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...diagnostics.diagnostic import UNKNOWN, Diagnostic, Severity
from ...diagnostics.text import Span
from ...record import Record
from ..syntax import tree

LONGEST_NAME = 100
"""How far back from an attribute the word before its dot is sought."""

Found = tuple[Diagnostic, ...]


def without_consequences(found: Found, file: tree.File) -> Found:
    """The problems that do not follow from an unknown word, an unmet requirement, a wrong edge or a wrong player."""
    causes = _Causes.among(found, file)
    kept = tuple(each for each in found if not causes.explain(each))
    return kept if any(each.severity is Severity.ERROR for each in kept) else found


class _Causes(Record):
    unknown: frozenset[str]
    """The unknown words."""

    owners: frozenset[str]
    """The unknown words that are not attributes."""

    edges: tuple[Span, ...]
    """The edges of the board if one of them is wrong."""

    strange: tuple[Span, ...]
    """The endings and scores whose player is unknown."""

    unmet: bool
    """Whether the options break a requirement: the file was not written for such a board."""

    @classmethod
    def among(cls, found: Found, file: tree.File) -> _Causes:
        wrong = [each.span for each in found if each.span is not None and each.severity is Severity.ERROR]
        unknown = frozenset(each.span.text for each in found if each.code in UNKNOWN and each.span)
        owners = frozenset(each.span.text for each in found if each.code in UNKNOWN - {"HG208"} and each.span)
        edges = tuple(_edges(file))
        if not any(span.meets(edge) for span in wrong for edge in edges):
            edges = ()
        named = [item for item in file.items if isinstance(item, tree.Ending | tree.Score)]
        nobody = {each.span for each in found if each.code == "HG204"}
        strange = tuple(item.span for item in named if item.player and item.player.span in nobody)
        return cls(unknown, owners, edges, strange, any(each.code == "HG502" for each in found))

    def explain(self, each: Diagnostic) -> bool:
        """Whether a problem follows from one of the causes."""
        if each.span is None or each.severity is not Severity.ERROR or each.code == "HG204":
            return False
        return (
            any(each.span.within(item) for item in self.strange)
            or (self.unmet and each.code[2] == "4")
            or self._asks_for_edges(each.span)
            or self._uses_unknown(each)
        )

    def _asks_for_edges(self, span: Span) -> bool:
        return bool(self.edges) and span.text.endswith("edges") and not any(span.meets(edge) for edge in self.edges)

    def _uses_unknown(self, each: Diagnostic) -> bool:
        """Whether a problem is about an attribute of something unknown, or about a value made from it."""
        assert each.span is not None
        if each.code == "HG208":
            start = each.span.start
            owner = re.search(r"(\w+)\.$", each.span.source.text[max(0, start - LONGEST_NAME) : start])
            return owner is not None and owner[1] in self.owners
        if each.code in _NAMED or each.code[2] not in "345":
            return False
        return not self.unknown.isdisjoint(re.findall(r"\w+", each.span.text))


_NAMED = UNKNOWN | {"HG403"}
"""The codes of problems with a word itself, which never follow from another word."""


def _edges(file: tree.File) -> Iterator[Span]:
    for item in file.items:
        if isinstance(item, tree.Board):
            yield from (part.span for part in item.items if isinstance(part, tree.Edge))
