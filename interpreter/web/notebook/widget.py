"""A board as a widget of Jupyter and marimo: it is drawn in Python, pressed in the browser, played by the rules."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

from ...play.moves import Move, MoveError
from ...play.state import State
from ...show.boards.words import button, standing
from ...show.pictures.picture import svg

MOST_BUTTONS = 60
"""So many moves at most are offered as buttons."""

_NOWHERE = -1


class BoardWidget(anywidget.AnyWidget):
    """A board to be played on. `state` is the position, `moves` are the texts of its moves, which can be observed."""

    _esm = Path(__file__).parent / "widget.js"
    _css = Path(__file__).parent / "widget.css"

    moves = traitlets.Tuple(read_only=True)
    """The moves so far, in words."""

    drawing = traitlets.Unicode(read_only=True).tag(sync=True)
    standing = traitlets.Unicode(read_only=True).tag(sync=True)
    notice = traitlets.Unicode(read_only=True).tag(sync=True)
    buttons: traitlets.List[list[str]] = traitlets.List(read_only=True).tag(sync=True)
    """What is not on the board, or is one of several moves on a cell, each as `[text, words]`."""

    able: traitlets.List[int] = traitlets.List(read_only=True).tag(sync=True)
    """The cells that can be pressed."""

    chosen = traitlets.Int(_NOWHERE, read_only=True).tag(sync=True)
    """The cell whose piece is about to move."""

    undoable = traitlets.Bool(False, read_only=True).tag(sync=True)

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state, self._begun = state.copy(), len(state.moves)
        self._asked: tuple[Move, ...] = ()
        self._state.let_chance_decide()
        self._show()
        self.on_msg(self._hear)

    @property
    def state(self) -> State:
        """A copy of the position that is shown."""
        return self._state.copy()

    def play(self, move: str) -> None:
        """Make a move and show it; raises MoveError if it is refused."""
        self._state.play(move)
        self._state.let_chance_decide()
        self._show()

    def undo(self) -> None:
        """Take back the last decision that was made here, with what chance decided since; nothing if there is none."""
        while len(self._state.moves) > self._begun:
            self._state.undo()
            if self._state.deciders:
                break
        self._show()

    # What comes from the browser

    def set_state(self, sync_data: object) -> None:
        """Change nothing: what is shown follows from the position, and moves come as messages."""

    def _hear(self, _: object, content: object, buffers: object) -> None:
        """Do what a message asks. Whatever cannot be done is told on the widget; what makes no sense is not heard."""
        match content:
            case {"press": int(cell), **rest} if not rest and not isinstance(cell, bool):
                self._press(cell)
            case {"play": str(text), **rest} if not rest:
                self._try(text)
            case {"undo": True, **rest} if not rest:
                self.undo()

    def _press(self, cell: int) -> None:
        state = self._state
        if not 0 <= cell < len(state.game.board.cells):
            return
        legal, name = state.legal_moves, _name(state, cell)
        leaving = [move for move in legal if self.chosen >= 0 and move.source == _name(state, self.chosen)]
        found = [move for move in leaving if move.cell == name]
        found = found or [move for move in legal if move.cell == name and not move.source]
        if len(found) == 1:
            self._try(found[0].text)
        elif found:
            self._show(asked=tuple(found))
        elif cell != self.chosen and any(move.source == name for move in legal):
            self._show(chosen=cell)
        else:
            self._show(notice="" if cell == self.chosen or state.is_over else f"You cannot play at {name}.")

    def _try(self, text: str) -> None:
        try:
            self.play(text)
        except MoveError as error:
            self._show(notice=f"{error}."[:300])

    # What is shown

    def _show(self, notice: str = "", chosen: int = _NOWHERE, asked: tuple[Move, ...] = ()) -> None:
        state = self._state
        legal = () if state.is_over else state.legal_moves
        offered = asked or tuple(move for move in legal if not move.cell)
        moving = [move.cell for move in legal if chosen >= 0 and move.source == _name(state, chosen)]
        able = {state.game.board.by_name[name]
                for name in (moving or [move.source or move.cell for move in legal]) if name}  # fmt: skip
        shown: dict[str, object] = {
            "drawing": svg(state), "standing": standing(state), "notice": notice, "able": sorted(able),
            "buttons": [[move.text, _words(move)] for move in offered[:MOST_BUTTONS]],
            "chosen": chosen, "undoable": len(state.moves) > self._begun, "moves": tuple(map(str, state.moves)),
        }  # fmt: skip
        with self.hold_sync():
            for name, value in shown.items():
                self.set_trait(name, value)


def _name(state: State, cell: int) -> str:
    return str(state.game.board.names[cell])


def _words(move: Move) -> str:
    return move.text if move.cell else button(move)
