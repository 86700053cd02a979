"""The frame of certificates of solutions: which position is solved, what is shown of it, and by what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..certificates import check_game, framed
from ..deadline import look
from ..diagnostics.diagnostic import HexgameError
from ..play.game import Game
from ..play.moves import Move, MoveError
from ..play.positions import Position
from ..play.state import State
from .claims import Claims
from .joining import Joining
from .lines import Lines
from .placing import Placing
from .refusal import Refused, number, row

FORMAT = "hexgame solution 1"

KEYS = frozenset({"position", "moves", "winner", "values", "drawing", "claims", "positions", "proofs"})
"""The fields of a certificate, besides those that all have."""


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
    return framed(data, FORMAT, KEYS, "hexgame solve")


def check(data: object, game: Game) -> Shown:
    """Return what a certificate shows of a game; raises Refused if it does not show what it says."""
    data = frame(data)
    check_game(data, game)
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
                    of = "of the position" if code is None else f"of the move with the code {key}"
                    raise Refused(f"it shows {of} both that {colour} can win and that they can be kept from it")
            case _:
                raise Refused("a proof is not a move, a player, true or false, and a place")
    lines.check()
    if claims is not None and len(claims.used) < len(claims.found):
        raise Refused("a claim is never used")
    moves = {move.code: move for move in state.legal_moves}
    values = {
        code: _value(found, game.players, "the position" if code is None else f"the move {moves[code]}")
        for code, found in proved.items()
    }
    winner = values.pop(None, None)
    _check_stated(data, winner, [[code, str(moves[code]), value] for code, value in values.items() if code is not None])
    counts = len(claims.found) if claims else 0, len(row(data["positions"])), lines.searched
    return Shown(state, winner, {moves[code]: value for code, value in values.items() if code is not None}, *counts)


def _root(game: Game, data: Mapping[str, object]) -> State:
    """The position that is solved."""
    if game.rules.hides:
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


def _check_stated(data: Mapping[str, object], winner: str | None, shown: Sequence[list[object]]) -> None:
    """Compare what a certificate states, the value of the position and those of moves, with what it shows."""
    if winner is None and not shown:
        raise Refused("it shows no value")
    if data["winner"] != winner:
        raise Refused(f"it states {_of_position(data['winner'])}, and shows {_of_position(winner)}")
    stated = row(data["values"])
    for place, (said, known) in enumerate(zip(stated, shown, strict=False)):
        if isinstance(said, list) and said[:2] == known[:2] and said != known:
            raise Refused(f"it states that {known[1]} has the value {said[2:]!r:.80}, and shows {known[2:]!r:.80}")
        if said != known:
            raise Refused(f"value {place} is stated as {said!r:.80}, where {known!r:.80} is shown")
    for each in stated[len(shown) :]:
        raise Refused(f"the value {each!r:.80} is stated but not shown")
    for each in shown[len(stated) :]:
        raise Refused(f"the value {each!r:.80} is shown but not stated")


def _of_position(value: object) -> str:
    return "no value of the position" if value is None else f"that the value of the position is {value!r:.40}"


def _value(proved: Mapping[str, bool], players: Iterable[str], what: str) -> str:
    """The value that follows from who can force a win, and who can be kept from it."""
    winners = [colour for colour, wins in proved.items() if wins]
    if len(winners) == 1:
        return winners[0]
    if winners or proved.keys() != {*players}:
        raise Refused(f"its proofs do not add up to a value of {what}")
    return "draw" if len(proved) == 2 else "nobody"
