"""Kinds of work in blocks, and what they find: sums that can be kept and added to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from ..experiments.random.orders import Kernel
from ..experiments.work.job import Job, Sum
from ..play.game import Game
from ..players.engines import Engine
from ..preparing import Preparing
from .sections import Json

Compiled: TypeAlias = "Preparing[Kernel] | Preparing[Engine]"
"""What a thread compiles, to play games of some kind fast."""


class Kept(Sum, Protocol):
    """What was found in the first blocks of some work, in a form that can be kept.

    Blocks are added in any order and must give the same then: count in whole numbers, and sort what is listed.
    """

    def data(self) -> Json:
        """Return it as data for JSON, from which the kind of work reads it back."""


K_co = TypeVar("K_co", bound=Kept, covariant=True)
K = TypeVar("K", bound=Kept)


class Kind(Protocol[K_co]):
    """A kind of work. A block of it is the same wherever and whenever it is played."""

    @property
    def name(self) -> str:
        """A short name of plain letters and hyphens, as the command line takes it."""

    @property
    def unit(self) -> str:
        """What is counted, in the plural: `random games`."""

    @property
    def version(self) -> int:
        """Raised when the same blocks come to give something else, so that what was kept is forgotten."""

    @property
    def share(self) -> float:
        """How much of the time it gets, in proportion to the other kinds."""

    @property
    def few(self) -> int:
        """With fewer games than this, it may take more time than others at first."""

    @property
    def size(self) -> int:
        """How many games a block has; the last may be shorter."""

    @property
    def most(self) -> int:
        """The number of games after which more would tell nothing."""

    @property
    def nothing(self) -> K_co:
        """What no games add up to."""

    def suits(self, game: Game) -> bool:
        """Whether there is anything to play."""

    def enough(self, game: Game) -> int:
        """Return how many games answer what a card asks; more come once all kinds have theirs."""

    def compiled(self, game: Game) -> Sequence[Compiled]:
        """Return what is compiled for `here`; nothing has to be begun yet."""

    def job(self, game: Game, seed: int, games: int) -> Job[K_co]:
        """Return so many games as a job, which other processes can do."""

    def here(self, game: Game, seed: int, games: int) -> Job[K_co] | None:
        """Return the same for threads of this process; None if threads would hold each other up."""

    def read(self, data: Json) -> K_co:
        """Return what was kept; raises ValueError, TypeError or KeyError if it cannot be read."""


AnyKind: TypeAlias = Kind[Kept]


@dataclass(frozen=True)
class Rest(Generic[K]):
    """The blocks of a job from one on."""

    job: Job[K]
    first: int

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.job.blocks - self.first

    @property
    def nothing(self) -> K:
        """What no blocks add up to."""
        return self.job.nothing

    @property
    def name(self) -> str:
        """The name of the job, and where this begins."""
        return f"{self.job.name}-{self.first}"

    def played(self, run: range) -> K:
        """Play some blocks."""
        return self.job.played(self._shifted(run))

    def told(self, run: range) -> str:
        """Return what to call some blocks."""
        return self.job.told(self._shifted(run))

    def _shifted(self, run: range) -> range:
        return range(run.start + self.first, run.stop + self.first)
