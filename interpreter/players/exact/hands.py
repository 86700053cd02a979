"""What runs the kernel of one game, and how large the tables and boards are that it is given."""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

from ...machine.random.sampling import Sampler
from ...native.additions import Addition
from ...native.makers import sampler_of
from ...play.game import Game
from ...program.bind import Bound
from .. import engines
from ..engines import Engine
from .binding import ARRAYS, PARAMETERS, bound_to
from .kernel.orders import ENTRY

PLAIN_ENTRIES, MOST_ENTRIES = 1 << 13, 1 << 25
"""The entries of a table of plain Python, and the most of a compiled one."""


class Hands:
    """Runs the kernel of one game."""

    entries: int
    """How many entries its tables have."""

    most_bonded: int
    """The most cells of a board on which bonds are looked for."""

    def __init__(self, engine: Engine) -> None:
        self.prove, self.state = engine.function("prove"), engine.numbers
        self.numbers, self.zeros = engine.words, engine.zeros


class Plain(Hands):
    """Runs it as plain Python."""

    entries, most_bonded = PLAIN_ENTRIES, 20

    def __init__(self, game: Game) -> None:
        super().__init__(engines.Plain(kernel_of(game)))


class Compiled(Hands):
    """Runs it compiled, with tables of at most so many bytes.

    Raises ModuleNotFoundError where nothing compiles.
    """

    most_bonded = 61

    def __init__(self, game: Game, memory: int) -> None:
        made = _made(game)
        super().__init__(engines.Native(made))
        self.entries = 1 << min(memory // (8 * ENTRY), MOST_ENTRIES).bit_length() - 1
        self.notes = made.notes
        """Why compiled functions could not be kept on disk, if they could not."""


def _made(game: Game) -> Sampler:
    """Return the compiled module of a game and the kernel, made once for each game."""
    with _making:
        if game not in _modules:
            _modules[game] = sampler_of(game.machine, Addition(kernel_of(game), PARAMETERS, ARRAYS))
        return _modules[game]


_making, _reading = Lock(), Lock()
_modules: WeakKeyDictionary[Game, Sampler] = WeakKeyDictionary()
_kernels: WeakKeyDictionary[Game, Bound] = WeakKeyDictionary()


def kernel_of(game: Game) -> Bound:
    """Return the kernel bound to a game, once for each game."""
    with _reading:
        if game not in _kernels:
            _kernels[game] = bound_to(game.machine)
        return _kernels[game]
