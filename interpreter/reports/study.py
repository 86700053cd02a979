"""A study of a game: what was computed for it so far, which measures read."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, cast

from ..play.game import Game
from ..proofs.verdicts import Verdict
from ..values.settings import spelt
from .blocks import AnyKind, Kept, Kind
from .sections import Basis, Section, Unanswered

K = TypeVar("K", bound=Kept)

LONGER = "5m"
"""The time that is advised where more games would tell more."""


@dataclass(frozen=True)
class Study:
    """What was computed for a game: for each kind of work the sum over its first blocks."""

    game: Game
    seed: int
    found: Mapping[str, Kept] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    """What is proved and refuted of the game's claims."""

    proving: float = 0.0
    """The seconds in which that was found."""

    left_out: tuple[str, ...] = ()
    """What there was no time for, as units of kinds of work."""

    is_looked_into: bool = True
    """Whether measures may take seconds to find something out from the rules alone; not after Ctrl-C."""

    def of(self, kind: Kind[K]) -> K:
        """Return what was found by a kind of work; its `nothing` if that was not done."""
        return cast(K, self.found.get(kind.name, kind.nothing))

    def basis(self, kind: AnyKind) -> Basis:
        """Return what the numbers of a section were counted in, if they come from one kind of work."""
        games = self.of(kind).games
        command = f"{self.command} --work {kind.name}={games}"
        return Basis(games, kind.unit, command, self.seed)

    def lacks(self, kind: AnyKind, title: str, takes: float) -> Unanswered:
        """Return that a section needs about so many games of a kind of work, which has fewer."""
        enough = max(self.of(kind).games + 1, _rounded_up(takes))
        return Unanswered(title, self.basis(kind), f"{kind.name}={enough}")

    @property
    def command(self) -> str:
        """The command that studies this game from this seed."""
        return f"{self._named} --seed {self.seed}"

    @property
    def longer(self) -> str:
        """The command that adds to what was found."""
        return f"{self.command if self.seed else self._named} --time {LONGER}"

    @property
    def _named(self) -> str:
        options = [f"--set {shlex.quote(f'{name}={spelt(value)}')}" for name, value in self.game.options.items()]
        return " ".join(["hexgame study", shlex.quote(self.game.name), *options])


def _rounded_up(number: float) -> int:
    """A number with two digits that count, not below it."""
    unit = pow(10.0, max(0, math.floor(math.log10(max(1.0, number))) - 1))
    return math.ceil(number / unit) * round(unit)


Measure: TypeAlias = Callable[[Study], Section | Unanswered | None]
"""Reads a study and returns a section; None where it has nothing to say about the game."""
