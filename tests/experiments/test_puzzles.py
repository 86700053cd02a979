"""Puzzles: exactly one move wins, which a third search by brute force confirms; sheets to print; clear refusals."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Run, complete, wide

import hexgame
from hexgame.diagnostics.text import Source, hash_of
from hexgame.experiments.puzzles import Bounds, Puzzle, Unsuitable, grade_of, ready
from hexgame.experiments.puzzles.collect import collect
from hexgame.experiments.puzzles.fitting import MOST_CELLS, boards, fitting
from hexgame.experiments.puzzles.setter import EACH, Setter
from hexgame.loading import Sheet, read_sheet
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players.exact import solve
from hexgame.players.exact.binding import bonds_room
from hexgame.players.exact.prover import Prover
from hexgame.players.exact.second import GaveUp, Second
from hexgame.reports.exact.puzzles import MOST, puzzles, spread
from hexgame.reports.kinds.puzzles import PUZZLES, Puzzles
from hexgame.reports.sections import Diagram, Table
from hexgame.reports.study import Study
from hexgame.show.sheets.puzzles import as_page, as_svg

pytestmark = pytest.mark.xdist_group("puzzles")
"""They share what is found."""

BOUNDS = Bounds(simulations=20, deepest=64)


@cache
def little() -> Game:
    return hexgame.load("misere_hex", size=3, pie="no")


@cache
def found() -> tuple[tuple[int, Puzzle], ...]:
    setter = Setter(little(), BOUNDS)
    return tuple((number, each) for number in range(3) for each in setter.set(0, number))


def wins(state: State, player: str) -> bool:
    """Whether a player can force a win, by trying everything."""
    if state.outcome is not None:
        return state.outcome.winner == player
    after = (wins(state.copy().play_all([move]), player) for move in state.legal_moves)
    return any(after) if state.to_move == player else all(after)


def test_exactly_one_move_wins() -> None:
    assert found()
    for _, puzzle in found():
        state = puzzle.state(little())
        player = str(state.to_move)
        winning = [move.code for move in state.legal_moves if wins(state.copy().play_all([move]), player)]
        assert winning == [puzzle.answer]
        assert len(state.legal_moves) >= 3
        assert state.copy().play_all([little().move(puzzle.answer)]).outcome is None, "it wins at once"


def test_the_same_numbers_give_the_same_puzzles() -> None:
    first = found()[0][0]
    assert Setter(little(), BOUNDS).set(0, first) == tuple(each for number, each in found() if number == first)


def test_a_game_gives_several_puzzles_of_different_decisions() -> None:
    setter = Setter(hexgame.load("hex", size=3, pie="no"), BOUNDS)
    several = [[len(puzzle.codes) for puzzle in setter.set(0, number)] for number in range(4)]
    for plies in several:
        assert 0 < len(plies) <= EACH
        assert plies == sorted(plies, reverse=True), "the last come first"
        assert max(map(plies.count, plies)) <= 2, "after a move of the game, or after another move before it"
    assert max(map(len, several)) > 1


def test_images_of_a_puzzle_are_one() -> None:
    setter, cells = Setter(little()), little().board.names
    _, puzzle = found()[0]
    turned = tuple(little().board.by_name[cells[len(cells) - 1 - code]] for code in puzzle.codes)
    image = Puzzle(turned, 0, 4, 1)
    assert setter.print_of(image) == setter.print_of(puzzle)


def test_collected_puzzles_differ_and_time_ends() -> None:
    setter = Setter(little(), BOUNDS)
    several = collect(setter, 2, 60)
    assert len({setter.print_of(each) for each in several}) == len(several) == 2
    assert [each.simulations for each in several] == sorted(each.simulations for each in several)
    assert collect(setter, 100, 1e-6) == []


def test_a_report_shows_boards_then_answers() -> None:
    study = Study(little(), 0, {PUZZLES.name: Puzzles(5, found())})
    section = puzzles(study)
    assert section is not None
    *boards, answers = section.parts
    assert isinstance(answers, Table)
    assert answers.is_folded
    assert len(boards) == len(answers.rows) == min(MOST, len({Setter(little()).print_of(each) for _, each in found()}))
    for board, row in zip(boards, answers.rows, strict=True):
        assert isinstance(board, Diagram)
        assert little().start().play_all(board.moves).play(str(row[1]))
    assert puzzles(Study(little(), 0)) is None
    assert puzzles(Study(hexgame.load("dark_hex"), 0)) is None


def test_few_of_many_puzzles_are_spread_over_their_grades() -> None:
    many = [Puzzle((number,), 0, 4**number, 1) for number in range(20)]
    chosen = [each.simulations for each in spread(many[::-1])]
    assert (len(chosen), chosen[0], chosen[-1]) == (MOST, 1, 4**19)
    assert chosen == sorted(chosen)


def test_what_is_kept_of_puzzles_comes_back() -> None:
    whole = Puzzles(3, found()[:1]) + Puzzles(2, found()[1:])
    assert Puzzles.read(json.loads(json.dumps(whole.data()))) == whole
    row = ready.row_of(little(), [each for _, each in found()])
    told = ready._read(json.loads(json.dumps(row)))
    assert [each.puzzle(little()) for each in told.puzzles] == [each for _, each in found()]


def test_ready_puzzles_are_of_sheets_as_they_are() -> None:
    for stem, row in ready.kept().items():
        sheet = read_sheet(stem)
        assert isinstance(sheet, Sheet)
        assert row.sheet == hash_of(sheet.sources), f"python bench/puzzles.py --keep {stem}"
        assert row.puzzles


@wide("{other}")
@pytest.mark.parametrize("stem", sorted(ready.kept()))
def test_ready_puzzles_are_those_of_their_game(stem: str) -> None:
    game = hexgame.load(stem, **ready.kept()[stem].options)
    assert ready.puzzles_of(game)
    assert not ready.puzzles_of(game.copy_with(name="another"))


@wide
@pytest.mark.parametrize("stem", sorted(ready.kept()))
def test_ready_puzzles_are_proved_again(stem: str) -> None:
    row = ready.kept()[stem]
    game = hexgame.load(stem, **row.options)
    prover, fuel = Prover(game), 4 if bonds_room(game.machine) else 200  # guesses where to look, which change no answer
    for told, puzzle in zip(row.puzzles, ready.puzzles_of(game), strict=True):
        state = puzzle.state(game)
        assert state.to_move == told.player
        chooser = state.seat(told.player)
        second = Second(game, chooser, 1_000_000, partial(prover.wins, person=chooser, fuel=fuel))
        for move in state.legal_moves:
            after = state.copy().play_all([move])
            assert second.wins(list(after.vector)) is (str(move) == told.answer), (told, move)


@pytest.mark.parametrize("simulations, grade", [(0, 1), (4, 2), (16, 2), (17, 3), (256, 3), (4096, 4), (4097, 5)])
def test_grades_tell_how_far_a_search_looks(simulations: int, grade: int) -> None:
    assert grade_of(simulations) == grade


def test_the_second_search_decides_and_gives_up() -> None:
    game = little()
    vector = list(game.machine.start)
    winner = game.players.index(str(solve(game.start()).winner))
    assert Second(game, winner, 10_000).wins(vector)
    assert not Second(game, 1 - winner, 10_000).wins(vector)
    assert Second(game, winner, 10_000, lambda _: False).wins(vector), "a wrong guess changes no answer"
    with pytest.raises(GaveUp):
        Second(game, 0, 3).wins(vector)


@pytest.mark.parametrize(
    "game, why", [("dark_hex", "do not see"), ("simultaneous_hex", "at once"), ("random_turn_hex", "chance")]
)
def test_games_without_certain_values_are_refused(game: str, why: str) -> None:
    setter = None
    try:
        setter = Setter(hexgame.load(game))
    except Unsuitable as reason:
        assert why in str(reason)
    if setter is not None:
        assert setter.set(0, 0) == ()
        assert any(why in reason for reason in setter.refusals)


def test_two_searches_that_disagree_are_never_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    number, _ = found()[0]
    monkeypatch.setattr(Second, "wins", lambda self, vector: False)
    with pytest.raises(AssertionError, match="disagree"):
        Setter(little(), BOUNDS).set(0, number)


def test_a_smaller_board_has_the_other_options_of_the_game() -> None:
    game, changed = fitting(hexgame.load("hex", pie="no"))
    assert (changed, game.options["pie"]) == ("size=5", False)


def test_large_boards_are_made_smaller() -> None:
    game, changed = fitting(hexgame.load("hex"))
    assert changed == "size=5"
    assert len(game.board.cells) <= MOST_CELLS
    assert fitting(little()) == (little(), "")
    found = [(len(game.board.cells), changed) for game, changed in boards(hexgame.load("hex"))]
    assert found == [(25, "size=5"), (16, "size=4"), (9, "size=3")]
    assert next(boards(little())) == (little(), "")


def sheet(command: Run, *arguments: str) -> str:
    done = command("puzzles", "misere_hex", "--set", "size=3", "--set", "pie=no", "--count", "1", *arguments)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_terminal_shows_boards_and_answers_last(command: Run) -> None:
    text = sheet(command)
    assert text.index("to move and win (grade") < text.index("Answers:")
    assert "a b c" in text or "a   b   c" in text


def test_sheets_are_pages_pictures_and_data(command: Run, tmp_path: Path) -> None:
    for ending in (".html", ".svg", ".json"):
        sheet(command, "--output", str(tmp_path / f"sheet{ending}"))
    page = (tmp_path / "sheet.html").read_text()
    assert page.count("<figure>") == 1
    assert page.index("</figure>") < page.index('class="answers"')
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    ElementTree.fromstring((tmp_path / "sheet.svg").read_text())  # noqa: S314 - our own
    (row,) = json.loads((tmp_path / "sheet.json").read_text())["puzzles"]
    state = little().start().play_all(row["moves"])
    assert row["answer"] in map(str, state.legal_moves)
    assert row["to move"] == state.to_move


@pytest.mark.parametrize("game, told", [("dark_hex", "has no puzzles: players do not see everything")])
def test_the_command_refuses_in_a_sentence(command: Run, game: str, told: str) -> None:
    done = command("puzzles", game, "--time", "5")
    assert done.exit_code == 2
    assert told in done.output
    assert "Traceback" not in done.output


def test_a_file_of_another_form_is_refused(command: Run, tmp_path: Path) -> None:
    done = command("puzzles", "hex", "--output", str(tmp_path / "sheet.txt"))
    assert done.exit_code == 2
    assert ".html" in done.output


def test_what_a_sheet_says_is_escaped() -> None:
    source = Source("odd", complete('game "<script>"\nboard { shape rhombus(3) }'))
    game = hexgame.load(source)
    puzzle = Puzzle((), 0, 4, 1)
    assert "<script" not in as_page(game, [puzzle])
    ElementTree.fromstring(as_svg(game, [puzzle]))  # noqa: S314 - our own
