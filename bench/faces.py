"""All shipped games as they look: `python bench/faces.py OUT.png [--looks wood,flat:dark] [--by PLAYER] [STEM …]`.

Each game is drawn in each theme, by day and by lamplight, in the middle of a game that a computer player has played
against itself, with its title, whose turn it is and what stands beside the board; with `--ends`, at the end of one.
Beyond a few games the picture goes on in OUT-2.png and so on.
"""

from __future__ import annotations

import argparse
import random
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import hexgame
from hexgame.play.state import State
from hexgame.players import seat
from hexgame.players.deciding import decide, play_parts
from hexgame.show.boards.words import asked, said_of, situation, standing
from hexgame.show.pictures.elements import clean, tag
from hexgame.show.pictures.paint import owners_paints
from hexgame.show.pictures.picture import FONTS, png
from hexgame.web.dress import dressed

LIBRARY = Path(__file__).parent.parent / "games"
LOOKS = ("wood", "flat", "contrast", "wood:dark", "flat:dark", "contrast:dark")
WIDE, HIGH, LINE = 380, 380, 15
LONGEST, FACES = 200, 60
"""The most moves of a game; about how many faces a picture holds."""


def played(stem: str, by: str, is_over: bool, seed: int = 3) -> State:
    """A game at its end, or after half of its moves."""
    state = hexgame.load(stem).start(seed=seed)
    choosers, dice = seat([by] * len(state.game.players), len(state.game.players), seed).choosers, random.Random(seed)
    while not state.is_over and len(state.moves) < LONGEST:
        if not state.deciders:
            state.let_chance_decide(seed + len(state.moves))
            continue
        try:
            play_parts(state, {player: choice.move for player, choice in decide(state, choosers).items()})
        except ValueError:  # this player cannot play where something is hidden
            state.play(dice.choice(state.legal_moves))
    for _ in range(0 if is_over else len(state.moves) // 2):
        state.undo()
    return state


def _plain(title: str) -> str:
    return re.sub(r"\W", "", title)


def face(state: State, look: str) -> str:
    """A board with what is said of it, as a drawing of a fixed size."""
    theme, _, mode = look.partition(":")
    drawn = re.sub(
        r'(id="|url\(#)',
        rf"\g<1>{_plain(state.game.title)}{theme}{mode}-",
        dressed(state, theme, mode == "dark", follows=True),
    )
    drawn = re.sub(
        r'width="\d+" height="\d+"', f'x="6" y="40" width="{WIDE - 12}" height="{HIGH - 130}"', drawn, count=1
    )
    said = ". ".join(filter(None, (standing(state), asked(state.legal_moves), *said_of(state))))
    beside = [line for text in (said, *situation(state).splitlines()) for line in textwrap.wrap(text, 60)][:6]
    texts = [tag("text", clean(f"{state.game.title} – {look}"), x=8, y=24, font_size=16, font_weight="bold")]
    if state.to_move and state.to_move in state.game.players:
        paint = owners_paints(state.game.players)[state.game.players.index(state.to_move)]
        texts.append(tag("circle", cx=WIDE - 16, cy=18, r=8, fill=paint.fill, stroke=paint.rim))
    texts += [tag("text", clean(text), x=8, y=HIGH - 78 + LINE * row, font_size=12) for row, text in enumerate(beside)]
    return drawn + "".join(texts)


def sheets(faces: list[str], columns: int) -> Iterator[str]:
    """The faces in rows, as one drawing after another."""
    most = max(1, FACES // columns) * columns
    for first in range(0, len(faces), most):
        some = faces[first : first + most]
        rows = -(-len(some) // columns)
        placed = (tag("g", each, transform=f"translate({number % columns * WIDE} {number // columns * HIGH})")
                  for number, each in enumerate(some))  # fmt: skip
        size = {"width": columns * WIDE, "height": rows * HIGH}
        paper = tag("rect", fill="#ffffff", **size)
        yield tag("svg", paper + "".join(placed), xmlns="http://www.w3.org/2000/svg", font_family=FONTS, **size)


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("stems", nargs="*", metavar="STEM")
    parser.add_argument("--looks", default=",".join(LOOKS))
    parser.add_argument("--columns", type=int, default=0)
    parser.add_argument("--by", default="mcts:40")
    parser.add_argument("--ends", action="store_true")
    given = parser.parse_intermixed_args()
    looks = given.looks.split(",")
    stems = given.stems or sorted(path.stem for path in LIBRARY.glob("*.hexgame"))
    faces = [face(state, look) for state in (played(stem, given.by, given.ends) for stem in stems) for look in looks]
    for number, sheet in enumerate(sheets(faces, given.columns or len(looks)), 1):
        path = given.out if number == 1 else given.out.with_stem(f"{given.out.stem}-{number}")
        path.write_bytes(png(sheet))
        print(path)


if __name__ == "__main__":
    main()
