"""The number of players as an option: with fewer players, a sheet is the one that never names the others."""

from __future__ import annotations

import pytest
from conftest import codes_of

import hexgame
from hexgame import Source

NAMES = ("Red", "Blue", "Green", "Black")

SHEET = """
game "Ring"
option seats = 3 in 1..4
players seats of Red, Blue, Green, Black
option first = Red in Red, Blue, Green, Black
option lead = first in Red, Blue, Green, Black, random
var leader = none in Red, Blue, Green, Black, none
var supply = (if own == Green then 9 else 8) in 0..9 for each player
marks found
cards hand = 1..3
board {
  shape hexagon(4)
  region middle = disc(cell(0, 0), 1)
  edge outside split (2 * seats): Red, Blue, Green, Black
  edge sides[0], sides[3]: Red, Green as rails
}
effect give(c) { c becomes stone of Green }
setup {
  middle becomes stone of Black
  as Black { place stone on empty }
  set Green.found = {cell(1, 1)}
  as lead { place stone on c among empty { if c.q == 1 { c becomes stone of Black } else { c becomes stone } } }
}
turn {
  may place stone of Green on sides[0] & empty
  may place stone on c among empty where own != Black and leader != Green { c becomes stone set leader = own }
}
win for Green when count(own) > 9
win when connects(own, own.edges) or touches(own, rails[0]) and own == Blue
draw when count(empty) == 0 or turn > 30
"""


def written_for(number: int) -> str:
    """The same for a fixed number of players, as somebody would write it who knows of no others."""
    text = SHEET.replace("option seats = 3 in 1..4\n", "").replace("2 * seats", str(2 * number))
    text = text.replace("players seats of Red, Blue, Green, Black", f"players {', '.join(NAMES[:number])}")
    for name in NAMES[number:]:
        for line in ("win for {} when count(own) > 9\n", "  may place stone of {} on sides[0] & empty\n",
                     "  as {} {{ place stone on empty }}\n", "  middle becomes stone of {}\n",
                     "  set {}.found = {{cell(1, 1)}}\n"):  # fmt: skip
            text = text.replace(line.format(name), "")
        text = text.replace(f"c becomes stone of {name} }}", "}")
        text = text.replace(f"own == {name}", "no").replace(f"own != {name}", "yes").replace(f"!= {name}", "!= none")
        text = text.replace("Red, Green as rails", f"Red, {'neutral' if name == 'Green' else 'Green'} as rails")
    head, _, rest = text.partition("board {")
    for name in NAMES[number:]:
        head, rest = head.replace(f", {name}", ""), rest.replace(f", {name}\n", "\n").replace(f", {name}, ", ", ")
    return f"{head}board {{{rest}"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_sheet_for_fewer_players_is_the_one_that_never_names_the_others(number: int) -> None:
    seated = hexgame.load(Source("seats", SHEET), seats=number)
    plain = hexgame.load(Source("plain", written_for(number)))
    assert seated.players == plain.players == NAMES[:number]
    assert seated.board.edges == plain.board.edges
    assert seated.machine.source == plain.machine.source
    one, other = seated.start(seed=3), plain.start(seed=3)
    while not one.is_over:
        assert [str(move) for move in one.legal_moves] == [str(move) for move in other.legal_moves]
        move = str(one.legal_moves[len(one.moves) * 7 % len(one.legal_moves)])
        one.play(move)
        other.play(move)
    assert one.outcome == other.outcome


def test_the_option_is_kept_in_records_and_identities() -> None:
    game = hexgame.load(Source("seats", SHEET), seats=2)
    assert game.options["seats"] == 2
    assert "seats=2" in str(game.identity)
    assert "Green" not in str(game.start())


@pytest.mark.parametrize(
    ("head", "codes"),
    [
        ("option n = 2 in 2..4 players n of Red, Blue, Green", []),
        ("players (2) of Red, Blue, Green", []),
        ("option n = 2 in 1..3 players (n + 1) of Red, Blue, Green, Black", []),
        ("option n = 4 in 2..4 players n of Red, Blue, Green", ["HG501"]),
        ("option n = 0 in 0..3 players n of Red, Blue, Green", ["HG501"]),
        ("players (yes) of Red, Blue", ["HG302"]),
        ("players n of Red, Blue option n = 2 in 1..2", ["HG201"]),
        ("option first = Red in Red, Blue option n = 2 in 2..3 players n of Red, Blue, Green", ["HG501"]),
        ("option n = 2 in 2..3 players n of Red, Blue, Green option first = Green in Red, Green", ["HG501"]),
    ],
)
def test_what_is_wrong_with_the_number_of_players(head: str, codes: list[str]) -> None:
    assert codes_of(head.replace(" players", "\nplayers")) == codes
