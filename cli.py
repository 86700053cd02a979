"""The table of contents of the `hexgame` command: each verb is a function in `hexgame/verbs/`."""

from __future__ import annotations

import click

import hexgame
from hexgame.verbs.edge import Verbs

VERBS = {
    "Write rules": {
        "new": "writing.new",
        "validate": "writing.validate",
        "fmt": "writing.fmt",
        "test": "writing.test",
        "syntax": "writing.syntax",
    },
    "Look at a game": {
        "list": "looking.list_games",
        "show": "looking.show",
        "board": "looking.board",
        "inspect": "looking.inspect",
    },
    "Play": {
        "play": "playing.play",
        "analyse": "playing.analyse",
        "match": "matching.match",
        "gtp": "serving.gtp",
        "serve": "serving.serve",
        "site": "site.site",
    },
    "Measure": {
        "perft": "measuring.perft",
        "playouts": "measuring.playouts",
        "study": "studying.study",
        "solve": "solving.solve",
        "prove": "proving.prove",
        "puzzles": "solving.puzzles",
    },
    "Help": {
        "docs": "looking.docs",
        "explain": "looking.explain",
        "cache": "measuring.cache",
    },
}
"""The verbs by what people want to do: where each stands in `hexgame.verbs`."""


@click.group(cls=Verbs, verbs=VERBS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(hexgame.__version__, prog_name="hexgame")
def main() -> None:
    """Describe, check and play connection games.

    GAME is the name of a shipped game, as listed by `hexgame list`, or the path of a .hexgame file.
    """
