"""The frame of certificates of solutions: which position is solved, what is shown of it, and by what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...deadline import look
from ...diagnostics.diagnostic import HexgameError
from ...play.game import Game
from ...play.moves import Move, MoveError
from ...play.positions import Position
from ...play.state import State
from .claims import Claims
from .joining import Joining
from .lines import Lines
from .placing import Placing
from .refusal import Refused, number, row

FORMAT = "hexgame solution 1"

KEYS = frozenset({
    "certificate", "game", "options", "source", "position", "moves", "winner", "values", "drawing", "claims",
    "positions", "proofs",
})  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """What a certificate shows: the position, its value, those of its moves."""

    state: State
    winner: str | None
    """None where it shows values of moves only."""

    values: Mapping[Move, str]
    claims: int
    positions: int
    searched: int
    """How many positions were visited that no line of the certificate stands for."""


def frame(data: object) -> Mapping[str, object]:
    """Return a certificate's data; raises Refused for anything that is none."""
    if not isinstance(data, dict) or data.get("certificate") != FORMAT:
        raise Refused("this is no certificate of `hexgame solve`, or one of another version")
    if data.keys() != KEYS:
        raise Refused(f"it has fields too many or too few: {', '.join(sorted(data.keys() ^ KEYS))[:200]}")
    return data


def check(data: object, game: Game) -> Shown:
    """Return what a certificate shows of a game; raises Refused if it does not show what it says."""
    data = frame(data)
    if data["source"] != game.source_hash or data["options"] != dict(game.identity.options):
        raise Refused("it was made for another text of the game, or for other options")
    state = _root(game, data)
    claims, placing = None, None
    if data["claims"] != []:
        placing = Placing(game)
        joining = None
        if data["drawing"] is not None:
            joining = Joining(placing)
            joining.check_drawing(data["drawing"])
        claims = Claims(placing, joining)
        claims.read(data["claims"])
    lines = Lines(game, row(data["positions"]), claims, placing)
    proved: dict[int | None, dict[str, bool]] = {}
    for proof in row(data["proofs"]):
        look()
        match proof:
            case [code, str(colour), bool(wins), place] if colour in game.players:
                after = _after(state, code)
                lines.want(place, after, state.seat(colour), wins=wins)
                key = None if code is None else number(code, game.action_count)
                if proved.setdefault(key, {}).setdefault(colour, wins) != wins:
                    raise Refused("it holds two values of one position")
            case _:
                raise Refused("a proof is not a move, a player, true or false, and a place")
    lines.check()
    if claims is not None and len(claims.used) < len(claims.found):
        raise Refused("a claim is used by nothing")
    values = {code: _value(found, game.players) for code, found in proved.items()}
    winner, moves = values.pop(None, None), {move.code: move for move in state.legal_moves}
    stated = [[code, str(moves[code]), value] for code, value in values.items() if code is not None]
    if not proved or data["winner"] != winner or data["values"] != stated:
        raise Refused("the values that it states are not those that it shows")
    counts = len(claims.found) if claims else 0, len(row(data["positions"])), lines.searched
    return Shown(state, winner, {moves[code]: value for code, value in values.items() if code is not None}, *counts)


def _root(game: Game, data: Mapping[str, object]) -> State:
    """The position that is solved."""
    if game.rules.sees is not None:
        raise Refused("players do not see everything, so a position has no value of its own")
    given, moves = data["position"], row(data["moves"])
    try:
        if given is None:
            state = game.start(decide_chance=False)
        elif isinstance(given, dict):
            position = Position.of(given)
            state = game.position(position.pieces, **position.more)
        else:
            raise Refused("its position is not a mapping")
        for move in moves:
            look()
            state.play(game.move(number(move, game.action_count)))
    except (HexgameError, MoveError) as why:
        raise Refused(f"its position cannot be reached: {why}") from None
    if state.is_over:
        raise Refused("its position is one in which the game is over")
    return state


def _after(state: State, code: object) -> State:
    """The position after a move, given by its code; the position itself for null."""
    after = state.copy()
    if code is not None:
        code = number(code, state.game.action_count)
        if code not in state.legal_codes:
            raise Refused(f"the move with the code {code} is not legal")
        after.play(state.game.move(code))
    return after


def _value(proved: Mapping[str, bool], players: Iterable[str]) -> str:
    """The value that follows from who can force a win, and who can be kept from it."""
    winners = [colour for colour, wins in proved.items() if wins]
    if len(winners) == 1:
        return winners[0]
    if winners or proved.keys() != {*players}:
        raise Refused("it does not show the value of a position that it names")
    return "draw" if len(proved) == 2 else "nobody"
