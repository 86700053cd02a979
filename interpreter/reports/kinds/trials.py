"""Games of a weak search with the sheet's own options changed one at a time: what a small change would do."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...diagnostics.diagnostic import HexgameError
from ...loading import rebuild
from ...play.game import Game
from ...values.settings import OptionValue, plain, spelt
from ..blocks import Compiled
from .desk import chooser, is_veiled, played, searching
from .single import Tallied, Tally, one

SIMULATIONS = 30
"""How far the search looks: a change that matters shows in many weak games before it shows in few strong ones."""

EACH = 40
"""So many games with each change come before other work."""

MOST = 4
"""How many changes are tried."""

LARGEST = 600
"""The most cells of a board on which a change is tried."""


@dataclass(frozen=True)
class Trial:
    """A game with one option changed; the first trial is the game as it is."""

    name: str
    """What is changed: `size = 12`."""

    game: Game
    usual: str = ""
    """The same as it is: `size = 11`."""


class Trials(Tallied):
    """Counts by (trial, half points of whoever begins, 0 to 2, decisions)."""

    name = "trials"
    unit = f"games searched with {SIMULATIONS} simulations a move, with other options"
    share = 1.0
    most = 20_000

    def enough(self, game: Game) -> int:
        """Return how many games show large changes."""
        return EACH * len(trials_of(game))

    def suits(self, game: Game) -> bool:
        """Whether two players play in the open a game that has other options."""
        return len(game.players) == 2 and not is_veiled(game) and len(trials_of(game)) > 1

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> Tally:
        """Play one game of one trial, each trial in turn."""
        found = trials_of(game)
        trial = number % len(found)
        other = found[trial].game
        hand = searching(SIMULATIONS)
        ended = played(other, [chooser(other, hand, dice) for _ in range(2)], dice)
        return one(trial, round(2 * ended.score(0)), len(ended.codes))

    def compiled(self, game: Game) -> Sequence[Compiled]:
        """Return the searches of all trials."""
        searches = super().compiled
        return [each for trial in trials_of(game) for each in searches(trial.game)]


TRIALS = Trials()


@lru_cache(maxsize=8)
def trials_of(game: Game) -> tuple[Trial, ...]:
    """Return the game as it is, and with one option changed, a few times: to the next values of options that are
    numbers, to the others of those that are words."""
    found = [Trial("as it is", game)]
    for name, value in _changes(game):
        if len(found) > MOST:
            break
        try:
            other = rebuild(game.sources, {**game.options, name: value}, game.allows_slow)
        except HexgameError:
            continue
        if len(other.players) == len(game.players) and len(other.board.cells) <= LARGEST and not is_veiled(other):
            usual = f"{name} = {spelt(game.options[name])}"
            found.append(Trial(f"{name} = {spelt(value)}", other, usual))
    return tuple(found) if len(found) > 1 else ()


def _changes(game: Game) -> Iterator[tuple[str, OptionValue]]:
    """The nearest other values of each option, the first of each option before the second of any."""
    rows = [[(option.name, value) for value in _near(game, option.name)] for option in game.settings.options]
    for place in range(max(map(len, rows), default=0)):
        yield from (row[place] for row in rows if place < len(row))


def _near(game: Game, name: str) -> list[OptionValue]:
    option = next(each for each in game.settings.options if each.name == name)
    chosen, values = game.options[name], list[OptionValue]()
    for each in option.values:
        values.extend(map(plain, each) if isinstance(each, range) else [plain(each)])
    values = [value for value in values if value != chosen]
    if type(chosen) is int:
        numbers = sorted((value for value in values if type(value) is int), key=lambda value: abs(value - chosen))
        return [*numbers[:2]]
    return values[:2]
