"""Ways counted apart by how many cells hold their first option: the digits of one large number."""

from __future__ import annotations

from ...record import Record

LIMB = 32
"""Digits have a multiple of so many bits, as many as those of tables."""


class Shares(Record):
    """A number of ways is a polynomial in x, whose exponents are numbers of cells with the first of two options, at
    x = 2 to the power of `bits`. With 0 bits, ways are not told apart."""

    bits: int = 0

    @staticmethod
    def over(cells: int) -> Shares:
        """Return what tells apart the fillings of so many cells."""
        return Shares(-(-max(cells, 1) // LIMB) * LIMB)

    def shift(self, options: int, option: int) -> int:
        """By how many bits a number grows as a node enters with an option."""
        return self.bits if options > 1 and option == 0 else 0

    def rest(self, ways: int) -> int:
        """In how many ways cells can be filled that together have so many fillings."""
        return ((1 << self.bits) + 1) ** (ways.bit_length() - 1) if self.bits else ways

    def of(self, number: int, share: int) -> int:
        """Return how many ways have so many cells with their first option."""
        return number >> (share * self.bits) & ((1 << self.bits) - 1)


TOGETHER = Shares()
"""Ways are not told apart."""
