"""A little game that is compiled as a new process would compile it."""

from __future__ import annotations

from conftest import complete

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.machine.chance import generator

SHEET = complete("board { shape rhombus(2) }\nturn { place stone on empty }\nwin when count(own) == 2")
PLAY = f"""
import hexgame
from hexgame.machine.chance import generator
game = hexgame.load(hexgame.Source("tiny", {SHEET!r})).compiled()
print(game.sample(20, generator(1))[1] == game.machine.sample(20, generator(1))[1], *game.notes)
"""


def notes() -> list[str]:
    """Plays a little game as a new process would, and gives what was to be noted."""
    game = hexgame.load(Source("tiny", SHEET))
    compiled = game.compiled()
    lengths = compiled.sample(20, generator(1))[1]
    assert lengths == game.machine.sample(20, generator(1))[1]
    return compiled.notes
