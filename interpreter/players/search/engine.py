"""What runs the search: the kernel in plain Python, or compiled by Numba. Both grow the same tree."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast
from weakref import WeakKeyDictionary

from ...deadline import Deadline, OutOfTime, look, within
from ...machine.random.sampling import Numbers
from ...play.game import Game
from ...process import THREADS
from . import kernel
from .text import PARAMETERS, Searched, searched

if TYPE_CHECKING:
    from ...native.compiled import Compiled

SLOWER = (
    "without Numba the search is many times slower: pip install numba"
    if THREADS
    else "without a server the search is many times slower"
)
"""What is said of a search that cannot be compiled, as in a browser."""

# Numba is imported by the thread that compiles.
# ruff: noqa: PLC0415


class Engine(Protocol):
    """Runs the search of a game over vectors of its own kind."""

    @property
    def is_compiled(self) -> bool:
        """Whether it runs over arrays; else over lists."""

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return a state, or room for codes."""

    def zeros(self, size: int) -> Numbers:
        """Return so many zeros."""

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the kernel that is named in `PARAMETERS`."""


class Plain:
    """The search in plain Python, over lists."""

    is_compiled = False

    def __init__(self, game: Game, text: Searched) -> None:
        self._names: dict[str, object] = {**game.machine.functions["step"].__globals__, "look": look}
        exec(compile(text.source, "<hexgame search>", "exec"), self._names)  # noqa: S102 - integers and our own names

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return a list."""
        return list(values)

    def zeros(self, size: int) -> Numbers:
        """Return a list of zeros."""
        return [0] * size

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the kernel."""
        return cast(Callable[..., int], self._names[name])


class Native:
    """The search compiled by Numba, over arrays."""

    is_compiled = True

    def __init__(self, compiled: Compiled) -> None:
        self.numbers, self.zeros, self.function = compiled.numbers, compiled.zeros, compiled.function


class Workshop:
    """The engines of a game: the plain one at once, the compiled one as soon as a thread has made it."""

    def __init__(self, game: Game) -> None:
        self.text = searched(game)
        self.plain: Engine = Plain(game, self.text)
        self.native: Engine | None = None
        self.notes: tuple[str, ...] = ()
        """Why there will be no compiled engine, or why it was not kept."""

        self._game, self._lock = game, threading.Lock()
        self._thread: threading.Thread | None = None
        self._deadline = Deadline()

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
        return self.native or self.plain

    @property
    def is_compiling(self) -> bool:
        """Whether a faster engine is on its way."""
        return self._thread is not None and self._thread.is_alive()

    def compile(self) -> None:
        """Have the compiled engine made, if there is none yet, without waiting for it."""
        with self._lock:
            if self._thread is not None:
                return
            self._deadline = Deadline()
            self._thread = threading.Thread(
                target=self._compile, args=(self._deadline,), name="compiling a search", daemon=True
            )
        if importlib.util.find_spec("numba") is None:
            self.notes = (SLOWER,)
        else:
            self._thread.start()

    def wait(self, seconds: float | None = None) -> None:
        """Have the compiled engine made, and wait for it."""
        self.compile()
        if self.is_compiling and self._thread is not None:
            self._thread.join(seconds)

    def give_up(self) -> None:
        """Have the thread that compiles end soon, unless it is done; `compile` then begins anew."""
        with self._lock:
            if self.native is None:
                self._deadline.cancel()
                self._thread = None

    def _compile(self, deadline: Deadline) -> None:
        from ...native.compiled import Addition, Compiled

        more = Addition(self.text.source, PARAMETERS, {"T": kernel.ROOT, "X": self.text.room})
        try:
            with suppress(OutOfTime), within(deadline):
                compiled = Compiled(self._game.machine, more=more)
                for name in PARAMETERS:
                    compiled.function(name)
                self.native, self.notes = Native(compiled), tuple(compiled.notes)
        except Exception as error:
            self.notes = (f"this game's search cannot be compiled here ({type(error).__name__}: {error})",)


_workshops: WeakKeyDictionary[Game, Workshop] = WeakKeyDictionary()


def workshop(game: Game) -> Workshop:
    """Return the engines of a game, the same each time."""
    if game not in _workshops:
        _workshops[game] = Workshop(game)
    return _workshops[game]
