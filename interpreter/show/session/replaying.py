"""Stepping through a saved game."""

from __future__ import annotations

from ...deadline import doing
from ..boards.text import legend, scene
from ..records import Replay
from .terminal import Terminal


def replay(saved: Replay, terminal: Terminal, stops: bool) -> None:
    """Show a game move by move; with `stops`, wait for Enter, `back` or `quit` after each."""
    state, moves, number = saved.start.copy(), saved.end.moves, 0
    terminal.say(legend(state.game, terminal.face))
    while True:
        doing(f"showing move {number:,} of {len(moves):,}")
        shown = f"After move {number} of {len(moves)}" + (f", {state.last_move}" if state.last_move else "")
        terminal.say(f"\n{shown}:\n\n{scene(state, terminal.face)}\n")
        if number in saved.remarks.comments:
            terminal.say(f"{saved.remarks.comments[number]}\n")
        if number == len(moves):
            terminal.say(f"Result: {saved.outcome}." if saved.outcome else "The game is unfinished.")
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
