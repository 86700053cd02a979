"""What random games came to, as counts that add up, and what can be told from them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...machine.answers import end_code, read_end
from ...machine.plan.forms import Forms
from ...play.game import Game
from ...play.moves import Move
from ...play.state import Outcome
from ...values.settings import spelt

SURE = 1.959964
"""How many standard deviations make an interval of 95 %."""

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True)
class Totals:
    """Counts of whole games. Those of different games add up, wherever and in whatever order they were played."""

    games: int = 0
    ends: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(code of the first decision, what END says at last) → games; the code is `action_count` where there is none."""

    lengths: Counter[int] = field(default_factory=Counter)
    """Decisions, those of chance among them → games."""

    @classmethod
    def of(cls, firsts: Iterable[Sequence[int]], lengths: Sequence[int]) -> Totals:
        """Totals from what `Machine.sample` gives."""
        ends = {
            (code, end): games for code, row in enumerate(firsts) if any(row) for end, games in enumerate(row) if games
        }
        kept = {length: games for length, games in enumerate(lengths) if games}
        return cls(sum(kept.values()), Counter(ends), Counter(kept))

    @classmethod
    def of_wins(cls, game: Game, wins: Sequence[int]) -> Totals:
        """Totals of games of which only the winners are known."""
        rules, players = game.rules, len(wins)
        ends: Counter[tuple[int, int]] = Counter()
        for player, games in enumerate(wins):
            ending = next(number for number, ending in enumerate(rules.endings)
                          if ending.result == "win" and ending.player in (None, player))  # fmt: skip
            ends[game.action_count, end_code(ending, player, players)] = games
        return cls(sum(wins), ends)

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.games + other.games, self.ends + other.ends, self.lengths + other.lengths)


@dataclass(frozen=True)
class First:
    """The games that began with one decision; `move` is None for games without any."""

    move: Move | None
    games: int
    wins: dict[str, int]
    """Player → games won."""

    def rate(self, player: str) -> float:
        """The share of these games that a player won."""
        return self.wins[player] / self.games

    def interval(self, player: str) -> tuple[float, float]:
        """Where that share lies in the long run, with 95 % certainty."""
        return wilson(self.wins[player], self.games)


@dataclass(frozen=True)
class Branching:
    """How many decisions are on offer where a player decides: the mean over all such places of a few games."""

    mean: float
    games: int
    """So many games were played for it, one decision after another."""


@dataclass(frozen=True)
class Playouts:
    """What random games of one game came to. The counts depend on the game, `seed` and how many games were played, not
    on how, where and in how many jobs."""

    game: Game
    seed: int
    asked: int
    totals: Totals
    branching: Branching | None
    seconds: float
    """How long the games took."""

    preparing: float
    """How long it took to compile the game, or to read it from the cache."""

    engine: str
    """`compiled` or `plain`."""

    forms: Forms
    """The forms of the generated module that played."""

    jobs: int
    interrupted: bool = False
    """Whether it was stopped before all games were played."""

    licence: str = ""
    """Why full boards tell who wins, where nothing else was asked: then lengths, endings and first decisions are not
    known."""

    on: str | None = None
    """The cluster that played, if one did."""

    notes: tuple[str, ...] = ()
    """What was in the way, and what would have been faster."""

    @property
    def games(self) -> int:
        """How many games were played to the end."""
        return self.totals.games

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @cached_property
    def endings(self) -> dict[Outcome, int]:
        """Who won how → games, the most frequent first."""
        found: Counter[Outcome] = Counter()
        for (_, end), games in self.totals.ends.items():
            outcome = self.game.outcome(end)
            found[Outcome(outcome.winner) if self.licence else outcome] += games
        return dict(sorted(found.items(), key=lambda item: (-item[1], str(item[0]))))

    @cached_property
    def wins(self) -> dict[str, int]:
        """Player → games won."""
        won = dict.fromkeys(self.game.players, 0)
        for outcome, games in self.endings.items():
            if outcome.winner is not None:
                won[outcome.winner] += games
        return won

    @property
    def draws(self) -> int:
        return self.games - sum(self.wins.values())

    def interval(self, player: str) -> tuple[float, float]:
        """Where the share of a player's wins lies in the long run, with 95 % certainty."""
        return wilson(self.wins[player], self.games)

    @property
    def lengths(self) -> dict[int, int]:
        """Decisions, those of chance among them → games, the shortest first."""
        return dict(sorted(self.totals.lengths.items()))

    @property
    def mean_length(self) -> float:
        return sum(length * games for length, games in self.totals.lengths.items()) / self.games if self.games else 0.0

    def length_quantile(self, share: float) -> int:
        """The least length that so large a share of the games do not exceed; 0 gives the shortest game's."""
        below, wanted = 0, max(1, math.ceil(share * self.games))
        for length, games in self.lengths.items():
            below += games
            if below >= wanted:
                return length
        return 0

    @cached_property
    def firsts(self) -> tuple[First, ...]:
        """The games by the first decision of a player, in the order of the codes; none where only winners are known."""
        if self.licence:
            return ()
        players, codes = self.game.players, self.game.action_count
        won: dict[int, Counter[int | None]] = {}
        for (code, end), games in self.totals.ends.items():
            won.setdefault(code, Counter())[read_end(end, len(players))[1]] += games
        return tuple(
            First(
                self.game.move(code) if code < codes else None,
                counts.total(),
                {name: counts[player] for player, name in enumerate(players)},
            )
            for code, counts in sorted(won.items())
        )

    @cached_property
    def opener(self) -> str | None:
        """The player who makes the first decision; None where several do together, or chance decides who."""
        return opener_of(self.game)

    def as_dict(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "game": self.game.name,
            "title": self.game.title,
            "options": {name: spelt(value) for name, value in self.game.options.items()},
            "seed": self.seed,
            "asked": self.asked,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": {player: self._won(self.wins[player]) for player in self.game.players},
            "draws": self._won(self.draws),
            "endings": [
                {"winner": outcome.winner, "label": outcome.label, "games": games}
                for outcome, games in self.endings.items()
            ],
            "licence": self.licence,
            "length": None
            if self.licence
            else {
                "mean": self.mean_length,
                "quantiles": {str(share): self.length_quantile(share) for share in QUANTILES},
                "games": {str(length): games for length, games in self.lengths.items()},
            },
            "branching": self.branching and {"mean": self.branching.mean, "games": self.branching.games},
            "opener": self.opener,
            "firsts": [
                {"move": str(first.move or ""), "code": first.move and first.move.code,
                 "cell": (first.move and first.move.cell) or None, "games": first.games, "wins": first.wins}
                for first in self.firsts
            ],
            "seconds": self.seconds,
            "preparing": self.preparing,
            "games_per_second": self.games_per_second,
            "engine": self.engine,
            "forms": vars(self.forms),
            "jobs": self.jobs,
            "on": self.on,
            "notes": list(self.notes),
        }  # fmt: skip

    def _won(self, games: int) -> dict[str, Any]:
        share = games / self.games if self.games else 0.0
        return {"games": games, "share": share, "interval": list(wilson(games, self.games))}


def wilson(some: int, all_of_them: int) -> tuple[float, float]:
    """An interval that holds a share in the long run with 95 % certainty (E. B. Wilson, 1927)."""
    if not all_of_them:
        return 0.0, 1.0
    share, spread = some / all_of_them, SURE**2 / all_of_them
    middle = share + spread / 2
    reach = SURE * math.sqrt(share * (1 - share) / all_of_them + spread / all_of_them / 4)
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    return (low if some else 0.0), (high if some < all_of_them else 1.0)


MANY_CHANCES = 64


def opener_of(game: Game) -> str | None:
    """Who makes the first decision of a player; None where several do together, or chance decides who."""
    found: set[str | None] = set()
    states = [game.start(decide_chance=False)]
    for seen, state in enumerate(states):
        if seen == MANY_CHANCES:
            return None
        if not state.chances:
            found.add(state.to_move)
        states.extend(state.copy().play_all([move]) for move in state.chances)
    return found.pop() if len(found) == 1 else None
