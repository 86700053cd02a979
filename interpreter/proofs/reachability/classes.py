"""Classes of contents and marks: which decisions raise the number of cells of one, where none lowers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from ...deadline import look
from ...rules import ir, program
from ...rules.program import Decision, Rules
from .contents import Contents, mark

Class: TypeAlias = tuple[int, ...]
"""Some contents, in order, and some marks, see `contents.mark`: its number is that of the cells that hold one of them,
and of the cells that each player has marked so."""


def classes_of(rules: Rules, most: int) -> Iterator[Class]:
    """Give classes that may show that a game is finite: first all pieces; all of them again and again as long as any
    has helped since it was tried last. Classes of any contents are tried where there are fewer than `most`."""
    contents = range(1, rules.content_count)
    rows = [tuple(sorted(rules.contents_of(owner))) for owner in range(len(rules.owners))]
    rows += [tuple(rules.content(owner, kind) for owner in range(len(rules.owners)))
             for kind in range(len(rules.pieces))]  # fmt: skip
    several = chain.from_iterable(combinations((ir.EMPTY, *contents), size) for size in range(1, len(contents) + 1))
    tried = [tuple(contents), *rows, *((content,) for content in (ir.EMPTY, *contents))]
    marks = [mark(number) for number in range(len(rules.marks))]
    marked = [held for each in marks for held in ((each,), (each, *contents))]
    found = list(dict.fromkeys([*tried, *(several if len(contents) < most else ()), *marked]))
    for _ in range(len(rules.decisions)):  # each time, one decision at least is bounded, or nothing changes any more
        yield from found


def rising(
    rules: Rules, decisions: Sequence[Decision], held: Class, movers: Sequence[int], *, later: bool
) -> list[Decision]:
    """Return those of some decisions that raise the number of a class, whichever of some players makes them; none if
    another, or the script, may lower it. With `later`, it is enough that they do from some turn on."""
    contents = Contents(rules, later=later)
    if not decisions:
        return []
    look()
    repeated = rules.script.instructions[rules.script.start :]
    for each in repeated:
        if isinstance(each, program.Do):
            least = min(contents.change(each.effects, frozenset(held), player, {}).least for player in movers)
            if least < 0:
                return []
    found = []
    for decision in decisions:
        least = min(
            contents.change(
                decision.effects,
                frozenset(held),
                player,
                contents.named(decision, player),
                contents.unmarked(decision, player),
            ).least
            for player in movers
        )
        if least < 0:
            return []
        found += [decision] if least > 0 else []
    return found
