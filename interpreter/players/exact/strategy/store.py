"""The claims that are known, looked up by position: for each cell, which of them speak of it, as bits of one number."""

from __future__ import annotations

from .claims import Claim, cells_of

MOST_COMPARED = 12
"""How many claims that fit are compared."""


MOST = 200_000
"""The most claims that are kept."""


class TooLargeError(Exception):
    """A strategy that takes more room than there is."""


class Store:
    """Claims of one colour to one aim."""

    def __init__(self, cells: int) -> None:
        self._claims = list[Claim]()
        self._own, self._used, self._half = [0] * cells, [0] * cells, 0

    def add(self, claim: Claim) -> None:
        """Keep a claim; raises TooLargeError if there are too many."""
        if len(self._claims) == MOST:
            raise TooLargeError
        bit = 1 << len(self._claims)
        self._claims.append(claim)
        self._half |= bit * claim.is_half
        for cell in cells_of(claim.own):
            self._own[cell] |= bit
        for cell in cells_of(claim.own | claim.needs):
            self._used[cell] |= bit

    def fitting(self, own: int, other: int, *, half: bool) -> Claim | None:
        """Return a claim that holds in a position with these stones, among the first the one that needs least; half
        ones only where asked for."""
        wrong = 0 if half else self._half
        for cell, (needing, using) in enumerate(zip(self._own, self._used, strict=True)):
            if other >> cell & 1:
                wrong |= using
            elif not own >> cell & 1:
                wrong |= needing
        right, found = ((1 << len(self._claims)) - 1) & ~wrong, list[Claim]()
        while right and len(found) < MOST_COMPARED:
            found.append(self._claims[right.bit_length() - 1])
            right ^= 1 << right.bit_length() - 1
        return min(found, key=lambda each: each.needs.bit_count(), default=None)
