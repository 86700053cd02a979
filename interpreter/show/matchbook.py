"""A match in a folder: one record for each finished game, from which the match goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..diagnostics.diagnostic import Diagnostic, HexgameError
from ..doors.documents import write_document
from ..doors.writing import replace_text
from ..experiments.matches.games import LONGEST, UNFINISHED, Fixture, Played, Results
from ..experiments.matches.match import Match
from ..play.outcome import FORFEITED, RESIGNED, Settled
from ..play.state import State
from ..source.reading.files import read
from ..source.reading.mappings import is_mapping, read_mapping
from ..values.settings import spelt
from .records import read_record, write_record
from .remarks import Remarks

ABOUT = "match.yaml"
"""The file that says which match the folder holds."""

KEYS = ("game", "options", "source", "players", "seed", "opening")

SUFFIX = ".yaml"

_NAME = re.compile(r"[0-9]{4,7}" + re.escape(SUFFIX))


class Matchbook:
    """The folder of a match; raises HexgameError if it holds another match or cannot be used."""

    def __init__(self, folder: Path, match: Match) -> None:
        self._folder, self._match = folder, match
        self._begin()

    def known(self) -> Results:
        """Return the games that are finished already; raises HexgameError for a file that is not one of them."""
        return Results(tuple(sorted(self._games(), key=lambda game: game.number)))

    def keep(self, game: Played) -> None:
        """Write the record of a finished game, whole or not at all; raises OSError if that fails."""
        match, fixture = self._match, Fixture(game.number)
        state = self._opening(fixture)
        state.play_all(game.moves[len(state.moves) :])
        names = tuple(match.names[who] for who in fixture.seats)
        losers = () if state.is_over or not game.colour else [c for c in match.game.players if c != game.colour]
        settled = Settled(FORFEITED if game.is_forfeit else RESIGNED, tuple(losers)) if losers else None
        remarks = Remarks({len(state.moves): game.label}) if game.is_forfeit else None
        text = write_record(state, names, match.seed, self._folder, settled, remarks)
        replace_text(self._folder / _name(game.number), text)

    def _opening(self, fixture: Fixture) -> State:
        return fixture.opening(self._match.game, self._match.seed, self._match.plies)

    def _about(self) -> dict[str, object]:
        match = self._match
        options = {name: spelt(value) for name, value in match.game.options.items()}
        values = (match.game.name, options, match.game.source_hash, list(match.names), match.seed, match.plies)
        return dict(zip(KEYS, values, strict=True))

    def _begin(self) -> None:
        """Note in a new folder which match it holds; in an old one, see that it is the same."""
        path = self._folder / ABOUT
        try:
            if not path.exists():
                self._note(path)
                return
        except OSError as error:
            raise _unfit(f"cannot write to `{self._folder}`: {error.strerror or error}") from None
        text = read(path)
        found = text if isinstance(text, Diagnostic) else read_mapping(text, KEYS, "HG606", "match")
        if isinstance(found, Diagnostic):
            raise HexgameError([found])
        about = self._about()
        for key in KEYS:
            if _plain(found.get(key)) != about[key]:
                raise _unfit(f"`{self._folder}` holds another match: its `{key}` differs; name another folder")

    def _note(self, path: Path) -> None:
        if self._folder.is_dir() and any(not path.name.startswith(".") for path in self._folder.iterdir()):
            raise _unfit(f"`{self._folder}` holds other files; name an empty folder, or that of this match")
        self._folder.mkdir(parents=True, exist_ok=True)
        replace_text(path, write_document(self._about()))

    def _games(self) -> Iterator[Played]:
        for name in self._names():
            number = int(name.removesuffix(SUFFIX)) - 1
            if 0 <= number < self._match.games and name == _name(number):
                yield self._game(self._folder / name, number)

    def _names(self) -> list[str]:
        """The names of the files that may be records."""
        try:
            return [path.name for path in self._folder.iterdir() if _NAME.fullmatch(path.name)]
        except OSError as error:
            raise _unfit(f"cannot read `{self._folder}`: {error.strerror or error}") from None

    def _game(self, path: Path, number: int) -> Played:
        replay, problems = read_record(path)
        if replay is None or replay.end.game.identity != self._match.game.identity:
            raise HexgameError(problems or [_unfit(f"`{path}` is a game of another match").diagnostics[0]])
        state, outcome = replay.end, replay.outcome
        if outcome is None and len(state.moves) < LONGEST:
            raise _unfit(f"`{path}` is not finished: delete it to play that game again")
        colour = (outcome.winner if outcome else None) or ""
        winner = Fixture(number).seats[state.seat(colour)] if colour else None
        label = outcome.label if outcome else UNFINISHED
        is_forfeit = replay.settled is not None and replay.settled.how == FORFEITED
        label = replay.remarks.comments.get(len(state.moves), label) if is_forfeit else label
        return Played(number, tuple(map(str, state.moves)), winner, colour, label, is_forfeit)


def _name(number: int) -> str:
    """The name of the record of a game, which are counted from 1 here."""
    return f"{number + 1:04}{SUFFIX}"


def _plain(value: object) -> object:
    return dict(value) if is_mapping(value) else value


def _unfit(message: str) -> HexgameError:
    return HexgameError([Diagnostic("HG606", message)])
