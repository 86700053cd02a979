"""Chains as plain sets of nodes with labels, for counting again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Labels: TypeAlias = frozenset[int]
Places: TypeAlias = frozenset[tuple[int, int]]
"""Numbers of nodes or regions, each with a label."""


class View(NamedTuple):
    """The stones that goals look at: cells with some contents, joined by links; edges of their colour, if chains."""

    contents: frozenset[int]
    by: tuple[tuple[int, ...], ...]
    """What chains run by, packed; nothing for the links of the board."""

    has_edges: bool
    is_around: bool = False
    """Whether they are what a set does not hold, for rings around it."""


class Chain(NamedTuple):
    """Joined nodes: those of the frontier and the regions met, closed under the labels of loops; all cells."""

    places: Places
    loops: Labels
    met: Places
    cells: frozenset[int]
    """The cells that a goal may ask about by themselves."""

    size: int


def joined(one: Chain, other: Chain, shift: int) -> Chain:
    """Return two chains as one; the labels of the other differ by `shift`."""
    places, met = ({(each, label ^ shift) for each, label in part} for part in (other.places, other.met))
    loops, cells = sums(one.loops | other.loops), one.cells | other.cells
    return closed(Chain(one.places | places, loops, one.met | met, cells, one.size + other.size))


def closed(chain: Chain) -> Chain:
    """Return a chain with all labels that its loops make of those of its nodes."""
    places, met = (
        frozenset((each, label ^ loop) for each, label in part for loop in chain.loops)
        for part in (chain.places, chain.met)
    )
    return chain._replace(places=places, met=met)


def settled(chain: Chain) -> Chain:
    """Return a chain with labels that count from its first node."""
    first = min(chain.places)[1]
    places, met = (frozenset((each, label ^ first) for each, label in part) for part in (chain.places, chain.met))
    return chain._replace(places=places, met=met)


def sums(labels: Iterable[int]) -> Labels:
    """Return all sums of some labels."""
    found = {0}
    for label in labels:
        found |= {label ^ other for other in found}
    return frozenset(found)
