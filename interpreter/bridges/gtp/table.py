"""The board between two programs: a game whose moves, colours and cells go by the names that the other side uses."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from ...diagnostics.diagnostic import Diagnostic, listed
from ...doors.visible import on_one_line
from ...play.game import Game
from ...play.moves import Move, MoveError
from ...play.state import State
from ...players import HUMAN, Choice, Limits, Withdrawn, player
from ...players.dialects import COLOURS, PIECES, RESIGN, SIDES, SWAPS, Dialect
from .clock import Clock

MOST_REFLECTIONS = 1000
"""So many symmetries of a board are looked through for the one that `swap-pieces` means."""

Compile = Callable[[Mapping[str, object]], tuple[Game | None, tuple[Diagnostic, ...]]]
"""Makes the game with other options."""


class Refused(Exception):  # noqa: N818 - named for what has happened
    """A command cannot be carried out: why, for whoever sent it."""


class Table:
    """A game under way, with our player; `size` names the options that a size of the board sets.

    Raises ValueError for a player or an option that there is not, Refused for a game that the protocol cannot tell.
    """

    def __init__(self, game: Game, compiled: Compile, name: str, seed: int, *, size: tuple[str, ...] = ()) -> None:
        self._compiled, self._name, self._seed = compiled, name, seed
        self._size = size or _usual_size(game)
        unknown = [option for option in self._size if option not in game.options]
        if unknown:
            raise ValueError(f"{game.title} has no option `{on_one_line(unknown[0])}`")
        if name == HUMAN:
            raise ValueError("an engine cannot be played by a human; name a computer player, such as `mcts:2s`")
        self.clocks: dict[str, Clock] = {}
        self.settings: Clock | None = None
        """The clock that each player gets when a game begins; None: no clock."""

        self.begin(game)

    def begin(self, game: Game | None = None) -> None:
        """Begin a game, another one if it is given. Raises Refused for a game that this protocol cannot tell."""
        if game is not None:
            _check(game)
            self.game = game
        self._dice = random.Random(self._seed)
        self.player = player(self._name, self._seed)
        self.state = self.game.start(decide_chance=False)
        self._let_chance_decide()
        self._turned: int | None = None
        """After how many moves colours and cells were reflected for the other side; None if they were not."""

        self.resigned = ""
        """The colour that has given up; empty if none has."""

        self.wind()

    def wind(self) -> None:
        """Give each player the time that the settings say."""
        self.clocks = {name: replace(self.settings) for name in self.game.players} if self.settings else {}

    def resize(self, *numbers: int) -> None:
        """Begin a game on a board of another size. Raises Refused if there is none."""
        names = self._size
        if len(numbers) > len(names) and len(set(numbers)) == 1:
            numbers = numbers[:1]
        if len(numbers) < len(names):
            numbers = numbers * len(names)
        if len(numbers) != len(names):
            wanted = listed([f"`{name}`" for name in names], "and")
            said = f"expected {len(names)}, for {wanted}" if names else f"{self.game.title} has one board"
            raise Refused(f"unacceptable size: {said}")
        options = {**self.game.options, **dict(zip(names, numbers, strict=True))}
        if options != self.game.options:
            game, problems = self._compiled(options)
            if game is None:
                raise Refused(f"unacceptable size: {problems[0].message}")
            self.begin(game)
        else:
            self.begin()

    # Who and where, for the other side

    def colour(self, word: str) -> str:
        """Return the colour that the other side means. Raises Refused if it means none."""
        named = {name.lower(): name for name in self.game.players}
        if word.lower() in named:
            return named[word.lower()]
        if len(named) == len(COLOURS):
            for number, name in enumerate(COLOURS):
                if word.lower() in (name, name[0]):
                    return self.game.players[number ^ self._is_turned]
        known = [*COLOURS, *named] if len(named) == len(COLOURS) else [*named]
        raise Refused(f"no colour: expected {listed(list(dict.fromkeys(known)))}")

    def called(self, colour: str) -> str:
        """Return what the other side calls a colour."""
        number = self.game.players.index(colour)
        return COLOURS[number ^ self._is_turned] if len(self.game.players) == len(COLOURS) else colour.lower()

    @property
    def _is_turned(self) -> bool:
        return self._turned is not None and len(self.state.moves) >= self._turned

    def told(self, move: Move | str) -> str:
        """Return a move as the other side writes it."""
        return self._reflected(str(move)) if self._is_turned else str(move)

    def _reflected(self, text: str) -> str:
        """Return a text in which each cell has the name of the one across the diagonal."""
        return re.sub(r"[A-Za-z]+[0-9]+", lambda found: self.reflection.get(found[0].lower(), found[0]), text)

    @property
    def reflection(self) -> Mapping[str, str]:
        """The cell across the long diagonal of each cell, by name, if colours change with it; empty if they do not."""
        return _reflection(self.game)

    @property
    def shown(self) -> State:
        """The position as the other side sees it."""
        if not self._is_turned:
            return self.state
        one, other = self.game.players
        held = self.state.pieces
        pieces = {
            new: {kind: [self.reflection[cell] for cell in cells] for kind, cells in held[old].items()}
            for new, old in ((one, other), (other, one))
        }
        return self.game.position(pieces)

    # What is played

    @property
    def deciders(self) -> tuple[str, ...]:
        """The colours that the next move may be of; none once the game is over or somebody has given up."""
        return () if self.resigned else self.state.deciders

    def play(self, colour: str, text: str) -> None:
        """Play what the other side says. Raises Refused for what cannot be played."""
        if text.lower() == RESIGN:
            self.resigned = colour
            return
        if text.lower() in SWAPS:
            self._swap(colour, text.lower())
            return
        self._check_turn(colour)
        try:
            self.state.play(self._reflected(text) if self._is_turned else text)
        except MoveError as error:
            raise Refused(f"illegal move: {error}") from None
        self._let_chance_decide()

    def _swap(self, colour: str, text: str) -> None:
        self._check_turn(colour)
        if text == PIECES and not self.reflection:
            raise Refused(f"illegal move: no reflection of this board exchanges the colours; use {SIDES}")
        try:
            self.state.play("swap")
        except MoveError as error:
            raise Refused(f"illegal move: {error}") from None
        if text == PIECES:
            self._turned = len(self.state.moves)
        self._let_chance_decide()

    def _check_turn(self, colour: str) -> None:
        if not self.deciders:
            raise Refused("illegal move: the game is over")
        if colour not in self.deciders:
            raise Refused(f"illegal move: it is the turn of {listed([self.called(each) for each in self.deciders])}")

    def undo(self) -> None:
        """Take back the last move, and what chance decided after it. Raises Refused if there is none."""
        if self.resigned:
            self.resigned = ""
            return
        own = [number for number, move in enumerate(self.state.moves) if move.word != "random"]
        if not own:
            raise Refused("cannot undo")
        while len(self.state.moves) > own[-1]:
            self.state.undo()
        if not self._is_turned:
            self._turned = None

    def choose(self, colour: str, swap: str = PIECES) -> tuple[Choice | None, str]:
        """Return what our player wants to play and how the other side writes it, within the time that its clock gives.

        No choice and `resign` if the player gives up. Raises Refused if it is not the colour's turn.
        """
        self._check_turn(colour)
        began = time.monotonic()
        try:
            choice = self.player.choose(self.state.view(colour), self._limits(colour))
        except Withdrawn:
            return None, RESIGN
        finally:
            if colour in self.clocks:
                self.clocks[colour].spend(time.monotonic() - began)
        if choice.move.word != "swap":
            return choice, self.told(choice.move)
        return choice, swap if self.reflection else SIDES

    def _limits(self, colour: str) -> Limits:
        if colour not in self.clocks:
            return Limits()
        filled = sum(1 for cell in range(len(self.game.board.cells)) if self.state.at(cell))
        ahead = (len(self.game.board.cells) - filled) // (2 * len(self.game.players))
        return Limits(seconds=self.clocks[colour].share(ahead))

    def _let_chance_decide(self) -> None:
        self.state.let_chance_decide(self._dice.randrange(2**31))


def _check(game: Game) -> None:
    """Raise Refused for a game that the protocol cannot tell."""
    if game.hides:
        raise Refused(f"{game.title} has secrets, which this protocol would reveal")
    if any(point.way == "together" for point in game.rules.points):
        raise Refused(f"in {game.title} players decide at the same time, which this protocol cannot express")


def _usual_size(game: Game) -> tuple[str, ...]:
    """Return the option that the size of a board sets: `size`, or the only one that is a range of numbers."""
    ranges = [option.name for option in game.settings.options if any(isinstance(each, range) for each in option.values)]
    return ("size",) if "size" in ranges else tuple(ranges) if len(ranges) == 1 else ()


@lru_cache(maxsize=4)
def _reflection(game: Game) -> Mapping[str, str]:
    """Return where the reflection that exchanges letters and numbers takes each cell, if it exchanges two players."""
    try:
        tongue = Dialect(cells="yx").of(game)
    except ValueError:
        return {}
    crossed = {name: tongue.theirs(name) for name in game.board.names}
    cells = {name: cell for cell, name in enumerate(game.board.names)}
    wanted = [cells.get(name) for name in crossed.values()]
    fits = any(
        symmetry.players == (1, 0) and list(symmetry.nodes[: len(cells)]) == wanted
        for symmetry in game.symmetries.listed(MOST_REFLECTIONS)
    )
    return crossed if fits else {}
