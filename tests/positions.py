"""Many positions of all games: every choice is legal and in time: `python tests/positions.py [NUMBER] [--compiled]`.

The time that counts is that of the thread, for others may have the machine meanwhile; by the clock it is printed too.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import hexgame
from hexgame.play.state import State
from hexgame.players import Limits
from hexgame.players.search.engine import Workshop, workshop
from hexgame.players.search.player import TreePlayer

GAMES = Path(__file__).parents[1] / "games"
SECONDS = 0.1
MOST = 1.05 * SECONDS + 0.02
"""How long a choice may take."""


def position(stem: str, dice: random.Random) -> State:
    """A position of a random game that is not over."""
    while True:
        state = hexgame.load(stem).start(seed=dice.randrange(1 << 30))
        for _ in range(dice.randrange(2 * len(state.game.board.cells))):
            before = state.copy()
            parts = {name: dice.choice(state.choices(name)) for name in state.deciders}
            if len(parts) == 1:
                state.play(*parts.values())
            else:
                state.join(**parts)
            state.let_chance_decide(dice.randrange(1 << 30))
            if state.is_over:
                state = before
                break
        if state.deciders:
            return state


def main() -> None:
    """Look at so many positions, the games in turn."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    number, compiled = int(words[0]) if words else 1000, "--compiled" in sys.argv
    if not compiled:
        Workshop.compile = lambda self: None  # type: ignore[method-assign]
    stems = sorted(path.stem for path in GAMES.glob("*.hexgame"))
    dice, late, latest, latest_by_clock = random.Random(1), 0, 0.0, 0.0
    for count in range(number):
        stem = stems[count % len(stems)]
        state = position(stem, dice)
        if compiled:
            workshop(state.game).wait()
        else:
            workshop(state.game)
        for name in state.deciders:
            view = state.view(name)
            used, begun = time.thread_time(), time.monotonic()
            choice = TreePlayer(count).choose(view, Limits(seconds=SECONDS))
            used, begun = time.thread_time() - used, time.monotonic() - begun
            assert choice.move in view.choices, (stem, state, choice.move)
            latest, latest_by_clock = max(latest, used), max(latest_by_clock, begun)
            if used > MOST:
                late += 1
                sys.stdout.write(f"{stem}: {used:.3f} s, {choice.simulations} simulations, move {len(state.moves)}\n")
    found = f"{number} positions: all moves legal; {late} too late; at most {latest:.3f} s"
    sys.stdout.write(f"{found}, {latest_by_clock:.3f} s by the clock\n")


if __name__ == "__main__":
    main()
