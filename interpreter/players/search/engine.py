"""What runs the search: the kernel in plain Python, or compiled. Both grow the same tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Protocol
from weakref import WeakKeyDictionary

from ...machine.random.sampling import Numbers, Sampler
from ...native.additions import Addition
from ...native.makers import ADVICE, is_quick, sampler_of
from ...play.game import Game
from ...preparing import Preparing
from ...process import THREADS
from .binding import PARAMETERS, Searched, searched
from .kernel.edges import ROOT

SLOWER = (
    f"without a compiler the search is many times slower: {ADVICE}"
    if THREADS
    else "without WebAssembly the search is many times slower"
)
"""What is said of a search that cannot be compiled."""

TIGHT = "there is no memory for a compiled search"


class Engine(Protocol):
    """Runs the search of a game over vectors of its own kind."""

    @property
    def is_compiled(self) -> bool:
        """Whether it runs over arrays; else over lists."""

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return a state, or room for codes."""

    def words(self, values: Iterable[int]) -> Numbers:
        """Return integers as what zeros are exchanged for."""

    def zeros(self, size: int) -> Numbers:
        """Return so many zeros."""

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the kernel that is named in `PARAMETERS`."""


class Plain:
    """The search in plain Python, over lists."""

    is_compiled = False

    def __init__(self, text: Searched) -> None:
        self.function = text.kernel.function

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return a list."""
        return list(values)

    words = numbers

    def zeros(self, size: int) -> Numbers:
        """Return a list of zeros."""
        return [0] * size


class Native:
    """The compiled search, over arrays, or over vectors of WebAssembly."""

    is_compiled = True

    def __init__(self, compiled: Sampler) -> None:
        self.numbers, self.words, self.zeros = compiled.numbers, compiled.words, compiled.zeros
        self.function = compiled.function


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
        return Plain(self.text)

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

    def _compile(self) -> Engine | None:
        more = Addition(self.text.kernel, PARAMETERS, {"T": ROOT, "X": self.text.room})
        try:
            compiled = sampler_of(self._game.machine, more)
            for name in PARAMETERS:
                compiled.function(name)
        except Exception as error:
            reason = f"{error}".partition("\n")[0]
            self.notes = (f"this game's search cannot be compiled here ({type(error).__name__}: {reason})",)
            return None
        self.notes = tuple(compiled.notes)
        return Native(compiled)


_workshops: WeakKeyDictionary[Game, Workshop] = WeakKeyDictionary()


def workshop(game: Game) -> Workshop:
    """Return the engines of a game, the same each time."""
    if game not in _workshops:
        _workshops[game] = Workshop(game)
    return _workshops[game]
