"""Lints: what a rule sheet may say but seldom means, found in its rules, and in some play where only that tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Span
from ...play.game import Game
from ...rules.costs.findings import warnings as cost_warnings
from ...values.settings import spelt
from ..reasoning.reach import reach_of
from ..reasoning.store import Exhausted
from .boards.borders import border_warnings, edge_warnings
from .boards.items import item_warnings
from .boards.parted import parted_warnings
from .chosen import choice_warnings, constant_warnings
from .conditions import ending_warnings, filter_warnings, player_warnings
from .decisions import (
    branch_warnings,
    idle_block_warnings,
    idle_warnings,
    later_warnings,
    twice_warnings,
)
from .endless import endless_warnings
from .goals import goal_warnings, implied_warnings
from .layers import lost_warnings
from .moves import early_warnings, move_warnings, nothing_warnings, stuck_never_warnings
from .names import name_warnings
from .options import default_warnings, idle_option_warnings, value_warnings
from .pieces import piece_warnings
from .secrets import secret_warnings
from .stuck import STUCK, failing, stuck_warnings, stuck_winner_warnings
from .written import written_warnings


def warnings_of(game: Game) -> list[Diagnostic]:
    """The warnings about one game with its options, in the order of its text."""
    found = Diagnostics(name_warnings(game))
    found.extend(written_warnings(game))
    found.extend(twice_warnings(game))
    found.extend(idle_block_warnings(game))
    found.extend(lost_warnings(game))
    found.extend(parted_warnings(game))
    found.extend(stuck_winner_warnings(game))
    found.extend(cost_warnings(game.costs, "HG940", game.tree.span))
    with suppress(Exhausted):
        reach = reach_of(game)
        for check in _OF_PLAY:
            found.extend(check(reach))
    return list(found.in_order())


_OF_PLAY = (
    ending_warnings, player_warnings, stuck_warnings, endless_warnings, secret_warnings, early_warnings,
)  # fmt: skip
"""The lints that reason from what play can reach."""


def warnings_of_file(games: Sequence[Game]) -> list[Diagnostic]:
    """The warnings about a rule sheet with all its options; the first game has the defaults."""
    game = games[0]
    found = Diagnostics(branch_warnings(game))
    with suppress(Exhausted):
        found.extend(_everywhere(games))
    for check in (border_warnings, value_warnings, default_warnings):
        found.extend(check(game))
    for check in (choice_warnings, constant_warnings):
        found.extend(check(game))
    found.extend(item_warnings(games))
    found.extend(idle_option_warnings(games))
    found.extend(_on_the_smallest(games))
    return list(found.in_order())


def one_a_cause(found: Iterable[Diagnostic], game: Game) -> list[Diagnostic]:
    """Warnings without a stuck turn (HG918) where another warning at the same place explains it; what is left of the
    two says what follows for the game's claims."""
    warnings, told = _outermost(list(found)), list[Diagnostic]()
    stuck = {each.span for each in warnings if each.code == STUCK}
    others = {each.span for each in warnings if each.code != STUCK}
    for each in warnings:
        if each.span in stuck and each.code != STUCK:
            help_text = f"{each.help}; as it is, a player can be without a move{failing(game)}"
        else:
            help_text = each.help + failing(game) * (each.code == STUCK)
        if each.code != STUCK or each.span not in others:
            told.append(each.copy_with(help=help_text))
    return told


def _outermost(found: list[Diagnostic]) -> list[Diagnostic]:
    """Warnings without those of a part of a condition where one of the same kind tells it of more."""
    spans = [each.span for each in found if each.code == SETTLED and each.span]
    return [each for each in found if each.code != SETTLED or not any(_is_inside(each.span, span) for span in spans)]


SETTLED = "HG917"
"""The code of a condition that is always, or never, true."""


def _is_inside(one: Span | None, other: Span) -> bool:
    if one is None or one == other or one.source is not other.source:
        return False
    return other.start <= one.start and one.end <= other.end


def _on_the_smallest(games: Sequence[Game]) -> Iterator[Diagnostic]:
    """What is told of play on the smallest board alone, where more of it can be followed."""
    least = min(games, key=lambda game: len(game.board.cells))
    options = " and ".join(f"`{name}` = {spelt(value)}" for name, value in least.options.items()
                            if value != games[0].options[name])  # fmt: skip
    found = list[Diagnostic]()
    with suppress(Exhausted):
        for check in (stuck_warnings, endless_warnings) if least is not games[0] else ():
            found += check(reach_of(least))
    known = set(map(_place, warnings_of(games[0]))) if found else set()
    for warning in found:
        if _place(warning) not in known:
            yield warning.copy_with(help=f"{warning.help}; this happens with {options}")


def _everywhere(games: Iterable[Game]) -> Iterator[Diagnostic]:
    """The warnings that every game has, as the first words them."""
    found: dict[object, Diagnostic] | None = None
    for game in games:
        here = {_place(warning): warning for warning in _of_options(game, is_first=found is None)}
        found = here if found is None else {place: warning for place, warning in found.items() if place in here}
        if not found:
            return
    yield from (found or {}).values()


def _place(warning: Diagnostic) -> object:
    return warning.code, warning.span and (warning.span.source.name, warning.span.start, warning.span.end)


def _of_options(game: Game, *, is_first: bool) -> Iterator[Diagnostic]:
    """The warnings that other options may remove."""
    reach = reach_of(game)
    yield from edge_warnings(game)
    yield from implied_warnings(reach, also_never=not is_first)
    for check in _OF_OPTIONS:
        yield from check(reach)


_OF_OPTIONS = (
    idle_warnings, later_warnings, filter_warnings, goal_warnings, piece_warnings,
    move_warnings, nothing_warnings, stuck_never_warnings,
)  # fmt: skip
"""The lints whose reasons other options may remove."""
