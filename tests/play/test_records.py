"""Saved games: they read back as they were, and say so where they cannot."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from conftest import Run, complete, long

import hexgame
from hexgame.__main__ import main
from hexgame.diagnostics.render import render
from hexgame.play.state import State
from hexgame.show.boards.text import draw
from hexgame.show.records import read_record, write_record


def started(**options: object) -> State:
    return hexgame.load("hex", **{"size": 3, **options}).start()


def positioned(pieces: dict[str, object], **more: object) -> State:
    return hexgame.load("hex", size=3).position(pieces, **more)


MOVED = ["c3", "swap", "c2", "e4", "a1", "b5", "a5", "a2", "b2", "b1", "e1", "stack@d2", "stack@d4", "d2-d1"]
STATES: dict[str, Callable[[], State]] = {
    "start": started,
    "some moves": lambda: started().play_all(["b2", "a1", "c3"]),
    "swap": lambda: started().play_all(["b2", "swap", "a1"]),
    "other options": lambda: started(size=4, pie=False).play_all(["d4", "a1"]),
    "won": lambda: started().play_all(["b1", "a1", "b2", "a2", "b3"]),
    "won from the other seat": lambda: started().play_all(["c3", "swap", "a2", "a1", "b2", "b1", "c2"]),
    "names": lambda: positioned({"Red": ["a1"], "Blue": ["b2"]}).play_all(["c3"]),
    "coordinates": lambda: positioned({"Red": [(0, 0), (2, 1)]}, to_move="Blue").play_all(["a2"]),
    "kinds": lambda: positioned({"Blue": {"stone": ["a1", "b1"]}}, to_move="Blue", turns={"Blue": 7}),
    "set to turn 2": lambda: positioned({}, turn=2, to_move="Blue", passes=0).play_all(["b2"]),
    "set and swapped": lambda: positioned({"Red": ["b2"]}, to_move="Blue").play_all(["swap", "a1"]),
    "another game": lambda: hexgame.load("y", size=4).start().play_all(["a1", "b2"]),
    "chance": lambda: hexgame.load("blind_hex", size=5).start(seed=3),
    "chance to come": lambda: hexgame.load("blind_hex", size=5).start(decide_chance=False),
    "picks": lambda: hexgame.load("blind_hex", size=5).start(seed=3).play_all(["{1,2}", "{3,4}/{2,5}", "b1"]),
    "hidden": lambda: hexgame.load("dark_hex", size=3).start().play_all(["b2", "b2", "a1"]),
    "moved": lambda: hexgame.load("knight_vision", size=5).start().play_all(MOVED),
    "a variant": lambda: hexgame.load("misere_hex", size=2).start().play_all(["a1", "b1", "a2"]),
}


def saved(path: Path, state: State, players: tuple[str, ...] = ("human", "random"), seed: int | None = 5) -> Path:
    path.write_text(write_record(state, players, seed), "utf-8")
    return path


def edited(path: Path, **changes: Any) -> Path:
    record = yaml.safe_load(path.read_text("utf-8"))
    path.write_text(yaml.safe_dump({**record, **changes}, sort_keys=False), "utf-8")
    return path


def codes(path: Path) -> list[str]:
    return [problem.code for problem in read_record(path)[1]]


@pytest.mark.parametrize("made", STATES.values(), ids=STATES)
def test_a_record_reads_back_to_the_same_state(tmp_path: Path, made: Callable[[], State]) -> None:
    state = made()
    path = saved(tmp_path / "game.yaml", state)
    replay, problems = read_record(path)
    assert replay is not None
    assert problems == ()
    assert replay.end == state
    assert (replay.end.moves, replay.end.outcome) == (state.moves, state.outcome)
    assert [replay.end.seat(player) for player in state.game.players] == [state.seat(p) for p in state.game.players]
    assert (replay.players, replay.seed) == (("human", "random"), 5)
    assert write_record(replay.end, replay.players, replay.seed) == path.read_text("utf-8")
    assert replay.start.moves == ()


@long
def test_what_chance_decided_is_not_drawn_again(command: Run, tmp_path: Path) -> None:
    for seed in range(6):
        state = hexgame.load("blind_hex", size=5).start(seed=seed)
        replay, _ = read_record(saved(tmp_path / "game.yaml", state, ("human", "human"), None))
        assert replay is not None
        assert replay.end.moves == state.moves
        output = command("play", "--from", str(tmp_path / "game.yaml"), input="undo\n").output
        assert output.count("Chance: ") == 1
        assert f"Chance: handicapped = {state.variables['handicapped']}.\n" in output
        assert f"\n{state.variables['handicapped']} " in output


def test_a_record_without_what_chance_decided_leaves_it_to_chance(command: Run, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: blind_hex\nseed: 3\n")
    assert "chance decides" in command("show", "--from", str(tmp_path / "game.yaml")).output
    assert "Chance: handicapped = X.\n" in command("play", "--from", str(tmp_path / "game.yaml")).output


def test_a_record_tells_the_result(tmp_path: Path) -> None:
    record = yaml.safe_load(saved(tmp_path / "game.yaml", STATES["won"]()).read_text())
    assert record["result"] == {"winner": "Red", "label": ""}
    assert "result" not in yaml.safe_load(write_record(started(), (), None))


def test_from_goes_on_where_the_game_was_left(command: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "game.yaml")
    command("play", "hex", "--set", "size=3", input=f"b2\nswap\nsave {path}\n")
    result = command("play", "--from", path, input="a1\nundo\nundo\nundo\nundo\n")
    sequences = [["b2", "swap"], ["b2", "swap", "a1"], ["b2", "swap"], ["b2"], []]
    assert result.output.count("Blue ○ to move, first person (human): ") == 2
    shown = [part for part in result.output.split("\n\n") if part.startswith("  a b")]
    assert shown == [draw(started().play_all(moves)) for moves in sequences]
    assert (result.exit_code, "no move to take back" in result.output) == (0, True)


def test_from_seats_the_saved_players_unless_others_are_named(command: Run, tmp_path: Path) -> None:
    path = str(saved(tmp_path / "game.yaml", started(), ("random", "human"), 3))
    assert re.search(r"Red plays \w\d\.", command("play", "--from", path).output)
    assert " plays " not in command("play", "--from", path, "--players", "human,human").output


def test_from_a_finished_game_tells_who_won(command: Run, tmp_path: Path) -> None:
    path = str(saved(tmp_path / "game.yaml", STATES["won"](), ("human", "human")))
    assert "Red wins: the first person (human).\n" in command("play", "--from", path).output


def test_replay_only_shows_a_game_and_so_has_a_limit(
    command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(saved(tmp_path / "game.yaml", STATES["won"](), ("human", "human")))
    monkeypatch.setattr("hexgame.verbs.edge.SHOWING", 0)
    late = command("play", "--replay", path)
    assert late.exit_code == 3
    assert "HG615" in late.output
    assert command("play", "--replay", path, "--seconds", "60").exit_code == 0
    assert command("play", "--from", path).exit_code == 0


@pytest.mark.parametrize("name", ["some moves", "set and swapped", "won"])
def test_replay_shows_every_position(command: Run, tmp_path: Path, name: str) -> None:
    state = STATES[name]()
    result = command("play", "--replay", str(saved(tmp_path / "game.yaml", state)))
    positions = [state.copy()]
    while positions[0].moves:
        positions.insert(0, positions[0].copy())
        positions[0].undo()
    assert [part for part in result.output.split("\n\n") if part.startswith("  a b")] == list(map(draw, positions))
    headings = [
        f"After move {number} of {len(state.moves)}" + (f", {move}" if move else "") + ":"
        for number, move in enumerate([None, *state.moves])
    ]
    assert re.findall(r"After move .*", result.output) == headings
    ending = f"Result: {state.outcome}.\n" if state.outcome else "The game is unfinished.\n"
    assert result.output.endswith(ending)
    assert result.exit_code == 0


def test_a_record_names_its_game_by_a_path_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.hexgame").write_text(complete('game "Mine"'))
    (tmp_path / "game.yaml").write_text("game: mine.hexgame\nmoves: [c3]\n")
    replay, problems = read_record(tmp_path / "game.yaml")
    assert replay is not None
    assert (problems, replay.end.game.title, list(map(str, replay.end.moves))) == ((), "Mine", ["c3"])


def test_changed_rules_are_told_and_the_moves_that_fit_are_kept(command: Run, tmp_path: Path) -> None:
    game, path = tmp_path / "mine.hexgame", tmp_path / "game.yaml"
    game.write_text(complete("board { shape rhombus(4) }"))
    saved(path, hexgame.load(str(game)).start().play_all(["a1", "b2", "d4", "c1"]), ("human", "human"))
    game.write_text(complete("board { shape rhombus(3) }"))
    replay, problems = read_record(path)
    assert replay is not None
    assert [problem.code for problem in problems] == ["HG901", "HG902"]
    assert problems[1].message == "move 3, `d4`, is refused: there is no cell `d4` on this board"
    assert list(map(str, replay.end.moves)) == ["a1", "b2"]
    result = command("play", "--from", str(path))
    assert "warning[HG901]" in result.output
    assert "Red ● to move, first person (human)" in result.output
    assert result.exit_code == 0


def test_changed_rules_that_all_moves_fit_are_just_told(tmp_path: Path) -> None:
    path = edited(saved(tmp_path / "game.yaml", STATES["swap"]()), source="0" * 64)
    replay, problems = read_record(path)
    assert replay is not None
    assert replay.end == STATES["swap"]()
    assert [problem.code for problem in problems] == ["HG901"]


def test_an_impossible_move_under_the_same_rules_is_an_error(command: Run, tmp_path: Path) -> None:
    path = edited(saved(tmp_path / "game.yaml", started()), moves=["b2", "b2"])
    result = command("play", "--from", str(path))
    assert "error[HG606]: move 2, `b2`, is refused: b2 is occupied by a stone of Red\n" in result.output
    assert result.exit_code == 2


WRONG = [
    ("game: [hex", "HG606", "is not a record: not valid YAML"),
    ("", "HG606", "is not a record"),
    ("hello", "HG606", "is not a record"),
    ("- hex", "HG606", "is not a record"),
    ("game: " + "[" * 20_000, "HG606", "nested more than 10 deep"),
    ("options: {size: 3}", "HG606", "it does not name a game"),
    ("game: 3", "HG606", "`game` must be"),
    ("{game: hex, options: [3]}", "HG606", "`options` must be"),
    ("{game: hex, moves: 3}", "HG606", "`moves` must be"),
    ("{game: hex, moves: a1}", "HG606", "`moves` must be"),
    ("{game: hex, players: human}", "HG606", "`players` must be"),
    ("{game: hex, seed: soon}", "HG606", "`seed` must be"),
    ("{game: hex, seed: yes}", "HG606", "`seed` must be"),
    ("{game: hex, position: [a1]}", "HG606", "`position` must be"),
    ("{game: hex, move: [a1]}", "HG606", "a record has no `move`"),
    ("{game: hex, moves: [a1], moves: [b1]}", "HG606", "moves"),
    ("{game: hex, players: [human]}", "HG606", "players"),
    ("{game: hex, players: [human, rnadom]}", "HG606", "players"),
    ("game: nosuch", "HG601", "no game or file `nosuch`"),
    ("game: ''", "HG60", "it does not name a game"),
    ("{game: hex, options: {size: 99}}", "HG604", "option `size` cannot be `99`"),
    ("{game: hex, options: {sise: 9}}", "HG603", "this game has no option `sise`"),
    ("{game: hex, position: {Red: [z99]}}", "HG607", "there is no cell `z99`"),
    ("{game: hex, position: {Red: 5}}", "HG607", "`5` is not a list of cells"),
]


@pytest.mark.parametrize(("text", "code", "message"), WRONG, ids=[text[:40] or "empty" for text, _, _ in WRONG])
def test_a_record_that_cannot_be_read_is_told(command: Run, tmp_path: Path, text: str, code: str, message: str) -> None:
    (tmp_path / "game.yaml").write_text(text)
    result = command("play", "--from", str(tmp_path / "game.yaml"))
    first = result.output.splitlines()[0]
    assert first.startswith(f"error[{code}")
    assert message in first
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)


def test_an_unknown_key_is_guessed(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("{game: hex, move: [a1]}")
    (problem,) = read_record(tmp_path / "game.yaml")[1]
    assert problem.help == "did you mean `moves`?"


def test_a_missing_record_is_told(tmp_path: Path) -> None:
    assert codes(tmp_path / "missing.yaml") == ["HG602"]


def test_a_record_that_is_not_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(b"\xff\xfe\x00")
    assert codes(tmp_path / "game.yaml") == ["HG602"]


def test_a_record_of_5_mb_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: hex\nmoves: [" + "a1, " * 1_300_000 + "]\n")
    assert codes(tmp_path / "game.yaml") == ["HG602"]


@pytest.mark.parametrize("key", ["moves: [*d]", "position: {Red: [*d]}", "players: [*d, human]", "options: {size: *d}"])
def test_a_small_record_cannot_grow_into_a_huge_message(command: Run, tmp_path: Path, key: str) -> None:
    ten = ["&a [" + "x, " * 10 + "]", *(f"&{name} [" + f"*{last}, " * 10 + "]" for last, name in ("ab", "bc", "cd"))]
    (tmp_path / "game.yaml").write_text(f"source: [{', '.join(ten)}]\ngame: hex\n{key}\n")
    assert len(command("play", "--from", str(tmp_path / "game.yaml")).output) < 2000


def test_a_record_cannot_send_control_characters_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text('game: "\\e[2Jhex"\n')
    path = str(tmp_path / "game.yaml")
    assert "\x1b" not in CliRunner().invoke(main, ["play", "--from", path], color=True).output
    assert "\x1b" not in "".join(map(render, read_record(Path(path))[1]))


def test_only_a_player_of_a_game_for_two_can_have_resigned(command: Run, tmp_path: Path) -> None:
    for game, name, how, said in (
        ("hex", "Green", "resigned", "there is no player `Green` in Hex: its players are Red and Blue"),
        ("three_player_hex", "Red", "resigned", "`Red` cannot have ended this game: resigned"),
        ("three_player_hex", "Red", "forfeited", "`Red` cannot have ended this game: forfeited"),
    ):
        path = tmp_path / f"{game}.yaml"
        path.write_text(f"game: {game}\n{how}: {name}\n")
        result = command("show", "--from", str(path))
        assert f"error[HG606]: {said}" in result.output
        assert result.exit_code == 2
    path.write_text("game: hex\nresigned: [Red]\n")
    assert "`resigned` must be the colour that gave up" in command("show", "--from", str(path)).output


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("out_of_time: [Red]", "Blue wins (Red ran out of time)"),
        ("out_of_time: [Red, Blue]", "a draw (Red and Blue ran out of time)"),
        ("agreed: draw", "a draw (agreed)"),
        ("out_of_time: [Green]", "there is no player `Green` in Hex: its players are Red and Blue"),
        ("forfeited: Red", "Blue wins (Red forfeited)"),
        ("out_of_time: Red", "`out_of_time` must be a list of the colours whose time ran out"),
        ("agreed: peace", "`agreed` must be `draw`, the one thing that can be agreed"),
    ],
)
def test_people_at_a_table_can_have_ended_a_game(command: Run, tmp_path: Path, key: str, said: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(f"game: hex\nmoves: [b2]\n{key}\n")
    assert said in command("show", "--from", str(path)).output
    replay, _ = read_record(path)
    if replay is not None:
        again = write_record(replay.end, ("human", "human"), None, settled=replay.settled)
        assert yaml.safe_load(again).items() >= yaml.safe_load(key).items()


def test_a_game_that_is_over_is_not_resigned_too(tmp_path: Path) -> None:
    path = edited(saved(tmp_path / "game.yaml", STATES["won"]()), resigned="Red")
    replay, problems = read_record(path)
    assert replay is not None
    assert (problems, replay.settled, str(replay.outcome)) == ((), None, "Red wins")


REMARKED = """game: hex
options: {size: 3}
moves: [b2, a1, c3]
comments: {0: The start., 2: "A reply:\\nfar away. ☺"}
variations:
- {after: 1, moves: [swap, a1], comments: {2: Better.}}
- {after: 3, moves: [a2]}
- {after: 2, of: 1, moves: [c1, c2], comments: {4: "\\a"}}
"""


def test_comments_and_variations_are_kept(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(REMARKED, "utf-8")
    read, problems = read_record(path)
    assert read is not None
    assert problems == ()
    assert [each.of for each in read.remarks.variations] == [0, 0, 1]
    text = write_record(read.end, read.players, read.seed, remarked=read.remarks)
    path.write_text(text, "utf-8")
    again, _ = read_record(path)
    assert again is not None
    assert again.remarks == read.remarks
    command("play", "--from", str(path), input=f"b3\nsave {tmp_path / 'on.yaml'}\n")
    on = yaml.safe_load((tmp_path / "on.yaml").read_text("utf-8"))
    assert on["moves"] == ["b2", "a1", "c3", "b3"]
    assert (on["comments"], len(on["variations"])) == ({0: "The start.", 2: "A reply:\nfar away. ☺"}, 3)
    command("play", "--from", str(path), input=f"undo\nundo\nundo\nc1\nsave {tmp_path / 'back.yaml'}\n")
    back = yaml.safe_load((tmp_path / "back.yaml").read_text("utf-8"))
    assert (back["moves"], back["comments"]) == (["c1"], {0: "The start."})
    assert "variations" not in back
    shown = command("play", "--replay", str(path)).output
    assert "\nThe start.\n" in shown
    assert "far away. ☺" in shown


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{0: The start., 2", "{4: The end., 2", "`4` under `comments` must be a number of moves, from 0 to 3"),
        ("{0: The start., 2", "{-1: The end., 2", "`-1` under `comments` must be a number of moves"),
        ("The start.", "[a, b]", "a comment must be a text"),
        ("The start.", "x" * 10_001, "a comment must be a text of at most 10,000 characters"),
        ("{after: 3", "{after: 4", "`after` must be a number of moves of the game, from 0 to 3"),
        ("of: 1", "of: 3", "`of` must be the number of an earlier variation, not 3"),
        ("after: 2, of: 1", "after: 1, of: 1", "of variation 1, from 2 to 3"),
        ("{after: 3, moves: [a2]}", "{after: 3}", "a variation needs `moves`"),
        ("{after: 3, moves: [a2]}", "{moves: [a2]}", "`after` must be a number of moves"),
        ("{after: 3, moves: [a2]}", "{after: 3, moves: [a2], why: no}", "a variation has no `why`"),
        ("{after: 3, moves: [a2]}", "a2", "`variations` must be a list of variations"),
        ("[c1, c2]", "[c1, c1]", "move 2 of variation 3 is refused: c1 is occupied"),
        ("{after: 3, moves: [a2]}", f"{{after: 3, moves: [{'a2, ' * 20_001}]}}", "more than 20,000 moves"),
    ],
)
def test_remarks_that_do_not_fit_are_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "game.yaml"
    assert old in REMARKED
    path.write_text(REMARKED.replace(old, new), "utf-8")
    replay, (problem,) = read_record(path)
    assert replay is None
    assert problem.code == "HG606"
    assert told in problem.message


def test_variations_are_kept_as_far_as_new_rules_allow(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(REMARKED.replace("options", "source: old\noptions").replace("[swap, a1]", "[swap, zz]"), "utf-8")
    replay, problems = read_record(path)
    assert replay is not None
    assert [problem.code for problem in problems] == ["HG901", "HG902"]
    assert [each.moves for each in replay.remarks.variations] == [("swap",), ("a2",), ("c1", "c2")]
