"""What work in blocks is: a job that any process can do a part of, and what its parts add up to."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar


class Unavailable(RuntimeError):  # noqa: N818 - named for what it is
    """A package or a cluster that is needed is not there."""


class Sum(Protocol):
    """What was found in some blocks; that of more blocks is added to it."""

    @property
    def games(self) -> int:
        """How many games were played in these blocks."""

    def __add__(self, other: Self, /) -> Self: ...


S = TypeVar("S", bound=Sum)
S_co = TypeVar("S_co", bound=Sum, covariant=True)


class Job(Protocol[S_co]):
    """Work in blocks. It can be pickled, and a block gives the same wherever and however often it is played."""

    @property
    def blocks(self) -> int:
        """The number of blocks."""

    @property
    def nothing(self) -> S_co:
        """What no blocks add up to."""

    @property
    def name(self) -> str:
        """A name that no other job has, short and of plain letters."""

    def played(self, run: range) -> S_co:
        """Play some blocks; raises ValueError if that cannot be done in this process."""

    def told(self, run: range) -> str:
        """Return what to call some blocks: `games 1 to 100`."""


def played(job: Job[S], first: int, beyond: int) -> S:
    """Play the blocks `first` to `beyond - 1` of a job."""
    return job.played(range(first, beyond))
