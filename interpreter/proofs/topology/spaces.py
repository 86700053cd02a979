"""Subspaces of Z₂ⁿ: vectors are bits of a number, a subspace is a basis none of whose leading bits another one has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Space = tuple[int, ...]


def subspaces(size: int) -> Iterator[Space]:
    """Yield every subspace of Z₂ⁿ once."""
    if size == 0:
        yield ()
        return
    for space in subspaces(size - 1):
        yield space
        leading = sum(1 << vector.bit_length() - 1 for vector in space)
        for rest in range(1 << size - 1):
            if not rest & leading:
                yield *space, 1 << size - 1 | rest


def how_many(size: int) -> int:
    """Return the number of subspaces of Z₂ⁿ (the Galois numbers)."""
    one, two = 1, 2
    for number in range(1, size + 1):
        one, two = two, 2 * two + ((1 << number) - 1) * one
    return one


def span(vectors: Iterable[int]) -> list[int]:
    """Return all sums of vectors, each once."""
    found = {0}
    for vector in vectors:
        if vector not in found:
            found |= {vector ^ each for each in found}
    return sorted(found)


def combined(vector: int, rows: Sequence[int]) -> int:
    """Return the sum of the rows that a vector names by its bits: the image of the vector under a linear map."""
    total = 0
    while vector:
        total ^= rows[(vector & -vector).bit_length() - 1]
        vector &= vector - 1
    return total


def annihilator(functionals: Iterable[int], size: int) -> Space:
    """Return the vectors of Z₂ⁿ that meet each of some functionals in an even number of bits."""
    leading: dict[int, int] = {}
    for functional in functionals:
        for bit, row in leading.items():
            if functional >> bit & 1:
                functional ^= row  # noqa: PLW2901
        if functional:
            bit = functional.bit_length() - 1
            for other, row in leading.items():
                if row >> bit & 1:
                    leading[other] = row ^ functional
            leading[bit] = functional
    return tuple(
        1 << free | sum(1 << bit for bit, row in leading.items() if row >> free & 1)
        for free in range(size)
        if free not in leading
    )
