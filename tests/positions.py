"""Many positions of all games: every choice is legal and in time: `python tests/positions.py [NUMBER] [GAME …]
[--compiled]`, with a line for each game and the most memory that was used.

The search's clock is the time of its thread, for others may have the machine meanwhile.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players import Limits
from hexgame.players.search import player as choosing
from hexgame.players.search import tree as growing
from hexgame.players.search.engine import Workshop, workshop
from hexgame.players.search.player import TreePlayer

GAMES = Path(__file__).parents[1] / "games"
SECONDS = 0.1
MOST = 1.05 * SECONDS + 0.02
"""How long a choice may take."""


def position(game: Game, dice: random.Random) -> State:
    """A position of a random game that is not over."""
    while True:
        state = game.start(seed=dice.randrange(1 << 30))
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


class Times:
    """How long choices took."""

    def __init__(self) -> None:
        self.count = self.late = 0
        self.latest = 0.0

    def look_at(self, state: State, seed: int) -> None:
        """Have each player choose who decides in a position."""
        for name in state.deciders:
            view = state.view(name)
            begun = time.thread_time()
            choice = TreePlayer(seed).choose(view, Limits(seconds=SECONDS))
            used = time.thread_time() - begun
            assert choice.move in view.choices, (state, choice.move)
            self.latest = max(self.latest, used)
            self.late += used > MOST
        self.count += 1

    def __str__(self) -> str:
        return f"{self.count} positions: all moves legal; {self.late} too late; at most {self.latest:.3f} s"


def main() -> None:
    """Look at so many positions, as many of each game."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    number, stems = int(words[0]) if words else 1000, words[1:] or sorted(path.stem for path in GAMES.glob("*.hexgame"))
    compiled = "--compiled" in sys.argv
    for module in (choosing, growing):
        vars(module)["time"] = SimpleNamespace(monotonic=time.thread_time)
    if not compiled:
        Workshop.compile = lambda self: None  # type: ignore[method-assign]
    dice = random.Random(1)
    for number_of_game, stem in enumerate(stems):
        times, game = Times(), hexgame.load(stem)
        if compiled:
            workshop(game).wait()
        share = (number + number_of_game) // len(stems)
        for count in range(share):
            times.look_at(position(game, dice), count)
        sys.stdout.write(f"{stem}: {times}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB at most\n")


if __name__ == "__main__":
    main()
