"""The results of random games, as counts that add up, and the statistics that follow from them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import add

from ...machine.answers import end_code, read_end
from ...machine.plan.forms import Forms
from ...play.game import Game
from ...play.outcome import Outcome
from ...players.exact.images import orbits
from ...statistics.shares import wilson
from ...values.settings import spelt
from .firsts import Comparison, First

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True)
class Totals:
    """Counts of whole games, which add up wherever and in whatever order the games were played."""

    games: int = 0
    ends: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Games by (code of the first decision, END after the last); the code is `action_count` for a game without any. The
    end codes of games in which people have exchanged their seats follow those of all others."""

    lengths: Counter[int] = field(default_factory=Counter)
    """Games by their number of decisions, including those of chance."""

    def __repr__(self) -> str:
        return f"<Totals of {self.games:,} game{'s' * (self.games != 1)}>"

    @classmethod
    def of(cls, firsts: Iterable[Sequence[int]], lengths: Sequence[int]) -> Totals:
        """Return the totals of the counts that `Sampler.sample` returns."""
        ends = {
            (code, end): games for code, row in enumerate(firsts) if any(row) for end, games in enumerate(row) if games
        }
        games = left = sum(lengths)
        kept = dict[int, int]()
        for length, count in enumerate(lengths):
            if not left:
                break  # nearly all games are much shorter than the longest that there may be
            if count:
                kept[length], left = count, left - count
        return cls(games, Counter(ends), Counter(kept))

    @classmethod
    def of_wins(cls, game: Game, wins: Sequence[int]) -> Totals:
        """Return the totals of games of which only the winners are known; `wins` has a number for each player, of whom
        some may have no way to win."""
        rules, players = game.rules, len(wins)
        ends: Counter[tuple[int, int]] = Counter()
        for player, games in ((player, games) for player, games in enumerate(wins) if games):
            ending = next(number for number, ending in enumerate(rules.endings)
                          if ending.result == "win" and ending.player in (None, player))  # fmt: skip
            ends[game.action_count, end_code(ending, player, players)] = games
        return cls(sum(wins), ends)

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.games + other.games, self.ends + other.ends, self.lengths + other.lengths)

    def data(self) -> dict[str, list[list[int]]]:
        """Return the counts as data for JSON."""
        return {
            "ends": [[code, end, games] for (code, end), games in sorted(self.ends.items())],
            "lengths": [[length, games] for length, games in sorted(self.lengths.items())],
        }

    @classmethod
    def read(cls, data: Mapping[str, Iterable[Iterable[int]]]) -> Totals:
        """Return the totals that `data` was made of; raises ValueError, TypeError or KeyError for other data."""
        ends, lengths = Counter[tuple[int, int]](), Counter[int]()
        for code, end, games in data["ends"]:
            ends[code, end] += games
        for length, games in data["lengths"]:
            lengths[length] += games
        return cls(ends.total(), ends, lengths)


@dataclass(frozen=True)
class Branching:
    """How many moves are legal where a player decides: the mean over all such positions of a few games."""

    mean: float
    games: int
    """The games that were played to measure it."""


@dataclass(frozen=True)
class Playouts:
    """The results of random games of one game.

    The counts depend on the game, `seed` and the number of games only: not on the engine, the machine or `jobs`.
    """

    game: Game
    seed: int
    asked: int
    totals: Totals
    branching: Branching | None
    seconds: float
    """Seconds that the games took."""

    preparing: float
    """Seconds it took to compile the game or to read it from the cache."""

    engine: str
    """`compiled` or `plain`."""

    forms: Forms
    """The forms of the generated module that played."""

    jobs: int
    interrupted: bool = False
    """Whether play was stopped before all games were finished."""

    licence: str = ""
    """Why full boards decide who wins, if only winners were counted; lengths, endings and firsts are then unknown."""

    on: str | None = None
    """The address of the cluster that played, if one did."""

    notes: tuple[str, ...] = ()
    """What went wrong on the way, and what would have been faster."""

    def __repr__(self) -> str:
        games = f"{self.games:,} game{'s' * (self.games != 1)}"
        return f"<Playouts of {self.game.title}: {games}, {self.engine}, seed {self.seed}>"

    @property
    def games(self) -> int:
        """The number of games played to the end."""
        return self.totals.games

    @property
    def games_per_second(self) -> float:
        """Games per second, without the time for compiling; 0 if none were played."""
        return self.games / self.seconds if self.seconds else 0.0

    @cached_property
    def endings(self) -> dict[Outcome, int]:
        """Games by outcome, the most frequent first."""
        found: Counter[Outcome] = Counter()
        for (_, end), games in self.totals.ends.items():
            outcome = self.game.outcome(self._read(end)[1])
            found[Outcome(outcome.winner) if self.licence else outcome] += games
        return dict(sorted(found.items(), key=lambda item: (-item[1], str(item[0]))))

    @cached_property
    def wins(self) -> dict[str, int]:
        """Games won, by player."""
        won = dict.fromkeys(self.game.players, 0)
        for outcome, games in self.endings.items():
            if outcome.winner is not None:
                won[outcome.winner] += games
        return won

    @cached_property
    def people(self) -> tuple[int, ...]:
        """Games won by who began as the first player, as the second, and so on: a swap exchanges their colours."""
        players = len(self.game.players)
        won = [0] * players
        for (_, end), games in self.totals.ends.items():
            exchanged, code = self._read(end)
            winner = read_end(code, players)[1]
            if winner is not None:
                won[1 - winner if exchanged else winner] += games
        return tuple(won)

    def _read(self, end: int) -> tuple[int, int]:
        """Whether people have exchanged their seats, and the end code."""
        return divmod(end, self.game.machine.too_long + 1)

    @property
    def draws(self) -> int:
        """The number of games that nobody won."""
        return self.games - sum(self.wins.values())

    def interval(self, player: str) -> tuple[float, float]:
        """Return the 95 % confidence interval of the share of games that a player wins."""
        return wilson(self.wins[player], self.games)

    @property
    def lengths(self) -> dict[int, int]:
        """Games by their number of decisions, including those of chance, the shortest first."""
        return dict(sorted(self.totals.lengths.items()))

    @property
    def mean_length(self) -> float:
        """The mean number of decisions of a game."""
        return sum(length * games for length, games in self.totals.lengths.items()) / self.games if self.games else 0.0

    def length_quantile(self, share: float) -> int:
        """Return the least length that a share of the games, from 0 to 1, do not exceed; 0 means the shortest game."""
        below, wanted = 0, max(1, math.ceil(share * self.games))
        for length, games in self.lengths.items():
            below += games
            if below >= wanted:
                return length
        return 0

    @cached_property
    def firsts(self) -> tuple[First, ...]:
        """The games by their first decision, in the order of the codes; empty if only winners are known."""
        if self.licence:
            return ()
        players, codes = self.game.players, self.game.action_count
        won: dict[int, Counter[int | None]] = {}
        for (code, end), games in self.totals.ends.items():
            won.setdefault(code, Counter())[read_end(self._read(end)[1], len(players))[1]] += games
        return tuple(
            First(
                self.game.move(code) if code < codes else None,
                counts.total(),
                {name: counts[player] for player, name in enumerate(players)},
            )
            for code, counts in sorted(won.items())
        )

    @cached_property
    def compared(self) -> Comparison:
        """The first decisions, compared by how often the player wins who makes them; the first player's wins count if
        it is not always the same player. Decisions that a symmetry of the game makes equal are one."""
        start, merged = self.game.start(decide_chance=False), dict[int, First]()
        alike = {} if start.chances else orbits(start)
        for first in self.firsts:
            if first.move:
                code = alike.get(first.move.code, first.move.code)
                merged[code] = merged[code] + first if code in merged else first
        return Comparison(self.opener or self.game.players[0], tuple(merged.values()))

    @cached_property
    def by_cell(self) -> dict[int, float]:
        """The likeliest share of games that the player of `compared` wins, by the cell of the first decision; decisions
        on the same cells are taken together. Empty if first decisions have no cell."""
        firsts, numbers = self.compared.firsts, dict[int, tuple[int, ...]]()
        for number, first in enumerate(firsts):
            cells = {self.game.board.by_name[move.cell] for move in (first.move, *first.alike) if move and move.cell}
            numbers.update({cell: (*numbers.get(cell, ()), number) for cell in cells})
        merged = {each: reduce(add, (firsts[number] for number in each)) for each in numbers.values()}
        kinds = Comparison(self.compared.player, tuple(merged.values()))
        return {cell: kinds.guess(merged[numbers[cell]]) for cell in sorted(numbers)}

    @cached_property
    def opener(self) -> str | None:
        """The player who makes the first decision; None if several do together or chance decides who."""
        return opener_of(self.game)

    def as_dict(self) -> dict[str, object]:
        """Return everything as plain data, ready for JSON."""
        return {
            "game": self.game.name,
            "title": self.game.title,
            "options": {name: spelt(value) for name, value in self.game.options.items()},
            "seed": self.seed,
            "asked": self.asked,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": {player: self._won(self.wins[player]) for player in self.game.players},
            "people": [self._won(games) for games in self.people] if self.game.facts.swap else None,
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
            "compared": self._compared(),
            "seconds": self.seconds,
            "preparing": self.preparing,
            "games_per_second": self.games_per_second,
            "engine": self.engine,
            "forms": vars(self.forms),
            "jobs": self.jobs,
            "on": self.on,
            "notes": list(self.notes),
        }  # fmt: skip

    def _compared(self) -> dict[str, object] | None:
        found = self.compared
        if len(found.firsts) < 2:
            return None
        return {
            "player": found.player,
            "likelihood": found.likelihood,
            "differ": found.differ,
            "shows": found.shows,
            "firsts": {
                str(first.move): {
                    "guess": found.guess(first),
                    "interval": list(found.interval(first)),
                    "alike": [str(move) for move in first.alike],
                }
                for first in found.firsts
            },
            "better": [str(first.move) for first in found.better],
            "worse": [str(first.move) for first in found.worse],
        }

    def _won(self, games: int) -> dict[str, object]:
        share = games / self.games if self.games else 0.0
        return {"games": games, "share": share, "interval": list(wilson(games, self.games))}


MANY_CHANCES = 64
"""The most positions that are looked at to see who makes the first decision."""


def opener_of(game: Game) -> str | None:
    """Return the player who makes the first decision; None if several do together or chance decides who."""
    found, states = set[str | None](), [game.start(decide_chance=False)]
    for state in states:
        chances = state.chances
        if len(states) + len(chances) > MANY_CHANCES:
            return None
        if not chances:
            found.add(state.to_move)
        states.extend(state.copy().play_all([move]) for move in chances)
    return found.pop() if len(found) == 1 else None
