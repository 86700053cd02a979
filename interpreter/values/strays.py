"""Names among the values of an option or a variable that can only be misspelt. Any new name may be a value, so none of
them is unknown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..diagnostics.diagnostic import Diagnostic, meant
from ..diagnostics.spelling import allowance, distance
from ..source.syntax import tree

_TRUTHS = ("yes", "no")


def strays(
    items: Iterable[tree.Option | tree.Var], players: Collection[str], file: tree.File
) -> Iterator[tuple[tree.Name, Diagnostic]]:
    """New names beside yes or no; and beside players, where they are nearly one of theirs and stand nowhere else."""
    known = {*(name.id for name in file.declared), *_TRUTHS, "random"}
    for item in items:
        names = [node for node in item.domain if isinstance(node, tree.Name)]
        beside = {name.id for name in names} & known
        for name in names:
            if name.id in known:
                continue
            if not beside.isdisjoint(_TRUTHS):
                yield name, _no(name, "neither `yes` nor `no`", _TRUTHS)
            elif not beside.isdisjoint(players) and _is_none(name.id, beside, players, file):
                yield name, _no(name, "no player", players)


def _is_none(name: str, beside: Collection[str], players: Collection[str], file: tree.File) -> bool:
    """Whether what stands beside players can only be one: chance decides among players alone."""
    return "random" in beside or (_nearly_any(name, players) and _times(name, file) == 1)


def _no(name: tree.Name, what: str, known: Collection[str]) -> Diagnostic:
    return Diagnostic("HG501", f"`{name.id}` is {what}", name.span, **meant(name.id, known))


def _nearly_any(word: str, known: Collection[str]) -> bool:
    return any(
        min(len(word), len(each)) > 1 and distance(word, each, allowance(word, each)) is not None for each in known
    )


def _times(word: str, file: tree.File) -> int:
    return sum(isinstance(node, tree.Name) and node.id == word for node in file.below)
