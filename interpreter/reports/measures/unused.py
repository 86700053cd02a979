"""What no game touched: cells, decisions and endings of the rules, and options that change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from ...diagnostics.diagnostic import HexgameError
from ...loading import rebuild
from ...machine.answers import read_end
from ...play.game import Game
from ...rules import ir
from ...source.layout.outline import on_one_line
from ...values.settings import OptionDomain, OptionValue, plain, spelt
from ..kinds.playouts import PLAYOUTS
from ..kinds.walks import WALKS
from ..sections import Diagram, Part, Section, Table
from ..study import Study
from .winners import most, random_games

FEW = 3
"""How many other values of an option are tried."""

NAMED = 20
"""How many untouched cells are named; more of them are shown on the board."""

ENOUGH = 500
"""The random games below which what they never used tells nothing."""

LONGEST = 160
"""The most characters of a rule that are shown."""


def unused(study: Study) -> Section | None:
    """Cells, decisions and endings that no random game touched, and options of which other values change nothing.

    A cell is touched if something is put on it or it holds something in the end, a decision if a player makes it, an
    ending if a game ends so. What is used in more than the share given would have been seen 95 times out of 100
    (Wilson's interval of no game at all); with fewer than 500 games nothing is said. An option changes nothing if the
    generated module stays the same.
    """
    walks, found, game = study.of(WALKS), random_games(study), study.game
    if walks.games < ENOUGH:
        return None
    cells = untouched(study)["cells"]
    rows = [(kind, text) for kind, texts in _rules(study).items() for text in texts]
    options = idle_options(game) if study.is_looked_into else ()
    rows += [("option", text) for text in options]
    every = ", and every option changes the game" if study.is_looked_into and game.settings.options else ""
    says = [
        f"Every cell was touched in {walks.games:,} random games."
        if not cells
        else f"{len(cells):,} of {len(game.board.names):,} cells were touched in none of {walks.games:,} random games: "
        f"{', '.join(cells[:NAMED])}{' …' * (len(cells) > NAMED)}. A cell that is touched in more than "
        f"{most(walks.games)} of games would have been seen.",
        f"Every decision and every ending of the rules was used{every}."
        if not rows
        else f"Decisions were counted in {walks.games:,} games, endings in {found.games:,}: a decision that is made in "
        f"more than {most(walks.games)} of games, or an ending of more than {most(max(1, found.games))}, would have "
        "shown.",
    ]
    parts: list[Part] = []
    if len(cells) > NAMED:
        parts.append(Diagram("Untouched cells (marked 0)", shares=dict.fromkeys(cells, 0.0)))
    if rows:
        parts.append(Table("Never used", ("kind", "as the rules have it"), tuple(rows)))
    return Section(
        "unused", "What no game touched", tuple(says), tuple(parts), (study.basis(WALKS), study.basis(PLAYOUTS))
    )


def untouched(study: Study) -> dict[str, list[str]]:
    """Return the cells, decisions and endings that no random game used; nothing if there were too few games."""
    if study.of(WALKS).games < ENOUGH:
        return {}
    touched = _touched(study)
    cells = [name for cell, name in enumerate(study.game.board.names) if cell not in touched]
    rules = _rules(study)
    return {"cells": cells, "decisions": rules["decision"], "endings": rules["ending"]}


def _touched(study: Study) -> set[int]:
    """The cells that something was put on, or that held something in the end."""
    walks, game = study.of(WALKS), study.game
    placed = {
        code - block.base for block in game.machine.blocks if block.takes_cell for code in walks.taken if code in block
    }
    moved = {cell for block in game.machine.blocks if block.pairs
             for code in walks.taken if code in block for cell in block.pairs[code - block.base]}  # fmt: skip
    return placed | moved | walks.touched.keys()


def _rules(study: Study) -> dict[str, list[str]]:
    """The decisions that nobody made and the endings that no game came to, as the file has them."""
    game, taken = study.game, study.of(WALKS).taken
    ended = {read_end(end, len(game.players))[0] for end in _ends(study)}
    spans: dict[str, bool] = {}
    for block in game.machine.blocks:
        text = _one_line(block.decision.span.text)
        spans[text] = spans.get(text, False) or any(code in block for code in taken)
    never = [_one_line(decision.span.text) for point in game.rules.points for decision in point.never]
    idle = [each for number, each in enumerate(game.rules.endings) if number not in ended]
    ruled_out = [each for each in idle if isinstance(each.condition, ir.Constant) and not any(each.condition.values)]
    return {
        "decision": [text for text, is_made in spans.items() if not is_made],
        "decision, ruled out by the options": list(dict.fromkeys(never)),
        "ending": [_one_line(each.span.text) for each in idle if each not in ruled_out],
        "ending, ruled out by the options": [_one_line(each.span.text) for each in ruled_out],
    }


def _ends(study: Study) -> set[int]:
    """The end codes of random games, whoever sits where."""
    most_codes = study.game.machine.too_long + 1
    return {end % most_codes for _, end in study.of(PLAYOUTS).ends}


@lru_cache(maxsize=8)
def idle_options(game: Game) -> Sequence[str]:
    """Return the options of which some other values change nothing, with these values."""
    found = []
    for option in game.settings.options:
        same = [
            spelt(value) for value in _others(option, game.options[option.name]) if _is_same(game, option.name, value)
        ]
        if same:
            found.append(f"{option.name}: {' and '.join([spelt(game.options[option.name]), *same])} give the same game")
    return found


def _others(option: OptionDomain, chosen: OptionValue) -> list[OptionValue]:
    """A few other values of an option."""
    values = (value for each in option.values for value in (each[: FEW + 1] if isinstance(each, range) else (each,)))
    return [value for value in map(plain, islice(values, FEW + 1)) if value != chosen][:FEW]


def _is_same(game: Game, option: str, value: OptionValue) -> bool:
    """Whether a game is the same with another value of an option."""
    try:
        other = rebuild(game.sources, {**game.options, option: value}, game.allows_slow)
    except HexgameError:
        return False
    is_like = len(other.board.cells) == len(game.board.cells) and other.machine.source == game.machine.source
    return is_like and other.machine.start == game.machine.start


def _one_line(text: str) -> str:
    short = on_one_line(text)
    return short if len(short) <= LONGEST else short[: LONGEST - 1] + "…"
