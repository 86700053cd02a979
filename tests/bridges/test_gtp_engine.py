"""Our players as an engine: what it answers, what it refuses, and that nothing but `quit` ends it."""

from __future__ import annotations

import io
import random
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT, Run, complete, long

import hexgame
from hexgame.bridges.gtp.clock import Clock
from hexgame.bridges.gtp.engine import ORDERS, Engine
from hexgame.bridges.gtp.lines import LONGEST
from hexgame.bridges.gtp.table import Refused, Table
from hexgame.loading import compile_game

SESSION = ROOT / "tests" / "golden" / "gtp.txt"
"""A session: each line sent after `> `, then what was answered."""


def engine(name: str = "hex", player: str = "random", resign: float = 0.0, **options: object) -> Engine:
    table = Table(hexgame.load(name, **options), lambda more: compile_game(name, dict(more)), player, 1)
    return Engine(table, "0", resign=resign)


def said(asked: Engine, *lines: str) -> list[str]:
    """What an engine answers to each line, without the empty line that ends an answer."""
    answers = list(asked.answers(io.StringIO("".join(f"{line}\n" for line in lines))))
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-2] for answer in answers)
    return [answer[:-2] for answer in answers]


def test_a_session_of_a_hundred_commands() -> None:
    """What is answered to a scripted session, as it was read through once and kept."""
    kept = SESSION.read_text(encoding="utf-8")
    sent = [line.removeprefix("> ") for line in kept.splitlines() if line.startswith("> ")]
    assert len(sent) >= 100
    assert session(sent) == kept


def session(sent: Sequence[str]) -> str:
    """A session as it is kept."""
    asked = engine(size=5)
    return "".join(f"> {line}\n" + "".join(asked.answers(io.StringIO(line + "\n"))) for line in sent)


def test_each_command_is_known_and_counts_its_words() -> None:
    asked = engine(size=3)
    assert said(asked, "list_commands")[0].removeprefix("= ").split("\n") == list(ORDERS)
    for word, order in ORDERS.items():
        assert said(asked, f"known_command {word}") == ["= true"]
        (found,) = said(asked, f"4 {word}" + " b" * (order.most + 1))
        assert found.startswith(f"?4 syntax error: `{word}` takes ")
    assert said(asked, "known_command z", "z") == ["= false", "? unknown command"]


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("# name", [], id="comment"),
        pytest.param("name # of the game", ["= Hexgame"], id="comment after a command"),
        pytest.param("\x01name\x02\x7f", ["= Hexgame"], id="control characters"),
        pytest.param("12\tprotocol_version\r", ["=12 2"], id="number and tab"),
        pytest.param("12", ["?12 unknown command"], id="number alone"),
        pytest.param("play b a1 " + "x" * LONGEST, [f"? a line has at most {LONGEST:,} characters"], id="too long"),
        pytest.param("play purple a1", ["? no colour: expected black, white, red or blue"], id="colour"),
        pytest.param("play w a1", ["? illegal move: it is the turn of black"], id="turn"),
        pytest.param("boardsize 1e9", ["? syntax error: `1e9` is not a whole number of 0 or more"], id="no number"),
        pytest.param("boardsize ٣", ["? syntax error: `٣` is not a whole number of 0 or more"], id="foreign digit"),
        pytest.param("boardsize 3 4", ["? unacceptable size: expected 1, for `size`"], id="two sizes"),
        pytest.param("boardsize 999", ["? unacceptable size: option `size` cannot be `999`"], id="too large"),
        pytest.param("undo", ["? cannot undo"], id="nothing to undo"),
        pytest.param("time_settings nan 0 0", ["? syntax error: `nan` is not a number of seconds from 0 to 1,000,000"]),
    ],
)
def test_odd_lines(line: str, answers: list[str]) -> None:
    asked = engine(size=3)
    assert said(asked, line) == answers
    assert said(asked, "play b a1", "final_score") == ["= ", "= cannot score"]


def reflected(cell: str) -> str:
    """The cell across the long diagonal of a board of up to nine cells a side."""
    return f"{chr(ord('a') + int(cell[1]) - 1)}{ord(cell[0]) - ord('a') + 1}"


def joined(stones: dict[str, str], size: int) -> str:
    """Who has joined the own sides, black top and bottom, by a flood over a plain board; empty if nobody has."""
    for colour, axis in (("B", 1), ("W", 0)):
        at = {(ord(cell[0]) - ord("a"), int(cell[1]) - 1) for cell, owner in stones.items() if owner == colour}
        todo = [each for each in at if each[axis] == 0]
        seen = set(todo)
        while todo:
            c, r = todo.pop()
            if (c, r)[axis] == size - 1:
                return colour
            near = {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)}
            todo += near & at - seen
            seen |= near & at
    return ""


@pytest.mark.parametrize("swap", ["swap-pieces", "swap-sides", ""])
def test_both_sides_see_one_board(swap: str) -> None:
    """A program that keeps a plain board of its own, and swaps in either way, agrees on moves, turns and winners."""
    dice = random.Random(swap)
    for size in (3, 4, 5) * 4:
        asked, stones, turn = engine(size=size), dict[str, str](), "B"
        said(asked, f"boardsize {size}")
        cells = [f"{chr(ord('a') + c)}{r + 1}" for c in range(size) for r in range(size)]
        for number in range(size * size + 1):
            if number == 1 and swap:
                assert said(asked, f"play w {swap}") == ["= "]
                if swap == "swap-pieces":
                    stones = {reflected(cell): "W" for cell in stones}
                turn = "B" if swap == "swap-pieces" else "W"
                continue
            legal = set(said(asked, f"all_legal_moves {turn}")[0].removeprefix("= ").split())
            assert legal - {"swap"} == set(cells) - set(stones)
            if dice.random() < 0.5:
                cell = said(asked, f"genmove {turn}")[0].removeprefix("= ")
                if cell == "swap-pieces":
                    said(asked, "undo")
                    cell = min(set(cells) - set(stones))
                    assert said(asked, f"play {turn} {cell}") == ["= "]
            else:
                cell = dice.choice(sorted(set(cells) - set(stones)))
                assert said(asked, f"play {turn} {cell}") == ["= "]
            assert cell in set(cells) - set(stones)
            stones[cell], turn = turn, "BW"[turn == "B"]
            if joined(stones, size):
                break
        assert said(asked, "final_score") == [f"= {joined(stones, size)}+"]
        assert said(asked, f"genmove {turn}") == ["? illegal move: the game is over"]


def test_swaps_are_taken_back() -> None:
    asked = engine(size=3)
    before = said(asked, "play b a2", "showboard")
    after = said(asked, "play w swap-pieces", "showboard", "undo", "showboard")
    assert after[0] == "= "
    assert after[1] != after[3] == before[1]
    assert said(asked, "play w swap-sides", "play b c3", "play w c3") == [
        "= ", "? illegal move: it is the turn of white", "= ",
    ]  # fmt: skip


def test_a_board_that_no_reflection_maps_on_itself_has_one_way_to_swap() -> None:
    board = "board { shape rhombus(3) edge top, left: Red edge bottom, right: Blue }"
    turn = "turn {\n may place stone on empty\n may swap on turn 2\n}"
    source = hexgame.Source("wide.hexgame", complete(f"{board}\n{turn}\nwin when connects(own, own.edges)"))
    asked = Engine(Table(hexgame.load(source), lambda more: compile_game(source, dict(more)), "random", 1), "0")
    assert said(asked, "play b b2", "play w swap-pieces", "play w swap-sides")[1:] == [
        "? illegal move: no reflection of this board exchanges the colours; use swap-sides", "= ",
    ]  # fmt: skip
    assert said(asked, "boardsize 5") == ["? unacceptable size: Test has one board"]


def test_resigning() -> None:
    asked = engine(size=3)
    assert said(asked, "play b resign", "final_score", "genmove w", "undo", "final_score") == [
        "= ", "= W+", "? illegal move: the game is over", "= ", "= cannot score",
    ]  # fmt: skip
    lost = engine(size=3, player="mcts:300", resign=0.3, pie="no")
    assert said(lost, "play b b2", "genmove w") == ["= ", "= resign"]


def test_chance_moves_by_itself_and_is_taken_back_with_the_move_before_it() -> None:
    table = Table(hexgame.load("einstein"), lambda more: compile_game("einstein", dict(more)), "random", 1)
    asked = Engine(table, "0")
    legal = said(asked, "all_legal_moves")[0].removeprefix("= ").split()
    length = len(table.state.moves)
    assert said(asked, "genmove " + str(table.state.to_move))[0].removeprefix("= ") in legal
    assert len(table.state.moves) > length
    assert said(asked, "undo") == ["= "]
    assert len(table.state.moves) <= length


def test_games_with_secrets_are_refused(command: Run) -> None:
    for name, reason in (("dark_hex", "has secrets"), ("blind_hex", "at the same time")):
        with pytest.raises(Refused, match=reason):
            engine(name)
        assert reason in command("gtp", name).output
    assert "cannot be played by a human" in command("gtp", "hex", "--player", "human").output
    assert "has no option `depth`" in command("gtp", "hex", "--size", "depth").output
    assert command("gtp", "hex", "--player", "random", input="3 name\nquit\nname\n").output == "=3 Hexgame\n\n= \n\n"


def test_a_clock_is_shared_out() -> None:
    assert Clock(100.0).share(ahead=19) == pytest.approx(5.0)
    assert Clock(30.0, moves=3).share(ahead=19) == pytest.approx(9.5)
    assert Clock(0.0, 0, 10.0, 5).share(ahead=19) == pytest.approx(1.9)
    clock = Clock(1.0, 0, 10.0, 2)
    clock.spend(2.0)
    assert (clock.seconds, clock.moves) == (10.0, 2)
    clock.spend(4.0)
    assert (clock.seconds, clock.moves) == (6.0, 1)
    clock.spend(1.0)
    assert (clock.seconds, clock.moves) == (10.0, 2)
    assert Clock(-5.0).share(3) > 0


def test_time_is_kept_for_both_and_set_by_whoever_runs_the_game() -> None:
    asked = engine(size=3)
    assert said(asked, "time_left b", "time_settings 60 0 0", "time_left b", "time_left w 7 0", "time_left w") == [
        "= no clock", "= ", "= 60.0", "= ", "= 7.0",
    ]  # fmt: skip
    said(asked, "clear_board", "genmove b")
    left = [float(each.removeprefix("= ")) for each in said(asked, "time_left b", "time_left w")]
    assert left[0] <= 60.0 == left[1]
    assert said(asked, "time_settings 0 0 0", "clear_board", "time_left b")[-1] == "= no clock"


WORDS = [*ORDERS, "b", "w", "red", "a1", "b2", "c3", "9", "-1", "1e400", "swap", "swap-pieces", "swap-sides", "resign",
         "nan", "#", "\x00", "é", "\u202e", "3", "a1-b2", "{1,2}", "pass", "random=1", "=", "?"]  # fmt: skip


@pytest.mark.parametrize("count", [600, pytest.param(10_000, marks=pytest.mark.wide)])
def test_no_line_ends_it_or_leaves_it_without_an_answer(count: int) -> None:
    dice, asked = random.Random(7), engine(size=3)
    for _ in range(count):
        words = dice.choices(WORDS, k=dice.randrange(5)) + ([dice.choice(WORDS)] if dice.random() < 0.5 else [])
        if "quit" in words[:2]:
            continue
        line = " ".join(words)
        asks = bool("".join(sign if sign.isprintable() else " " for sign in line.partition("#")[0]).split())
        answers = said(asked, line)
        assert len(answers) == asks, line
        assert all((re.match(r"[=?]\d* ", answer) and answer.isprintable()) or "\n" in answer for answer in answers), (
            line
        )
    assert said(asked, "clear_board", "genmove b")[0] == "= "


@long
def test_two_engines_play_over_pipes_and_one_that_is_killed_loses(command: Run, tmp_path: Path) -> None:
    ours = shlex.join([sys.executable, "-m", "hexgame", "gtp", "hex", "--player", "random"])
    played = command("match", "hex", f"gtp:{ours}", "random", "--set", "size=3", "--games", "2", "--json")
    assert played.exit_code == 0, played.output
    assert "withdr" not in played.output.lower()
    dying = tmp_path / "dying.py"
    dying.write_text(
        "import subprocess, sys\n"
        f"program = subprocess.Popen({shlex.split(ours)!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('genmove'):\n"
        "        program.kill()\n"
        "        sys.exit(program.wait() + 10)\n"
        "    program.stdin.write(line)\n"
        "    program.stdin.flush()\n"
        "    print(program.stdout.readline() + program.stdout.readline(), end='', flush=True)\n"
    )
    killed = shlex.join([sys.executable, str(dying)])
    match = command("match", "hex", f"gtp:{killed}", f"gtp:{ours}", "--set", "size=3", "--games", "2")
    assert "could not continue in 2 games" in match.output
    assert "has ended with exit code 1" in match.output


def test_the_process_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "hexgame", "gtp", "hex", "--player", "random"]
    ended = subprocess.run(command, input="genmove b\n", capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.fullmatch(r"= [a-k]\d+\n\n", ended.stdout)


if __name__ == "__main__":
    lines = [line.removeprefix("> ") for line in sys.stdin.read().splitlines()]
    SESSION.write_text(session(lines), encoding="utf-8")
