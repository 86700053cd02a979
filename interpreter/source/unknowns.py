"""Words that mean nothing: each is told once, with where else it stands and the declaration it may belong to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Severity
from interpreter.source.spelling import allowance, distance
from interpreter.source.text import Span

_UNKNOWN = frozenset({"HG201", "HG204", "HG205", "HG208"})
MOST_GUESSED = 50
"""With so many unknown words, the declarations they may belong to are not looked for."""

MOST_PLACES = 3
"""So many further places of one unknown word are shown."""


def gathered(report: Diagnostics, file: tree.File) -> tuple[Diagnostic, ...]:
    """The problems in the order of the text, those of one unknown word made one, and consequences left out."""
    found = report.in_order()
    if not found:
        return found
    found = _without_consequences(found, file)
    by_word: dict[tuple[object, str], list[Diagnostic]] = defaultdict(list)
    for each in found:
        if each.code in _UNKNOWN and each.span is not None:
            by_word[each.span.source, each.span.text].append(each)
    if not by_word:
        return found
    unused = list(_unused(file)) if len(by_word) <= MOST_GUESSED else []
    told: dict[int, Diagnostic | None] = {}
    for first, *more in by_word.values():
        told.update((id(each), None) for each in more)
        told[id(first)] = _with_places(_renaming(_with_declaration(first, unused)), more)
    return tuple(each for each in (told.get(id(each), each) for each in found) if each is not None)


def _without_consequences(found: tuple[Diagnostic, ...], file: tree.File) -> tuple[Diagnostic, ...]:
    """Where an edge is wrong, whose edges are whose says nothing."""
    edges = [part.span for item in file.items if isinstance(item, tree.Board) for part in item.items
             if isinstance(part, tree.Edge)]  # fmt: skip
    wrong = [each.span for each in found if each.span is not None and each.severity is Severity.ERROR]
    if not any(span.meets(edge) for span in wrong for edge in edges):
        return found
    return tuple(
        each for each in found
        if each.span is None or not each.span.text.endswith("edges") or any(each.span.meets(edge) for edge in edges)
    )  # fmt: skip


def _with_places(first: Diagnostic, more: list[Diagnostic]) -> Diagnostic:
    spans = [found.span for found in more if found.span][:MOST_PLACES]
    return replace(first, related=(*first.related, *((span, "and here") for span in spans)))


def _renaming(first: Diagnostic) -> Diagnostic:
    """Of a word and a name that was declared in its place, the one that the text says less often is misspelt."""
    declared = first.related[-1][0] if first.related else None
    if first.span is None or declared is None or declared.text != first.replacement:
        return first
    often = Counter(re.findall(r"\w+", first.span.source.text))
    if often[first.span.text] <= often[declared.text]:
        return first
    return replace(first, replacement=first.span.text, replaced=declared)


def _with_declaration(found: Diagnostic, unused: list[tuple[tree.Name, Span | None]]) -> Diagnostic:
    """An unknown word with the name that was declared in its place, as far as one is never used."""
    span = found.span
    assert span is not None
    word = span.text
    suspects: list[tuple[float, tree.Name]] = []
    for name, scope in unused:
        far = distance(word, name.id, allowance(word, name.id))
        within = scope is not None and scope.source is span.source and scope.start <= span.start < scope.end
        short = len(word) == 1 and len(name.id) == 1
        if within or (scope is None and (short or (far is not None and len(word) > 1))):
            suspects.append((far if far is not None else 9, name))
    if not suspects:
        return found
    _, name = min(suspects, key=lambda suspect: suspect[0])
    if name.span.source is not span.source:
        return found
    return replace(
        found,
        related=(*found.related, (name.span, f"`{name.id}` is declared here and used nowhere")),
        help=f"spell `{word}` and `{name.id}` alike",
    )


def _unused(file: tree.File) -> Iterator[tuple[tree.Name, Span | None]]:
    """The names that are declared and never used, with where they could be; None where that is everywhere."""
    declared = list(file.declared)
    declaring = {id(name) for name in declared}
    used = {node.id for node in _names(file) if id(node) not in declaring}
    yield from ((name, None) for name in declared if name.id not in used)
    for name, scope in _local(file):
        if not any(node.id == name.id for node in _names(scope) if node is not name):
            yield name, scope.span


def _names(node: tree.Node) -> Iterator[tree.Name]:
    if isinstance(node, tree.Name):
        yield node
    for child in node.children:
        yield from _names(child)


def _local(node: tree.Node) -> Iterator[tuple[tree.Name, tree.Node]]:
    """The names that mean something for a while, with the node in which they do."""
    for child in node.children:
        yield from _local(child)
    match node:
        case tree.Define():
            yield from ((name, node) for name in node.parameters)
        case tree.Relation() | tree.Label() if node.parameter:
            yield node.parameter, node
        case tree.Quantified() | tree.Gathered():
            yield node.name, node
        case tree.Each():
            yield from ((binder.name, node) for binder in node.binders)
        case tree.Place() if node.target.name:
            yield node.target.name, node
        case tree.Move():
            yield from ((target.name, node) for target in (node.source, node.target) if target.name)
        case tree.Block():
            yield from ((each.name, node) for each in node.statements if isinstance(each, tree.Let | tree.Chance))
