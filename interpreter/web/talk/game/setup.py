"""How a game at a table begins: from a sheet with its options, or from a saved game; and who sits there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache

from ....diagnostics.diagnostic import Diagnostic, HexgameError
from ....diagnostics.text import Source
from ....loading import Sheet
from ....play.game import Game
from ....players import HUMAN, check
from ....players.names import PROGRAM
from ....show.records import replayed
from ....source.reading.files import shipped
from ....values.settings import spelt
from ..fields import Shipped, Written
from ..forms import Malformed, filled
from ..messages import Open
from ..sheets.finding import sheet_of, used
from ..terms import Clock
from .course import Course


@dataclass(frozen=True)
class Beginning:
    """A game that can be played: its course so far, and a name for each seat."""

    game: Game
    course: Course
    seats: tuple[str, ...]
    seed: int | None
    """From which chance draws; None where people play each other, for whoever knew it would know what comes."""

    sheet: Shipped | Written
    clock: Clock | None = None

    @property
    def again(self) -> dict[str, object]:
        """What `open` takes to begin the same game once more, with the same seats."""
        clock = {} if self.clock is None else {"clock": asdict(self.clock)}
        options = dict(self.game.identity.options)
        return {"sheet": asdict(self.sheet), "options": options, "seats": list(self.seats), **clock}


def setup_of(asked: Open) -> dict[str, object]:
    """Return what a table is made from as plain data, without texts that have no use. A seed is drawn if there is
    none."""
    seed = random.SystemRandom().randrange(2**31) if asked.seed is None else asked.seed
    sheet = asdict(used(asked.sheet)) if asked.sheet is not None else None
    known = {name: value for name, value in asdict(asked).items() if name not in ("mine", "name", "public")}
    return {**known, "sheet": sheet, "options": dict(asked.options), "seed": seed}


def begun(setup: Mapping[str, object]) -> Beginning:
    """Return the game that a setup describes; raises Malformed or HexgameError for one that cannot be played."""
    asked = filled(Open, setup)
    game, course, saved = _saved(asked) if asked.record is not None else _new(asked)
    if asked.clock is not None and asked.clock.problem:
        raise Malformed(asked.clock.problem)
    names = asked.seats or saved or (HUMAN,) * len(game.players)
    for name in names:
        check_player(name)
    if len(names) != len(game.players):
        raise Malformed(f"this game needs {len(game.players)} players, not {len(names)}: {', '.join(names)[:200]}")
    seed = asked.seed if names.count(HUMAN) <= 1 else None
    return Beginning(game, course, names, seed, asked.sheet or Shipped(game.name), asked.clock)


def check_player(name: str) -> None:
    """Raise Malformed for a name that no player at a table can have: programs are never started from here."""
    if name.startswith(PROGRAM):
        raise Malformed("programs cannot play here; name `human` or a computer player, such as `mcts:1s`")
    if "@" in name:
        raise Malformed("computer players search on one thread here: leave out `@` and what follows")
    try:
        check(name)
    except ValueError as error:
        raise Malformed(str(error)) from None


@lru_cache(32)
def game_of(
    sheet: Shipped | Written, options: tuple[tuple[str, str], ...]
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Return the game of a sheet with its options, and what is wrong with it. Tables of one game share it."""
    found = sheet_of(sheet)
    return found.compiled(dict(options)) if isinstance(found, Sheet) else (None, found)


def _new(asked: Open) -> tuple[Game, Course, tuple[str, ...]]:
    if asked.sheet is None:
        raise Malformed("name a `sheet`, or send the `record` of a game")
    game, problems = game_of(asked.sheet, tuple(asked.options.items()))
    if game is None:
        raise HexgameError(problems)
    return game, Course(game.start(decide_chance=False)), ()


def _saved(asked: Open) -> tuple[Game, Course, tuple[str, ...]]:
    """The game that was saved. What its record says of the sheet and of the options counts, but for a given sheet."""

    def compiled(name: str, options: dict[str, object]) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        if asked.sheet is None and name not in shipped():
            why = "the library does not have the game of this record: its sheet is needed as well"
            return None, (Diagnostic("HG601", why),)
        return game_of(asked.sheet or Shipped(name), tuple((option, spelt(value)) for option, value in options.items()))

    saved, problems = replayed(Source("record", asked.record or ""), compiled)
    if saved is None:
        raise HexgameError(problems)
    players = tuple(HUMAN if each.startswith(PROGRAM) else each for each in saved.players)
    fits = len(players) == len(saved.end.game.players)
    course = Course(saved.start, saved.end.moves, saved.settled, saved.remarks)
    return saved.end.game, course, players if fits else ()
