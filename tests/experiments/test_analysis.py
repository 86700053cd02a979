"""Analysed games: certain values where the end is near, marks that chance does not explain, honest gaps."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from conftest import Run

import hexgame
from hexgame.experiments.analysis import BLUNDER, MISTAKE, Analysis, Judged, analyse, judged_after
from hexgame.experiments.judgements import Judgement, judgement, settled
from hexgame.play.state import State
from hexgame.play.view import View
from hexgame.players import Choice, Limits, Weighed

GAME = hexgame.load("hex", size=3, pie=False)
WON = ("b2", "a1", "a3", "c3", "b1")
"""A game in which Red wins; every position after b2 is won for Red."""


def saved(folder: Path, *moves: str, game: str = "hex", options: str = "{size: 3, pie: false}") -> str:
    path = folder / "game.yaml"
    path.write_text(f"game: {game}\noptions: {options}\nmoves: [{', '.join(moves)}]\n")
    return str(path)


def judged(**values: float | bool | None) -> Judged:
    known = {"value": 0.6, "loss": 0.0, "proved": False, **values}
    return Judged(0, "Red", GAME.move(0), known["value"], known["loss"], None, 100, bool(known["proved"]))


def report(*gaps: float | None, proved: bool = False, best: float = 0.6, share: float = 0.5) -> Analysis:
    """An analysis of positions whose searches differ so much, and in which a move is known that is the best."""
    moves = (Weighed(GAME.move(1), share, best), Weighed(GAME.move(0), 1 - share, 0.9))
    positions = tuple(Judgement((0.5, 0.5), gap, moves, 100, proved) for gap in gaps)
    return Analysis(GAME, "mcts:1", 0, (), positions, None)


def test_on_a_small_board_everything_is_proved() -> None:
    moves = GAME.start().play_all(WON).moves
    found = analyse(GAME.start(), moves, "mcts:20000")
    assert [each.colour for each in found.moves] == ["Red", "Blue"] * 2 + ["Red"]
    assert [str(each.move) for each in found.moves] == list(WON)
    assert [each.value for each in found.moves[1:]] == [0, 1, 0, 1]
    assert all(each.loss == 0 for each in found.moves[1:])
    assert all(each.is_as_good_as_any and each.best == each.move for each in found.moves[1:])
    assert str(found.outcome) == "Red wins"


def test_a_move_that_throws_a_win_away_is_marked_and_turns_the_game() -> None:
    found = analyse(GAME.start(), GAME.start().play_all(["a1"]).moves, "mcts:20000")  # the corner loses
    (first,) = found.moves
    assert (first.value, first.loss, first.proved) == (1, 1, True)
    assert found.mark(first) == "??"
    assert found.turns(first)


def test_the_same_seed_gives_the_same_judgement() -> None:
    moves = GAME.start().play_all(WON).moves
    one, other, third = (analyse(GAME.start(), moves, "mcts:50", seed) for seed in (1, 1, 2))
    assert one == other
    assert one != third


@pytest.mark.parametrize(
    ("loss", "gaps", "proved", "mark"),
    [
        (MISTAKE - 0.01, [0.0], False, ""),
        (MISTAKE, [0.0], False, "?"),
        (BLUNDER, [0.0], False, "??"),
        (BLUNDER, [0.5, 0.5], False, ""),
        (BLUNDER, [0.5, 0.5], True, "??"),
        (0.2, [0.1, 0.1, None], False, "?"),
        (None, [0.1], False, ""),
    ],
)
def test_marks_are_for_what_chance_does_not_explain(
    loss: float | None, gaps: list[float | None], proved: bool, mark: str
) -> None:
    assert report(*gaps, proved=proved).mark(judged(loss=loss, proved=proved)) == mark


@pytest.mark.parametrize(("best", "share"), [(0.39, 0.5), (0.6, 0.2)])
def test_no_move_is_a_mistake_where_nothing_better_is_known(best: float, share: float) -> None:
    assert report(0.0, best=best, share=share).mark(judged(loss=BLUNDER)) == ""


def test_the_error_of_a_loss_comes_from_how_far_searches_differ() -> None:
    assert report(None).error is None
    assert math.isclose(report(0.3, 0.4, None).error or 0, math.sqrt((0.09 + 0.16) / 2 / 2))


def proved_moves(*values: float | None) -> tuple[Weighed, ...]:
    return tuple(Weighed(GAME.move(number), 0.3, 0.5, value) for number, value in enumerate(values))


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        (Judgement((0.4, 0.6), 0.1, mover=0), Judgement((1, 0), proved=True, mover=1), [1, 1]),  # a win was there
        (Judgement((0.4, 0.6), 0.1, mover=0), Judgement((0, 1), proved=True, mover=1), [0.4, 0]),  # another may win
        (Judgement((0, 1), None, proved=True, mover=0), Judgement((0.7, 0.3), 0.1, mover=1), [0, 0]),  # all lose
        (Judgement((0.4, 0.6), 0.1, proved_moves(0), mover=0), Judgement((0.3, 0.7), 0.1, mover=1), [0.4, 0]),
        (Judgement((0.4, 0.6), 0.1, proved_moves(None, 0), mover=0), Judgement((0.3, 0.7), 0.1, mover=1), [0.4, 0.3]),
        (Judgement((0, 1), None, proved=True, mover=0, whole=False), Judgement((0.7, 0.3), 0.1, mover=1), [0, 0.7]),
        (Judgement((0, 0.5, 0.5), None, proved=True, mover=0), Judgement((0.1, 0.6, 0.3), 0.1, mover=1), [0, 0.1]),
    ],
)
def test_what_is_certain_settles_its_neighbours(first: Judgement, second: Judgement, values: list[float]) -> None:
    found = settled((first, second), [GAME.move(0)])
    assert [each.values[0] for each in found] == values
    assert all(each.proved == (each.values[0] in (0, 1)) and not (each.proved and each.gap) for each in found)


def test_where_nothing_can_be_judged_the_report_says_so(command: Run, tmp_path: Path) -> None:
    hidden = saved(tmp_path, "b2", "a1", game="dark_hex", options="{size: 3}")
    assert "No computer player can judge these positions.\n" in command("analyse", hidden, "--by", "random").output


def test_a_judge_that_cannot_go_on_says_why(command: Run, tmp_path: Path) -> None:
    record = saved(tmp_path, "a1", "b2")
    for more in ((), ("--ply", "1")):
        told = command("analyse", record, "--by", "gtp:/nowhere/engine", *more).output
        assert re.fullmatch(
            r"(?:Hex, .*\n\n)?No computer player can judge .*\.\n.*: cannot start `/nowhere/engine`: .*No such.*\n",
            told,
        )


def test_the_page_the_numbers_and_one_position(command: Run, tmp_path: Path) -> None:
    record = saved(tmp_path, *WON)
    page = command("analyse", record, "--by", "mcts:300").output
    assert page.startswith("Hex, judged by 2 searches of mcts:300, seeds from 0\n")
    assert re.search(r"^ +5\. +Red +b1 +100 % +0 % .*proved$", page, re.MULTILINE)
    assert page.endswith("Result: Red wins\n")
    assert "all that keep the value are equally good" in page
    data = json.loads(command("analyse", record, "--by", "mcts:300", "--json").output)
    assert [each["move"] for each in data["moves"]] == list(WON)
    assert data["moves"][-1]["value"] == 1
    one = command("analyse", record, "--by", "mcts:300", "--ply", "1").output
    assert "Shares in percent:\n" in one
    picture = tmp_path / "one.svg"
    assert (
        command("analyse", record, "--by", "mcts:300", "--ply", "1", "--svg", str(picture)).output
        == f"wrote {picture}\n"
    )
    assert "simulations, in percent" in picture.read_text()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--by", "human"], "name a computer player"),
        (["--by", "mtcs"], "did you mean `mcts`?"),
        (["--ply", "99"], "the game has 5 moves; choose 0 to 5"),
        (["--svg", "x.svg"], "--svg needs --ply"),
    ],
)
def test_what_cannot_be_analysed_is_refused(command: Run, tmp_path: Path, arguments: list[str], told: str) -> None:
    run = command("analyse", saved(tmp_path, *WON), *arguments)
    assert told in run.output
    assert run.exit_code == 2


def test_ctrl_c_shows_what_is_judged_so_far() -> None:
    def stop(done: int, asked: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    moves = GAME.start().play_all(WON).moves
    found = analyse(GAME.start(), moves, "mcts:20", progress=stop)
    assert found.interrupted
    assert [each.ply for each in found.moves] == [0]


class Sure:
    """A player that prefers the first move and says what it is worth."""

    def __init__(self, value: float) -> None:
        self._value = value

    def choose(self, view: View, limits: Limits | None = None) -> Choice:
        """Return the first move."""
        move = view.choices[0]
        return Choice(move, 10, 10, (self._value, 1 - self._value), (Weighed(move, 1.0, self._value),))


def test_opinions_are_averaged() -> None:
    found = judgement(GAME.start(), [Sure(0.2), Sure(0.6)])
    assert math.isclose(found.values[0], 0.4)
    assert math.isclose(found.gap or 0, 0.4)
    assert found.simulations == 20
    assert math.isclose(found.moves[0].value, 0.4)


def test_a_session_gives_hints_and_opinions(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexgame.show.session.commands.ADVISER", "mcts:300")
    options = ("play", "hex", "--set", "size=3", "--set", "pie=no")
    output = command(*options, input="hint\nanalyse\n").output
    assert re.search(r"Try [a-c][1-3]: a win in \d+ % \(", output)
    assert "Shares in percent:\n" in output
    hidden = command("play", "dark_hex", "--set", "size=3", input="hint\n").output
    assert "No advice is available in games with hidden information" in hidden
    over = command(*options, input="b1\na1\nb2\na2\nb3\nhint\n").output
    assert "There is nothing to decide.\n" in over


def test_a_position_of_a_game_by_its_number() -> None:
    state, found = judged_after(GAME.start(), GAME.start().play_all(WON).moves, 2, "mcts:50")
    assert isinstance(state, State)
    assert [str(move) for move in state.moves] == list(WON[:2])
    assert found.simulations > 0
