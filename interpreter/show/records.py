"""Saved games as YAML: written, read back, replayed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeGuard

from ..diagnostics.diagnostic import Diagnostic, HexgameError, listed
from ..diagnostics.text import Source
from ..doors.documents import Fields, Items, Place, write_document
from ..loading import compile_game
from ..play.game import Game
from ..play.moves import MoveError
from ..play.outcome import AGREED, FORFEITED, OUT_OF_TIME, RESIGNED, Outcome, Settled
from ..play.positions import Position
from ..play.state import State
from ..source.reading.files import game_file, read, shipped
from ..source.reading.mappings import Unfit, is_mapping, is_texts, place_in, read_mapping, short, span_of, value_of
from . import remarks
from .remarks import Remarks

ENDS = (RESIGNED, FORFEITED, OUT_OF_TIME, AGREED)
"""How people can have ended a game that its rules did not end."""

KEYS = ("game", "options", "source", "players", "seed", "position", "moves", *remarks.KEYS, *ENDS, "result")
LARGEST_RECORD = 4 * 1024 * 1024
"""In bytes."""

Compile = Callable[[str, dict[str, object]], tuple[Game | None, tuple[Diagnostic, ...]]]
"""Makes a game from the name that a record has for it and its options, and returns the problems found."""

SECRETS = "# This game is not over and hides something from its players; this file shows everything.\n"


@dataclass(frozen=True)
class Replay:
    """A saved game: its start, and its end, which holds the moves as far as they are still legal."""

    start: State
    end: State
    players: tuple[str, ...]
    seed: int | None
    settled: Settled | None = None
    """How people ended it after the last move, if its rules did not."""

    remarks: Remarks = field(default_factory=Remarks)
    """Comments and variations, as far as they fit."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it did not."""
        return self.settled.outcome(self.end.game.players) if self.settled else self.end.outcome


def write_record(
    state: State,
    players: tuple[str, ...],
    seed: int | None,
    folder: Path = Path(),
    settled: Settled | None = None,
    remarked: Remarks | None = None,
) -> str:
    """Return a game as YAML text, for a file in `folder`; `read_record` reads back the same state.

    A comment at the top says so if the game still hides something. `settled` is how people ended it; `remarked`
    are comments and variations. Raises ValueError for more than `read_record` would read.
    """
    game = state.game
    record: dict[str, object] = {
        "game": game.name if game.name in shipped() else os.path.relpath(game.name, folder),
        "options": game.options,
        "source": game.source_hash,
        "players": list(players),
        "seed": seed,
        "moves": [str(move) for move in state.moves],
        **(remarked or Remarks()).as_fields(),
    }
    if state.origin is not None:
        record["position"] = state.origin.as_mapping()
    outcome = settled.outcome(game.players) if settled else state.outcome
    if settled:
        said: dict[str, object] = {
            RESIGNED: "".join(settled.colours),
            FORFEITED: "".join(settled.colours),
            OUT_OF_TIME: list(settled.colours),
            AGREED: "draw",
        }
        record[settled.how] = said[settled.how]
    if outcome is not None:
        record["result"] = {"winner": outcome.winner or "draw", "label": outcome.label}
    order = [key for key in KEYS if key in record]
    warning = SECRETS if game.hides and not state.is_over else ""
    return warning + write_document({key: record[key] for key in order})


def read_record(path: Path, allow_slow: bool = False) -> tuple[Replay | None, tuple[Diagnostic, ...]]:
    """Read a saved game and replay it as far as today's rules allow, with warnings if that is not to the end.

    Return None and the errors if the file is not a record of a game.
    """
    text = read(path, largest=LARGEST_RECORD)
    if isinstance(text, Diagnostic):
        return None, (text,)
    return replayed(text, lambda name, options: compile_game(game_file(name, path), options, allow_slow))


def replayed(text: Source, compiled: Compile) -> tuple[Replay | None, tuple[Diagnostic, ...]]:
    """Do the same with the text of a record; `compiled` makes the game that it names, with its options."""
    record = read_mapping(text, KEYS, "HG606", "record")
    if isinstance(record, Diagnostic):
        return None, (record,)
    try:
        saved = _saved(record)
    except Unfit as error:
        return None, (error.diagnostic("HG606", text),)
    game, problems = compiled(saved.game, dict(saved.options))
    if game is None:
        return None, problems
    changed = saved.source not in (None, game.source_hash)
    notes = [_rules_changed(saved.game)] if changed else []
    try:
        start = _start(game, saved.position)
    except HexgameError as error:
        return None, (*problems, *notes, *error.diagnostics)
    end = start.copy()
    refusal = _replay(end, saved.moves, changed, text, record.get("moves"))
    found = (*problems, *notes, *([refusal] if refusal else []))
    if refusal and not changed:
        return None, found
    if saved.settled and (refusal or end.is_over):
        saved = replace(saved, settled=None)  # play took another course
    if saved.settled and (why := _unfit(saved.settled, game)):
        return None, (*found, Diagnostic("HG606", why, span_of(text, place_in(record, saved.settled.how))))
    kept, refused = remarks.playable(start, [str(move) for move in end.moves], saved.remarks)
    if refused and not refusal:
        found = (*found, _variation_refused(refused, changed, text, place_in(record, "variations")))
        if not changed:
            return None, found
    return Replay(start, end, saved.players, saved.seed, saved.settled, kept), found


@dataclass(frozen=True)
class _Saved:
    """What a record says."""

    game: str
    options: Mapping[str, object]
    source: object
    players: tuple[str, ...]
    seed: int | None
    position: Mapping[str, object]
    moves: tuple[str, ...]
    settled: Settled | None
    remarks: Remarks


def _saved(record: Fields) -> _Saved:
    """Return what a record says; raise Unfit if a value has the wrong type."""
    if not record.get("game"):
        raise Unfit("it does not name a game", place_in(record, "game") or next(iter(record.keys_at.values()), None))
    options = value_of(record, "options", is_mapping, "a mapping of options") or {}
    moves = tuple(value_of(record, "moves", is_texts, "a list of moves") or ())
    return _Saved(
        game=value_of(record, "game", _is_text, "the stem or the path of a game") or "",
        options={str(name): value for name, value in options.items()},
        source=record.get("source"),
        players=tuple(value_of(record, "players", is_texts, "a list of players, such as [human, random]") or ()),
        seed=value_of(record, "seed", _is_whole, "a whole number"),
        position=value_of(record, "position", is_mapping, "a mapping of players to cells") or {},
        moves=moves,
        settled=_settled(record),
        remarks=remarks.read_remarks(record, len(moves)),
    )


def _settled(record: Mapping[str, object]) -> Settled | None:
    """How people ended the game, by the first key that says so."""
    gone = {
        RESIGNED: value_of(record, RESIGNED, _is_text, "the colour that gave up"),
        FORFEITED: value_of(record, FORFEITED, _is_text, "the colour whose player could not continue"),
    }
    late = value_of(record, OUT_OF_TIME, is_texts, "a list of the colours whose time ran out")
    agreed = value_of(record, AGREED, _is_draw, "`draw`, the one thing that can be agreed")
    for how, colour in gone.items():
        if colour:
            return Settled(how, (colour,))
    if late:
        return Settled(OUT_OF_TIME, tuple(late))
    return Settled(AGREED) if agreed else None


def _unfit(settled: Settled, game: Game) -> str:
    """Why a game cannot have been ended so; empty if it can."""
    try:
        settled.outcome(game.players)
    except ValueError:
        who = short(" and ".join(settled.colours))
        if set(settled.colours) <= {*game.players}:
            return f"`{who}` cannot have ended this game: {settled.how.replace('_', ' ')}"
        return f"there is no player `{who}` in {game.title}: its players are {listed(game.players, 'and')}"
    return ""


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def _is_draw(value: object) -> TypeGuard[str]:
    return value == "draw"


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int


def _rules_changed(game: str) -> Diagnostic:
    return Diagnostic(
        "HG901",
        f"the rules of `{game}` have changed since this game was saved",
        help="its moves are replayed as far as the new rules allow",
    )


def _variation_refused(refused: remarks.Refusal, changed: bool, source: Source, place: Place | None) -> Diagnostic:
    why = f"move {refused.move} of variation {refused.variation} is refused: {refused.why}"
    help_ = "variations are kept as far as the new rules allow" if changed else ""
    return Diagnostic("HG902" if changed else "HG606", why, span_of(source, place), help=help_)


def _start(game: Game, position: Mapping[str, object]) -> State:
    if not position:
        return game.start(decide_chance=False)
    given = Position.of(position)
    return game.position(given.pieces, **given.more)


def _replay(state: State, moves: tuple[str, ...], changed: bool, source: Source, read_as: object) -> Diagnostic | None:
    """Play moves up to the first that is refused; return why it is. `changed` says that the rules have changed."""
    for number, move in enumerate(moves, 1):
        try:
            state.play(move)
        except MoveError as error:
            return Diagnostic(
                "HG902" if changed else "HG606",
                f"move {number}, `{short(move)}`, is refused: {error}",
                span_of(source, read_as.items_at[number - 1]) if isinstance(read_as, Items) else None,
                help=f"the game is replayed up to move {number - 1}" if changed else "",
            )
    return None
