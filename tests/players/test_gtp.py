"""Programs that speak GTP as players: what they are told, what they may answer, and what becomes of bad ones."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import Run

import hexgame
from hexgame.doors import programs
from hexgame.doors.programs import Program
from hexgame.play.state import State
from hexgame.players import Withdrawn, gtp, player
from hexgame.players.dialects import COLOURS, read_command
from hexgame.verbs import edge

PROGRAM = """
import sys
log = open(sys.argv[1], "a")
answers = sys.argv[2:]
for line in sys.stdin:
    log.write(line)
    log.flush()
    word = line.split()[0]
    if word == "genmove":
        print(answers.pop(0), end="\\n\\n", flush=True)
    else:
        print("=", end="\\n\\n", flush=True)
    if word == "quit":
        break
"""


class Engine:
    """A program that gives these answers, and notes what it is told."""

    def __init__(self, folder: Path, *answers: str) -> None:
        program, self._log = folder / "engine.py", folder / "log"
        program.write_text(PROGRAM)
        self.name = "gtp:" + shlex.join([sys.executable, str(program), str(self._log), *answers])
        self.player = player(self.name, 1)

    @property
    def told(self) -> list[str]:
        """The commands so far."""
        return self._log.read_text().splitlines()

    def move(self, state: State) -> str:
        """Play the program's move."""
        assert state.to_move
        return str(state.play(self.player.choose(state.view(state.to_move)).move))


def hex3(**more: object) -> State:
    return hexgame.load("hex", size=3, **more).start()


def test_a_program_is_told_what_is_played(tmp_path: Path) -> None:
    engine, state = Engine(tmp_path, "= b2", "=7 A1"), hex3()
    assert engine.move(state) == "b2"
    state.play("c3")
    assert engine.move(state) == "a1"
    assert engine.told == ["boardsize 3", "clear_board", "genmove black", "play white c3", "genmove black"]
    engine.player.leave()  # type: ignore[attr-defined]
    assert engine.told[-1] == "quit"


BEGUN_BY_CHANCE = """
game "Hex, begun by chance"
option first = random in Red, Blue, random
players Red, Blue
board { shape rhombus(3)  edge top, bottom: Red  edge left, right: Blue }
setup { as first { place stone on empty } }
turn { place stone on empty }
win when connects(own, own.edges)
"""


def test_what_chance_draws_is_no_stone(tmp_path: Path) -> None:
    engine = Engine(tmp_path, "= b2")
    state = hexgame.load(hexgame.Source("begun.hexgame", BEGUN_BY_CHANCE)).start(seed=1)
    assert [move.word for move in state.moves] == ["random"]
    assert engine.move(state) == "b2"
    assert engine.told == [
        "boardsize 3",
        "clear_board",
        f"genmove {'black' if state.moves[0].text == 'first=Red' else 'white'}",
    ]


def test_after_undo_and_swap_a_program_is_told_the_board_anew(tmp_path: Path) -> None:
    engine, state = Engine(tmp_path, "= swap-pieces", "= c1", "= a3"), hex3()
    state.play("b2")
    assert engine.move(state) == "swap"
    state.play("a1")
    assert engine.move(state) == "c1"
    state.undo()
    state.undo()
    state.play("a2")
    assert engine.move(state) == "a3"
    begin = ["clear_board", "play black b2"]
    assert engine.told == [
        "boardsize 3", *begin, "genmove white",
        *begin, "play white a1", "genmove black",
        *begin, "play white a2", "genmove black",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("= resign", "resigned"),
        ("= z9", "there is no cell `z9` on this board"),
        ("= b2", "b2 is occupied"),
        ("? unknown command", r"it answered `\? unknown command` to `genmove white`"),
        ("\x1b[31m", r"it answered `␛\[31m`"),
    ],
)
def test_a_program_that_cannot_go_on_withdraws(tmp_path: Path, answer: str, told: str) -> None:
    engine, state = Engine(tmp_path, answer), hex3(pie=False)
    state.play("b2")
    with pytest.raises(Withdrawn, match=told):
        engine.move(state)
    engine.player.leave()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("command", "seconds", "told"),
    [
        ("/nowhere/engine", 60.0, "cannot start"),
        ("false", 60.0, "the program has ended"),
        ("sleep 60", 0.3, "no answer within 0 seconds"),
        ("yes", 60.0, "its answer is too long"),
    ],
)
def test_what_is_no_program_withdraws(monkeypatch: pytest.MonkeyPatch, command: str, seconds: float, told: str) -> None:
    monkeypatch.setattr(gtp, "PATIENCE", seconds)
    monkeypatch.setattr(gtp.Engine.ask, "__defaults__", (seconds,))
    engine = player(f"gtp:{command}", 1)
    with pytest.raises(Withdrawn, match=told):
        engine.choose(hex3().view("Red"))
    engine.leave()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "told"),
    [("knight_vision", "programs can only place stones"), ("three_player_hex", "programs can play only games for two")],
)
def test_programs_play_games_of_stones_for_two(tmp_path: Path, game: str, told: str) -> None:
    state = hexgame.load(game).start()
    while "-" not in str(state.last_move) and state.to_move != state.game.players[-1]:
        state.play(next((move for move in state.legal_moves if move.word == "move"), state.legal_moves[0]))
    if game == "knight_vision":
        while state.last_move is None or state.last_move.word != "move":
            state.play(next((move for move in state.legal_moves if move.word == "move"), state.legal_moves[-1]))
    with pytest.raises(Withdrawn, match=told):
        for _ in range(3):
            Engine(tmp_path, "= a1").move(state)


def test_a_program_plays_a_match_and_a_record_cannot_start_it(command: Run, tmp_path: Path) -> None:
    engine = Engine(tmp_path, "= resign")
    output = command("match", "hex", engine.name, "random", "--set", "size=3", "--games", "2").output
    assert "Red wins (Blue: resigned)" in output
    assert "Blue wins (Red: resigned)" in output
    record = tmp_path / "game.yaml"
    record.write_text(f"game: hex\nplayers: [human, 'gtp:touch {tmp_path}/started']\nmoves: [a1]\n")
    result = command("play", "--from", str(record), input="quit\n")
    assert "names a program to start as a player; to start it, name it yourself with --players" in result.output
    assert result.exit_code == 2
    assert not (tmp_path / "started").exists()


def test_a_person_is_told_when_the_program_gives_up(command: Run, tmp_path: Path) -> None:
    engine = Engine(tmp_path, "= resign")
    output = command("play", "hex", "--set", "size=3", "--players", f"human,{engine.name}", input="b2\nquit\n").output
    assert "Blue cannot continue: resigned.\n" in output
    assert "Red wins (Blue resigned): the first person (human).\n" in output


def test_a_program_that_stays_is_ended_before_a_command_must_be() -> None:
    program = Program(["sleep", "60"], 100)
    program.end("quit")
    assert program.returncode == -signal.SIGKILL
    assert len(COLOURS) * programs.LEAVE < edge.GRACE


# Programs whose children keep their pipes

CHILD = """
import os, subprocess, sys, time
apart = sys.argv[2] == "apart"
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=apart)
open(sys.argv[1], "a").write(f"{child.pid}\\n")
for line in sys.stdin:
    print("=\\n", flush=True)
    if line.startswith(sys.argv[3]):
        break
"""


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return b") Z " not in Path(f"/proc/{pid}/stat").read_bytes()


@pytest.mark.parametrize("whose", ["of the group", "apart"])
@pytest.mark.parametrize("last", ["boardsize", "clear_board", "quit"])
def test_a_child_that_keeps_the_pipe_holds_nobody(tmp_path: Path, whose: str, last: str) -> None:
    program, pids = tmp_path / "engine.py", tmp_path / "pids"
    program.write_text(CHILD)
    engine = gtp.Engine([sys.executable, str(program), str(pids), whose, last])
    begun = time.monotonic()
    if last != "quit":
        with pytest.raises(gtp.ProgramError, match="the program has ended"):
            for command in ("boardsize 3", "clear_board", "genmove black"):
                engine.ask(command)
    else:
        engine.ask("boardsize 3")
    engine.end()
    assert time.monotonic() - begun < 20
    pid = int(pids.read_text())
    if whose == "apart":
        os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + 10
    while lives(pid):
        assert time.monotonic() < until, "the child was not ended"
        time.sleep(0.02)
    for thread in threading.enumerate():
        if getattr(thread, "_target", None) in (engine._program._listen, engine._program._overhear):
            thread.join(10)
            assert not thread.is_alive(), "the thread that reads stays"


def test_a_killed_program_whose_child_keeps_the_pipe_loses_its_match(command: Run, tmp_path: Path) -> None:
    program, pids = tmp_path / "engine.py", tmp_path / "pids"
    program.write_text(CHILD)
    name = "gtp:" + shlex.join([sys.executable, str(program), str(pids), "apart", "clear_board"])
    begun = time.monotonic()
    page = command("match", "hex", name, "random", "--set", "size=3", "--games", "2").output
    assert "could not continue in 2 games, which count for nobody" in page
    assert "the program has ended" in page
    assert time.monotonic() - begun < 60
    for pid in map(int, pids.read_text().split()):
        os.kill(pid, signal.SIGKILL)


def test_a_program_that_reads_nothing_holds_nobody() -> None:
    program = Program([sys.executable, "-c", "import time; time.sleep(300)"], 100)
    begun = time.monotonic()
    while program.send("x" * 4000, 0.2):
        assert time.monotonic() - begun < 60
    program.end("quit")
    assert time.monotonic() - begun < 60


def test_a_program_that_never_answers_in_full_is_not_waited_for(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text("import time\nwhile True:\n    print(flush=True)\n    time.sleep(0.01)\n")
    engine = gtp.Engine([sys.executable, str(program)])
    with pytest.raises(gtp.ProgramError, match="no answer within 1 seconds"):
        engine.ask("boardsize 3", 1.0)
    engine.end()


# Programs that call things otherwise


def test_a_program_is_addressed_in_its_own_words(tmp_path: Path) -> None:
    """The first player is white here, rows have letters, columns count backwards, and a move has two seconds."""
    engine = Engine(tmp_path, "= a1", "= c2")
    engine.player = player("gtp:first=white size=33 cells=y-x send=grid 'send=swap 0' " + engine.name[4:], 1)
    state = hex3()
    assert engine.move(state) == "c1"
    state.play("b2")
    assert engine.move(state) == "b3"
    assert engine.told == [
        "boardsize 33", "grid", "swap 0", "clear_board", "genmove white", "play black b2", "genmove white",
    ]  # fmt: skip


CLOCKED = """
import sys
for line in sys.stdin:
    open(sys.argv[1], "a").write(line)
    words = line.split()
    knows = words[0] == "known_command" and words[1] in sys.argv[2:]
    print("= a1" if words[0] == "genmove" else "= true" if knows else "= false", end="\\n\\n", flush=True)
"""


@pytest.mark.parametrize("known", [("time_settings", "time_left"), ("time_left",), ()])
def test_a_program_that_knows_clocks_is_told_the_time(tmp_path: Path, known: tuple[str, ...]) -> None:
    program, log = tmp_path / "engine.py", tmp_path / "log"
    program.write_text(CLOCKED)
    playing = player("gtp:seconds=2.5 " + shlex.join([sys.executable, str(program), str(log), *known]), 1)
    state = hex3()
    playing.choose(state.view("Red"))
    told = [line for line in log.read_text().splitlines() if line.startswith("time")]
    assert told == (["time_settings 0 3 1", "time_left black 3 1"] if len(known) == 2 else [])
    playing.leave()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("first=red mohex", "`first=red`: expected the colour of the first player, `black` or `white`"),
        ("size=x mohex", "`size=x`: expected what `boardsize` says"),
        ("cells=xx mohex", "`cells=xx`: expected what letters and numbers of cells count"),
        ("seconds=0 mohex", "`seconds=0`: expected seconds a move"),
        ("seconds=1e5 mohex", "`seconds=1e5`: expected seconds a move"),
        ("send= mohex", "`send=` is not a command to send"),
        ("'send=a\nb' mohex", "`send=a␊b` is not a command to send"),
        ("first=white", "name a program that speaks GTP"),
        ("'open", "is not a command"),
    ],
)
def test_words_before_a_command_that_say_nothing(command: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        read_command(command)
    with pytest.raises(ValueError, match=re.escape(told)):
        player(f"gtp:{command}", 1)


# Programs that break down


@pytest.mark.parametrize(
    ("last", "told"),
    [
        pytest.param("os.kill(os.getpid(), signal.SIGSEGV)", "the program was ended by SIGSEGV", id="signal"),
        pytest.param("sys.exit(7)", "the program has ended with exit code 7", id="exit code"),
        pytest.param(
            "print('no memory!', file=sys.stderr); sys.exit(0)", "has ended; its last output: no memory!", id="words"
        ),
        pytest.param("print('= z9', end='\\n\\n', flush=True)", "there is no cell `z9` on this board", id="illegal"),
    ],
)
def test_a_game_that_a_program_cannot_go_on_with_counts_for_nobody(
    command: Run, tmp_path: Path, last: str, told: str
) -> None:
    program = tmp_path / "engine.py"
    program.write_text(
        "import os, signal, sys\nfor line in sys.stdin:\n"
        f"    if line.startswith('genmove'):\n        {last}\n"
        "    else:\n        print('=', end='\\n\\n', flush=True)\n"
    )
    name = "gtp:" + shlex.join([sys.executable, str(program)])
    arguments = (
        "match",
        "hex",
        name,
        "random",
        "--set",
        "size=3",
        "--games",
        "2",
        "--records",
        str(tmp_path / "games"),
    )
    played = command(*arguments)
    assert "could not continue in 2 games, which count for nobody" in played.output
    assert told in " ".join(played.output.split())
    assert "wins" not in played.output
    assert command(*arguments).output == played.output, "the records tell the same"
    assert json.loads(command(*arguments, "--json").output)["forfeits"] == [2, 0]
    shown = command("show", "--from", str(tmp_path / "games" / "0001.yaml"))
    assert "forfeited" in shown.output
