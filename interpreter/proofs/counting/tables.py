"""Tables of states as arrays: a row for each state, with the number of ways to come to it in limbs of 32 bits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Indexes = NDArray[np.int64]
Rows = NDArray[np.generic]

_LIMB = np.uint64(32)


class Chains(NamedTuple):
    """Of one layer, a column for each slot: its block, numbered by its first slot counted from 1, or 0; the label from
    that first slot; and what the block has."""

    ids: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    words: NDArray[np.unsignedinteger]


class Table(NamedTuple):
    """States with the numbers of ways to come to them."""

    seen: Words
    filled: Words
    tallies: Words
    spans: Words
    """A column for each tally, and for each layer."""

    chains: tuple[Chains, ...]
    ways: Words
    """A column for each limb, the lowest first."""

    before: Indexes
    option: NDArray[np.int8]
    lead: NDArray[np.int16]
    """The state before and the option that led here, and how many more cells hold their first option than not."""

    def columns(self) -> list[Rows]:
        """Everything that tells states apart."""
        found: list[Rows] = [self.seen[:, None], self.filled[:, None], self.tallies, self.spans]
        for each in self.chains:
            found += [each.ids, each.labels, each.words]
        return found

    def taken(self, rows: Indexes | slice) -> Table:
        """Return some rows."""
        chains = tuple(Chains(*(part[rows] for part in each)) for each in self.chains)
        others = {name: getattr(self, name)[rows] for name in self._fields if name != "chains"}
        return Table(chains=chains, **others)

    @property
    def size(self) -> int:
        """The number of bytes of a row."""
        return 11 + sum(int(part.dtype.itemsize * part.shape[1]) for part in [*self.columns(), self.ways])


def stacked(tables: Sequence[Table]) -> Table:
    """Return the rows of several tables in one."""
    chains = tuple(
        Chains(*(np.concatenate(parts) for parts in zip(*each, strict=True)))
        for each in zip(*(table.chains for table in tables), strict=True)
    )
    others = {
        name: np.concatenate([getattr(table, name) for table in tables]) for name in Table._fields if name != "chains"
    }
    return Table(chains=chains, **others)


def merged(table: Table) -> Table:
    """Return a table with each state once: ways are added up, and of several ways the one with the most even shares is
    kept."""
    if not len(table.seen):
        return table
    keys = _keys(table.columns())
    hashes = _hashed(keys)
    order = np.argsort(hashes)
    fresh = (keys[order[1:]] != keys[order[:-1]]).any(axis=1)
    if (fresh & (hashes[order[1:]] == hashes[order[:-1]])).any():
        order = np.lexsort(keys.T)
        fresh = (keys[order[1:]] != keys[order[:-1]]).any(axis=1)
    starts = np.flatnonzero(np.concatenate([[True], fresh]))
    ways = carried(np.add.reduceat(table.ways[order], starts, axis=0))
    lead = np.abs(table.lead[order]).astype(np.int64) * len(order) + np.arange(len(order))
    best = np.minimum.reduceat(lead, starts) % len(order)
    return table.taken(order[best])._replace(ways=ways)


def _keys(columns: Sequence[Rows]) -> Words:
    """The rows of some arrays side by side, as rows of words."""
    parts = [np.ascontiguousarray(column).view(np.uint8) for column in columns if column.shape[1]]
    width = sum(part.shape[1] for part in parts)
    rows = np.zeros((len(parts[0]), -(-width // 8) * 8), np.uint8)
    at = 0
    for part in parts:
        rows[:, at : at + part.shape[1]] = part
        at += part.shape[1]
    return rows.view(np.uint64)


def _hashed(keys: Words) -> Words:
    found = np.zeros(len(keys), np.uint64)
    for column in keys.T:
        found = (found ^ column) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return found


def carried(limbs: Words) -> Words:
    """Return numbers with limbs of 32 bits again."""
    for number in range(limbs.shape[1] - 1):
        limbs[:, number + 1] += limbs[:, number] >> _LIMB
        limbs[:, number] &= np.uint64((1 << 32) - 1)
    return limbs


def shifted(limbs: Words, bits: int) -> Words:
    """Return numbers with limbs of 32 bits times a power of two, whose exponent is a multiple of 32."""
    if not bits:
        return limbs
    found = np.zeros_like(limbs)
    found[:, bits // 32 :] = limbs[:, : -(bits // 32)]
    return found


def total(limbs: Words) -> int:
    """Return the sum of numbers in limbs."""
    return sum(int(column.sum()) << (32 * number) for number, column in enumerate(limbs.T))


def mapped(column: Words, function: Callable[[int], int]) -> Words:
    """Return a function of each number, called once for each that occurs."""
    if not len(column):
        return column.astype(np.uint64)
    known, places = np.unique(column, return_inverse=True)
    return np.array([function(int(each)) for each in known], np.uint64)[places.reshape(-1)]
