"""What a rule sheet says to people: what they are asked, what buttons say, why a move is refused."""

from __future__ import annotations

from conftest import game_of

from hexgame import Game
from hexgame.diagnostics.text import Source
from hexgame.show.boards.words import asked
from hexgame.source.layout.format import formatted
from hexgame.web.talk.scene import scene

PLAIN = """
turn {
  may place stone on c among empty where count(own) < 3 forbid count(group(c)) > 1
  may swap on turn 2
  otherwise pass
}
draw when passes == 2 or turn > 20
"""
SPOKEN = """
turn {
  may place "Put one down" stone on c among empty where count(own) < 3 "three are enough"
      forbid count(group(c)) > 1    "it must stand alone"
  may swap "Take over Red" on turn 2
  otherwise pass "Stay"
}
draw when passes == 2 or turn > 20
"""


def buttons(game: Game, *moves: str) -> dict[object, object]:
    state = game.start().play_all(moves)
    shown = scene(state, state.legal_moves)["moves"]
    assert isinstance(shown, list)
    return {each["word"]: each["says"] for each in shown if "says" in each}


def test_a_player_is_asked_what_the_sheet_says_or_else_what_is_possible() -> None:
    for text, words in ((PLAIN, "Place a stone"), (SPOKEN, "Put one down")):
        state = game_of(text).start()
        assert asked(state.legal_moves) == scene(state, state.legal_moves)["asks"] == words
        assert scene(state)["asks"] == ""


def test_who_may_do_several_things_is_asked_them_all() -> None:
    game = game_of("pieces man, king\nturn { place man on empty  then may place king on empty"
                   "  may move man from own.man to empty  may pass }\ndraw when turn > 9")  # fmt: skip
    state = game.start()
    assert asked(state.legal_moves) == "Place a man"
    state.play("man@a1") if "man@a1" in map(str, state.legal_moves) else state.play("a1")
    assert asked(state.legal_moves) == "Place a king or move a man"


def test_several_things_that_a_sheet_asks_are_one_sentence() -> None:
    game = game_of('pieces man, amazon\nturn { may place "Put a man down" man on empty'
                   '  may place "Send an amazon" amazon on empty }\ndraw when turn > 9')  # fmt: skip
    assert asked(game.start().legal_moves) == "Put a man down or send an amazon"
    alone = game_of("pieces amazon\nturn { place amazon on empty }\ndraw when turn > 9")
    assert asked(alone.start().legal_moves) == "Place an amazon"


def test_buttons_say_what_the_sheet_says() -> None:
    assert buttons(game_of(PLAIN), "a1") == {"swap": "Swap sides"}
    assert buttons(game_of(SPOKEN), "a1") == {"swap": "Take over Red"}
    alone = game_of("turn { pass }\ndraw when turn > 3"), game_of('turn { pass "Wait" }\ndraw when turn > 3')
    assert [buttons(game) for game in alone] == [{"pass": "Pass"}, {"pass": "Wait"}]
    assert asked(alone[0].start().legal_moves) == ""


def test_words_change_nothing_in_the_rules() -> None:
    plain, spoken = game_of(PLAIN), game_of(SPOKEN)
    assert plain.machine.source == spoken.machine.source


def test_words_stand_where_they_belong_after_formatting() -> None:
    lines = formatted(Source("t.hexgame", SPOKEN)).splitlines()
    assert '  may place "Put one down" stone on c among empty' in lines
    assert '      where count(own) < 3    "three are enough"' in lines
    assert '  otherwise pass "Stay"' in lines
