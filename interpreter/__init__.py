"""Connection games from rule sheets: `load` one, `start` it, `play`.

>>> import hexgame
>>> state = hexgame.load("hex", size=3).start()
>>> _ = state.play_all(["b1", "a2", "b2", "a3", "b3"])
>>> print(state.outcome)
Red wins
"""

# ruff: noqa: E402
from __future__ import annotations

from .process import begin

begin()  # before the other imports, which take a moment

from typing import TYPE_CHECKING

from .deadline import OutOfTime, time_limit
from .diagnostics.diagnostic import Diagnostic, HexgameError, Severity
from .diagnostics.text import Source
from .loading import check, load
from .play.game import Game
from .play.moves import AmbiguousMove, IllegalMove, Move, MoveError, UnreadableMove
from .play.outcome import Outcome
from .play.state import State

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "Diagnostic",
    "Game",
    "HexgameError",
    "IllegalMove",
    "Move",
    "MoveError",
    "OutOfTime",
    "Outcome",
    "Severity",
    "Source",
    "State",
    "UnreadableMove",
    "check",
    "load",
    "time_limit",
    "widget",
]

if TYPE_CHECKING:
    from .web.notebook.widget import BoardWidget


def widget(state: State) -> BoardWidget:
    """Return a board for a notebook, Jupyter's or marimo's, on which moves are made by clicks, on a copy of the state.

    Raises ModuleNotFoundError where the extra `notebook` is not installed.
    """
    try:
        from .web.notebook.widget import BoardWidget  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        what = "a board in a notebook needs the extra `notebook`: pip install 'hexgame-interpreter[notebook]'"
        raise ModuleNotFoundError(what, name=error.name) from None
    return BoardWidget(state)


def _picture(state: State) -> str:
    """Draw a state for a notebook; pictures are imported only once one is shown."""
    from .show.pictures.picture import svg  # noqa: PLC0415

    return svg(state, follows=True)


State.picture = _picture
