"""Playing in the terminal: what is asked, what is answered, how it looks."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import Run, complete, on_screen

import hexgame
from hexgame.__main__ import main
from hexgame.play.state import State
from hexgame.show.boards.palette import ASCII, PLAIN, Face, face_for
from hexgame.show.boards.text import draw
from hexgame.show.session.commands import COMMANDS, help_in
from hexgame.show.session.conversation import converse
from hexgame.show.session.session import Session
from hexgame.show.session.terminal import Terminal

WHOLE_GAME = """\
● Red (top, bottom: ▪)   ○ Blue (left, right: ▫)

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ · · · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Red ● to move, first person (human): b2

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ ·(●)· ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Blue ○ to move, second person (human): swap
Colours change hands: the second person (human) is now Red and the first person (human) is now Blue.

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Blue ○ to move, first person (human): a1

  a b c
   ▪ ▪ ▪
1 ▫(○)· · ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Red ● to move, second person (human): b1

  a b c
   ▪ ▪ ▪
1 ▫ ○(●)· ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Blue ○ to move, first person (human): a3

  a b c
   ▪ ▪ ▪
1 ▫ ○ ● · ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫(○)· · ▫ 3
       ▪ ▪ ▪
        a b c

Red ● to move, second person (human): b3

  a b c
   ▪ ▪ ▪
1 ▫ ○ ◆ · ▫ 1
 2 ▫ · ◆ · ▫ 2
  3 ▫ ○(◆)· ▫ 3
       ▪ ▪ ▪
        a b c

Red wins: the second person (human).
The game is over (undo, save FILE, quit): quit
"""


class Screen(io.StringIO):
    """A stream that says what it can show."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


def played(*moves: str, size: int = 3) -> State:
    return hexgame.load("hex", size=size).start().play_all(moves)


def boards(output: str) -> list[str]:
    return [part for part in output.split("\n\n") if part.startswith("  a b")]


def play(run: Run, *lines: str, options: tuple[str, ...] = ()) -> Result:
    return run("play", "hex", "--set", "size=3", *options, input="".join(f"{line}\n" for line in lines))


def test_a_whole_game_reads_well(command: Run) -> None:
    result = play(command, "b2", "swap", "a1", "b1", "a3", "b3", "quit")
    assert (result.output, result.exit_code) == (WHOLE_GAME, 0)


def test_quit_leaves_a_game_unfinished(command: Run) -> None:
    result = play(command, "b2", "QUIT", "a1")
    assert result.output.endswith("Blue ○ to move, second person (human): QUIT\nThe game is unfinished.\n")
    assert result.exit_code == 0


@pytest.mark.parametrize("lines", [(), ("b2",), ("b2", "nonsense")])
def test_the_end_of_input_is_no_error(command: Run, lines: tuple[str, ...]) -> None:
    result = play(command, *lines)
    assert result.output.endswith(": \nThe game is unfinished.\n")
    assert (result.exit_code, result.exception) == (0, None)


def test_undo_and_redo_go_back_and_forth(command: Run) -> None:
    result = play(command, "b2", "a1", "undo", "undo", "redo", "redo", "c3")
    sequences = [(), ("b2",), ("b2", "a1"), ("b2",), (), ("b2",), ("b2", "a1"), ("b2", "a1", "c3")]
    assert boards(result.output) == [draw(played(*moves)) for moves in sequences]


def test_a_new_move_forgets_what_was_taken_back(command: Run) -> None:
    result = play(command, "b2", "undo", "a1", "redo")
    assert "There is no move to redo.\n" in result.output
    assert boards(result.output)[-1] == draw(played("a1"))


def test_there_is_nothing_to_take_back_at_the_start(command: Run) -> None:
    assert "You have no move to take back.\n" in play(command, "undo").output


def test_undoing_a_swap_gives_the_seats_back(command: Run) -> None:
    result = play(command, "b2", "swap", "undo")
    prompts = re.findall(r"Blue ○ to move, (\w+) person", result.output)
    assert prompts == ["second", "first", "second"]


def test_undo_takes_the_computer_players_move_back_too(command: Run) -> None:
    options = ("--players", "human,random", "--seed", "3")
    result = play(command, "b2", "undo", "redo", options=options)
    (answer,) = re.findall(r"Blue plays (\w+)\.", result.output)
    start, after = draw(played()), draw(played("b2", answer))
    assert boards(result.output) == [start, after, start, after]


def test_a_computer_players_opening_is_not_taken_back(command: Run) -> None:
    result = play(command, "undo", options=("--players", "random,human", "--seed", "3"))
    assert "You have no move to take back.\n" in result.output


def test_the_end_of_a_game_can_be_taken_back_and_played_again(command: Run) -> None:
    moves = ("b1", "a1", "b2", "a2", "b3")
    result = play(command, *moves, "undo", "redo")
    assert boards(result.output)[-3:] == [draw(played(*moves)), draw(played(*moves[:-1])), draw(played(*moves))]
    assert result.output.count("Red wins: the first person (human).\n") == 2


def test_moves_lists_what_can_be_played(command: Run) -> None:
    result = play(command, "b2", "moves", "swap", "moves")
    assert "9 moves: a1 b1 c1 a2 c2 a3 b3 c3 swap\n" in result.output
    assert "8 moves: a1 b1 c1 a2 c2 a3 b3 c3\n" in result.output


def test_board_draws_the_position_again(command: Run) -> None:
    assert boards(play(command, "b2", "board").output)[1:] == [draw(played("b2"))] * 2


def test_help_explains_every_command(command: Run) -> None:
    whole = help_in(1000)
    assert whole in play(command, "help").output
    for word in COMMANDS:
        assert re.search(rf"^{word}\b.* {{3}}\S", whole, re.MULTILINE)
    assert max(map(len, help_in(40).split("\n"))) <= 40


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hnit", "`hnit` is not a move: did you mean `hint`?"),
        ("Undoo", "`Undoo` is not a move: did you mean `undo`?"),
        ("swpa", "`swpa` is not a move: did you mean `swap`?"),
        ("hint please", "`hint please` is not a move: write `hint` alone."),
        ("3", "`3` is not a move: name a cell, such as `a1`. Type `help` for help."),
    ],
)
def test_what_was_mistyped_is_guessed(command: Run, text: str, said: str) -> None:
    assert f"{said}\n" in play(command, "b2", text).output


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("foo", "`foo` is not a move: name a cell, such as `a1`"),
        ("a1 b1", "`a1 b1` is not a move: name a cell, such as `a1`"),
        ("x" * 5000, f"`{'x' * 30}…` is not a move: name a cell, such as `a1`"),
        ("\x00\x1b[31m", "`␀␛[31m` is not a move: name a cell, such as `a1`"),
        ("d1", "there is no cell `d1` on this board"),
        ("b2", "b2 is occupied by a stone of Red"),
        ("a1-a2", "pieces do not move in this game"),
        ("pass", "nobody can pass in this game"),
    ],
)
def test_a_refused_move_says_why_and_is_asked_for_again(command: Run, text: str, reason: str) -> None:
    lines = play(command, "b2", text, "a1").output.splitlines()
    said = next(number for number, line in enumerate(lines) if line.startswith(reason))
    assert lines[said] == f"{reason}. Type `help` for help."
    assert lines[said + 1] == "Blue ○ to move, second person (human): a1"


def test_a_question_is_not_followed_by_a_full_stop(command: Run) -> None:
    output = play(command, "stnoe@a1").output
    assert "there is no piece `stnoe`; did you mean `stone`?" in output
    assert "?." not in output


def test_a_late_swap_is_refused_with_the_rule(command: Run) -> None:
    assert "`swap` is only possible on turn 2. Type `help`" in play(command, "b2", "a1", "swap").output
    ruled_out = play(command, "b2", "swap", options=("--set", "pie=no"))
    assert "nobody can swap in this game: the options rule out `pie`" in ruled_out.output


def test_no_move_is_taken_after_the_end(command: Run) -> None:
    result = play(command, "b1", "a1", "b2", "a2", "b3", "c3", "moves")
    assert "(undo, save FILE, quit): c3\nthe game is over: Red wins.\n" in result.output
    assert "There are no legal moves.\n" in result.output
    assert result.exit_code == 0


def test_rules_and_history_can_be_read_while_playing(command: Run) -> None:
    output = play(command, "history", "b2", "swap", "a1", "history", "rules").output
    assert "No moves yet.\n" in output
    assert "1. Red b2   2. Blue swap   3. Blue a1\n" in output
    assert "Whoever joins their own two sides with a chain of stones wins." in output
    assert "As written in the file:\n" in output


def test_history_names_chance_and_all_who_decide_together(command: Run) -> None:
    output = command("play", "blind_hex", "--set", "size=5", "--seed", "1", input="1 2\n3 4\n1 2\nhistory\n").output
    assert re.search(r"1\. chance handicapped=[XO]   2\. [XO] \{1,2\}   3\. all \{\d,\d\}/\{\d,\d\}\n", output)


def test_a_resignation_ends_the_game_and_can_be_taken_back(command: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.yaml"
    result = play(command, "b2", "resign", "resign", "a1", f"save {saved}", "undo", "a1", "quit")
    assert "Red wins (Blue resigned): the first person (human).\n" in result.output
    assert "The game is over.\n" in result.output
    assert "The game is over: Red wins (Blue resigned).\n" in result.output
    assert result.output.endswith("The game is unfinished.\n")
    assert "resigned: Blue\nresult:\n  winner: Red\n  label: Blue resigned\n" in saved.read_text()
    assert "Result: Red wins (Blue resigned).\n" in command("play", "--replay", str(saved)).output
    assert command("show", "--from", str(saved)).output.endswith("\n\nRed wins (Blue resigned)\n")
    again = command("play", "--from", str(saved), input="undo\na1\n").output
    assert "Red wins (Blue resigned): the first person (human).\n" in again
    assert boards(again)[-1] == draw(played("b2", "a1"))


def test_a_player_of_three_cannot_resign(command: Run) -> None:
    output = command("play", "three_player_hex", input="resign\n").output
    assert "You can resign only in a two-player game: otherwise the others would play on.\n" in output


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ([], False),
        (["b2"], True),
        (["b2", "save {file}"], False),
        (["b2", "save {file}", "undo"], True),
        (["resign"], True),
    ],
)
def test_leaving_an_unsaved_game_asks_once_at_a_terminal(tmp_path: Path, lines: list[str], asked: bool) -> None:
    typed = iter([line.format(file=tmp_path / "game.yaml") for line in lines] + ["quit", "quit"])
    said = list[str]()
    terminal = Terminal(lambda _prompt, secret=False: next(typed, None), said.append, is_interactive=True)
    converse(Session(played(), ("human", "human"), {}, terminal))
    assert ("This game is not saved. Type `save FILE` to keep it, or `quit` again to leave." in said) == asked
    assert next(typed, None) == (None if asked else "quit")


def test_save_writes_where_it_says(command: Run, tmp_path: Path) -> None:
    result = play(command, "b2", f"save {tmp_path}/my game.yaml", "save", f"save {tmp_path}")
    assert f"Saved to {tmp_path}/my game.yaml.\n" in result.output
    assert "Name a file, for example: save game.yaml\n" in result.output
    assert f"Could not save to {tmp_path}: Is a directory.\n" in result.output
    assert "moves:\n- b2\n" in (tmp_path / "my game.yaml").read_text()


def test_a_seed_makes_computer_players_repeatable(command: Run) -> None:
    one, other, third = (play(command, options=("--players", "random,random", "--seed", seed)) for seed in "112")
    assert one.output == other.output != third.output
    assert re.fullmatch(r"(Red|Blue) wins: the (first|second) person\.", one.output.splitlines()[-1])


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_stream_that_cannot_show_stones_gets_letters(encoding: str) -> None:
    assert face_for(played().game, Screen(encoding, terminal=False)) == ASCII
    assert draw(played("b1", "a1", "b2", "a2", "b3"), ASCII) == (
        "  a b c\n   x x x\n1 o O # . o 1\n 2 o O # . o 2\n  3 o .(#). o 3\n       x x x\n        a b c"
    )


@pytest.mark.parametrize("charset", ["latin-1", "cp1252"])
def test_a_narrow_encoding_does_not_end_the_game(tmp_path: Path, charset: str) -> None:
    (tmp_path / "odd.hexgame").write_text(complete('game "六角"'), "utf-8")
    runner = CliRunner(charset=charset)
    for arguments in (["play", "hex", "--set", "size=3"], ["show", str(tmp_path / "odd.hexgame")]):
        result = runner.invoke(main, arguments, input="\x00\nb2\n")
        assert (result.exit_code, result.exception) == (0, None)


def test_a_stream_that_is_no_terminal_gets_no_colours(command: Run) -> None:
    assert face_for(played().game, Screen("utf-8", terminal=False)) == PLAIN
    assert "\x1b" not in play(command, "b2").output


def test_a_terminal_gets_the_players_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    state = played("b2", "a1")
    face = face_for(state.game, Screen("utf-8", terminal=True))
    assert face.colours == ("red", "blue")
    painted = on_screen(draw(state, face))
    assert "\x1b[31m\x1b[1m●\x1b[0m" in painted
    assert "\x1b[34m\x1b[1m○\x1b[0m" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == draw(state)


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_declined(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    assert face_for(played().game, Screen("utf-8", terminal=True)).colours == ()


def test_a_terminals_width_is_kept_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    assert face_for(played().game, Screen("utf-8", terminal=True)).width == 44


@pytest.mark.parametrize(("size", "width"), [(26, 40), (26, 79), (13, 33), (11, 32)])
def test_a_wide_board_comes_in_panels_that_show_every_cell(size: int, width: int) -> None:
    state = played("a1", f"{chr(96 + size)}{size}", size=size)
    text, wide = draw(state, Face(width=width)), draw(state)
    assert max(map(len, text.splitlines())) <= width < max(map(len, wide.splitlines()))
    for sign in "·●○▪▫()":
        assert text.count(sign) == wide.count(sign)
    panels = [panel.splitlines() for panel in text.split("\n\n")]
    named = [re.fullmatch(r"part (\d+) of (\d+), columns (\w) to (\w)", panel[0]) for panel in panels]
    found = [each.groups() for each in named if each]
    assert [each[:2] for each in found] == [(str(n), str(len(panels))) for n in range(1, len(panels) + 1)]
    assert (found[0][2], found[-1][3]) == ("a", chr(96 + size))
    assert all(re.match(r" *\d+ ", line) for panel in panels for line in panel if "·" in line)


def test_a_board_that_just_fits_is_drawn_whole() -> None:
    whole = draw(played("b2"))
    width = max(map(len, whole.splitlines()))
    assert draw(played("b2"), Face(width=width)) == whole
    assert draw(played("b2"), Face(width=width - 1)) != whole


def test_the_last_move_is_marked_and_the_winning_chain_shown() -> None:
    assert "(○)" in draw(played("b2", "a1")).splitlines()[2]
    assert "(" not in draw(played("b2", "swap"))
    won = draw(played("b1", "a1", "b2", "a2", "c3", "c2", "b3"))
    assert won.count("◆") == 4
    assert won.count("○") == 3
    assert "(◆)" in won.splitlines()[4]
