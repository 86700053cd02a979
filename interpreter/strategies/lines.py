"""Strategies as positions: for a person who can win, or be kept from winning, what those who claim it play.

Each line of a certificate stands for one position. Where those decide who make the claim, it has a move and where that
leads; where others decide, it has where each legal move leads, in the order of their codes. A place is

    a number from 0          an earlier line of positions
    a number below 0         a claim of the certificate: -1 is the first, -2 the second
    null                     nothing: from there all lines of play are few, and are played here

So lines are finite, whatever the rules, and a line has one position, whichever way leads there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..deadline import look
from ..play.game import Game
from ..play.state import State
from ..rules.program import CHOICE
from .claims import HOLD, WIN, Claims
from .placing import Placing
from .refusal import Refused, row

MOST_SEARCHED, DEEPEST = 10_000, 200
"""How many positions are visited in place of a line, and how many in a row."""

MOST_WAITING = 200_000
"""How many lines may wait for their turn at once, each with its position."""


class Lines:
    """Verifies the strategies of one person to one result: that they win, or with `wins` false that they do not."""

    def __init__(self, game: Game, lines: Sequence[object], claims: Claims | None, placing: Placing | None) -> None:
        self._game, self._lines, self._claims, self._placing = game, lines, claims, placing
        self._wanted: dict[int, tuple[State, int, bool]] = {}
        self.searched = 0

    def want(self, place: object, state: State, person: int, *, wins: bool) -> None:
        """Have a position shown by a place: raises Refused if that is for another one, or a claim does not hold."""
        if place is None:
            if self._wins(state.copy(), person, {}, DEEPEST) != wins:
                raise Refused(f"a line of play without strategy ends otherwise: {_text(state)}")
        elif type(place) is not int or place >= len(self._lines):
            raise Refused(f"{place!r:.40} is not the place of a position")
        elif place < 0:
            self._claim(-1 - place, state, person, wins)
        elif self._wanted.setdefault(place, (state, person, wins)) != (state, person, wins):
            raise Refused(f"position {place} stands for two positions or results: {_text(state)}")
        elif len(self._wanted) > MOST_WAITING:
            raise Refused(f"more than {MOST_WAITING:,} positions wait to be verified")

    def check(self) -> None:
        """Verify all lines that are wanted, from the last to the first; raises Refused."""
        for place in reversed(range(len(self._lines))):
            look()
            if place not in self._wanted:
                raise Refused(f"position {place} is reached by no line of play")
            state, person, wins = self._wanted.pop(place)
            try:
                self._check(place, state, person, wins, row(self._lines[place]))
            except Refused as why:
                raise Refused(f"position {place}: {why}") from None

    def _check(self, place: int, state: State, person: int, wins: bool, line: list[object]) -> None:
        codes = state.legal_codes
        if _is_ours(state, person, wins=wins):
            if len(line) != 2 or type(line[0]) is not int or line[0] not in codes:
                raise Refused(f"its move is not legal: {_text(state)}")
            codes, line = [line[0]], line[1:]
        if state.is_over or len(codes) != len(line):
            raise Refused(f"{len(codes)} moves are legal, and {len(line)} answered: {_text(state)}")
        for code, after in zip(codes, line, strict=True):
            if type(after) is int and after >= place:
                raise Refused("a position must come before those that lead to it")
            following = state.copy()
            following.play(self._game.move(code))
            self.want(after, following, person, wins=wins)

    def _wins(self, state: State, person: int, known: dict[tuple[int, ...], bool | None], left: int) -> bool:
        """Whether a person can force a win, from all lines of play; `known` has None for positions on the line."""
        look()
        if state.outcome:
            winner = state.outcome.winner
            return winner is not None and state.seat(winner) == person
        key = state.vector[: self._game.machine.layout.position_size]
        if key not in known:
            self.searched += 1
            if len(known) >= MOST_SEARCHED or not left:
                raise Refused(f"too much is left to play without strategy: {_text(state)}")
            known[key], mine = None, _is_ours(state, person, wins=True)
            known[key] = (any if mine else all)(self._after(state, person, known, left))
        found = known[key]
        if found is None:
            raise Refused(f"play may come back to a position: {_text(state)}")
        return found

    def _after(self, state: State, person: int, known: dict[tuple[int, ...], bool | None], left: int) -> Iterator[bool]:
        """Whether the person can force a win after each move."""
        for code in state.legal_codes:
            state.play(self._game.move(code))
            found = self._wins(state, person, known, left - 1)
            state.undo()
            yield found

    def _claim(self, place: int, state: State, person: int, wins: bool) -> None:
        """Verify that a claim fits a position: who claims, the aim, the stones, whose turn it is."""
        if self._claims is None or self._placing is None or place >= len(self._claims.found):
            raise Refused("there is no such claim")
        claim = self._claims.found[place]
        self._claims.used.add(place)
        players, wanted = self._game.players, person if wins else 1 - person
        if state.seat(players[claim.colour]) != wanted or claim.aim not in ((WIN,) if wins else (WIN, HOLD)):
            raise Refused(f"claim {place} is about another player or aim: {_text(state)}")
        own = other = 0
        for cell in range(self._placing.cells):
            held = state.at(cell)
            if held is not None and held[0] == players[claim.colour]:
                own |= 1 << cell
            elif held is not None:
                other |= 1 << cell
        if claim.own & ~own or (claim.own | claim.needs) & other:
            raise Refused(f"claim {place} has other stones: {_text(state)}")
        if state.is_over or state.wins or (claim.is_half and state.to_move != players[claim.colour]):
            raise Refused(f"claim {place} is for another turn: {_text(state)}")
        turn = state.as_position().get("turn", 0)
        if self._placing.last_turn and not (isinstance(turn, int) and turn > self._placing.last_turn):
            raise Refused(f"claim {place} does not hold as long as colours can be exchanged: {_text(state)}")


def _is_ours(state: State, person: int, *, wins: bool) -> bool:
    """Whether those decide who make the claim: the person who wins, or all others who keep them from it."""
    if state.way != CHOICE:
        raise Refused(f"no single player decides: {_text(state)}")
    return state.to_move is not None and (state.seat(state.to_move) == person) == wins


def _text(state: State) -> str:
    """The moves that lead to a position, as messages name it."""
    moves = " ".join(map(str, state.moves))
    return f"after {moves}" if moves else "at the start"
