"""A name of a sheet's own hides the word of the language that is called so, wherever it is declared."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import codes_of, complete, game_of

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.rules.declarations.naming import hideable
from hexgame.source.layout.format import formatted
from hexgame.source.reading.fixes import mended
from hexgame.source.syntax.grammar import FREE, reserved_words

BOARD = "board {{ shape rhombus(4) {} }}\n"


@pytest.mark.parametrize("word", sorted({*hideable()} - reserved_words() - {"count"}))
def test_any_function_shape_or_region_gives_its_name_away(word: str) -> None:
    board = BOARD.replace("rhombus", "parallelogram").replace("(4)", "(4, 4)") if word == "rhombus" else BOARD
    declared = (
        f"option {word} = 3 in 2..4",
        f"let {word} = 3",
        f"define {word} = 3",
        f"var {word} = 3 in 3..3",
        f"var {word} = 3 in 3..3 for each player",
    )
    for item in declared:
        game = game_of(f"{item}\n{board.format('')}win when count(own) == {word}")
        state = game.start()
        for code in range(5):
            state.play(game.move(code))
        assert state.outcome is not None
    assert codes_of(f"{board.format('')}define {word}(a, b) = a + b\nwin when count(own) == {word}(1, 2)") == []
    on_board = (
        f"region {word} = {{cell(0, 0), cell(1, 1)}}",
        f"relation {word}(c) = {{d for d in {{cell(0, 0)}} where d.r < c.r}}",
        f"label {word}(c) = c.q",
        f"let {word} = 3",
    )
    for item, used in zip(on_board, (f"{word} - own == {{}}", f"{word}(last) == {{}}", f"{word}(last) > 2",
                                     f"count(own) == {word}"), strict=True):  # fmt: skip
        assert codes_of(f"{board.format(item)}win when {used}") == [], item


@pytest.mark.parametrize("word", sorted(FREE))
def test_a_word_that_stands_only_amid_items_is_a_name_too(word: str) -> None:
    text = complete(
        f"option {word} = 2 in 2..3\n"
        f"define twice({word}) = {word} + {word}\n"
        f"turn {{ place stone on c among empty where {word} < 3 and c.q + {word} > 0\n{{ c becomes stone }} }}\n"
        f"win at end of turn when count(own) >= {word} and twice({word}) > 2"
    )
    assert [each.code for each in hexgame.check(Source("free.hexgame", text))] == []
    assert hexgame.check(Source("again.hexgame", formatted(Source("free.hexgame", text)))) == ()


@pytest.mark.parametrize("word", sorted({*FREE, "link", "label", "region"}))
def test_a_good_name_is_good_in_a_sheet_with_a_slip(word: str) -> None:
    declared = f"define lots({word}) = {word} > 3\n"
    if word in FREE:
        declared += f"let {word} = 2\nwin when {word} > 3 and count(own) + {word} > 9\n"
    loop = f"for {word} in own where {word}.q == 2 {{ {word} becomes empty }}"
    text = complete(f"{declared}turn {{ place stone on c among empty {{ c becomes stone {loop} }} }}\n"
                    f"lose when lots(passes) and passes = 16 and (some {word} in own: {word} in corners)")  # fmt: skip
    assert codes_of(text.replace("passes = 16", "passes == 16")) == []
    assert codes_of(text) == ["HG101"]


def test_what_stands_on_relations_of_the_board_is_not_deceived() -> None:
    rules = "win when some g in groups(own): count(liberties(g)) == 0\nlose when count(slide(last, past: empty)) > 9"
    plain = game_of(BOARD.format("") + rules)
    own = game_of(BOARD.format("relation adjacent(c) = {cell(0, 0)}  let steps = 3") + rules)
    conditions = [[ending.condition for ending in game.rules.endings] for game in (plain, own)]
    assert conditions[0] == conditions[1]


def test_boards_with_and_without_hidden_words_are_not_mixed_up() -> None:
    board = BOARD.format("")
    assert codes_of(f"{board}win when top - own == {{}}") == []
    assert codes_of(f"var top = 3 in 3..4\n{board}win when count(own) == top") == []
    assert codes_of(f"{board}win when top - own == {{}}") == []


def test_a_word_is_hidden_before_its_declaration_too() -> None:
    (problem,) = hexgame.check(Source("own.hexgame", complete("let a = ring\nlet ring = 3\nwin when count(own) == a")))
    assert problem.code == "HG201"
    assert [note for _, note in problem.related] == ["this `ring` hides the shape of that name"]


def test_the_message_says_what_is_hidden() -> None:
    text = complete("define group(c) = 2\nwin when count(group(last)) > 3")
    (problem,) = hexgame.check(Source("own.hexgame", text))
    assert [note for _, note in problem.related] == ["this `group` hides the function of that name"]


@pytest.mark.parametrize(
    ("declared", "word"),
    [("var last = 3 in 1..3", "last"), ("option own = 3 in 1..3", "own"), ("let score = 3", "score")],
)
def test_what_cannot_be_a_name_is_renamed_wherever_it_stands(tmp_path: Path, declared: str, word: str) -> None:
    text = complete(f"{declared}\nlet a = 1\nturn {{ place stone on empty where {word} + {word} > a }}\nwin when yes")
    draft = mended(Source("own.hexgame", text), hexgame.check)
    assert draft.errors == 0
    assert draft.source.text == text.replace(word, f"the_{word}")
    assert [str(change) for change in draft.changes] == [f"'{word}' → 'the_{word}', 3 times"]
