"""The names that a file declares, beside the words of the language.

A name of the file's own hides the function, shape or region of the language that is called so. The words that every
rule speaks of keep their meaning, and so do those by which the grammar knows items, statements and expressions.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TypedDict

from ...board.build import SHAPE_REGIONS
from ...board.whole import NEEDS_CELLS
from ...diagnostics.diagnostic import Diagnostic, Diagnostics, another_name, other_name
from ...diagnostics.text import Span
from ...source.syntax import tree
from ...source.syntax.grammar import reserved_words
from ...source.syntax.vocabulary import Place, kept_as, words
from ...values.hints import POSITION_WORDS
from ...values.operations import FUNCTIONS
from ...values.shapes import SHAPES
from ..expressions.primitives import PRIMITIVES


class _Replaced(TypedDict):
    """Fields of a diagnostic that say what another name replaces."""

    replacement: str
    replaced: Span


_LOCAL = {"yes", "no", *POSITION_WORDS}
"""What not even a name for a while can be called."""


def hideable() -> Mapping[str, str]:
    """The words that a name of the file's own hides, each with what it stands for in other files."""
    functions = dict.fromkeys((*FUNCTIONS, *PRIMITIVES, *NEEDS_CELLS), "function")
    return functions | dict.fromkeys(SHAPES, "shape") | dict.fromkeys(SHAPE_REGIONS, "region")


def hidden(file: tree.File) -> Mapping[str, str]:
    """The words of the language that names of a file hide, each with what it stands for in others."""
    own = {name.id for name in file.declared}
    return {word: what for word, what in hideable().items() if word in own}


def check_names(file: tree.File) -> Diagnostics:
    """What cannot be a name, and why; what uses something under such a name is not judged."""
    kept = reserved_words() | {*words(Place.CONSTANT), *POSITION_WORDS}
    declared = [name for name in file.declared if name.id in kept]
    local = [name for _, name in file.local if name.id in _LOCAL]
    scopes = {id(name): node for node, name in file.local}
    players = {id(name) for item in file.items if isinstance(item, tree.Players) for name in item.names}
    report = Diagnostics()
    for name in (*declared, *local):
        what = "position" if name.id in POSITION_WORDS and name.id not in reserved_words() else "language"
        message = f"`{name.id}` is a word of the {what} and cannot be a name"
        other = other_name(name.id, is_player=id(name) in players)
        report.append(Diagnostic("HG203", message, name.span, kept_as(name.id), help=another_name(other),
                                 **_renamed(name, other, scopes.get(id(name), file))))  # fmt: skip
    report.doubts.unsure.update(name.id for name in declared)
    return report


def _renamed(name: tree.Name, other: str, scope: tree.Node) -> _Replaced:
    """Another name wherever the one stands that cannot be: from its first place in a text to its last."""
    source = name.span.source
    found = {each.span for each in scope.below if isinstance(each, tree.Name) and each.id == name.id}
    places = sorted((each for each in found if each.source is source), key=lambda span: span.start)
    passage = Span(source, places[0].start, places[-1].end)
    parts = [source.text[one.end : next_one.start] for one, next_one in pairwise(places)]
    return {"replacement": other + "".join(f"{part}{other}" for part in parts), "replaced": passage}
