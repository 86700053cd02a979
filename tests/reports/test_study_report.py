"""Reports on games: what they find is there, what they do not find is not claimed, and the command says it all."""

from __future__ import annotations

import importlib.util
import json
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Run, game_of, long
from test_study_page import studied

import hexgame
from hexgame.experiments.random.totals import Totals
from hexgame.experiments.work.worker import Worker
from hexgame.play.game import Game
from hexgame.proofs.verdicts import Proved, Refuted, Undecided
from hexgame.reports import report
from hexgame.reports.blocks import AnyKind
from hexgame.reports.exact.whole import whole_of
from hexgame.reports.headlines import compared, swept
from hexgame.reports.kinds.ladder import LADDER
from hexgame.reports.kinds.mirrors import MIRRORS
from hexgame.reports.kinds.playouts import FILLED, PLAYOUTS, UNSWAPPED
from hexgame.reports.kinds.single import Tally
from hexgame.reports.kinds.variants import has_swap, without_swap
from hexgame.reports.kinds.walks import WALKS, Walks
from hexgame.reports.measures.claims import claims
from hexgame.reports.measures.lengths import how_wide
from hexgame.reports.measures.openings import first_moves
from hexgame.reports.measures.size import complexity
from hexgame.reports.measures.unused import untouched, unused
from hexgame.reports.measures.winners import fairness, who_wins
from hexgame.reports.report import Effort, chapter_of, report_on
from hexgame.reports.sections import as_data
from hexgame.reports.study import Study
from hexgame.reports.work import Crewing, Work
from hexgame.statistics import sure
from hexgame.statistics.digits import upwards
from hexgame.statistics.estimates import Estimate, gap
from hexgame.verbs.studying import _to_its_end

SHEET = """
game "Planted"
option lead = 3 in 0..9
players Red, Blue
board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }
turn { place stone on empty }
win when connects(own, own.edges)
"""

GOLDEN = ROOT / "tests" / "study.json"
OURS = ("glance", "who-wins", "endings", "length", "width", "first-moves", "unused")


def test_next_to_no_games_tell_nothing() -> None:
    said = fairness({"Red": 3, "Green": 2, "Blue": 2}, "play")
    assert said == "The 7 decided games in play are too few to tell Red, Green and Blue apart."


def test_games_that_nobody_wins_are_left_out_where_there_are_any() -> None:
    wins = {"Red": 900, "Blue": 100}
    assert fairness(wins, "play", draws=3).endswith("of the games that somebody wins, n = 1,000.")
    assert "somebody" not in fairness(wins, "play")


@long
def test_no_difference_is_found_where_there_is_none() -> None:
    drawn = np.random.default_rng(1).binomial(1000, 0.5, 1000).tolist()
    found = [fairness({"Red": won, "Blue": 1000 - won}, "play") for won in drawn]
    assert sum(said.startswith("No difference found") for said in found) >= 998


@long
def test_a_planted_bias_is_found_as_often_as_the_report_says() -> None:
    lead = 2 * sure.shows(1000)
    assert f"a lead of {upwards(100 * lead)} percentage points" in fairness({"Red": 500, "Blue": 500}, "play")
    drawn = np.random.default_rng(2).binomial(1000, 0.5 + lead / 2, 1000).tolist()
    found = [fairness({"Red": won, "Blue": 1000 - won}, "play") for won in drawn]
    assert 760 <= sum(said.startswith("Red wins more often") for said in found) <= 860


def test_all_first_moves_of_torex_are_alike() -> None:
    section = first_moves(studied(hexgame.load("torex", size=3), walks=1))
    assert section is not None
    alike, swapped = section.says
    assert alike == "All 9 first moves are equivalent: symmetries of the game map each to any other."
    assert swapped.startswith("If the other could answer the first move by changing sides, Black would win ")
    assert section.parts == ()


def test_draws_refute_the_claim_that_there_are_none() -> None:
    study = studied(hexgame.load("torex", size=3))
    section = claims(Study(study.game, 1, study.found, (Undecided("no-draws", ()),)))
    assert section is not None
    table, course, _ = section.parts
    assert table.rows[0][2] == "refuted"
    assert study.game.start().play_all(course.moves).outcome.winner is None


def test_what_is_known_of_one_claim_is_not_told_again_of_another() -> None:
    proofs = [Proved(claim, "topology", "size = 3", statement, {}) for claim, statement in {
        "at-least-one-winner": "chains cross",
        "at-most-one-winner": "chains cross",
        "no-draws": "chains cross; play fills the board",
        "always-a-move": "a cell is empty, and somebody has won then: chains cross",
    }.items()]  # fmt: skip
    table, *_ = claims(Study(hexgame.load("hex", size=3), 1, {}, tuple(proofs))).parts
    assert [row[-1] for row in table.rows] == [
        "Chains cross. (topology; for size = 3)",
        "As for at-least-one-winner.",
        "As for at-least-one-winner; play fills the board.",
        "A cell is empty, and somebody has won then: as for at-least-one-winner.",
    ]

    table, *_ = claims(Study(hexgame.load("hex", size=3), 1, {}, tuple(proofs[::-1]))).parts
    assert [row[-1] for row in table.rows] == [
        "A cell is empty, and somebody has won then: as for at-most-one-winner.",
        "As for at-most-one-winner; play fills the board.",
        "Chains cross. (topology; for size = 3)",
        "As for at-most-one-winner.",
    ]


def test_mogensens_criteria_are_told_where_they_make_sense() -> None:
    def of(stem: str, size: int) -> list[tuple[object, ...]]:
        study = Study(hexgame.load(stem, size=size), 1, {}, (Undecided("finite", ()),))
        *_, table = claims(study).parts
        return [row[1:] for row in table.rows]

    assert of("torex", 3) == [("holds", "512 full boards, all there are"), ("fails", "512 full boards, all there are")]
    assert of("hex", 5) == [("not refuted", "1,000 random full boards")] * 2
    assert of("knight_vision", 5) == [("not tested by play", "undecided", "")]


def test_a_refuted_claim_shows_its_game_or_its_board() -> None:
    game = hexgame.load("torex", size=2)
    full = (1, 2, 1, 2)
    won = Refuted("at-least-one-winner", "counting", "nobody wins", full, (0, 1, 2), is_reached=True)
    verdicts = (Refuted("no-draws", "SAT", "nobody wins", full), won)
    _, board, played, _ = claims(Study(game, 1, {}, verdicts)).parts
    assert board.caption == "`no-draws` is refuted: a position to which no moves are known"
    assert board.filling == full
    assert played.caption == "`at-least-one-winner` is refuted: play reaches this"
    assert len(played.moves) == 3


def test_one_game_is_one_and_too_little_to_measure() -> None:
    game = hexgame.load("scaffold", size=5)
    study = Study(game, 1, {WALKS.name: WALKS.job(game, 1, 1).played(range(1))},
                  (Undecided("always-a-move", ()),))  # fmt: skip
    assert how_wide(study).takes == "walks=3"
    assert "held in 1 game:" in claims(study).parts[0].rows[0][1]
    assert whole_of(game) is None
    assert "(1 random game: too few for an estimate)" in complexity(study).says[1]


def test_a_draw_that_was_seen_refutes_that_there_are_none_and_a_proof_leaves_no_row_for_them() -> None:
    game = hexgame.load("torex", size=3)
    seen = Study(game, 1, {WALKS.name: studied(game).of(WALKS)}, (Undecided("no-draws", ()),))
    assert claims(seen).parts[0].rows[0][1:3] == ("contradicted by a game", "refuted")
    larger = hexgame.load("hex", size=4, pie="no")
    played = studied(larger)
    proof = Proved("no-draws", "topology", "size = 4", "chains cross", {})
    for verdicts, rows in (((), 3), ((proof,), 2)):
        assert len(who_wins(Study(larger, 1, played.found, verdicts)).parts[0].rows) == rows
    held = claims(Study(larger, 1, played.found, (proof,))).parts[0].rows[0][1]
    assert held == f"held in {played.of(PLAYOUTS).games:,} games"


def test_claims_name_only_the_games_that_tell_something_of_them() -> None:
    found = studied(hexgame.load("hex", size=3, pie="no"))
    for claim, units in (("finite", []), ("no-draws", [PLAYOUTS.unit]), ("always-a-move", [WALKS.unit])):
        study = Study(found.game, 1, found.found, (Undecided(claim, ()),))
        assert [basis.unit for basis in claims(study).bases] == units


def test_first_moves_are_not_compared_where_they_tell_nothing() -> None:
    drawn = first_moves(studied(hexgame.load("random_turn_hex", size=3), walks=1))
    assert drawn.says == ("No one player always makes the first decision, so there are no first moves to compare.",)
    few = Study(
        game_of("board { shape rhombus(3) }"),
        1,
        {PLAYOUTS.name: Totals.of(*(hexgame.load("hex", size=3, pie="no").machine.sample(12, 1)))},
    )
    lacking = first_moves(few)
    enough = int(lacking.takes.removeprefix("random="))
    assert lacking.played.n == 12 < enough
    sample = Totals.of(*hexgame.load("hex", size=3, pie="no").machine.sample(2 * enough, 1))
    assert first_moves(Study(few.game, 1, {PLAYOUTS.name: sample})).says


def test_what_too_little_was_played_for_is_gathered_with_what_it_takes() -> None:
    game = hexgame.load("hex", size=6)
    study = Study(game, 1, {MIRRORS.name: Tally(2, {(0, 1, 1, 2): 2}), LADDER.name: Tally(3, {(0, 1, 1): 3})})
    chapter = chapter_of(study)
    assert {"mirrors", "skill"}.isdisjoint(section.name for section in chapter.sections)
    section = chapter.sections[-1]
    assert section.name == "unanswered"
    assert section.parts[0].rows == (
        ("Does skill matter", "3 pairs of games on the ladder", "`--work ladder=54`"),  # 40 pairs of tricks come first
        ("Mirror strategies", "2 games against a player that mirrors", "`--work mirrors=120`"),
    )
    assert "unanswered" not in [section.name for section in chapter_of(Study(game, 1)).sections]


def test_a_player_who_can_only_pass_refutes_that_there_is_always_a_move() -> None:
    study = studied(hexgame.load("hy2", size=2))
    section = claims(Study(study.game, 1, study.found, (Undecided("always-a-move", ()),)))
    assert section is not None
    assert study.of(WALKS).stuck
    assert any("a player was stuck at some point" in text for text in how_wide(study).says)
    assert section.parts[0].rows[0][1].startswith(f"contradicted by {study.of(WALKS).stuck:,} of ")


def test_rules_that_nobody_uses_are_named() -> None:
    game = game_of(SHEET + '\nlose "far" when count(own) > 8 + lead')
    section = unused(studied(game, 500))
    assert section is not None
    (table,) = section.parts
    assert ("ending", 'lose "far" when count(own) > 8 + lead') in table.rows
    assert not unused(studied(game_of(SHEET.replace("option lead = 3 in 0..9\n", "")), 500)).parts


def test_what_options_rule_out_is_told_apart_from_what_nobody_uses() -> None:
    study = studied(game_of(SHEET + "\nlose when lead == 9 and count(own) > 3"), 500)
    assert untouched(study) == {"cells": [], "decisions": [], "endings": []}
    (table,) = unused(study).parts
    assert ("ending, ruled out by the options", "lose when lead == 9 and count(own) > 3") in table.rows


def test_an_option_that_changes_nothing_is_named() -> None:
    (table,) = unused(studied(game_of(SHEET), 500)).parts
    assert table.rows == (("option", "lead: 3 and 0 and 1 and 2 give the same game"),)


def test_the_swap_is_taken_away_by_an_option() -> None:
    game = hexgame.load("hex", size=3)
    other = without_swap(game)
    assert other is not None
    assert (has_swap(game), has_swap(other), other.options["pie"]) == (True, False, False)
    assert without_swap(hexgame.load("torex", size=3)) is None


def test_full_boards_are_filled_where_they_tell_who_wins() -> None:
    assert [kind.suits(hexgame.load("hex", size=3)) for kind in (FILLED, UNSWAPPED)] == [True, False]
    assert not FILLED.suits(hexgame.load("torex", size=3))
    assert [kind.suits(hexgame.load("crossway", size=3)) for kind in (FILLED, UNSWAPPED)] == [False, True]


def test_full_boards_speak_alone_where_they_are_more_games_of_the_same_kind() -> None:
    game = hexgame.load("hex", size=4, pie="no")
    study = studied(game, walks=1)
    full = FILLED.job(game, 1, FILLED.size).played(range(1))
    both = who_wins(Study(game, 1, {**study.found, FILLED.name: full}))
    assert both is not None
    (says,) = both.says
    assert f"{full.games:,}" in says
    assert len(both.parts) == 2
    alone = who_wins(Study(game, 1, {FILLED.name: full}))
    assert alone is not None
    assert alone.says == both.says
    assert who_wins(Study(game, 1)) is None


def test_walks_add_up_in_any_order_and_can_be_read_back() -> None:
    job = WALKS.job(hexgame.load("hex", size=3), 4, 12)
    whole = job.played(range(12))
    assert job.played(range(7, 12)) + job.played(range(7)) == whole
    assert WALKS.read(json.loads(json.dumps(whole.data()))) == whole
    assert whole.games == sum(whole.filled.values()) == sum(whole.spans.values()) == 12
    assert Walks() + whole == whole


def test_walks_count_what_can_be_counted_by_hand() -> None:
    walks = WALKS.job(hexgame.load("hex", size=2, pie="no"), 0, 50).played(range(50))
    assert {width for ply, width in walks.widths if ply == 0} == {4}
    assert walks.widths[0, 4] == walks.widths[1, 3] == walks.widths[2, 2] == 50
    assert set(walks.filled) == {3, 4}


@long
def test_processes_and_threads_find_the_same() -> None:
    """Slow: processes start."""
    game = hexgame.load("hex", size=3)
    found = []
    for jobs in (1, 2):
        work = Work(game, (WALKS,), 3, Crewing(jobs))
        work.in_full({"walks": 40})
        found.append(work.found["walks"])
    assert found[0] == found[1]
    assert found[0].games == 40


@long
def test_a_killed_worker_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow: processes start."""
    game, started, killed = hexgame.load("hex", size=3), Worker._started, list[int]()

    def dying(worker: Worker) -> subprocess.Popen[bytes]:
        process = started(worker)
        if len(killed) < 2:
            process.kill()
            killed.append(process.pid)
        return process

    monkeypatch.setattr(Worker, "_started", dying)
    work = Work(game, (WALKS,), 3, Crewing(2), note=pytest.fail)
    work.in_full({"walks": 40})
    assert len(killed) == 2
    assert not work.interrupted
    assert work.found["walks"] == WALKS.job(game, 3, 40).played(range(40))


def test_a_gap_is_that_of_two_intervals() -> None:
    found = gap(Estimate(5.0, 4.0, 6.0, 10, ""), Estimate(3.0, 2.0, 4.0, 10, ""))
    assert (found.value, round(found.low, 3), round(found.high, 3)) == (2.0, 0.586, 3.414)


def test_two_games_are_compared() -> None:
    studies = [studied(hexgame.load("hex", size=size, pie="no")) for size in (3, 4)]
    (section,) = compared(studies)
    means = next(part for part in section.parts if part.caption == "Means")
    assert means.columns[1:3] == ("size = 3", "size = 4")
    assert means.rows[0][-1] == "yes"
    assert compared(studies[:1]) == ()


def test_a_sweep_finds_how_lengths_grow() -> None:
    studies = [studied(hexgame.load("hex", size=size, pie="no"), 30) for size in (3, 4, 5)]
    (section,) = swept(studies)
    assert section.title == "As size grows"
    assert any("decisions in a game grows like" in said for said in section.says)
    assert swept(studies[:1]) == ()
    (section,) = swept([*studies, Study(hexgame.load("hex", size=6, pie="no"), 1)])
    assert section.says[0] == "There was no time for size = 6: a longer --time adds what is missing."
    (section,) = swept([Study(study.game, 1) for study in studies])
    assert (section.parts, len(section.says)) == ((), 1)


def test_a_report_is_the_same_as_ever() -> None:
    """A golden report: `cd tests && PYTHONPATH=. python reports/test_study_report.py` writes it anew. Other versions of
    SciPy may differ in the last digits."""
    assert _nearly(golden()) == _nearly(GOLDEN.read_text("utf-8"))


def _nearly(report: str) -> object:
    """A report with nine digits of each number."""
    return json.loads(report, parse_float=lambda written: f"{float(written):.9g}")


def golden() -> str:
    """The report on a small game, as far as it tells of random play."""
    game = hexgame.load("hex", size=4, pie="no")
    report = report_on([game], Effort(amounts={"walks": 20}, is_kept=False))
    (chapter,) = report.chapters
    study = Study(game, 0, {**chapter.study.found, PLAYOUTS.name: Totals.of(*game.machine.sample(200, 7))})
    sections = [as_data(section) for section in chapter_of(study).sections if section.name in OURS]
    return json.dumps({**report.as_dict(), "games": sections}, indent=1, ensure_ascii=False) + "\n"


def test_the_command_prints_and_writes_reports(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    asked = ("study", "hex", "--set", "size=3", "--set", "pie=no", "--work", "walks=10", "--jobs", "1")
    done = command(*asked, "--json")
    assert done.exit_code == 0, done.output
    (game,) = json.loads(done.stdout)["games"]
    assert game["work"]["walks"] == 10
    written = tmp_path / "hex.html"
    assert command(*asked, "--out", str(written)).exit_code == 0
    assert written.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert command(*asked, "--json").stdout == done.stdout


def test_the_command_says_what_is_wrong(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for asked, said in (
        (("--time", "soon"), "write it like 90s, 5m or 2h"),
        (("--work", "nothing=3"), "There is no work `nothing`"),
        (("--work", "walks=few"), "not a number of games"),
        (("--sweep", "size"), "write it like size=5..11"),
    ):
        done = command("study", "hex", *asked)
        assert done.exit_code == 2
        assert said in done.output
    other = tmp_path / "other.html"
    other.write_text("precious")
    assert "choose another name" in command("study", "hex", "--out", str(other)).output
    monkeypatch.chdir(tmp_path)
    Path("hex.html").write_text("precious")
    assert "name another file with --out" in command("study", "hex").output
    for asked, said in (
        (("hex", "--out", str(tmp_path / f"{'x' * 300}.html")), "File name too long"),
        (("hex", "--out", ""), "cannot write `.`: Is a directory"),
        (("y", "--on", "http://here"), "is not the address of a cluster"),
        (("y", "y"), "Both games are Y with the same options"),
        (("y", "--against", "size=11"), "Both games are Y with the same options"),
    ):
        done = command("study", *asked)
        assert done.exit_code == 2
        assert said in done.output
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "hexgame-interpreter[study]" in command("study", "hex").output


def test_of_what_is_swept_only_headlines_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[set[str]]()

    def worked(game: Game, kinds: Sequence[AnyKind], *_: object) -> Work:
        asked.append({kind.name for kind in kinds})
        return Work(game, kinds, found={kind.name: kind.nothing for kind in kinds})

    monkeypatch.setattr(report, "_worked", worked)
    games = [hexgame.load("hex", size=size) for size in (2, 3)]
    report.all_studied(games, Effort(amounts={}), pages=1)
    assert "ladder" in asked[0]
    assert asked[1] == {"random", "walks"}


def test_only_the_second_ctrl_c_gives_up_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), _to_its_end():
            signal.raise_signal(signal.SIGINT)
            assert "press Ctrl-C again to abandon it" in capsys.readouterr().err
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    GOLDEN.write_text(golden(), "utf-8")
