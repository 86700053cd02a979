"""Stepping through a saved game."""

from __future__ import annotations

from collections.abc import Sequence

from ...play.moves import Move
from ...play.state import State
from ..boards.text import legend, scene
from .terminal import Terminal


def replay(start: State, moves: Sequence[Move], terminal: Terminal, stops: bool) -> None:
    """Show a game move by move; with `stops`, wait for Enter, `back` or `quit` after each."""
    state, number = start.copy(), 0
    terminal.say(legend(state.game, terminal.face))
    while True:
        shown = f"After move {number} of {len(moves)}" + (f", {state.last_move}" if state.last_move else "")
        terminal.say(f"\n{shown}:\n\n{scene(state, terminal.face)}\n")
        if number == len(moves):
            terminal.say(f"Result: {state.outcome}." if state.outcome else "The game is unfinished.")
            if not stops:
                return
        line = terminal.ask("Press Enter for the next move, or type `back` or `quit`: ") if stops else ""
        if line is None or line.strip().lower() in ("quit", "q"):
            return
        if line.strip().lower() in ("back", "b"):
            if number:
                state.undo()
                number -= 1
        elif number < len(moves):
            state.play(moves[number])
            number += 1
        else:
            return
