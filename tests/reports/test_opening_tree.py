"""Openings as a tree: games are counted once, images are one, values are those that `solve` proves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from xml.etree import ElementTree

import hexgame
from hexgame.play.game import Game
from hexgame.players.exact import solve
from hexgame.reports.kinds.desk import Ended
from hexgame.reports.kinds.searched import WEAK, Searched, SearchedGames
from hexgame.reports.measures.tree import FEWEST, VALUES, opening_tree, tree_of
from hexgame.reports.sections import Branch, Table, Tree, as_data
from hexgame.reports.study import Study
from hexgame.show.sheets.openings import tree_svg


@cache
def hex3() -> Game:
    return hexgame.load("hex", size=3, pie="no")


def played(lines: Sequence[tuple[str, int]]) -> tuple[Searched, ...]:
    """Games that begin with some moves and are won by a seat, 12 of each."""
    games = []
    for number, (moves, seat) in enumerate(lines * 12):
        codes = tuple(move.code for move in hex3().start().play_all(moves.split()).moves)
        games.append(Searched(number, Ended(codes, 1, seat), len(codes), is_whole=False))
    return tuple(games)


GAMES = (("a1 b2 c3", 0), ("c3 b2 a1", 1), ("b2 a3 a2", 0), ("c1 b2 a1", 0))


def every(branches: Sequence[Branch]) -> Iterator[Branch]:
    for each in branches:
        yield each
        yield from every(each.branches)


def test_images_are_one_branch() -> None:
    tree = tree_of(hex3(), played(GAMES))
    corner = next(each for each in tree if each.move in ("a1", "c3"))
    assert (corner.alike, corner.games, corner.share.value, corner.share.n) == (2, 24, 0.5, 24)
    (reply,) = corner.branches
    assert (reply.move, reply.games) == ("b2", 24)
    assert sum(each.games for each in tree) == 48


def test_branches_are_lines_that_can_be_played() -> None:
    tree = tree_of(hex3(), played(GAMES))
    for each in every(tree):
        assert [*map(str, hex3().start().play_all(each.moves).moves)] == [*each.moves]
        assert sum(child.games for child in each.branches) <= each.games
        assert each.share.low <= each.share.value <= each.share.high


def test_values_are_those_that_are_solved() -> None:
    for each in every(tree_of(hex3(), played(GAMES))):
        found = solve(hex3().start().play_all(each.moves))
        assert each.value == VALUES[hex3().players.index(str(found.winner))]


def test_rare_branches_are_left_out() -> None:
    games = played(GAMES)
    assert tree_of(hex3(), games[: FEWEST - 1]) == ()


def test_the_section_holds_the_tree_as_data() -> None:
    study = Study(hex3(), 0, {WEAK.name: SearchedGames(played(GAMES))})
    section = opening_tree(study)
    assert section is not None
    drawn, table = section.parts
    assert isinstance(drawn, Tree)
    assert isinstance(table, Table)
    branches = as_data(drawn)["branches"]  # type: ignore[index, call-overload]
    assert [each["games"] for each in branches] == [each.games for each in drawn.branches]  # type: ignore[index, union-attr, call-overload]
    assert len(table.rows) == len([*every(tree_of(hex3(), played(GAMES)))])
    assert opening_tree(Study(hex3(), 0)) is None


def test_the_picture_colours_what_is_proved() -> None:
    root = ElementTree.fromstring(tree_svg(tree_of(hex3(), played(GAMES)), "Hex <3>"))  # noqa: S314 - our own
    bars = [each for each in root.iter() if each.get("class") == "share"]
    assert len(bars) == len([*every(tree_of(hex3(), played(GAMES)))])
    assert len({each.get("fill") for each in bars}) > 1
