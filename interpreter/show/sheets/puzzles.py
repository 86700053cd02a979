"""Puzzles as text, as a page to print, as a picture and as data. Answers come last, on a page of their own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from xml.sax.saxutils import escape

from ...doors.kinds import PUZZLES_BEGIN, PUZZLES_MARK
from ...doors.visible import on_one_line
from ...experiments.puzzles import Puzzle
from ...play.game import Game
from ...values.settings import spelt
from ..boards.palette import PLAIN, Face
from ..boards.text import draw
from ..pictures.elements import clean, tag
from ..pictures.picture import FONTS, ground_of, svg

GAP, LINE = 24, 28
"""Pixels between the boards of a picture, and the height of a line of text."""

ACROSS = 3
"""How many boards stand side by side in a picture."""

FORMAT = 1
"""The version of puzzles as data."""

STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fff; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem; }
figure { margin: 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; max-height: 22rem; }
figcaption { text-align: center; }
.answers { break-before: page; }
@media print { body { margin: 0; max-width: none; } .boards { grid-template-columns: repeat(2, 1fr); } }
"""


def titled(game: Game) -> str:
    """Return what a sheet is called: the game with its options."""
    return ", ".join([game.title, *(f"{name} = {spelt(value)}" for name, value in game.options.items())])


def task(game: Game, puzzle: Puzzle) -> str:
    """Return what is asked: `Red to move and win`, with the grade."""
    return f"{puzzle.state(game).to_move} to move and win (grade {puzzle.grade})"


def answers(game: Game, puzzles: Sequence[Puzzle]) -> list[str]:
    """Return the answers, with how hard each is to find."""
    return [f"{number}. {puzzle.answer_in(puzzle.state(game))}: {_found(puzzle)}"
            for number, puzzle in enumerate(puzzles, 1)]  # fmt: skip


def _found(puzzle: Puzzle) -> str:
    if not puzzle.simulations:
        return "it wins at once"
    return f"found by a search of {puzzle.simulations:,} simulations" if puzzle.grade <= 4 else HARD


HARD = "not found by a search of 4,096 simulations"


def as_text(game: Game, puzzles: Sequence[Puzzle], face: Face = PLAIN) -> str:
    """Return puzzles for the terminal, with their boards."""
    boards = [f"{number}. {task(game, puzzle)}\n\n{draw(puzzle.state(game), face)}"
              for number, puzzle in enumerate(puzzles, 1)]  # fmt: skip
    return "\n\n".join([titled(game), *boards, "Answers:\n" + "\n".join(answers(game, puzzles))])


def as_data(game: Game, puzzles: Sequence[Puzzle], seed: int) -> dict[str, object]:
    """Return puzzles as data for JSON; moves lead from the start of the game to the position."""
    rows = []
    for puzzle in puzzles:
        state = puzzle.state(game)
        rows.append({
            "moves": [str(move) for move in state.moves],
            "to move": state.to_move,
            "answer": str(puzzle.answer_in(state)),
            "grade": puzzle.grade,
            "simulations": puzzle.simulations,
            "positions of the second search": puzzle.checked,
        })  # fmt: skip
    options = {name: spelt(value) for name, value in game.options.items()}
    return {"format": FORMAT, "game": game.name, "title": game.title, "source": game.source_hash, "options": options,
            "seed": seed, "puzzles": rows}  # fmt: skip


def as_json(game: Game, puzzles: Sequence[Puzzle], seed: int) -> str:
    """Return puzzles as a text in JSON."""
    return json.dumps(as_data(game, puzzles, seed), indent=2, ensure_ascii=False)


def as_page(game: Game, puzzles: Sequence[Puzzle]) -> str:
    """Return puzzles as one HTML file, to be read or printed."""
    ground, title = ground_of(game), escape(on_one_line(titled(game)))
    figures = [f"<figure>{svg(puzzle.state(game), ground=ground)}"
               f"<figcaption>{number}. {escape(on_one_line(task(game, puzzle)))}</figcaption></figure>"
               for number, puzzle in enumerate(puzzles, 1)]  # fmt: skip
    items = [f"<p>{escape(on_one_line(each))}</p>" for each in answers(game, puzzles)]
    return "\n".join([
        PUZZLES_BEGIN, '<html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: puzzles</title><style>{STYLE}</style></head><body>",
        f"<h1>{title}</h1>", "<p>In each position, exactly one move wins, whatever the other does.</p>",
        '<div class="boards">', *figures, "</div>", '<section class="answers"><h2>Answers</h2>', *items,
        "</section></body></html>", "",
    ])  # fmt: skip


def as_svg(game: Game, puzzles: Sequence[Puzzle]) -> str:
    """Return puzzles as one picture, with the answers below the boards."""
    ground = ground_of(game)
    _, _, width, height = ground.frame
    told = [titled(game), *answers(game, puzzles)]
    rows = -(-len(puzzles) // ACROSS)
    wide, high = width + GAP, height + LINE + GAP
    parts = [tag("rect", width=ACROSS * wide, height=rows * high + LINE * (len(told) + 2), fill="#ffffff")]
    for number, puzzle in enumerate(puzzles):
        x, y = number % ACROSS * wide, number // ACROSS * high + LINE
        parts.append(tag("text", clean(f"{number + 1}. {task(game, puzzle)}"), x=x + GAP, y=y, font_size=15))
        board = svg(puzzle.state(game), ground=ground)
        parts.append(f'<svg x="{x + GAP}" y="{y + 8}" {board.removeprefix("<svg ")}')
    for line, text in enumerate(told):
        parts.append(tag("text", clean(text), x=GAP, y=rows * high + LINE * (line + 2), font_size=15))
    inside = "\n".join(["", PUZZLES_MARK, *parts, ""])
    size = {"width": ACROSS * wide, "height": rows * high + LINE * (len(told) + 2)}
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", **size, role="img", font_family=FONTS)
