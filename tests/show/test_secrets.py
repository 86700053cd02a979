"""Decisions in secret, hidden stones and chance at the terminal: who is told what, and when."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import GAMES, Run, complete, game_of, long, small

import hexgame
from hexgame.play.state import State
from hexgame.players.uniform import RandomPlayer
from hexgame.show.boards.text import draw, scene
from hexgame.show.records import write_record
from hexgame.show.session.conversation import converse
from hexgame.show.session.session import Session
from hexgame.show.session.terminal import Terminal

BLIND = """\
● X (left, right: ▪)   ○ O (top, bottom: ▫)
Chance: handicapped = X.

  a   b   c   d   e
    ▫   ▫   ▫   ▫   ▫
1 ▪   5   25  2   24  4   ▪ 1
  2 ▪   15  12  25  45  24  ▪ 2
    3 ▪   1   15  5   25  2   ▪ 3
      4 ▪   13  35  15  12  25  ▪ 4
        5 ▪   3   13  1   15  5   ▪ 5
                ▫   ▫   ▫   ▫   ▫
                  a   b   c   d   e

X: hand {1,2,3,4,5}
O: hand {1,2,3,4,5}

X ● – Set two cards aside, first person (human): 2 1

  a   b   c   d   e
    ▫   ▫   ▫   ▫   ▫
1 ▪   5   25  2   24  4   ▪ 1
  2 ▪   15  12  25  45  24  ▪ 2
    3 ▪   1   15  5   25  2   ▪ 3
      4 ▪   13  35  15  12  25  ▪ 4
        5 ▪   3   13  1   15  5   ▪ 5
                ▫   ▫   ▫   ▫   ▫
                  a   b   c   d   e

X: hand {3,4,5}  on the table {1,2}
O: hand {1,2,3,4,5}

X and O pick in secret. X ●, first person (human):
X has picked.
X and O pick in secret. O ○, second person (human):
X picks {3,4}, O picks {2,5}.

  a   b   c   d   e
    ▫   ▫   ▫   ▫   ▫
1 ▪   5   25  2   24  4   ▪ 1
  2 ▪   15  12  25  45  24  ▪ 2
    3 ▪   1   15  5   25  2   ▪ 3
      4 ▪   13  35  15  12  25  ▪ 4
        5 ▪   3   13  1   15  5   ▪ 5
                ▫   ▫   ▫   ▫   ▫
                  a   b   c   d   e

X: hand {5}  picked {3,4}  on the table {1,2}
O: hand {1,3,4}  picked {2,5}

O ○ – Write a letter, second person (human): moves b1
On b1 you can place: stone (b1)
O ○ – Write a letter, second person (human): b1

  a   b   c   d   e
    ▫   ▫   ▫   ▫   ▫
1 ▪   5  (○)  2   24  4   ▪ 1
  2 ▪   15  12  25  45  24  ▪ 2
    3 ▪   1   15  5   25  2   ▪ 3
      4 ▪   13  35  15  12  25  ▪ 4
        5 ▪   3   13  1   15  5   ▪ 5
                ▫   ▫   ▫   ▫   ▫
                  a   b   c   d   e

X: hand {5}  picked {3,4}  on the table {1,2}
O: hand {1,3,4}  picked {2,5}

X ● – Write a letter, first person (human): quit
The game is unfinished.
"""

DARK = """\
● Red (top, bottom: ▪)   ○ Blue (left, right: ▫)

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ · · · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Red ● to move, first person (human): b2
Blue's turn: hand over the screen, then press Enter:

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ · · · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Blue ○ to move, second person (human): b2
That cell was taken.

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ ·(●)· ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Blue: found b2

Blue ○ to move, second person (human): a1
Red's turn: hand over the screen, then press Enter: b1
Red's turn: hand over the screen, then press Enter:

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Red ● to move, first person (human): c1
Blue's turn: hand over the screen, then press Enter:

  a b c
   ▪ ▪ ▪
1 ▫ ○ · · ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Blue: found b2

Blue ○ to move, second person (human): c3
Red's turn: hand over the screen, then press Enter:

  a b c
   ▪ ▪ ▪
1 ▫ · · ● ▫ 1
 2 ▫ · ● · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c

Red ● to move, first person (human): a3

  a b c
   ▪ ▪ ▪
1 ▫ ○ · ◆ ▫ 1
 2 ▫ · ◆ · ▫ 2
  3 ▫(◆)· ○ ▫ 3
       ▪ ▪ ▪
        a b c

Blue: found b2

Red wins: the first person (human).
The game is over (undo, save FILE, quit): quit
"""


@dataclass
class Screen:
    """A terminal that can be cleared, played by lines written beforehand; `shown` is what is left on it."""

    lines: Iterator[str]
    shown: str = ""
    screens: list[str] = field(default_factory=list)

    def ask(self, prompt: str, secret: bool = False) -> str | None:
        line = next(self.lines, None)
        self.say(f"{prompt}{line}")
        return line

    def say(self, text: str) -> None:
        self.shown += f"{text}\n"

    def clear(self) -> bool:
        self.screens.append(self.shown)
        self.shown = ""
        return True


def without_ends(output: str) -> str:
    """A transcript without the spaces after prompts."""
    return re.sub(" +$", "", output, flags=re.MULTILINE)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def on_screens(state: State, *lines: str, people: int = 2) -> list[str]:
    """What stood on the screen each time before it was cleared, and at the end."""
    screen = Screen(iter(lines))
    names = ("human",) * people + ("random",) * (len(state.game.players) - people)
    choosers = {seat: RandomPlayer(seat) for seat in range(people, len(names))}
    converse(Session(state, names, choosers, Terminal(screen.ask, screen.say, clear=screen.clear)))
    return [*screen.screens, screen.shown]


def blind(handicapped: str = "X") -> State:
    return hexgame.load("blind_hex", size=5, handicapped=handicapped).start()


def dark(*moves: str, size: int = 3) -> State:
    return hexgame.load("dark_hex", size=size).start().play_all(moves)


# Decisions made together


def test_a_game_of_blind_hex_reads_well(command: Run) -> None:
    lines = typed("2 1", "3 4", "{2,5}", "moves b1", "b1", "quit")
    result = command("play", "blind_hex", "--set", "size=5", "--seed", "3", input=lines)
    assert (without_ends(result.output), result.exit_code) == (BLIND, 0)


@pytest.mark.parametrize("wrong", ["1 2", "3 4 5", "{3}", "c3", "swap", "x" * 100])
def test_a_pick_that_cannot_be_is_asked_for_again(command: Run, wrong: str) -> None:
    lines = typed("1 2", wrong, "3 4", "1 2")
    result = command("play", "blind_hex", "--set", "size=5", "--seed", "3", input=lines)
    assert "That is not one of your picks: {3,4} {3,5} {4,5}. Type `help` for help.\n" in result.output
    assert "X picks {3,4}, O picks {1,2}.\n" in result.output


def test_commands_work_at_a_secret_prompt(command: Run, tmp_path: Path) -> None:
    lines = typed("1 2", "moves", "3 4", "moves c3", f"save {tmp_path}/game.yaml", "board", "quit")
    result = command("play", "blind_hex", "--set", "size=5", "--seed", "3", input=lines)
    assert "3 moves: {3,4} {3,5} {4,5}\n" in result.output
    assert "No moves: `c3` is not part of this decision.\n" in result.output
    assert (tmp_path / "game.yaml").read_text().endswith("- '{1,2}'\n")
    assert "picks {" not in result.output


def test_a_pick_is_wiped_off_a_terminal_before_the_next_person_looks() -> None:
    state = blind()
    first, second = on_screens(state, "1 2", "3 4", "1 2", "quit")
    assert "first person (human): 3 4\n" in first
    before = blind()
    before.play("{1,2}")
    assert second.startswith(f"\n{scene(before)}\n\nX has picked.\nX and O pick in secret. O ○")
    assert second.index("{3,4}") > second.index("second person (human): 1 2\nX picks {3,4}, O picks {1,2}.\n")


def test_undo_takes_a_pick_back_before_a_whole_decision(command: Run) -> None:
    agree = ("undo", "yes", "y")
    lines = typed("1 2", "3 4", "undo", "4 5", "1 2", *agree, "redo", *agree, "undo", "undo")
    result = command("play", "blind_hex", "--set", "size=5", "--seed", "3", input=lines)
    assert "Took back what X picked.\n" in result.output
    assert result.output.count("X picks {4,5}, O picks {1,2}.\n") == 1
    prompts = re.findall(r"^(.*human\)): ", result.output, re.MULTILINE)
    secret = "X and O pick in secret. "
    assert prompts == [
        "X ● – Set two cards aside, first person (human)",
        f"{secret}X ●, first person (human)",
        f"{secret}O ○, second person (human)",
        f"{secret}X ●, first person (human)",
        f"{secret}O ○, second person (human)",
        "O ○ – Write a letter, second person (human)",
        f"{secret}X ●, first person (human)",
        "O ○ – Write a letter, second person (human)",
        f"{secret}X ●, first person (human)",
        "X ● – Set two cards aside, first person (human)",
        "X ● – Set two cards aside, first person (human)",
    ]
    assert "You have no move to take back.\n" in result.output


@pytest.mark.parametrize("players", ["human,random", "random,human"])
def test_people_and_computers_pick_together(command: Run, players: str) -> None:
    options = ("--set", "size=5", "--set", "handicapped=O", "--players", players, "--seed", "5")
    human = players.startswith("human")
    lines = typed(*(["1 2"] if human else ["1 2", "3 5"]), "quit")
    one, other = (command("play", "blind_hex", *options, input=lines).output for _ in range(2))
    assert one == other
    assert re.search(r"\nX picks \{1,2\}, O picks" if human else r"\nX picks \{\d,\d\}, O picks \{3,5\}\.\n", one)
    assert "has picked" not in one


def test_a_computer_does_not_say_what_it_puts_down(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "masks.hexgame"
    path.write_text(
        complete("""pieces man, king
sees kind on own
board { shape rhombus(3) }
turn { may place k among kinds on empty  may move kinds from s among own to d among adjacent(s) & enemy }
win when count(own) == 6
draw when turn > 30"""),
        "utf-8",
    )
    played = 0
    for seed in range(6):
        lines = typed("b2", "history", "undo", "y", "quit")
        output = command("play", str(path), "--players", "human,random", "--seed", str(seed), input=lines).output
        told = re.search(r"^Blue plays (.*)\.$", output, re.MULTILINE)
        assert told is not None
        played += told[1].startswith("?@")
        assert told[1].startswith("?@") or "-" in told[1]
        assert f"2. Blue {told[1]}" in output.replace("\N{NO-BREAK SPACE}", " ")
        assert "¿" in output or "b2" in told[1]
    assert played


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_random_players_play_every_game_repeatably(stem: str) -> None:
    game, ends = small(stem), []
    for _ in range(2):
        state = game.start(seed=1)
        players = {player: RandomPlayer(seed) for seed, player in enumerate(game.players)}
        while not state.is_over and len(state.moves) < 50:
            parts = {player: players[player].choose(state.view(player)).move for player in state.deciders}
            assert all(part in state.choices(player) for player, part in parts.items())
            state.join(**parts)
            state.let_chance_decide(len(state.moves))
        ends.append(state)
    assert ends[0].moves == ends[1].moves
    assert ends[0] == ends[1]


def test_computers_alone_play_a_game_with_secrets(command: Run) -> None:
    options = ("--set", "size=5", "--players", "random,random")
    one, other, third = (command("play", "blind_hex", *options, "--seed", seed).output for seed in "115")
    assert one == other != third
    assert re.search(r"^X picks \{\d,\d\}, O picks \{\d,\d\}\.$", one, re.MULTILINE)
    assert one.splitlines()[-1].startswith(("X wins", "O wins", "The game is a draw"))


# Chance


@long
def test_a_seed_makes_chance_repeatable(command: Run) -> None:
    for seed in range(6):
        (move,) = hexgame.load("blind_hex", size=5).start(seed=seed).moves
        output = command("play", "blind_hex", "--set", "size=5", "--seed", str(seed)).output
        assert f"Chance: {str(move).replace('=', ' = ')}.\n" in output


def test_what_chance_does_not_decide_is_not_told(command: Run) -> None:
    assert "Chance" not in command("play", "blind_hex", "--set", "handicapped=O").output


def test_undo_never_stops_at_chance(command: Run) -> None:
    result = command("play", "blind_hex", "--set", "size=5", "--seed", "3", input=typed("undo", "1 2", "undo", "undo"))
    assert result.output.count("You have no move to take back.\n") == 2
    assert result.output.count("X ● – Set two cards aside, first person (human): ") == 4


# Hidden stones


def test_a_game_of_dark_hex_reads_well(command: Run) -> None:
    lines = typed("b2", "", "b2", "a1", "b1", "", "c1", "", "c3", "", "a3", "quit")
    result = command("play", "dark_hex", "--set", "size=3", input=lines)
    assert (without_ends(result.output), result.exit_code) == (DARK, 0)


def test_a_screen_is_cleared_before_it_is_handed_over() -> None:
    _, blue, red = on_screens(dark(), "b2", "", "a1", "", "quit")
    assert blue.startswith("Blue's turn: hand over the screen, then press Enter: \n")
    assert "●" not in blue
    assert red.startswith("Red's turn: hand over the screen, then press Enter: \n")
    assert "○" not in red


def test_a_saved_game_is_handed_over_before_it_is_shown(command: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "game.yaml")
    command("play", "dark_hex", "--set", "size=3", input=typed("b2", "", f"save {path}"))
    output = command("play", "--from", path).output
    assert output.splitlines()[1] == "Blue's turn: hand over the screen, then press Enter: "
    assert "·" not in output


@pytest.mark.parametrize("lines", [("b2", "quit"), ("b2",)])
def test_one_can_leave_when_handing_over(command: Run, lines: tuple[str, ...]) -> None:
    result = command("play", "dark_hex", "--set", "size=3", input=typed(*lines))
    assert result.output.endswith("The game is unfinished.\n")
    assert result.exit_code == 0


def test_undo_hands_over_to_the_one_who_is_then_to_move(command: Run) -> None:
    result = command("play", "dark_hex", "--set", "size=3", input=typed("b2", "", "undo", "", "redo", "", "quit"))
    assert re.findall(r"(\w+)'s turn: hand over", result.output) == ["Blue", "Red", "Blue"]


@pytest.mark.parametrize("seed", [0, 2, 3, 4])
def test_against_computers_a_person_sees_only_their_own_view(command: Run, seed: int) -> None:
    options = ("--set", "size=4", "--players", "human,random", "--seed", str(seed))
    every = [f"{letter}{row}" for row in range(1, 5) for letter in "abcd"] * 2
    output = command("play", "dark_hex", *options, input=typed(*every)).output
    before_the_end = output[: output.index(" wins: the ")].split("Red ● to move, first person (human): ")[1:-1]
    found = 0
    for turn in before_the_end:
        found += "That cell was taken.\n" in turn
        assert turn.count("○") == (found if "·" in turn else 0)
        assert "Blue plays" not in turn
        assert turn.count("Blue has played.") <= 1
    assert found


def test_everything_is_shown_at_the_end_and_to_those_who_only_watch(command: Run) -> None:
    output = command("play", "dark_hex", "--set", "size=3", "--players", "random,random", "--seed", "1").output
    played = [cell for _, cell in re.findall(r"^(Red|Blue) plays (\w\d)\.$", output, re.MULTILINE)]
    assert draw(dark(*played)) in output
    assert "has played" not in output


def test_a_view_is_drawn_as_its_player_knows_it() -> None:
    state = dark("b2", "b2", "a1")
    assert draw(state).count("●") == draw(state).count("○") == 1
    assert draw(state.view("Blue")) == draw(state)
    assert "○" not in draw(state.view("Red"))
    assert "(" not in draw(state.view("Red"))


def test_moves_are_drawn_as_the_one_who_asks_knows_the_board(command: Run, tmp_path: Path) -> None:
    text = "sees empty | own\nturn { may place stone on cells - own may pass }"
    path = tmp_path / "hidden.hexgame"
    path.write_text(complete(text).replace("rhombus(5)", "rhombus(2)"))
    result = command("play", str(path), input=typed("a1", "", "moves", "moves a1"))
    assert "5 moves: a1 b1 a2 b2 pass\n" in result.output
    assert "On a1 you can place: stone (a1)\n" in result.output
    assert "●" not in result.output.split("press Enter: ")[1].replace("Red ●", "")


# Moves that are refused


def test_what_a_refused_move_would_tell_is_not_told() -> None:
    game = game_of("sees own\nturn { place stone on empty }")
    (screen,) = on_screens(game.start().play_all(["b2", "c3"]), "", "b2", "c3", "quit", people=1)
    assert "b2 is occupied by a stone of Red. Type `help` for help." in screen
    assert "That is not a legal move now. Type `help` for help." in screen


# Undo


@pytest.mark.parametrize(
    ("answers", "is_undone"), [(["yes", "Y"], True), (["no"], False), (["yes", ""], False), (["yes", "maybe"], False)]
)
def test_a_move_that_taught_something_is_taken_back_if_all_agree(answers: list[str], is_undone: bool) -> None:
    state = dark("b2")
    shown = "".join(on_screens(state, "", "b2", "undo", *answers, "", "quit"))
    assert "Undo cannot take back what Blue learned since. Everyone must agree.\n" in shown
    assert ("Nothing was taken back." in shown) == (not is_undone)
    assert list(map(str, state.moves)) == (["b2"] if is_undone else ["b2", "b2"])


def test_a_move_that_taught_nothing_is_taken_back_at_once() -> None:
    state = dark("b2")
    shown = "".join(on_screens(state, "", "a1", "", "undo", "", "quit"))
    assert "agree" not in shown
    assert list(map(str, state.moves)) == ["b2"]


def test_the_end_shows_everything_and_is_taken_back_if_all_agree() -> None:
    state = dark("a1", "b1", "a2", "b2")
    shown = "".join(on_screens(state, "", "a3", "undo", "no", "quit"))
    assert "Undo cannot take back what Red and Blue learned since." in shown
    assert state.is_over


def test_against_a_computer_one_person_decides() -> None:
    state = dark("a1", "a2")
    shown = "".join(on_screens(state, "a2", "undo", "yes", "quit", people=1))
    assert "Red, first person (human), undo anyway? (yes/no): yes\n" in shown
    assert list(map(str, state.moves)) == ["a1", "a2"]


# Records


def test_a_record_of_an_unfinished_game_says_that_it_holds_secrets(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    moves = typed("b2", "", f"save {path}", "a1", "", "c1", "", "c3", "")
    output = command("play", "dark_hex", "--set", "size=3", input=moves).output
    assert f"Saved to {path}. It holds what is hidden from the players.\n" in output
    assert path.read_text().startswith("# This game is not over and hides something from its players; this file shows")
    assert command("play", "--from", str(path)).exit_code == 0
    assert not write_record(dark("a1", "b1", "a2", "b2", "a3"), ("human", "human"), None).startswith("#")
    assert not write_record(blind(), ("human", "human"), None).startswith("#")


# A real terminal


ON_A_TERMINAL = """
import sys
sys.modules.update(dict.fromkeys(filter(None, sys.argv.pop(1).split())))
from hexgame.__main__ import main
main()
"""


def on_a_terminal(without: str, lines: dict[str, str], *arguments: str) -> str:
    """Everything that `hexgame play` writes to a terminal on which these lines are typed, each after its prompt."""
    main, worker = os.openpty()
    program = [sys.executable, "-c", ON_A_TERMINAL, without, "play", *arguments]
    environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    process = subprocess.Popen(program, stdin=worker, stdout=worker, stderr=worker, env=environment,
                               start_new_session=True)  # fmt: skip
    os.close(worker)
    written, answered, until = b"", 0, time.monotonic() + 30
    with suppress(OSError):  # the other end closes when the game is left
        while time.monotonic() < until:
            if select.select([main], [], [], 0.2)[0]:
                written += os.read(main, 4096)
            elif lines and next(iter(lines)) in written[answered:].decode():  # people type when all is written
                answered = len(written)
                os.write(main, f"{lines.pop(next(iter(lines)))}\r".encode())
    if time.monotonic() > until:
        process.kill()
    assert process.wait(timeout=30) == 0
    os.close(main)
    return written.decode()


@long("prompt_toolkit")
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
@pytest.mark.parametrize("without", ["", "prompt_toolkit"])
def test_a_terminal_keeps_no_secret(without: str) -> None:
    pytest.importorskip("prompt_toolkit")
    lines = {
        "X ● – Set two cards aside": "1 2",
        "secret. X": "3 4",
        "secret. O": "2 5",
        "O ○ – Write a letter": "quit",
        "again to leave": "quit",
    }
    written = on_a_terminal(without, lines, "blind_hex", "--set", "size=5", "--set", "handicapped=X")
    assert "X picks {3,4}, O picks {2,5}." in written
    assert "1 2\r" in written
    assert "3 4" not in written
    assert "2 5" not in written
    opens, closes = "\x1b[?1049h", "\x1b[?1049l"
    if without:
        assert opens not in written
        assert "pip install 'hexgame-interpreter[terminal]'" in written
    else:
        assert written.count(opens) == written.count(closes) == 1
        assert written.index(opens) < written.index("X and O pick in secret") < written.index(closes)
