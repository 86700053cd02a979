"""The engines of a game's search: plain at once, compiled as soon as that is made, first in haste and then well. All
grow the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from weakref import WeakKeyDictionary

from ...native.additions import Addition
from ...native.makers import ADVICE, is_quick, sampler_of
from ...play.game import Game
from ...preparing import Preparing
from ...process import THREADS
from ..engines import Engine, Native, Plain
from .binding import PARAMETERS, searched
from .kernel.edges import ROOT

SLOWER = (
    f"without a compiler the search is many times slower: {ADVICE}"
    if THREADS
    else "without WebAssembly the search is many times slower"
)
"""What is said of a search that cannot be compiled."""

TIGHT = "there is not enough memory for a compiled search"


class Workshop:
    """The engines of a game: the plain one at once, the compiled one as soon as a thread has made it."""

    def __init__(self, game: Game) -> None:
        self.text = searched(game)
        self.compiled: Preparing[Engine] = Preparing("compiling a search", self._compile)
        self.notes: tuple[str, ...] = ()
        """Why there will be no compiled engine, or why it was not kept."""

        self._game = game

    @cached_property
    def plain(self) -> Engine:
        """The search in plain Python."""
        return Plain(self.text.kernel)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self._game.players)

    @property
    def codes(self) -> int:
        """The number of codes of decisions."""
        return self._game.action_count

    @property
    def kept(self) -> int:
        """How many numbers of a position a search reads."""
        return self._game.machine.layout.kept

    @property
    def best(self) -> Engine:
        """The fastest engine that there is now."""
        return self.compiled.made or self.plain

    def compile(self) -> None:
        """Have the compiled engine made, if there is none yet, without waiting for it."""
        if not is_quick():
            self.notes = (SLOWER,)
        else:
            self.compiled.begin()

    def wait(self, seconds: float | None = None) -> None:
        """Have the compiled engine made, and wait for it."""
        self.compile()
        self.compiled.wait(seconds)

    def abandon(self) -> None:
        """Do without the compiled engine, for which there is no memory."""
        self.compiled.made, self.notes = None, (f"{TIGHT}: {SLOWER}",)

    def _compile(self) -> Iterator[Engine]:
        more = Addition(self.text.kernel, PARAMETERS, {"T": ROOT, "X": self.text.room}, in_haste=True)
        try:
            compiled = sampler_of(self._game.machine, more)
            for name in PARAMETERS:
                compiled.function(name)
        except Exception as error:
            reason = f"{error}".partition("\n")[0]
            self.notes = (f"this game's search cannot be compiled here ({type(error).__name__}: {reason})",)
            return
        self.notes = tuple(compiled.notes)
        yield Native(compiled)
        compiled.improve()
        self.notes = tuple(compiled.notes)


_workshops: WeakKeyDictionary[Game, Workshop] = WeakKeyDictionary()


def workshop(game: Game) -> Workshop:
    """Return the engines of a game, the same each time."""
    if game not in _workshops:
        _workshops[game] = Workshop(game)
    return _workshops[game]
