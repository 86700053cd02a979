"""Scenario files: the shipped ones hold, wrong ones fail with a reason, malformed ones are told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from click.testing import Result as Printed
from conftest import ROOT, complete, long, wide

from hexgame.diagnostics.diagnostic import Diagnostic
from hexgame.machine.plan.forms import PLAIN, Forms, fast_forms
from hexgame.play.game import Game
from hexgame.validation.expectations import EXPECTATIONS
from hexgame.validation.scenarios import Result, run_file

Run = Callable[..., Printed]

FILES = sorted((ROOT / "games").glob("*.test.yaml"))
KINDS = list(product([False, True], repeat=2))


def chosen(fast: tuple[bool, bool], game: Game) -> Game:
    """The game with the fast form where `fast` says so, as far as the facts license it."""
    best = fast_forms(game.facts)
    groups = best.groups if fast[0] else PLAIN.groups
    counts = best.counts if fast[1] else PLAIN.counts
    return game.in_forms(Forms(groups, counts, PLAIN.moves))


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[[str], list[Result] | tuple[Diagnostic, ...]]:
    """Runs the text of a scenario file."""

    def run(text: str) -> list[Result] | tuple[Diagnostic, ...]:
        (tmp_path / "some.test.yaml").write_text(text, "utf-8")
        return run_file(tmp_path / "some.test.yaml")

    return run


Scenario = Callable[[str], list[Result] | tuple[Diagnostic, ...]]


def on_hex(case: str) -> str:
    return f"game: hex\noptions: {{size: 3}}\ncases:\n  - {{name: it, {case}}}\n"


def failures(results: list[Result] | tuple[Diagnostic, ...]) -> list[str]:
    assert isinstance(results, list), results
    return [failure.says for result in results for failure in result.failures]


def problem(results: list[Result] | tuple[Diagnostic, ...]) -> Diagnostic:
    assert isinstance(results, tuple), results
    (found,) = results
    return found


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 2


@wide("*-(False, True)", "*-(True, False)")
@long(
    "blind_hex.test-(True, True)",
    "knight_vision.test-(True, True)",
    "unlur.test-(True, True)",
    "three_player_hex.test-(True, True)",
    "scaffold.test-(True, True)",
    "hex_kb-*.test-(True, True)",
    "*-(False, False)",
    "!hex*-(False, False)",
    "y.test-(True, True)",
    "crossway.test-(True, True)",
)
@pytest.mark.parametrize("fast", KINDS, ids=str)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_shipped_scenarios_hold_in_all_forms(path: Path, fast: tuple[bool, bool, bool]) -> None:
    results = run_file(path, partial(chosen, fast))
    assert isinstance(results, list)
    assert [(result.name, result.failures) for result in results if result.failures] == []


WON = "moves: [b1, a1, b2, a2, b3], "
WRONG = [
    ("expect: {wins: [Red]}", ["wins: expected Red, got none"]),
    (WON + "expect: {wins: []}", ["wins: expected none, got Red"]),
    ("expect: {loses: [Blue]}", ["loses: expected Blue, got none"]),
    ("expect: {winner: Red}", ["winner: expected Red, got none"]),
    ("expect: {winner: red}", ["winner: there is no player `red`: did you mean `Red`?"]),
    ("expect: {to_move: [White]}", ["to move: there is no player `White`; write Red, Blue or none"]),
    (WON + "expect: {winner: none}", ["winner: expected none, got Red"]),
    (WON + "expect: {winner: draw}", ["winner: expected draw, got Red"]),
    ("expect: {to_move: Blue}", ["to move: expected Blue, got Red"]),
    ("position: {Red: [a1, b1, c1, a2, b2, c2, a3]}, expect: {legal: [b3]}", ["legal: c3 is legal but not listed"]),
    ("position: {Red: [a1, b1, c1, a2, b2, c2, a3]}, expect: {legal: [b3, c3, c1]}", ["legal: c1 is not legal"]),
    ("expect: {legal_count: 8}", ["legal moves: expected 8, got 9"]),
    ("expect: {includes: [a1, swap]}", ["includes: swap is not legal"]),
    ("expect: {includes: [d1]}", ["d1: there is no cell `d1` on this board"]),
    ("expect: {excludes: [swap, a1]}", ["excludes: a1 is legal"]),
    ("expect: {excludes: [hello]}", ["excludes: `hello` is not a move: name a cell, such as `a1`"]),
    (
        "moves: [b2], expect: {refuses: [b2, a1, nonsense, swap]}",
        ["refuses: a1 was accepted", "refuses: swap was accepted"],
    ),
    (
        "moves: [b2], expect: {board: {Red: [b2, c2], Blue: []}}",
        ["board: cells with stone of Red: expected b2, c2, got b2"],
    ),
    ("moves: [b2], expect: {board: {Blue: {stone: [a1]}}}", ["board: cells with stone of Blue: expected a1, got none"]),
    ("expect: {board: {Rde: []}}", ["board: there is no player `Rde`: did you mean `Red`?"]),
    ("expect: {perft: [9, 80]}", ["perft: expected 9, 80, got 9, 81"]),
    ("moves: [b2], expect: {piles: {b2: [stone of Red], a1: []}}", []),
    (
        "moves: [b2], expect: {piles: {b2: [stone of Red, stone of Blue], z9: []}}",
        ["piles, b2: expected stone of Red, stone of Blue, got stone of Red", "piles: there is no cell `z9`"],
    ),
    ("expect: {vars: {ko: a1}}", ["vars: there is no `ko`, only none"]),
    ("expect: {scores: {Red: 3}}", ["scores: there is no `Red`, only none"]),
    ("expect: {zones: {Red: {hand: [1]}}}", ["zones, Red: there is no `hand`, only none"]),
    ("expect: {marks: {Rde: {seen: [a1]}}}", ["marks: there is no `Rde`, only Red, Blue"]),
    (
        "moves: [b2], expect: {views: {Blue: {board: {Red: [a1]}, last: a1, eyes: 2}, Rde: {}}}",
        [
            "views, Blue, board: cells with stone of Red: expected a1, got b2",
            "views, Blue, last: expected a1, got b2",
            "views, Blue, a view has a `board`, `vars` and the `last` move, not `eyes`: 2",
            "views: there is no player `Rde`: did you mean `Red`?",
        ],
    ),
    ("expect: {winner: Red, to_move: Blue}", ["winner: expected Red, got none", "to move: expected Blue, got Red"]),
]


@pytest.mark.parametrize(("case", "messages"), WRONG, ids=[case for case, _ in WRONG])
def test_a_wrong_expectation_fails_with_what_was_found(scenario: Scenario, case: str, messages: list[str]) -> None:
    assert failures(scenario(on_hex(case))) == messages


def test_every_kind_of_expectation_is_tried_above() -> None:
    assert {kind for kind in EXPECTATIONS if any(f"{{{kind}:" in case for case, _ in WRONG)} == set(EXPECTATIONS)


@pytest.mark.parametrize(
    "case",
    [
        "position: {Red: [[0, 0], b1]}, expect: {board: {Red: [a1, [1, 0]]}}",
        "position: {Red: [a1, b1], Blue: [a2], to_move: Blue}, moves: [B2], expect: {to_move: Red}",
        "options: {size: 2, pie: no}, expect: {perft: [4, 12, 24]}",
        "position: {Red: [b2], to_move: Blue}, expect: {includes: [swap]}",
        "position: {Red: [b2], to_move: Blue, turn: 3}, expect: {excludes: [swap]}",
        "position: {Red: [a1, a2, a3]}, expect: {winner: none, wins: [Red]}",
        WON + "expect: {legal: [], legal_count: 0, perft: [0, 0]}",
        "expect: {refuses: ['', a0, swap, 'b1-b2', null]}",
    ],
)
def test_a_right_expectation_holds(scenario: Scenario, case: str) -> None:
    assert failures(scenario(on_hex(case))) == []


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("moves: [b2, b2], expect: {}", "move 2, `b2`, is refused: b2 is occupied by a stone of Red"),
        ("moves: [zz], expect: {}", "move 1, `zz`, is refused: `zz` is not a move: name a cell, such as `a1`"),
        ("options: {size: 99}, expect: {}", "option `size` cannot be `99` (expected 2..26)"),
        ("options: {sise: 3}, expect: {}", "this game has no option `sise` (did you mean `size`?)"),
        ("position: {Red: [z9]}, expect: {}", "this position is impossible: there is no cell `z9`"),
        ("position: {Red: [[3, 0]]}, expect: {}", "this position is impossible: there is no cell `[3, 0]`"),
        (
            "position: {Rde: [a1]}, expect: {}",
            "this position is impossible: there is no player `Rde` (did you mean `Red`?)",
        ),
        (
            "position: {Red: {stnoe: [a1]}}, expect: {}",
            "this position is impossible: there is no piece `stnoe` (did you mean `stone`?)",
        ),
        ("position: {Red: [a1, a1]}, expect: {}", "this position is impossible: `a1` is named twice"),
        ("position: {Red: [a1], Blue: [[0, 0]]}, expect: {}", "this position is impossible: `a1` is named twice"),
        ("position: {Red: a1}, expect: {}", "this position is impossible: `a1` is not a list of cells"),
        (
            "position: {Red@a1: []}, expect: {}",
            "this position is impossible: there is no player `Red@a1` (write: Red: [a1])",
        ),
        (
            "position: {Red: [stone@a1]}, expect: {}",
            "this position is impossible: there is no cell `stone@a1` (kinds are keys: {stone: [a1]})",
        ),
        ("position: {begun: maybe}, expect: {}", "this position is impossible: `begun` must be yes or no"),
        (
            "moves: [stone@a1-b2], expect: {}",
            "move 1, `stone@a1-b2`, is refused: `stone@a1-b2` is not a move: write `a1-b2`, without the piece",
        ),
        (
            "position: {to_move: Rde}, expect: {}",
            "this position is impossible: there is no player `Rde` to move (expected Red or Blue)",
        ),
        (
            "position: {turn: 0}, expect: {}",
            "this position is impossible: `turn` must be a number from 1 to 1000000, not `0`",
        ),
    ],
)
def test_a_case_that_cannot_be_set_up_fails_with_the_reason(scenario: Scenario, case: str, message: str) -> None:
    assert failures(scenario(on_hex(case))) == [message]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a scenario file"),
        ("hello", "is not a scenario file"),
        ("game: [hex", "is not a scenario file: not valid YAML"),
        ("[" * 20_000, "nested more than 10 deep"),
        ("cases: [{expect: {}}]", "it does not name a game"),
        ("{game: 3, cases: [{expect: {}}]}", "it does not name a game"),
        ("game: hex", "it has no cases"),
        ("{game: hex, cases: []}", "it has no cases"),
        ("{game: hex, options: 3, cases: [{expect: {}}]}", "`options` must be a mapping"),
        (on_hex("moves: [a1]"), "case `it`: it has no `expect`"),
        ("{game: hex, cases: [a1]}", "case 1: it has no `expect`"),
    ],
)
def test_a_malformed_file_is_told(scenario: Scenario, text: str, message: str) -> None:
    found = problem(scenario(text))
    assert found.code == "HG608"
    assert message in found.message


@pytest.mark.parametrize(
    ("case", "line"),
    [
        ("    moves: [a1,\n      a2,\n      a1]\n    expect: {}", 6),
        ("    moves: [a1]\n    expect:\n      to_move: Blue\n      winner: Blue", 7),
        ("    position:\n      Red: [a1]\n      Blue: [z9]\n    expect: {}", 6),
        ("    position: {turn: 2,\n      Rde: [a1]}\n    expect: {}", 5),
        ("    options: {size: 5,\n      pie: maybe}\n    expect: {}", 5),
    ],
)
def test_a_failure_names_the_line_that_asks_for_what_is_not(scenario: Scenario, case: str, line: int) -> None:
    found = scenario(f"game: hex\ncases:\n  - name: it\n{case}\n")
    assert isinstance(found, list)
    assert [failure.line for result in found for failure in result.failures] == [line]


@pytest.mark.parametrize(
    ("case", "advice"),
    [
        ("moves: a1 b2, expect: {}", "write: moves: [a1, b2]"),
        ("expect: {perft: 9}", "write: perft: [9]"),
        ("options: size=3, expect: {}", "write: options: {size: 3}"),
    ],
)
def test_a_list_or_a_mapping_is_written_out(scenario: Scenario, case: str, advice: str) -> None:
    found = problem(scenario(on_hex(case)))
    assert found.help == advice
    assert isinstance(scenario(on_hex(case.replace(*_change(case, advice)))), list)


def _change(case: str, advice: str) -> tuple[str, str]:
    """What the advice changes: the key with what stands there, and what is to be written."""
    wanted = advice.removeprefix("write: ")
    key = wanted.partition(":")[0]
    return case[case.index(key) :].partition(", expect")[0].rstrip("}"), wanted


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("{game: hex, case: []}", "cases"),
        (on_hex("move: [a1], expect: {}"), "moves"),
        (on_hex("expect: {winer: Red}"), "winner"),
    ],
)
def test_an_unknown_key_is_guessed(scenario: Scenario, text: str, guess: str) -> None:
    found = problem(scenario(text))
    assert (found.code, found.help) == ("HG608", f"did you mean `{guess}`?")
    assert guess in found.expected


@pytest.mark.parametrize(
    "case",
    [
        "moves: 3, expect: {}",
        "moves: b2, expect: {}",
        "options: [3], expect: {}",
        "position: [a1], expect: {}",
        *(
            f"expect: {{{expected}}}"
            for expected in (
                "wins: Red",
                "loses: 3",
                "legal: 3",
                "legal: a1",
                "legal_count: nine",
                "includes: 3",
                "excludes: swap",
                "refuses: swap",
                "board: [a1]",
                "board: {Red: 5}",
                "perft: 9",
                "vars: 3",
                "scores: [3, 4]",
            )
        ),
    ],
)
def test_a_value_of_the_wrong_type_is_told(scenario: Scenario, case: str) -> None:
    found = problem(scenario(on_hex(case)))
    assert found.code == "HG608"
    assert "`it`" in found.message


KEEPING = """
players Red, Blue
cards hand = {3, 1}, table = {}
marks seen
var taken = 0 in 0..9 for each player
var calm = no in yes, no
board { shape rhombus(3) }
turn { place stone on c among empty { c becomes stone set seen = seen | {c} set taken = taken + 2 set calm = yes } }
score = [taken, count(own)]
win by score when empty == {}
"""


@pytest.mark.parametrize(("expected", "messages"), [
    ("vars: {taken: {Red: 4, Blue: 2}, calm: yes}, scores: {Red: [4, 2]}", []),
    ("zones: {Red: {hand: [1, 3], table: []}}, marks: {Red: {seen: [b1, a1]}, Blue: {seen: [c3]}}", []),
    ("vars: {taken: {Red: 3}, calm: no}", ["vars, taken, Red: expected 3, got 4", "vars, calm: expected no, got yes"]),
    ("vars: {taken: 4}", ["vars, taken: expected a value, got one for each of Red, Blue"]),
    ("vars: {tken: 4}", ["vars: there is no `tken`, only calm, taken"]),
    ("scores: {Red: [2, 4], Blue: 2}", ["scores, Red: expected 2, 4, got 4, 2", "scores, Blue: expected 2, got 2, 1"]),
    ("zones: {Blue: {hand: []}}", ["zones, Blue, hand: expected none, got 1, 3"]),
    ("marks: {Red: {seen: [a1]}}", ["marks, Red, seen: expected a1, got a1, b1"]),
])  # fmt: skip
def test_what_players_keep_is_expected(
    scenario: Scenario, tmp_path: Path, expected: str, messages: list[str]
) -> None:  # fmt: skip
    (tmp_path / "mine.hexgame").write_text('game "Keeping"' + KEEPING)
    found = scenario(f"{{game: mine.hexgame, cases: [{{moves: [a1, c3, b1], expect: {{{expected}}}}}]}}")
    assert failures(found) == messages


@pytest.mark.parametrize("expected", ["{Red: {stnoe: []}}", "{Red: [z9]}"])
def test_a_board_of_unknown_pieces_or_cells_is_told(scenario: Scenario, expected: str) -> None:
    (failure,) = failures(scenario(on_hex(f"expect: {{board: {expected}}}")))
    assert "there is no" in failure


def test_a_scenario_names_its_game_by_a_path_from_its_own_folder(scenario: Scenario, tmp_path: Path) -> None:
    (tmp_path / "mine.hexgame").write_text(complete('game "Mine"'))
    assert failures(scenario("{game: mine.hexgame, cases: [{expect: {legal_count: 25}}]}")) == []


DIE = """
game "Die"
players Red, Blue
board { shape rhombus(3) }
option first = random in Red, Blue, random
setup { as first { place stone on empty } }
turn {
  random n in 1..3
  repeat n { place stone on empty }
}
draw when empty == {}
"""


@pytest.mark.parametrize(
    "moves",
    ["[first=Blue, a1, n=3, b1]", "[first = Blue, a1, n = 3, b1]"],
)
def test_moves_may_say_what_chance_decides_at_the_start(scenario: Scenario, tmp_path: Path, moves: str) -> None:
    (tmp_path / "die.hexgame").write_text(DIE)
    case = f"moves: {moves}, expect: {{to_move: Red, board: {{Blue: [a1], Red: [b1]}}, legal_count: 7}}"
    assert failures(scenario(f"game: die.hexgame\ncases:\n  - {{{case}}}\n")) == []


@pytest.mark.parametrize("case", ["expect: {legal_count: 9}", "moves: [a1], expect: {legal_count: 3}"])
def test_what_chance_decides_at_the_start_is_drawn_unless_moves_say_it(
    scenario: Scenario, tmp_path: Path, case: str
) -> None:
    (tmp_path / "die.hexgame").write_text(DIE)
    assert failures(scenario(f"game: die.hexgame\ncases:\n  - {{{case}}}\n")) == []


def test_excludes_speaks_of_every_move_that_a_text_may_mean(scenario: Scenario, tmp_path: Path) -> None:
    (tmp_path / "two.hexgame").write_text(
        complete("pieces pawn, hole, wall\nturn { may place hole of neutral on empty may place wall on empty }")
    )
    case = "expect: {excludes: [a1, hole@b1, pawn@a1]}"
    assert failures(scenario(f"game: two.hexgame\ncases:\n  - {{{case}}}\n")) == [
        "excludes: `a1` may mean neutral.hole@a1 or wall@a1",
        "excludes: neutral.hole@b1 is legal",
    ]


@wide
def test_test_runs_the_files_of_a_folder(command: Run) -> None:
    result = command("test", str(ROOT / "games"))
    lines = result.output.splitlines()
    assert [line.partition(": ")[0] for line in lines[:-1]] == [str(path) for path in FILES]
    assert all(line.endswith("cases passed") for line in lines[:-1])
    assert lines[-1].endswith(" passed, 0 failed")
    assert result.exit_code == 0


def test_test_prints_a_failing_case_with_its_board(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.test.yaml"
    path.write_text(on_hex("moves: [b2], expect: {to_move: Red}") + "  - {expect: {to_move: Red}}\n")
    result = command("test", str(path))
    assert result.output == (
        f"FAILED {path}:4: it\n"
        "  line 4: to move: expected Red, got Blue\n"
        "\n"
        "      a b c\n"
        "       ▪ ▪ ▪\n"
        "    1 ▫ · · · ▫ 1\n"
        "     2 ▫ ·(●)· ▫ 2\n"
        "      3 ▫ · · · ▫ 3\n"
        "           ▪ ▪ ▪\n"
        "            a b c\n"
        "\n"
        f"{path}: 1 of 2 cases passed\n"
        "1 passed, 1 failed\n"
    )
    assert result.exit_code == 1


def test_a_folder_without_scenarios_is_told(command: Run, tmp_path: Path) -> None:
    result = command("test", str(tmp_path))
    assert f"error[HG608]: there is no *.test.yaml file in `{tmp_path}`" in result.output
    assert result.exit_code == 2


def test_one_malformed_file_does_not_keep_the_others_from_running(command: Run, tmp_path: Path) -> None:
    (tmp_path / "a.test.yaml").write_text("cases: 3")
    (tmp_path / "b.test.yaml").write_text(on_hex("expect: {to_move: Red}"))
    result = command("test", str(tmp_path))
    assert "b.test.yaml: 1 of 1 cases passed\n1 passed, 0 failed\n" in result.output
    assert "error[HG608]" in result.output
    assert result.exit_code == 2
