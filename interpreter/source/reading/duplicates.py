"""What a file may have only once: each name, and each section that may not be repeated."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Span
from ..syntax import tree
from ..syntax.vocabulary import Often, Place, rows

_ONCE = {node: row.word for row in rows(Place.FILE) for node in row.nodes if row.often in (Often.ONCE, Often.ONE)}
"""The word of each item that may stand only once."""


def check_duplicates(file: tree.File) -> Diagnostics:
    """Report names that are declared twice and sections that are repeated, with both places."""
    report = Diagnostics()
    sections: dict[type[tree.Node], tree.Node] = {}
    for item in file.items:
        first = sections.setdefault(type(item), item)
        if type(item) in _ONCE and first is not item:
            word = _ONCE[type(item)]
            report.doubts.unsure.update(
                name.id for each in (first, item) if isinstance(each, tree.Players) for name in each.names
            )
            report.append(
                Diagnostic(
                    "HG104",
                    f"a second `{word}`",
                    _head(item, word),
                    "again here",
                    ((_head(first, word), "first given here"),),
                    help="keep one of them",
                )
            )
    names: dict[str, tree.Name] = {}
    for name in file.declared:
        known = names.setdefault(name.id, name)
        if known is not name:
            report.doubts.unsure.add(name.id)
            report.append(
                Diagnostic(
                    "HG202",
                    f"`{name.id}` is declared twice",
                    name.span,
                    "again here",
                    ((known.span, "first declared here"),),
                    help="give one of them another name",
                )
            )
    return report


def _head(item: tree.Node, word: str) -> Span:
    """The span of an item's keyword, which is empty if recovery made the keyword up."""
    return replace(item.span, end=min(item.span.end, item.span.start + len(word)))
