"""Unknown words: each is reported once, with its other places and the declaration that it may refer to.

If a name is used but not declared, and a similar one is declared but not used, one of them is misspelt. The problem is
reported at the one that the text spells less often.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ...diagnostics.diagnostic import UNKNOWN, Diagnostic, Diagnostics, Severity, by_place
from ...diagnostics.elsewhere import SWITCHED
from ...diagnostics.spelling import distance
from ...diagnostics.text import Span
from ...record import Record
from ..syntax import tree
from ..syntax.vocabulary import Place, words

# Origins


ABOUT_TYPES = frozenset({"HG302"})
"""The codes of problems with known words of the wrong type, which their declarations explain."""

ABOUT_VALUES = frozenset({"HG304", "HG305", "HG402", "HG405", "HG406", "HG410", "HG412", "HG413", "HG414", "HG502"})
"""The codes of problems with a value, whose cause may lie several declarations back."""

MOST_ORIGINS = 3
"""How many declarations are shown with a problem."""

MOST_TRACED = 50
"""How many problems are traced."""

_OF_THE_SHAPE = frozenset(words(Place.REGION))
"""The regions that a shape gives."""

_SHAPE = "shape"
"""The name under which the shape is kept: a keyword, so no declared name can clash with it."""


def with_origins(found: tuple[Diagnostic, ...], file: tree.File, hidden: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Add the declarations of its words to each problem about values that marks no other place and has no fix."""
    if hidden:
        found = tuple(_with_hidden(each, file, hidden) for each in found)
    found = tuple(_at_its_values(found, file))
    if not any(map(_asks, found)):
        return found
    origins = _Origins(file)
    asking = [each for each in found if _asks(each)]
    related = {id(each): origins.of(each) for each in asking[:MOST_TRACED]}
    return tuple(each.copy_with(related=related.get(id(each), each.related)) for each in found)


def _at_its_values(found: tuple[Diagnostic, ...], file: tree.File) -> Iterator[Diagnostic]:
    """Each problem; where an option that is on or off stands for a condition, one problem at its values instead."""
    options = [item for item in file.items if isinstance(item, tree.Option)]
    switches = {item.name.id: item for item in options if all(map(_is_switched, item.domain))}
    told = set[str]()
    for each in found:
        name = each.span.text if each.span and each.code == "HG302" else ""
        if each.span is None or name not in switches:
            yield each
        elif name not in told:
            told.add(name)
            default, values = switches[name].default, switches[name].domain
            first, *others = (SWITCHED.get(value.span.text.casefold(), "…") for value in (default, *values))
            help_text = f"write: {first} in {', '.join(dict.fromkeys(others))}"
            yield Diagnostic("HG302", f"a condition needs `yes` and `no`; the values of `{name}` are names",
                             replace(default.span, end=values[-1].span.end), help=help_text,
                             related=((each.span, "a condition stands here"),))  # fmt: skip


def _is_switched(value: tree.Expression) -> bool:
    return isinstance(value, tree.Name) and value.id.casefold() in SWITCHED


def _with_hidden(each: Diagnostic, file: tree.File, hidden: Mapping[str, str]) -> Diagnostic:
    """Add to a problem with names and types that a name in it hides a word of the language."""
    if each.span is None or each.code[2] not in "23" or each.code == "HG203" or each.replacement is not None:
        return each
    words = hidden.keys() & set(re.findall(r"\w+", each.span.text))
    notes = tuple((name.span, f"this `{name.id}` hides the {hidden[name.id]} of that name") for name in file.declared
                  if name.id in words and not name.span.within(each.span))  # fmt: skip
    return each.copy_with(related=(*each.related, *notes[:MOST_ORIGINS])) if notes else each


def _asks(each: Diagnostic) -> bool:
    is_open = not each.related and each.replacement is None
    return is_open and each.code in ABOUT_VALUES | ABOUT_TYPES and each.span is not None


class _Meaning(NamedTuple):
    """A declared name, its value and its scope; None is the whole file."""

    name: str
    mark: Span
    value: tree.Node
    scope: Span | None = None

    def is_apart_from(self, span: Span) -> bool:
        """Whether it is on another line than a span, and so worth showing."""
        return self.mark.line != span.line and not self.mark.within(span)


class _Origins:
    def __init__(self, file: tree.File) -> None:
        nodes = list(file.below)
        self._names = sorted((node for node in nodes if isinstance(node, tree.Name)), key=_start)
        declared = [meaning for meaning in map(_declared, nodes) if meaning is not None]
        self._meanings = [*declared, *(meaning for node in nodes for meaning in _local(node))]

    def of(self, each: Diagnostic) -> tuple[tuple[Span, str], ...]:
        """The declarations of a problem's words, and if it is about a value, of the words in those in turn."""
        assert each.span is not None
        deep = each.code in ABOUT_VALUES
        known: list[_Meaning] = []
        waiting = [each.span]
        while waiting and len(known) < MOST_ORIGINS:
            found = self._in(waiting.pop(0), deep)
            new = [meaning for meaning in found if meaning not in known and meaning.is_apart_from(each.span)]
            known += new
            waiting += (meaning.value.span for meaning in new if deep)
        return tuple((meaning.mark, f"`{meaning.name}` is given here") for meaning in known[:MOST_ORIGINS])

    def _in(self, span: Span, or_shape: bool) -> Iterator[_Meaning]:
        """The declarations of the words in a span."""
        first = bisect_left(self._names, span.start, key=_start)
        last = bisect_left(self._names, span.end, key=_start)
        words = {name.id for name in self._names[first:last] if name.span.source is span.source}
        if or_shape and words & _OF_THE_SHAPE:
            words.add(_SHAPE)
        for meaning in self._meanings:
            if meaning.name in words and (meaning.scope is None or span.within(meaning.scope)):
                yield meaning


def _start(name: tree.Name) -> int:
    return name.span.start


def _declared(node: tree.Node) -> _Meaning | None:
    match node:
        case tree.Option():
            return _Meaning(node.name.id, node.name.span, node.default)
        case tree.Let() | tree.Region():
            return _Meaning(node.name.id, node.name.span, node.value)
        case tree.Define():
            return _Meaning(node.name.id, node.name.span, node.body)
        case tree.Shape():
            return _Meaning(_SHAPE, node.value.span, node.value)
        case _:
            return None


def _local(node: tree.Node) -> Iterator[_Meaning]:
    if isinstance(node, tree.Running):
        for each in node.binders:
            yield _Meaning(each.name.id, each.domain.span, each.domain, node.span)


# Consequences


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


MOST_GUESSED = 50
"""With more unknown words than this, no declarations are sought for them."""

Unused = list[tuple[tree.Name, Span | None]]
"""Names that are declared and never used, each with its scope; None is the whole file."""

MOST_PLACES = 3
"""How many further places of an unknown word are shown."""


def gathered(report: Diagnostics, file: tree.File, hidden: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Return the problems in the order of the text, one for each unknown word, without mere consequences.

    Names of the file hide the `hidden` words of the language, each with what it is called.
    """
    found = _joined(without_consequences(report.in_order(), file))
    by_word: dict[tuple[object, str], list[Diagnostic]] = defaultdict(list)
    for each in found:
        if each.code in UNKNOWN and each.span is not None:
            by_word[each.span.source, each.span.text].append(each)
    if not by_word:
        return with_origins(found, file, hidden)
    unused = list(_unused(file)) if len(by_word) <= MOST_GUESSED else []
    others = [each for each in found if each.code not in UNKNOWN or each.span is None]
    wrong = {each.span for each in others}
    unknown = [uses for uses in by_word.values() if not _is_declared_wrongly(uses[0], unused, wrong)]
    once_each = sorted([*others, *(_grouped(uses, unused) for uses in unknown)], key=by_place)
    return with_origins(tuple(once_each), file, hidden)


def _joined(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The problems, with one for all regions that a board lacks for the same reason."""
    lacking: dict[str, list[Diagnostic]] = defaultdict(list)
    for each in found:
        if each.code == "HG403" and each.span is not None:
            lacking[each.message.replace(f"`{each.span.text}`", "")].append(each)
    more = {id(each): others for each, *others in lacking.values()}
    gone = {id(each) for others in more.values() for each in others}
    kept = [each for each in found if id(each) not in gone]
    return tuple(each.copy_with(related=(*each.related, *_places(more[id(each)]))) if more.get(id(each)) else each
                 for each in kept)  # fmt: skip


def _grouped(uses: list[Diagnostic], unused: Unused) -> Diagnostic:
    """The one problem of an unknown word, given those of its uses."""
    first, *more = uses
    declared = _declaration(first, unused)
    if declared is None:
        return _with_the_only_one(first.copy_with(related=(*first.related, *_places(more))), unused)
    assert first.span is not None
    word, help_text = first.span.text, f"spell `{first.span.text}` and `{declared.id}` alike"
    text, is_sure = first.span.source.text, first.replacement == declared.id
    if _times(declared.id, text) < _times(word, text):
        used = ((first.span, f"`{word}` is used here"), *_places(more))
        message = f"`{declared.id}` is declared, but `{word}` is used"
        return Diagnostic(first.code, message, declared.span, "used nowhere", used, help=help_text,
                          replacement=word if is_sure else None)  # fmt: skip
    note = (declared.span, f"`{declared.id}` is declared here but never used")
    return first.copy_with(related=(*first.related, note, *_places(more)), help=help_text,
                   replacement=declared.id if is_sure else None)  # fmt: skip


def _is_declared_wrongly(found: Diagnostic, unused: Unused, wrong: set[Span | None]) -> bool:
    """Whether the declaration that a word may refer to is itself reported."""
    declared = _declaration(found, unused)
    return declared is not None and declared.span in wrong


def _with_the_only_one(found: Diagnostic, unused: Unused) -> Diagnostic:
    """The problem of an undeclared name that resembles nothing, with the only unused declaration in reach."""
    assert found.span is not None
    is_unlike = not found.help or len(found.span.text) == 1
    here = _in_reach(found.span, unused)
    if found.code != "HG201" or not is_unlike or len(here) != 1:
        return found
    (name,) = here
    note = (name.span, f"`{name.id}` is declared here but never used")
    help_text = f"declare `{found.span.text}`, or write `{name.id}`"
    return found.copy_with(related=(*found.related, note), help=help_text, replacement=None)


def _in_reach(span: Span, unused: Unused) -> list[tree.Name]:
    """The unused names whose scope includes a place."""
    return [name for name, scope in unused if name.span.source is span.source and (scope is None or span.within(scope))]


def _places(found: Iterable[Diagnostic]) -> tuple[tuple[Span, str], ...]:
    spans = [each.span for each in found if each.span][:MOST_PLACES]
    return tuple((span, "and here") for span in spans)


def _times(word: str, text: str) -> int:
    """How often a text has a word, outside comments."""
    return len(re.findall(rf"\b{re.escape(word)}\b", re.sub("#.*", "", text)))


def _declaration(found: Diagnostic, unused: Unused) -> tree.Name | None:
    """The unused name that was probably meant by an unknown word: the one that fits there, the most similar one; for a
    single letter, the only single letter."""
    span = found.span
    assert span is not None
    here = _in_reach(span, unused)
    fitting = next((name for name in here if name.id == found.replacement), None)
    if fitting is not None:
        return fitting
    if len(span.text) == 1:
        letters = [name for name in here if len(name.id) == 1]
        return letters[0] if len({name.id for name in letters}) == 1 else None
    far = {name: _far(span.text, name.id) for name in here}
    near = {name: each for name, each in far.items() if each is not None}
    return min(near, key=lambda name: near[name]) if near else None


def _far(word: str, name: str) -> int | None:
    """The distance of a word from a similar name; None if they are not similar."""
    return distance(word, name, min(10, max(1, max(len(word), len(name)) // 3))) if len(name) > 1 else None


def _unused(file: tree.File) -> Iterator[tuple[tree.Name, Span | None]]:
    declared = list(file.declared)
    declaring = {id(name) for name in declared}
    used = {node.id for node in file.below if isinstance(node, tree.Name) and id(node) not in declaring}
    yield from ((name, None) for name in declared if name.id not in used)
    yield from ((name, None) for name in _lone_values(file))
    for scope, name in file.local:
        if not any(node is not name for node in _uses(scope, name.id, scope)):
            yield name, scope.span


def _lone_values(file: tree.File) -> Iterator[tree.Name]:
    """The values of options and variables that are named nowhere else."""
    times = Counter(node.id for node in file.below if isinstance(node, tree.Name))
    for item in file.items:
        if isinstance(item, tree.Option | tree.Var):
            names = (value for value in item.domain if isinstance(value, tree.Name))
            yield from (name for name in names if times[name.id] == 1 and name.id not in ("yes", "no"))


def _uses(node: tree.Node, name: str, scope: tree.Node) -> Iterator[tree.Name]:
    """The uses of a name in its scope, without those of an inner scope that declares it again."""
    if isinstance(node, tree.Name) and node.id == name:
        yield node
    inside: Iterable[tree.Node] = node.children
    if isinstance(node, tree.Running) and node is not scope:
        again = next((place for place, each in enumerate(node.binders) if each.name.id == name), None)
        inside = inside if again is None else [each.domain for each in node.binders[: again + 1]]
    for child in inside:
        yield from _uses(child, name, scope)
