"""Small boards with random glue, borders and goals, as rule sheets: what proofs are tried on."""

from __future__ import annotations

from itertools import product
from random import Random

from conftest import complete

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.proofs.fillings import Fillings, fillings_of

SHAPES = (
    "rhombus(3)", "parallelogram(3, 4)", "parallelogram(4, 3)", "parallelogram(2, 5)", "hexagon(2)", "triangle(4)",
    "triangle(5) - disc(cell(0, 0), 0) - disc(cell(4, 0), 0)", "parallelogram(4, 3) + disc(cell(4, 0), 0)",
)  # fmt: skip
WRAPS = ((), ("left, right",), ("top, bottom",), ("left, right", "top, bottom"))


def random_sheet(random: Random) -> str:
    """A game on a board of up to 13 cells whose goals speak of edges and seams."""
    shape = random.choice(SHAPES)
    has_sides = shape.startswith(("rhombus", "parallelogram")) and "+" not in shape
    wraps = random.choice(WRAPS) if has_sides else ()
    items = [f"shape {shape}"]
    for number, sides in enumerate(wraps):
        items.append(f"wrap {sides} {random.choice(['', 'reversed'])} as s{number}")
    if has_sides and (wraps or random.random() < 0.3):
        for sides in ("left, right", "top, bottom"):
            if sides not in wraps:
                items.append(f"edge {sides}: {random.choice(['Red', 'Blue', 'Red, Blue', 'Red, neutral'])}")
    elif not has_sides or random.random() < 0.8:
        owners = random.choice(["Red, Blue", "Red, Blue", "Red, Red, Blue", "Red, Blue, neutral"])
        items.append(f"edge outside split {random.choice([2, 4, 4, 6, 6, 8])}: {owners}")
    board = "  ".join(items)
    endings = [_ending(random, player, items, len(wraps)) for player in ("Red", "Blue")]
    if random.random() < 0.5:
        endings = [endings[0].replace("for Red ", "").replace("Red.edges", "own.edges")]
    return f"board {{ {board} }}\n" + "\n".join(endings) + "\ndraw when count(empty) == 0\n"


def _ending(random: Random, player: str, items: list[str], seams: int) -> str:
    goals = [_goal(random, player, items, seams) for _ in range(random.randint(1, 3))]
    text = goals[0]
    for goal in goals[1:]:
        text = f"({text} {random.choice(['and', 'or', 'or'])} {goal})"
    return f"{random.choice(['win', 'win', 'win', 'lose'])} for {player} when {text}"


def _goal(random: Random, player: str, items: list[str], seams: int) -> str:
    own = f"{player}.edges"
    joins = [f"connects(own, [{own}[0], {own}[1]])", f"connects(own, {own})"]
    label = f"{random.choice(['odd', 'even'])}: s{random.randrange(seams)}" if seams else ""
    walks = [f"path(own, [{own}[0], {own}[{random.randrange(2)}]], {label})"] if seams else []
    loops = [f"loop(own, odd: s{random.randrange(seams)})"] * 2 if seams else []
    if seams > 1:
        loops += ["loop(own, odd: [s0, s1])", "loop(own, odd: s0, even: s1)", "loop(own, odd: s1, even: s0)"]
    if not any(item.startswith("edge") for item in items):
        joins = walks = []
    goal = random.choice([*joins, *walks, *walks, *loops] or ["count(empty) > 0"])
    return f"not {goal}" if random.random() < 0.15 else goal


def random_game(seed: int, most: int = 12) -> Game | None:
    """The game of a seed; None where its sheet makes no sense, such as goals of edges that a player lacks."""
    try:
        game = hexgame.load(Source("glued.hexgame", complete(random_sheet(Random(seed)))))
    except hexgame.HexgameError:
        return None
    return game if len(game.board.cells) <= most else None


def winners_of_all(game: Game) -> set[frozenset[int]]:
    """The sets of winners that full boards have, found by looking at each."""
    fillings: Fillings = fillings_of(game)
    return {fillings.winners(filling) for filling in product(fillings.contents, repeat=len(game.board.cells))}
