"""What a block has, packed into one number, and how arrays of such numbers add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..questions.model import Layer
from .labels import closed, filled, least, spanned, turned
from .outlook import Value

Words = NDArray[np.uint64]
Small = NDArray[np.uint8]


class Word:
    """Where the span of a block and its value in each field of its layer lie in a number; the span comes first."""

    def __init__(self, layer: Layer) -> None:
        self.layer, self.labels = layer, layer.labels
        self._sizes = [layer.labels if layer.labels > 1 else 0]
        self._sizes += [field.size.bit_length() if field.kind == "number" else field.size for field in layer.fields]
        self._shifts = [sum(self._sizes[:number]) for number in range(len(self._sizes))]
        self.bits = sum(self._sizes)
        self._plain = self.mask([field.kind == "bits" for field in layer.fields], walks=False)
        if layer.labels > 1:
            sets = 1 << layer.labels
            self._closed = _table(closed, sets, sets)
            self._turned = _table(turned, sets, layer.labels)
            self._spanned = _table(spanned, sets, layer.labels)
            self._least = _table(lambda label, span: least(label, span | 1), layer.labels, sets)

    @property
    def dtype(self) -> type[np.unsignedinteger]:
        """The smallest type of number that holds it."""
        return next(each for each in (np.uint8, np.uint16, np.uint32, np.uint64) if np.iinfo(each).bits >= self.bits)

    def of(self, value: Value) -> int:
        """Return the number of what a block has."""
        fields = zip(value, self._sizes, self._shifts, strict=True)
        return sum(each << shift for each, size, shift in fields if size)

    def value(self, word: int) -> Value:
        """Return what a block has from its number."""
        found = [word >> shift & ((1 << size) - 1) for size, shift in zip(self._sizes, self._shifts, strict=True)]
        return (found[0] if self.labels > 1 else 1, *found[1:])

    def mask(self, fields: Sequence[bool], *, walks: bool) -> int:
        """The bits of some fields, and those of the span if walks matter."""
        kept = zip((walks, *fields), self._sizes, self._shifts, strict=True)
        return sum(((1 << size) - 1) << shift for keeps, size, shift in kept if keeps)

    def joined(self, one: Words, other: Words, between: Small) -> Words:
        """What two blocks have as one, a label lying between them."""
        found = (one | other) & np.uint64(self._plain)
        fields = list(zip(self.layer.fields, self._shifts[1:], strict=True))
        for field, shift in fields:
            if field.kind == "number":
                added = self._part(one, field.size, shift) + self._part(other, field.size, shift)
                found |= np.minimum(added, np.uint64(field.size)) << np.uint64(shift)
        if self.labels == 1:
            return found
        spans = self._closed[self._span(one), self._span(other)]
        for field, shift in fields:
            if field.kind == "labels":
                here, there = (self._part(each, self._all, shift) for each in (one, other))
                found |= self._closed[here | self._turned[there, between], spans] << np.uint64(shift)
        return found | spans

    def looped(self, word: Words, label: Small) -> Words:
        """What a block has once a loop with a label is closed."""
        spans = self._spanned[self._span(word), label]
        found = word & ~np.uint64(self._all) | spans
        for field, shift in zip(self.layer.fields, self._shifts[1:], strict=True):
            if field.kind == "labels":
                found |= self._closed[self._part(word, self._all, shift), spans] << np.uint64(shift)
        return found

    def turned(self, word: Words, label: Small) -> Words:
        """What a block has as seen from a node at a label."""
        found = word.copy()
        for field, shift in zip(self.layer.fields, self._shifts[1:], strict=True):
            if field.kind == "labels":
                found &= ~np.uint64(self._all << shift)
                found |= self._turned[self._part(word, self._all, shift), label] << np.uint64(shift)
        return found

    def filled(self, word: Words) -> Words:
        """What blocks have, without gaps that never matter."""
        found = word.copy()
        for field, shift in zip(self.layer.fields, self._shifts[1:], strict=True):
            if field.closes:
                whole = (1 << field.size) - 1
                known, places = np.unique(word >> np.uint64(shift) & np.uint64(whole), return_inverse=True)
                parts = [filled(int(bits), field.size, field.closes) << shift for bits in known]
                found |= np.array(parts, np.uint64)[places].reshape(word.shape)
        return found

    def spanned(self, spans: Words, label: Small) -> Words:
        """Spans and one more label each."""
        return self._spanned[spans, label]

    def least(self, label: Small, spans: Words) -> Small:
        """The smallest labels that differ from some by one of a span."""
        return self._least[label, spans].astype(np.uint8)

    @property
    def _all(self) -> int:
        return (1 << self.labels) - 1

    def _span(self, word: Words) -> Words:
        return word & np.uint64(self._all)

    def _part(self, word: Words, most: int, shift: int) -> Words:
        return word >> np.uint64(shift) & np.uint64((1 << most.bit_length()) - 1)


def _table(function: Callable[[int, int], int], rows: int, columns: int) -> Words:
    return np.array([[function(row, column) for column in range(columns)] for row in range(rows)], np.uint64)
