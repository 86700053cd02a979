"""Matches: seats are exchanged, a seed repeats them, nothing finished is lost, and the numbers are right."""

from __future__ import annotations

import errno
import json
import math
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT, Run

import hexgame
from hexgame.experiments.matches.games import UNFINISHED, Fixture, Played, Results, finish
from hexgame.experiments.matches.match import Match, MatchReport, play_match
from hexgame.experiments.matches.score import Score, SequentialTest
from hexgame.players import Choice, Withdrawn
from hexgame.show.matchbook import Matchbook
from hexgame.show.pages.matches import _elo, _lengths, match_page
from hexgame.statistics.shares import elo_of, share_of

HEX = hexgame.load("hex", size=4)


def match(games: int = 12, **more: object) -> Match:
    return Match(HEX, ("random", "random"), games, **more)  # type: ignore[arg-type]


def result(number: int, winner: int | None, *moves: str) -> Played:
    return Played(number, moves, winner, "Red" if winner is not None else "", "")


def test_each_opening_is_played_from_both_seats_and_first_moves_are_dealt_out() -> None:
    firsts = Counter[str]()
    for pair in range(32):
        one, other = (Fixture(2 * pair + each) for each in (0, 1))
        begun = [fixture.opening(HEX, 7, 2) for fixture in (one, other)]
        assert begun[0].moves == begun[1].moves
        assert len(begun[0].moves) == 2
        assert (one.seats, other.seats) == ((0, 1), (1, 0))
        firsts[begun[0].moves[0].text] += 1
    assert set(firsts.values()) == {2}
    assert Fixture(0).opening(HEX, 8, 2).moves != Fixture(0).opening(HEX, 7, 2).moves
    assert not Fixture(0).opening(HEX, 7, 0).moves


def test_an_opening_does_not_end_the_game() -> None:
    tiny = hexgame.load("hex", size=2, pie=False)
    assert all(not Fixture(number).opening(tiny, 1, 3).is_over for number in range(20))
    assert not Fixture(0).opening(tiny, 1, 50).moves  # every such opening ends it


def test_chance_decides_the_same_in_both_games_of_a_pair() -> None:
    game = hexgame.load("blind_hex", size=5)
    begun = [Fixture(number).opening(game, 3, 0) for number in range(12)]
    assert all(one == other for one, other in zip(begun[::2], begun[1::2], strict=True))
    assert len({state.variables["handicapped"] for state in begun}) == 2


def test_a_seed_repeats_a_match_whatever_the_jobs() -> None:
    one, other = play_match(match(seed=4)), play_match(match(seed=4), jobs=2)
    assert one.results == other.results
    assert one.score.games == 12
    assert play_match(match(seed=5)).results != one.results


def test_the_winner_is_a_player_not_a_colour() -> None:
    for game in play_match(match(24, seed=1)).results.all:
        state = HEX.start().play_all(game.moves)
        assert state.outcome is not None
        assert state.outcome.winner == game.colour
        assert game.winner == Fixture(game.number).seats[state.seat(game.colour)]


def test_games_go_on_where_an_earlier_command_ended(tmp_path: Path) -> None:
    whole = play_match(match(10, seed=2))
    book = Matchbook(tmp_path / "games", match(10, seed=2))
    play_match(match(4, seed=2), kept=book.keep)
    (tmp_path / "games" / "0002.yaml").unlink()
    known = Matchbook(tmp_path / "games", match(10, seed=2)).known()
    assert [game.number for game in known.all] == [0, 2, 3]
    played = list[int]()
    again = play_match(match(10, seed=2), known=known, kept=lambda game: played.append(game.number))
    assert again.results == whole.results
    assert played == [1, 4, 5, 6, 7, 8, 9]


def test_a_match_ends_where_a_game_cannot_be_kept(command: Run, tmp_path: Path) -> None:
    def kept(game: Played) -> None:
        if game.number == 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    found = play_match(match(), kept=kept)
    assert (found.interrupted, found.results.games) == (True, 4)
    assert found.notes == ("the match ends here: game 4 cannot be kept: No space left on device",)
    run = command("match", "hex", "random", "random", "--games", "2", "--records", str(tmp_path / ("x" * 5000)))
    assert (run.exit_code, "File name too long" in run.output) == (2, True)


def test_each_game_of_a_folder_has_one_name(tmp_path: Path) -> None:
    book = Matchbook(tmp_path / "games", match(2))
    found = play_match(match(2), kept=book.keep)
    for name in ("1.yaml", "00001.yaml", "\u0661.yaml", "0000.yaml"):
        (tmp_path / "games" / name).write_bytes((tmp_path / "games" / "0001.yaml").read_bytes())
    assert book.known() == found.results


def test_short_games_do_not_count_before_long_ones() -> None:
    known = Results((result(0, 0), result(1, 0), result(3, 1)))
    found = MatchReport(match(), Results(known.all[:2]), beyond=1)
    assert (found.score.wins, found.score.games) == (2, 2)

    def stop(done: int, asked: int) -> None:
        raise KeyboardInterrupt

    halted = play_match(match(), known=known, progress=stop)
    assert halted.interrupted
    assert (halted.score.wins, halted.score.games, halted.beyond) == (2, 2, 1)


def test_the_folder_of_another_match_is_refused(command: Run, tmp_path: Path) -> None:
    def run(*more: str) -> str:
        return command("match", "hex", "random", "random", "--set", "size=3", "--games", "2", *more).output

    folder = tmp_path / "games"
    assert "2 games" in run("--records", str(folder))
    assert "its `seed` differs" in run("--records", str(folder), "--seed", "1")
    assert "its `options` differs" in run("--records", str(folder), "--set", "size=4")
    assert "holds other files" in run("--records", str(tmp_path))
    (folder / "0001.yaml").write_text("game: hex\noptions: {size: 3}\nmoves: [a1]\n")
    assert "is not finished: delete it" in run("--records", str(folder))
    (folder / "0001.yaml").write_text("game: hex\nmoves: [a1]\n")
    assert "is a game of another match" in run("--records", str(folder))
    (folder / "match.yaml").write_text("game: &a [*a]\n")
    assert "error[HG606]" in run("--records", str(folder))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["human", "random"], "people cannot play matches"),
        (["rnadom", "random"], "did you mean `random`?"),
        (["random", "gtp:"], "name a program that speaks GTP after the colon"),
        (["random", "random", "--games", "3"], "an even number of games"),
        (["random", "random", "--opening", "-1"], "an opening has 0 to 100 moves"),
        (["random", "random", "--sprt", "5"], "`5` is not two Elo differences, such as 0,30"),
        (["random", "random", "--sprt", "5,1"], "the smaller first"),
        (["random", "random", "--jobs", "100000"], "jobs must be 0 to"),
    ],
)
def test_what_is_no_match_is_refused(command: Run, arguments: list[str], told: str) -> None:
    run = command("match", "hex", *arguments)
    assert told in " ".join(run.output.split())
    assert run.exit_code == 2


def test_a_match_is_for_two(command: Run) -> None:
    assert "has 3 players" in command("match", "three_player_hex", "random", "random").output


def test_the_report_says_what_was_found(command: Run) -> None:
    arguments = ["match", "hex", "random", "random", "--set", "size=3", "--games", "8", "--seed", "2"]
    page, data = command(*arguments).output, json.loads(command(*arguments, "--json").output)
    assert page.startswith(
        "Hex, size = 3, pie = yes\nrandom against random, seed 2, 8 games, each after 1 random move\n"
    )
    row = re.search(r"random in all +(\d+) +(\d+) +(\d+) +([\d.]+)%", page)
    assert row
    assert [int(row[place]) for place in (1, 2, 3)] == [data["wins"], data["draws"], data["losses"]]
    assert sum(map(sum, data["by_seat"])) == data["games"] == 8 == sum(data["endings"].values()) == len(data["lengths"])
    assert data["interval"][0] < data["score"] < data["interval"][1]


class Giver:
    """A player that resigns."""

    def choose(self, view: object, limits: object = None) -> Choice:
        """Resign."""
        raise Withdrawn(view.player, "resigned")  # type: ignore[attr-defined]


def test_who_cannot_go_on_has_lost() -> None:
    outcome, is_forfeit = finish(HEX.start(), {0: Giver(), 1: Giver()}, random.Random(1))
    assert (str(outcome), is_forfeit) == ("Blue wins (Red: resigned)", False)


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexgame.experiments.matches.games.LONGEST", 3)
    games = play_match(match(2)).results.all
    assert [(game.winner, game.label, len(game.moves)) for game in games] == [(None, UNFINISHED, 3)] * 2


# Numbers


def test_elo_and_share_are_inverse_and_know_their_ends() -> None:
    for elo in (-300.0, -1.0, 0.0, 12.0, 190.8):
        assert math.isclose(elo_of(share_of(elo)), elo, abs_tol=1e-9)
    assert math.isclose(share_of(400), 10 / 11)
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)
    assert Score.of([]).elo == (0.0, -math.inf, math.inf)


def test_no_elo_difference_is_minus_nothing() -> None:
    assert [_elo(each) for each in (-0.0, -0.3, 0.001, -20.4, -math.inf)] == ["+0", "−0.3", "+0", "−20", "−∞"]


@pytest.mark.parametrize(("elo", "verdict"), [(0.0, "not stronger"), (60.0, "stronger")])
def test_the_test_is_seldom_wrong(elo: float, verdict: str) -> None:
    dice, test, wrong, ended = random.Random(5), SequentialTest(0, 60), 0, 0
    for _ in range(60):
        pairs, found = list[tuple[float, float]](), ""
        while not found and len(pairs) < 2000:
            pairs += [(float(dice.random() < share_of(elo)), float(dice.random() < share_of(elo))) for _ in range(8)]
            found = test.verdict(Score.of(pairs))
        ended += bool(found)
        wrong += found not in ("", verdict)
    assert ended == 60
    assert wrong <= 8


def test_the_test_stops_a_match_early() -> None:
    known = Results(tuple(result(number, 0, str(number)) for number in range(100)))
    found = play_match(match(200, test=SequentialTest(0, 50)), known=known)
    assert (found.verdict, found.score.games) == ("stronger", 100)


def test_games_that_repeat_others_are_named_and_count_no_more(command: Run) -> None:
    arguments = ["match", "hex", "mcts:30", "mcts:20", "--set", "size=3", "--set", "pie=no", "--games", "60"]
    page, data = command(*arguments).output, json.loads(command(*arguments, "--json").output)
    assert data["different"] < data["games"] == 60
    assert f"Only {data['different']} of the 60 games are different; the others only repeat them, so " in page
    assert not re.search(r"(\d+) to \1,", page)
    known = Results(tuple(result(number, 0) for number in range(100)))
    found = play_match(match(100, test=SequentialTest(0, 50)), known=known)
    assert (found.verdict, found.different, found.score.games) == ("", 2, 100)
    assert found.score.interval == pytest.approx((0.025, 1.0), abs=1e-5)
    assert found.as_dict()["different"] == 2


def test_lengths_are_told_as_a_span_only_where_they_differ() -> None:
    assert _lengths([6]) == "Moves per game: 6"
    assert _lengths([6, 6, 6]) == "Moves per game: 6 in each"
    assert _lengths([5, 6, 9]) == "Moves per game: 5 to 9, half of the games at most 6"


def test_a_test_that_ended_a_match_is_said_to_leave_intervals_too_narrow() -> None:
    known = Results(tuple(result(number, 0, str(number)) for number in range(100)))
    page = match_page(play_match(match(200, test=SequentialTest(0, 50)), known=known))
    assert page.endswith("The test ended the match; the intervals above do not allow for that.")


def test_a_killed_match_loses_no_finished_game(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    arguments = ["match", "hex", "random", "random", "--set", "size=9", "--games", "400", "--records", str(folder)]
    with subprocess.Popen([sys.executable, "-m", "hexgame", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL) as run:
        until = time.monotonic() + 60
        while time.monotonic() < until and len([*folder.glob("0*.yaml")]) < 3:
            time.sleep(0.02)
        run.send_signal(signal.SIGKILL)
    game = hexgame.load("hex", size=9)
    known = Matchbook(folder, Match(game, ("random", "random"), 400)).known()
    assert known.games >= 3
    for played in known.all:
        state = game.start().play_all(played.moves)
        assert state.outcome is not None
        assert state.outcome.winner == played.colour
