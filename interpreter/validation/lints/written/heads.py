"""Heads of files: texts that are empty, names said twice, names and signs that nobody can tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic
from ....source.syntax import tree

LAST_YEAR = 2100
"""A game has no later year."""


def head_warnings(file: tree.File) -> Iterator[Diagnostic]:
    """Warn of empty texts, years that cannot be, what is said twice, and names that differ by capitals alone."""
    for item in file.items:
        match item:
            case tree.Title() | tree.Summary() | tree.Rules() if not item.text.value.strip():
                what = {tree.Title: "title is", tree.Summary: "summary is", tree.Rules: "rules are"}[type(item)]
                yield Diagnostic("HG939", f"the {what} empty", item.text.span, help=_SAYING[type(item)])
            case tree.Author(name, year):
                if not name.value.strip():
                    yield Diagnostic("HG939", "the author has no name", name.span, help="write it, or leave this out")
                if year is not None and year.value > LAST_YEAR:
                    yield Diagnostic("HG939", f"{year.value} is not a year", year.span,
                                     help="write the year in which the game was invented, or leave it out")  # fmt: skip
            case _:
                pass
    yield from _twice(file)
    yield from _alike(file)
    yield from _looks(file)


_SAYING = {
    tree.Title: "say what the game is called",
    tree.Summary: "say what the game is about in one line, or leave this out",
    tree.Rules: "say how the game is played, or leave this out",
}


def _twice(file: tree.File) -> Iterator[Diagnostic]:
    """Warn of authors and claims that are given twice."""
    given: list[tuple[str, str, tree.Node]] = []
    for item in file.items:
        if isinstance(item, tree.Author):
            given.append(("author", item.name.value.strip(), item.name))
        elif isinstance(item, tree.Claims):
            given += [("claim", claim.text, claim) for claim in item.claims]
    first: dict[tuple[str, str], tree.Node] = {}
    for what, text, node in given:
        if first.setdefault((what, text), node) is not node:
            yield Diagnostic("HG916", f"the {what} `{text}` is given twice", node.span, "again here",
                             ((first[what, text].span, "first here"),), help="leave one of them out")  # fmt: skip


def _alike(file: tree.File) -> Iterator[Diagnostic]:
    """Warn of players, or of kinds of piece, whose names differ only in capitals."""
    for item in file.items:
        names: list[tree.Name] = []
        if isinstance(item, tree.Players):
            names = [*item.names]
        elif isinstance(item, tree.Pieces):
            names = [piece.name for piece in item.pieces]
        known: dict[str, tree.Name] = {}
        for name in names:
            other = known.setdefault(name.id.casefold(), name)
            if other.id != name.id:
                yield Diagnostic("HG941", f"`{other.id}` and `{name.id}` differ only in capitals", name.span, "",
                                 ((other.span, "the other"),), help="give one of them another name")  # fmt: skip


def _looks(file: tree.File) -> Iterator[Diagnostic]:
    """Warn of a `look` of nothing, and of a second look of one thing."""
    for item in (item for item in file.items if isinstance(item, tree.Look)):
        if not item.items:
            yield Diagnostic("HG939", "this `look` is empty", item.span,
                             help="say how something looks, or leave it out")  # fmt: skip
        things: dict[tree.Expression, tree.Expression] = {}
        for thing in (guise.thing for guise in item.items):
            if (first := things.setdefault(thing, thing)) is not thing:
                yield Diagnostic("HG916", f"the look of `{thing.span.text}` is given twice", thing.span, "again here",
                                 ((first.span, "first here"),), help="leave one of them out")  # fmt: skip
