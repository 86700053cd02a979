"""The verb `prove`, and the methods that look at every full board and every position."""

from __future__ import annotations

import json
import re
import sys
import zlib
from pathlib import Path

import pytest
from conftest import ROOT, Run, game_of, wide

import hexgame
from hexgame.deadline import OutOfTime, time_limit
from hexgame.experiments.random.licence import licence
from hexgame.native import places
from hexgame.native.store import Findings, sealed
from hexgame.play.game import Game
from hexgame.proofs import Limits, Proved, Refuted, Undecided, endings, known, prove, replay
from hexgame.proofs.checking.certificate import Refused, checked
from hexgame.proofs.counting import attempt as counting
from hexgame.proofs.counting.counts import count
from hexgame.proofs.counting.judged import filling, judged
from hexgame.proofs.criteria import criteria
from hexgame.proofs.fillings import Unphrased, fillings_of
from hexgame.proofs.images import judged_alike
from hexgame.proofs.prove import METHODS, certificate, claims_of, decided, prove_all
from hexgame.proofs.reachability import alike, measure, search
from hexgame.proofs.reachability.outcomes import reachings
from hexgame.proofs.verdicts import ALL_BOARDS, THIS_BOARD
from hexgame.proofs.wording import refutation
from hexgame.rules.symmetry import Symmetry

PAGE = (ROOT / "docs" / "proofs.md").read_text("utf-8")


def test_the_example_of_proving_is_what_is_printed(command: Run) -> None:
    ((arguments, shown),) = re.findall(r"```console\n\$ hexgame (prove [^\n]*)\n(.*?)```", PAGE, re.DOTALL)
    result = command(*arguments.split())
    assert (re.sub(" +$", "", result.stdout, flags=re.MULTILINE), result.exit_code) == (shown, 1)


def test_the_python_example_of_proving_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})  # noqa: S102
    assert capsys.readouterr().out == "60 of the 512 full boards have no winner, 27 of the 126 filled in turn\n"


@pytest.mark.parametrize(
    ("name", "options", "none", "one", "several"),
    [
        ("hex", {"size": 3}, 0, 512, 0),
        ("torex", {"size": 2}, 2, 14, 0),
        ("torex", {"size": 3}, 60, 452, 0),
        ("torex", {"size": 3, "diagonal": "Black"}, 0, 512, 0),
        ("y", {"size": 4}, 0, 1024, 0),
    ],
)
def test_full_boards_are_counted_by_their_winners(
    name: str, options: dict[str, object], none: int, one: int, several: int
) -> None:
    found = judged(fillings_of(hexgame.load(name, **options)), Limits())
    assert [found.with_winners(number, number) for number in range(3)] == [none, one, several]


def test_claims_about_play_are_refuted_with_moves(command: Run, tmp_path: Path) -> None:
    saved = tmp_path / "refuted.test.yaml"
    result = command("prove", "hy2", "--set", "size=2", "--save", str(saved))
    assert result.exit_code == 1
    assert "always-a-move: REFUTED (reachability)" in result.stdout
    assert "finite: PROVED" in result.stdout
    replayed = command("test", str(saved))
    assert (replayed.exit_code, "2 passed, 0 failed" in replayed.stdout) == (0, True)


def boards_of_play(game: Game) -> set[tuple[int, ...]]:
    """All full boards that play reaches, by the moves of states."""
    cells, seen, waiting = len(game.board.cells), set(), [game.start()]
    while waiting:
        state = waiting.pop()
        if state.vector in seen:
            continue
        seen.add(state.vector)
        for move in () if state.is_over else state.legal_moves:
            waiting.append(state.copy())
            waiting[-1].play(move)
    return {tuple(vector[:cells]) for vector in seen if 0 not in vector[:cells]}


def test_full_boards_that_play_cannot_reach_are_no_plain_refutation(command: Run) -> None:
    game = hexgame.load("hy2", size=2)
    fillings, reached = fillings_of(game), boards_of_play(game)
    boards = [filling(fillings, number) for number in range(1 << len(fillings.free))]
    without = {board for board in boards if not fillings.winners(board)}
    assert (len(boards), len(without), without & reached) == (128, 24, set())
    assert {board for board in boards if replay.route_to(game, board).moves is not None} == reached
    found = prove(game, "at-least-one-winner")
    assert isinstance(found, Refuted)
    assert (found.is_reached, found.out_of_play) == (False, ALL_BOARDS)
    shown = command("prove", "hy2", "--set", "size=2", "--claim", "at-least-one-winner")
    assert "at-least-one-winner: REFUTED (counting), for full boards that play cannot reach" in shown.stdout
    words = "24 of the 128 full boards have no winner, 12 of the 35 filled in turn; play can reach none of them."
    assert words in " ".join(shown.stdout.split())
    assert shown.exit_code == 1


@pytest.mark.parametrize(
    ("fuel", "tried", "expected"), [(2_000, 23, THIS_BOARD), (-10_000, 32, ""), (2_000, 32, ALL_BOARDS)]
)
def test_what_play_cannot_reach_is_said_only_once_all_was_tried(
    fuel: int, tried: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "FUEL", fuel)
    monkeypatch.setattr(counting, "SHOWN", tried)
    found = counting.attempt(hexgame.load("hy2", size=2), "at-least-one-winner", Limits())
    assert isinstance(found, Refuted)
    assert found.out_of_play == expected


def test_time_that_is_over_ends_the_search_for_moves_and_keeps_the_refutation() -> None:
    game = hexgame.load("hy2", size=2)
    with time_limit(0):
        found = replay.refuted(game, "at-least-one-winner", "counting", "so it is", [(1,) * 7], number=1)
    assert (found.filling, found.is_reached, found.out_of_play) == ((1,) * 7, False, "")


def test_a_board_that_play_reaches_is_preferred() -> None:
    game = hexgame.load("torex", size=2)
    fillings = fillings_of(game)
    lost = judged(fillings, Limits()).examples[frozenset()]
    found = replay.refuted(game, "at-least-one-winner", "counting", "so it is", [(1, 1, 1, 1), lost])
    assert (found.filling, found.is_reached) == (lost, True)


def test_a_player_who_can_do_nothing_at_all_has_no_move() -> None:
    game = game_of("board { shape rhombus(2) }\nturn { place stone on empty - {cell(1, 1)} }\nwin when count(own) > 3")
    found = prove(game, "always-a-move")
    assert isinstance(found, Refuted)
    state = game.start().play_all(map(game.move, found.moves))
    assert str(state.outcome) == "a draw (no move)"


def test_what_cannot_be_asked_is_undecided_and_says_why(command: Run) -> None:
    result = command("prove", "knight_vision", "--claim", "at-least-one-winner", "--time", "2")
    assert result.exit_code == 3
    assert result.stdout.count("pieces move, change or leave") == 1
    assert "Traceback" not in result.output


def test_a_claim_that_does_not_exist_is_refused(command: Run) -> None:
    result = command("prove", "hex", "--claim", "first-player-wins")
    assert (result.exit_code, "There is no claim `first-player-wins`" in result.stderr) == (2, True)


def test_a_file_that_is_no_scenario_is_not_replaced(command: Run, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    assert command("prove", "torex", "--set", "size=2", "--save", str(diary)).exit_code == 2
    assert diary.read_text() == "dear diary"


def test_verdicts_by_hand() -> None:
    game = hexgame.load("hex", size=2)
    assert isinstance(prove(game, "no-draws"), Proved)
    assert "any empty cell" in prove(hexgame.load("misere_hex", size=4), "no-draws").statement
    assert prove(hexgame.load("moebius_hex"), "no-draws").reach == "every board, of any size"
    refuted = prove(hexgame.load("torex", size=2), "no-draws")
    assert isinstance(refuted, Refuted)
    assert refuted.is_reached
    assert isinstance(prove(hexgame.load("gonnect", size=5), "always-a-move", Limits(seconds=0.1)), Undecided)


def test_a_method_looks_at_the_clock_wherever_it_works_long(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    monkeypatch.setattr(endings, "look", lambda: looks.append("endings"))
    monkeypatch.setattr(search, "look", lambda: looks.append("search"))
    found = search.attempt(hexgame.load("hex", size=2), "no-draws", Limits())
    assert isinstance(found, Proved)
    assert len(looks) > found.certificate["unfinished"]  # type: ignore[operator]
    looks.clear()
    assert isinstance(prove(hexgame.load("hex", size=2), "at-least-one-winner"), Proved)
    assert "endings" in looks


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(known, "VERDICTS", Findings(places.PROVED, 0))
    return tmp_path / "cache"


def test_a_proof_of_one_winner_licenses_full_boards(command: Run, own_cache: Path) -> None:
    game = hexgame.load("torex", size=2, diagonal="White")
    assert known.one_winner(game) == ""
    known.keep(game, decided([prove(game, claim) for claim in known.FULL_BOARDS]), print)
    assert known.one_winner(game)
    assert "`hexgame prove` has proved" in licence(game, game.machine, 0, trust_claims=False)
    assert known.one_winner(hexgame.load("torex", size=2)) == ""
    shown = command("inspect", "torex", "--set", "size=2", "--set", "diagonal=White").stdout
    assert re.search(r"at-most-one-winner +proved \(", shown)
    assert command("cache", "--clear").exit_code == 0
    assert known.known(game) == {}


def test_one_proof_or_a_refutation_licenses_nothing(own_cache: Path) -> None:
    game = hexgame.load("torex", size=2)
    known.keep(game, decided([prove(game, claim) for claim in known.FULL_BOARDS]), print)
    assert [each.is_proved for each in known.known(game).values()] == [False, True]
    assert known.one_winner(game) == ""
    with pytest.raises(ValueError, match="it is not proved"):
        licence(game, game.machine, 0, trust_claims=False)


def test_validate_tells_of_a_claim_that_was_refuted(command: Run, own_cache: Path) -> None:
    command("prove", "torex", "--set", "size=2", "--claim", "no-draws")
    warned = command("validate", "torex", "--set", "size=2", "--play", "1")
    assert "it was refuted before: 2 of the 16 full boards have no winner" in warned.stderr


def test_a_damaged_file_of_verdicts_is_nothing(own_cache: Path) -> None:
    game = hexgame.load("torex", size=2)
    known.keep(game, decided([prove(game, "finite")]), print)
    (path,) = (own_cache / "proved").iterdir()
    right = path.read_bytes()
    for content in (
        b"",
        b"[]",
        right[:-1],
        right[:9] + right[10:],
        sealed(b"[]"),
        sealed(zlib.compress(b"[" * 60_000)),
    ):
        path.write_bytes(content)
        assert known.known(game) == {}
    for data in ([], {"finite": 3}, {"finite": {"is proved": "yes"}}, "finite"):
        known.VERDICTS.keep(data, *game.identity, say=pytest.fail)
        assert known.known(game) == {}


def test_the_criteria_of_mogensen() -> None:
    def fails(name: str, **options: object) -> list[bool]:
        return [bool(each.why) for each in criteria(hexgame.load(name, **options), Limits())]

    assert fails("hex", size=2) == [False, False]
    assert fails("torex", size=2) == [False, True]
    assert fails("y", size=3) == [False, True]
    with pytest.raises(Unphrased):
        criteria(hexgame.load("knight_vision", size=5), Limits())


def test_where_nothing_is_put_down_no_board_is_full(command: Run, tmp_path: Path) -> None:
    sheet, head = tmp_path / "idle.hexgame", 'game "Idle"\nplayers Red, Blue\n'
    sheet.write_text(f"{head}board {{ shape rhombus(2) }}\nturn {{ pass }}\nwin when count(own) > 9")
    shown = command("prove", str(sheet), "--claim", "at-least-one-winner").output
    assert "no decision puts a stone on a cell" in shown
    assert "UNDECIDED" in shown


def test_the_criteria_are_told_with_the_board(command: Run) -> None:
    shown = command("prove", "torex", "--set", "size=2", "--claim", "finite", "--explain").stdout
    assert "criterion 1 holds on all 16 full boards" in shown
    assert "criterion 2 fails" in shown
    assert "1 ● ● 1" in shown


@pytest.mark.parametrize(
    "sheet",
    [
        "draw for Red when count(empty) == 0\nwin for Blue when count(empty) == 0",
        "win for Red when connects(own, own.edges)\n"
        "draw for Red when count(empty) == 0\nwin for Blue when connects(own, own.edges)",
    ],
)
def test_a_full_board_that_somebody_has_won_may_be_a_draw_before(sheet: str) -> None:
    game = game_of(f"board {{ shape rhombus(2) edge top, bottom: Red edge left, right: Blue }}\n{sheet}")
    full = prove(game, "at-least-one-winner")
    assert isinstance(full, Proved)
    assert isinstance(prove(game, "no-draws"), Refuted)
    assert not game.facts.decided_by_filling
    entry = {"verdict": "proved", "method": full.method, "claim": "no-draws", "data": full.certificate}
    with pytest.raises(Refused, match=r"before the board is full|in a draw"):
        checked(game, entry)


EARLY = "var early = yes in yes, no\n"
PLACE = "board { shape rhombus(2) }\nwin when count(own) > 3\n"


@pytest.mark.parametrize(
    ("rules", "is_finite"),
    [
        ("turn { place stone on empty }", True),
        ("turn { may place stone on empty may swap on turn 2 }", True),
        ("turn { may place stone on empty may pass }", False),
        ("turn { may place stone on empty may pass }\ndraw when passes == 3", True),
        ("turn { may place stone on empty may pass }\ndraw at start of turn when passes == 3", False),
        ("turn { may place stone on empty may pass }\ndraw when passes == 3 and count(own) > 1", False),
        ("players Red, Blue, Green\nturn { may place stone on empty may pass }\nwin for Red when passes == 3", True),
        ("players Red, Blue, Green\nturn { may place stone on empty may pass }\n"
         "lose for Red when count(own) > 0\nwin for Red when passes == 3", False),
        ("turn { may place stone on empty may pass may move stone from s among own to d among enemy }\n"
         "draw when passes == 3", False),
        ("players Red, Blue, Green\nround { random n in 1..2 as Red { place stone on empty } }\n"
         "lose for Red when count(own) > 0", False),
        ("players Red, Blue, Green\nround { as Red { place stone on empty } }\nlose for Red when count(own) > 0", True),
        (EARLY + "turn { may place stone on empty may pass where early { set early = no } }", True),
        (EARLY + "turn { may place stone on empty may pass where early { set early = yes } }", False),
        (EARLY + "turn { may place stone on empty { set early = yes } "
         "may pass where early { set early = no } }", False),
        ("turn { place stone on c among empty { c becomes stone for d in adjacent(c) { d becomes empty } } }", False),
        ("turn { place stone on c among cells { c becomes stone } }", False),
        ("turn { place stone on c among empty { if count(own) > 1 { c becomes stone } } }", False),
    ],
)  # fmt: skip
def test_a_measure_is_found_only_where_there_is_one(rules: str, is_finite: bool) -> None:
    game = game_of(PLACE + rules)
    assert isinstance(measure.attempt(game, "finite", Limits()), Proved) == is_finite
    if is_finite:
        assert isinstance(search.attempt(game, "finite", Limits()), Proved)


def test_boards_that_are_images_of_each_other_are_judged_once() -> None:
    for name, options, number in [("y", {"size": 4}, 104), ("torex", {"size": 3}, 48), ("cross", {"size": 2}, 13),
                                  ("three_player_hex", {"size": 2}, 378), ("hex", {"size": 3}, 136)]:  # fmt: skip
        fillings = fillings_of(hexgame.load(name, **options))
        images = judged_alike(fillings)
        one, every, some = (judged(fillings, Limits(), each) for each in (images, images[:1], images[::2]))
        assert (one.judged, every.judged, every.total) == (number, fillings.total, fillings.total)
        assert number <= some.judged <= every.judged
        assert (one.by_winners, one.shared) == (every.by_winners, every.shared) == (some.by_winners, some.shared)
        for winners, board in one.examples.items():
            assert fillings.winners(board) == winners


def test_symmetries_that_are_not_kept_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    fillings = fillings_of(hexgame.load("hex", size=3))
    wrong = Symmetry((1, 0, *range(2, 13)), (0, 1))
    assert len(judged_alike(fillings)) == 4
    monkeypatch.setitem(fillings.game.__dict__, "symmetries", fillings.game.symmetries.copy_with(keeping=(wrong,)))
    assert len(judged_alike(fillings)) == 1


@wide("3-*")
@pytest.mark.parametrize("size, each, judged", [(2, "64", "13"), (3, "262144", "22,668")])
def test_what_no_sweep_can_tell_is_judged_board_by_board(
    size: int, each: str, judged: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hexgame.load("gyre", size=size)
    with pytest.raises(Unphrased, match="cannot tell of a group"):
        count(fillings_of(game))
    monkeypatch.setattr(counting, "FEWEST", 0)  # else so few boards are judged without a sweep
    found = counting.attempt(game, "at-least-one-winner", Limits())
    assert isinstance(found, Proved)
    assert (found.method, found.certificate["boards by winners"]) == ("counting", {"0": each, "1": each})
    assert f"{judged} were judged" in found.how
    monkeypatch.setattr(counting, "MOST", int(each))
    assert "cannot tell of a group" in str(counting.attempt(hexgame.load("gyre", size=size), found.claim, Limits()))


def test_judging_ends_with_the_time() -> None:
    fillings, limits = fillings_of(hexgame.load("gyre", size=3)), Limits()
    with pytest.raises(OutOfTime), time_limit(0.5):
        judged(fillings, limits, judged_alike(fillings)[:1])
    assert limits.reached.endswith("of 524,288 full boards")


def test_few_positions_of_hy_2_leave_nobody_a_move() -> None:
    found = prove(hexgame.load("hy2", size=2), "always-a-move")
    assert isinstance(found, Refuted)
    assert found.statement.startswith("in 24 positions the player to move can only pass or do nothing, of the 535 ")
    waiting, seen = [hexgame.load("hy2", size=2).start()], set()
    while waiting:
        state = waiting.pop()
        if not state.is_over and not (state.moves and state.moves[-1].word == "pass") and state not in seen:
            seen.add(state)
            for move in state.legal_moves:
                waiting.append(state.copy())
                waiting[-1].play(move)
    stuck = [state for state in seen if state.legal_moves[0].word == "pass"]
    assert (len(stuck), len(seen)) == (12, 523)  # each of the 12 also after a pass, in 535 positions


def test_it_is_said_which_endings_play_can_reach(command: Run) -> None:
    found = reachings(hexgame.load("hy2", size=2), Limits(20))
    assert [(str(each.outcome), each.moves is not None) for each in found.found] == [
        ("Red wins", True), ("Blue wins", True), ("a draw", True),
    ]  # fmt: skip
    game = game_of(
        'board { shape rhombus(2) }\nwin when count(own) == 3\ndraw "full" when count(empty) == 0\n'
        "win for Blue when count(own) == 2 and count(enemy) == 0"
    )
    found = reachings(game, Limits(20))
    assert [(str(each.outcome), each.is_never) for each in found.found] == [
        ("Red wins", True), ("Blue wins", True), ("a draw (full)", False), ("Blue wins", True),
    ]  # fmt: skip
    for each in found.found:
        assert each.moves is None or game.start().play_all(map(game.move, each.moves)).outcome == each.outcome
    shown = command("prove", "tabu_y", "--set", "size=3", "--time", "9").stdout
    assert "how games end:\n" in shown
    assert "how games end" not in command("prove", "tabu_y", "--set", "size=3", "--claim", "finite").stdout


def test_positions_that_are_lost_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexgame.load("hy2", size=2)
    legal = alike.Alike.legal
    monkeypatch.setattr(alike.Alike, "legal", lambda self, vector: legal(self, vector)[:1])
    found = search.attempt(game, "always-a-move", Limits())
    assert isinstance(found, Proved)
    (entry,) = certificate(game, [found])["verdicts"]  # type: ignore[misc,union-attr]
    with pytest.raises(Refused, match="play can reach"):
        checked(game, entry)  # type: ignore[arg-type]


def test_ctrl_c_tells_how_far_it_came(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: Game, claim: str, limits: Limits) -> str:
        limits.came("after 10 positions")
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "attempt", interrupted)
    claims = ("--claim", "finite", "--claim", "always-a-move", "--claim", "no-draws")
    result = command("prove", "hy2", "--set", "size=2", *claims)
    assert "finite: PROVED" in result.stdout
    assert result.stdout.endswith("always-a-move: UNDECIDED\n  Reachability: interrupted after 10 positions.\n")
    assert (result.exit_code, result.stderr) == (3, "note: interrupted: the other claims are undecided\n")
    result = command("prove", "hy2", "--set", "size=2", "--json", *claims)
    assert [each["verdict"] for each in json.loads(result.stdout)["claims"]] == ["proved", "undecided"]
    result = command("prove", "hy2", "--set", "size=2", "--claim", "no-draws")
    assert result.stdout.endswith("Reachability: interrupted after 10 positions.\n")
    assert (result.exit_code, result.stderr) == (3, "note: interrupted\n")


def test_what_follows_from_full_boards_comes_after_them() -> None:
    game = hexgame.load("hex", size=3)
    found = prove_all(game, ("no-draws", "at-most-one-winner", "always-a-move", "finite"), Limits())
    assert [each.claim for each in found] == ["at-most-one-winner", "no-draws", "always-a-move", "finite"]


def test_what_takes_no_time_is_tried_before_what_takes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[tuple[str, str]]()
    monkeypatch.setattr(sys.modules["hexgame.proofs.prove"], "_tried",
                        lambda name, game, claim, limits: tried.append((name, claim)) or "out of time")  # fmt: skip
    game = hexgame.load("poly_y", size=2)
    assert {each.claim for each in prove_all(game, claims_of(game), Limits())} == {*claims_of(game)}
    assert tried[0] == ("measure", "finite") != (next(iter(METHODS)), claims_of(game)[0])


def test_one_position_is_called_one_and_one_condition_too() -> None:
    data = {"unfinished": 1, "ended": 1, "contradicting": 1}
    assert refutation("no-draws", data).startswith("1 position is a draw, of")
    said = refutation("always-a-move", data)
    assert said.startswith("in 1 position the player to move can only pass or do nothing, of")
    proved = prove(hexgame.load("shannon_switching", size=1), "at-most-one-winner")
    assert "whether or not their condition holds" in str(proved)
