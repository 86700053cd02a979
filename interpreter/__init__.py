"""Connection games from rule sheets: `load` one, `start` it, `play`.

>>> import interpreter
>>> state = interpreter.load("hex", size=3).start()
>>> _ = state.play_all(["b1", "a2", "b2", "a3", "b3"])
>>> print(state.outcome)
Red wins
"""

from interpreter.loading import check, load
from interpreter.machine.game import Game
from interpreter.machine.moves import AmbiguousMove, IllegalMove, Move, MoveError, UnreadableMove
from interpreter.machine.state import Outcome, State
from interpreter.source.diagnostics import Diagnostic, HexgameError, Severity
from interpreter.source.text import Source

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "Diagnostic",
    "Game",
    "HexgameError",
    "IllegalMove",
    "Move",
    "MoveError",
    "Outcome",
    "Severity",
    "Source",
    "State",
    "UnreadableMove",
    "check",
    "load",
]
