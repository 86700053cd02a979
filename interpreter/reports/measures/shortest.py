"""The fewest moves after which a game can be won, if nobody minds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from ...play.game import Game
from ...play.moves import MoveError
from ..exact.stones import Fewest, fewest_stones, free_cells
from ..exact.whole import whole_of
from ..kinds.desk import NOBODY
from ..kinds.playouts import PLAYOUTS
from ..kinds.searched import SEARCHED
from ..kinds.walks import WALKS
from ..sections import Basis, Course, Json, Section, counted
from ..study import Study
from .stories import story_of
from .winners import random_games

TRIES = 200
"""How often a game is tried in which one player gets just these stones."""


@dataclass(frozen=True)
class Shortest:
    """The fewest decisions after which a colour has won."""

    player: str
    moves: int
    is_exact: bool
    """Whether fewer are impossible; otherwise fewer were just not seen."""

    how: str
    """How that is known; empty where next to nothing is."""

    game: tuple[str, ...] = ()
    """The moves of a game that is as short."""


def shortest_win(study: Study) -> Section | None:
    """The fewest moves after which each colour can have won, both players helping.

    Exact where the game is small enough to be looked at as a whole. Where each player puts down one stone in turn and
    stones never harm their own goals, the fewest stones with which a player has won are bounded from both sides, see
    `fewest_stones`, and a game is played in which the other player puts stones elsewhere. Elsewhere the shortest game
    that was seen, searched or random, is a bound from above.
    """
    game = study.game
    known = [shortest_of(game, player) if study.is_looked_into else None for player in game.players]
    found = [each for player, one in zip(game.players, known, strict=True) if (each := one or _seen(study, player))]
    if not found:
        return None
    says, bases = [_said(each) for each in found], list[Basis]()
    best = min(found, key=lambda each: (not each.game, each.moves, not each.is_exact))
    parts = (Course(f"{best.player} wins", best.game),) if best.game else ()
    if any(each.is_exact for each in found):
        bases.append(_looked_at(study))
    if not all(each.is_exact for each in found):
        bases += [study.basis(kind) for kind in (WALKS, *SEARCHED) if study.of(kind).games]
        if sooner := _sooner(study, min(each.moves for each in found)):
            says.append(sooner)
            bases.insert(0, study.basis(PLAYOUTS))
    numbers: dict[str, Json] = {
        each.player: {"moves": each.moves, "exact": each.is_exact, "how": each.how} for each in found
    }
    return Section("shortest-win", "Shortest win", tuple(says), parts, tuple(bases), numbers)


def _looked_at(study: Study) -> Basis:
    """What shortest wins are found in without playing, and the command that finds them again."""
    whole = whole_of(study.game)
    if whole is not None:
        return Basis(whole.positions, "positions", study.command)
    return Basis(len(free_cells(study.game)), "cells for stones", study.command)


@lru_cache(maxsize=16)
def shortest_of(game: Game, player: str) -> Shortest | None:
    """Return the fewest decisions after which a colour has won, if that can be told for certain."""
    whole = whole_of(game)
    if whole is not None:
        codes = whole.shortest(game, player)
        if codes is None:
            return None
        moves = tuple(map(str, game.start(decide_chance=False).play_all(map(game.move, codes)).moves))
        return Shortest(player, len(codes), is_exact=True, how="all games were examined", game=moves)
    colour = game.players.index(player)
    fewest = fewest_stones(game, colour)
    return played_with(game, colour, fewest) if fewest else None


def _seen(study: Study, player: str) -> Shortest | None:
    """The shortest game that a colour has won, of the searched and the random games that were seen; None if none was
    searched, as random games are shown elsewhere."""
    if not any(study.of(kind).games for kind in SEARCHED):
        return None
    found = filter(None, (_searched(study, player), _at_random(study, player)))
    return min(found, key=lambda each: each.moves, default=None)


def _searched(study: Study, player: str) -> Shortest | None:
    """The shortest searched game that a colour has won."""
    game = study.game
    won = [
        each for kind in SEARCHED for each in study.of(kind).all
        if each.ended.seat != NOBODY and each.ended.end and game.outcome(each.ended.end).winner == player
    ]  # fmt: skip
    if not won:
        return None
    best = min(won, key=lambda each: (each.length, not each.is_whole))
    moves = story_of(game, best).moves if best.is_whole else ()
    return Shortest(player, best.length, is_exact=False, how="the shortest game that was searched", game=moves)


def _at_random(study: Study, player: str) -> Shortest | None:
    """The shortest random game that a colour has won, of those that were looked at move by move; its moves are shown
    where games end."""
    game = study.game
    ended = {end: codes for end, codes in study.of(WALKS).shortest.items() if end and end != game.machine.too_long}
    won = [codes for end, codes in sorted(ended.items()) if game.outcome(end).winner == player]
    if not won:
        return None
    looked = f"the shortest of {counted(study.of(WALKS).games, PLAYOUTS.unit)}"
    return Shortest(player, min(map(len, won)), is_exact=False, how=looked)


def _sooner(study: Study, known: int) -> str:
    """What is said if a random game was even shorter, of which neither the winner nor the moves are known; empty where
    it may have been a draw."""
    found = random_games(study)
    least = min(found.lengths, default=known)
    if found.draws or least >= known:
        return ""
    return f"Somebody has won after {least:,} moves: that is the shortest of {counted(found.games, PLAYOUTS.unit)}."


def _said(shortest: Shortest) -> str:
    sooner = "but not sooner" if shortest.is_exact else "perhaps sooner"
    how = f" ({shortest.how})" if shortest.how else ""
    return f"{shortest.player} can win after {shortest.moves} move{'s' * (shortest.moves != 1)}, {sooner}{how}."


def played_with(game: Game, colour: int, fewest: Fewest) -> Shortest | None:
    """Play a game in which a player wins with these stones and the other puts stones elsewhere; None if none is found.

    If fewer stones never win, it is as short as can be, as the players move in turn.
    """
    (block,) = (each for each in game.machine.blocks if each.takes_cell)
    player, length = game.players[colour], 2 * len(fewest.cells) - (colour == 0)
    for number in range(TRIES):
        dice, state = random.Random(number), game.start(seed=0)
        own, others = list(fewest.cells), sorted(free_cells(game) - set(fewest.cells))
        dice.shuffle(own)
        dice.shuffle(others)
        try:
            while not state.is_over and own:
                cell = own.pop() if state.to_move == player else others.pop()
                state.play(game.move(block.base + cell))
        except (MoveError, IndexError):
            continue
        if state.outcome is not None and state.outcome.winner == player and len(state.moves) == length:
            moves = tuple(move.text for move in state.moves)
            return Shortest(player, length, fewest.is_exact, _how(fewest, colour), moves)
    return None


def _how(fewest: Fewest, colour: int) -> str:
    """How it is known that a player needs so many stones; empty where next to nothing is."""
    if fewest.is_exact:
        return "fewer stones never win"
    return f"at least {2 * fewest.at_least - (colour == 0)} moves" if fewest.at_least > 1 else ""
