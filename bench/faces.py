"""All shipped games as they look: `python bench/faces.py OUT.png [--looks wood,flat:dark] [--by PLAYER] [STEM …]`.

Each game is drawn in each theme, by day and by lamplight, in the middle of a game that a computer player has played
against itself, with its title and what a page says beside the board: whose turn it is, who plays, what pieces are
called, scores and the like; with `--ends`, at the end of one. Beyond `--each` boards the picture goes on in OUT-2.png
and so on. `--key FILE` is for asking people who have never seen the games: titles become numbers, each game has one of
the looks in turn, in no order, and FILE tells which game is which, who is to move and what the pieces are.
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
from hexgame.show.legend import TRACES, badge, legend, sample, traces
from hexgame.show.pictures.elements import clean, tag
from hexgame.show.pictures.ground import Ground
from hexgame.show.pictures.picture import FONTS, ground_of, png
from hexgame.web.dress import dressed, glosses, worn

LIBRARY = Path(__file__).parent.parent / "games"
LOOKS = ("wood", "flat", "contrast", "wood:dark", "flat:dark", "contrast:dark")
WIDE, HIGH, LINE = 400, 470, 15
BOARD, ROW, APART = 290, 22, 21.0
COLUMNS = 4
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


def _apart(drawn: str, state: State, look: str) -> str:
    """A drawing whose glosses have names of their own in a picture of many."""
    name = re.sub(r"\W", "", state.game.title + look)
    return re.sub(r'(id="|url\(#)', rf"\g<1>{name}-", drawn)


def face(state: State, look: str, title: str = "") -> str:
    """A board with what is said of it, as a drawing of a fixed size."""
    theme, _, mode = look.partition(":")
    ground = ground_of(state.game)
    ink, paper = ("#eaf0ed", "#131716") if mode else ("#1a2220", "#f4f5f3")
    drawn = dressed(state, theme, mode == "dark", ground, follows=True)
    drawn = _apart(drawn, state, look)
    drawn = re.sub(r'width="\d+" height="\d+"', f'x="6" y="30" width="{WIDE - 12}" height="{BOARD}"', drawn, count=1)
    head = title or f"{state.game.title} – {look}"
    lines = [". ".join(filter(None, (standing(state), asked(state.legal_moves)))), *said_of(state)]
    beside = [line for text in (*lines, *facts(state)) for line in textwrap.wrap(text, 58)][:5]
    people, low = _people(state, ground, BOARD + 46)
    beneath = tag("svg", glosses() + people, xmlns="http://www.w3.org/2000/svg", width=WIDE, height=HIGH, fill=ink,
                  font_family=FONTS, data_theme=theme)  # fmt: skip
    texts = [
        tag("rect", width=WIDE, height=HIGH, fill=paper),
        tag("text", clean(head), x=8, y=21, font_size=16, font_weight="bold"),
        re.sub(r"<title>.*?</title>", "", drawn) if title else drawn,
        _apart(worn(beneath, mode == "dark"), state, f"{look} beneath"),
    ]
    for row, text in enumerate(beside):
        weight = "normal" if row else "bold"
        texts.append(tag("text", clean(text), x=8, y=low + 26 + LINE * row, font_size=12, font_weight=weight))
    return tag("g", "".join(texts), fill=ink)


def facts(state: State) -> list[str]:
    """What stands beside the board but for what its drawing shows, such as piles and whose pieces are nobody's."""
    drawn = ("piles,", "neutral:", "◎")
    return [line for line in situation(state).splitlines() if not line.startswith(drawn)]


def _people(state: State, ground: Ground, y: int) -> tuple[str, int]:
    """Who plays, whoever decides in a frame, and what pieces are called; and how low on the picture that reaches."""
    rules, drawn, x = state.game.rules, list[str](), 8.0
    rows = [([badge(rules, number, ground)], player) for number, player in enumerate(rules.players)]
    rows += [([sample(rules, owner, kind, ground) for kind, owner in each.pieces], each.words)
             for each in legend(rules, ground)]  # fmt: skip
    rows += [([TRACES[words]], words) for words in traces(state)]
    for number, (drawings, words) in enumerate(rows):
        wide = APART * len(drawings) + 6.6 * len(words) + 16
        if x > 8 and x + wide > WIDE:
            x, y = 8.0, y + ROW
        if number < len(rules.players) and words in state.deciders:
            frame = {"x": x - 3, "y": y - 10, "width": wide - 4, "height": 20, "rx": 6}
            drawn.append(tag("rect", fill="none", stroke="#0b8a6b", stroke_width=2, **frame))
        for place, drawing in enumerate(drawings):
            drawn.append(tag("g", drawing, transform=f"translate({x + 8 + APART * place} {y}) scale(0.55)"))
        drawn.append(tag("text", clean(words), x=x + APART * len(drawings) + 3, y=y + 4, font_size=12))
        x += wide
    return "".join(drawn), y


def told(number: int, state: State, look: str) -> str:
    """A line of the key."""
    rules = state.game.rules
    named = "; ".join(f"{each.words}: {', '.join(rules.owners[owner] for _, owner in each.pieces)}"
                       for each in legend(rules, ground_of(state.game)))  # fmt: skip
    pieces = named or f"stones of {', '.join(rules.players)}"
    return f"{number}: {state.game.title} ({look}). {standing(state)}. Pieces: {pieces}."


def sheets(faces: list[str], columns: int, each: int) -> Iterator[str]:
    """The faces in rows, as one drawing after another."""
    most = max(1, each // columns) * columns
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
    parser.add_argument("--each", type=int, default=FACES)
    parser.add_argument("--key", type=Path)
    given = parser.parse_intermixed_args()
    looks = given.looks.split(",")
    stems = given.stems or sorted(path.stem for path in LIBRARY.glob("*.hexgame"))
    if given.key:
        random.Random(len(stems)).shuffle(stems)
    states = [played(stem, given.by, given.ends) for stem in stems]
    if given.key:
        asked_of = [(number, state, looks[number % len(looks)]) for number, state in enumerate(states, 1)]
        given.key.write_text("\n".join(told(*each) for each in asked_of) + "\n")
        faces = [face(state, look, str(number)) for number, state, look in asked_of]
    else:
        faces = [face(state, look) for state in states for look in looks]
    columns = given.columns or (COLUMNS if given.key else len(looks))
    for number, sheet in enumerate(sheets(faces, columns, given.each), 1):
        path = given.out if number == 1 else given.out.with_stem(f"{given.out.stem}-{number}")
        path.write_bytes(png(sheet))
        print(path)


if __name__ == "__main__":
    main()
