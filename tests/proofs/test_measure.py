"""`finite` by a measure: games whose pieces move, leave or are captured, and what is left of a proof without one of its
hypotheses."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT, game_of

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.proofs import Limits, Proved
from hexgame.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.proofs.prove import certificate
from hexgame.proofs.reachability import measure
from hexgame.proofs.reachability.contents import classes_of, rising


def is_proved(game: hexgame.Game) -> bool:
    return isinstance(measure.attempt(game, "finite", Limits()), Proved)


def entry_of(game: hexgame.Game, found: Proved) -> dict[str, object]:
    """The verdict as a checker reads it."""
    entry: dict[str, object] = json.loads(json.dumps(certificate(game, [found])))["verdicts"][0]
    return entry


WITHOUT = [
    ("gonnect", " or repeats", ""),
    ("gonnect", "or repeats", "or (repeats and turn > 9)"),
    ("lines_of_action", 'draw "the board came again" when repeats and passes == 0', ""),
    ("lines_of_action", "repeats and passes == 0", "repeats and count(own) > 1"),
    ("lines_of_action", "draw when passes == 2", ""),
    ("ayu", 'draw "the position repeats" when repeats and turn > 2', ""),
    ("ayu", "repeats and turn > 2", "repeats and count(own) > 2"),
    ("knight_vision", "s becomes knight of own", "s becomes stack of own"),
    ("knight_vision", "draw when passes == 2", ""),
    ("redstone", "c becomes stone of neutral\n", "for e in neutral where count(own) > 3 { e becomes empty }\n"),
    ("redstone", "group(d) becomes empty", "for e in group(d) | neutral { e becomes empty }"),
    ("abak", "draw when turn == size * size", "draw when turn == size * size and count(own) > 2"),
    ("catchup", "repeat up to stones", "repeat 0..2"),
    ("blind_hex", "draw when quiet == refusals", ""),
    ("blind_hex", "draw when quiet == refusals", "draw when quiet == refusals and count(own) > 2"),
    ("defector_y", "among enemy\n", "among enemy | own\n"),
    ("trax", "if turn == 1 then", "if turn > 1 and count(neutral) < 2 then"),
    ("trax", "else empty & adjacent(neutral)", "else adjacent(neutral)"),
    ("trax", "    c becomes k of neutral\n", "    c becomes empty\n"),
    ("dark_hex", "cells - own - found", "cells - own"),
    ("dark_hex", "set found = found | {c}", "set found = {c}"),
    ("dark_hex", "if c in enemy {", "if c in enemy and count(own) > 3 {"),
    ("dark_hex", "turn {\n", "turn {\n  set found = {}\n"),
    ("othello", "caught(c) becomes stone\n", "caught(c) becomes empty\n"),
    ("othello", "    c becomes stone\n", ""),
    ("othello", "{e for e in enemy where", "{e for e in enemy | empty where"),
    ("defector_y", "  place stone on empty\n}", "  may place stone on empty\n  may pass\n}"),
]


@pytest.mark.parametrize("name", sorted({name for name, *_ in WITHOUT}))
def test_play_ends_although_pieces_move_or_leave(name: str) -> None:
    game = hexgame.load(name)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    assert "no way round" in checked(game, entry_of(game, found))


@pytest.mark.parametrize(("name", "hypothesis", "instead"), WITHOUT)
def test_without_a_hypothesis_nothing_is_proved(name: str, hypothesis: str, instead: str) -> None:
    text = (ROOT / "games" / f"{name}.hexgame").read_text("utf-8")
    assert hypothesis in text
    assert not is_proved(hexgame.load(Source("test.hexgame", text.replace(hypothesis, instead))))


PLAY = "board { shape rhombus(2) }\npieces man, king\nwin when count(own) > 9\n"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("turn { place man on c among empty | own.king { c becomes man } }", True),
        ("turn { place king on c among empty | own.man { c becomes king } }", True),
        ("turn { place king on c among empty | enemy.man { c becomes king } }", True),
        ("turn { place king on c among empty | enemy { c becomes king } }", False),
        ("turn { place king on c among empty | own.man { c becomes king for d in own { d becomes man } } }", False),
        ("turn { place king on c among empty { if count(own) > 1 { c becomes king } else { c becomes man } } }", True),
        ("turn { place king on c among empty { for d in {c} { d becomes king } } }", False),
        ("turn { place king on c among empty { c becomes king together { for d in own { d becomes man } } } }", False),
        ("turn { move man from s among own.man to d among empty { d becomes king s becomes empty } }", True),
        ("turn { move man from s among own.man to d among empty }", False),
        ("turn { move man from s among own to d among enemy }", True),
        ("turn { move man from s among own.man to d among cells { d becomes king s becomes empty } }", False),
        ("turn { move man from s among own to d among own }", True),
        ("turn { for c in own { c becomes empty } place man on empty }", False),
        ("turn { may place man on empty forbid repeats for c in enemy where turn > 3 { c becomes empty } }", False),
        ("turn { repeat 3 { may place man on empty may pass } }\ndraw when turn == 9", True),
        ("turn { repeat while possible { may move man from s among own to d among empty } may pass }\n"
         "draw when turn == 9", False),
        ("turn { repeat while possible { may move man from s among own to d among empty } may pass }\n"
         "draw when repeats and turn > 3\ndraw when turn == 9", False),
        ("turn { may move man from s among own to d among empty }\ndraw when repeats and turn > 3", True),
        ("turn { may place man on c among cells { c becomes man } }\ndraw when repeats", False),
        ("turn { may place man on empty may pass }\ndraw when quiet == 3", True),
        ("turn { may place man on cells may pass }\ndraw when quiet == 3", False),
        ("turn { repeat while possible { place man on c among own on turn 3 { c becomes empty }"
         " then place man on empty } place man on empty }", False),
        ("turn { repeat while possible { move man from s among own to d among empty on turn 3 then pass }"
         " place man on empty }\ndraw when passes == 2", False),
        ("turn { repeat while possible { place man on c among own.king { c becomes man }"
         " then place king on c among own.man on turn 3 { c becomes king } } place man on empty }", False),
        ("turn { repeat while possible { place man on c among own on turn 3 { c becomes king } } place man on empty }",
         False),
        ("turn { place man on c among own on turn 3 { c becomes empty } otherwise place man on empty }", True),
        ("turn { place man on if turn == 2 then cells else empty }", True),
        ("turn { place man on if turn < 4 then cells else empty }", True),
        ("turn { place man on if turn > 4 then cells else empty }", False),
        ("turn { place man on if turn != 4 then cells else empty }", False),
        ("turn { place man on if turn > 4 then empty else cells }", True),
        ("turn { place man on if turn == 2 or count(own) > 3 then cells else empty }", False),
        ("turn { repeat while possible { place man on if turn == 2 then cells else empty } may place man on empty"
         " may pass }", False),
        ("turn { repeat while possible { place man on enemy } place man on empty }", True),
        ("turn { repeat while possible { place man on enemy } may place man on empty may pass }", False),
        ("turn { repeat while possible { place man on enemy } may place man on empty may swap on turn 2 }", True),
        ("round { as Red { repeat while possible { place man on enemy } } as Blue { place man on empty } }", False),
        ("turn { may pass may place man on empty }\ndraw at start of turn when turn == 1", False),
        ("turn { may pass may place man on empty }\ndraw at start of turn when turn == 2", True),
        ("turn { may pass may place man on empty }\ndraw for Red at start of turn when turn == 2", False),
        ("turn { may pass may place man on empty }\ndraw for Red at start of turn when turn >= 2", True),
        ("turn { may pass may place man on empty }\ndraw at end of turn when turn == 1", True),
        ("turn { may pass may swap may place man on empty }\ndraw for Red at start of turn when turn >= 2", False),
        ("turn { may pass may swap may place man on empty }\ndraw at start of turn when turn >= 2", True),
        ("players Red, Blue, Green\nround { as Red { place man on empty } as Blue { may pass otherwise pass } }\n"
         "lose for Red when count(Red.man) > 0", False),
        ("players Red, Blue, Green\nround { as Red { place man on empty } as Blue { place man on empty } }\n"
         "lose for Red when count(Red.man) > 0", True),
    ],
)  # fmt: skip
def test_only_what_every_way_keeps_to_is_a_measure(rules: str, expected: bool) -> None:
    game = game_of(PLAY + rules)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved) == expected
    assert not isinstance(found, Proved) or "case by case" in checked(game, entry_of(game, found))


@pytest.mark.parametrize(
    ("cells", "effects", "expected"),
    [
        ("cells - own - seen", "if c in enemy { set seen = seen | {c} again } else { c becomes man }", True),
        ("cells - own - seen", "if c in enemy { set seen = seen | {c} again }", False),
        ("cells - own", "if c in enemy { set seen = seen | {c} again } else { c becomes man }", False),
        ("cells - seen", "if c in enemy { set seen = seen | {c} again } else { c becomes man }", False),
        ("cells - own - seen", "if c in own { set seen = seen | {c} again } else { c becomes man }", False),
        ("cells - seen", "set seen = seen | {c}", True),
        ("cells - enemy.seen", "set seen = seen | {c}", False),
        ("cells - seen", "set seen = {c} | seen if c in own { again }", True),
        ("cells - seen", "set seen = seen - {c}", False),
        ("cells - seen", "set seen = {} set seen = seen | {c}", False),
        ("cells - seen", "set seen = seen | {c} set seen = seen - {c}", False),
        ("cells - seen", "set seen = seen | own", False),
        ("cells - seen", "for d in own { set seen = seen | {d} } set seen = seen | {c}", False),
        ("cells - seen", "if count(own) > 2 { set seen = seen | {c} }", False),
        ("cells - seen", "set met = met | {c}", False),
        ("cells - (empty - seen)", "set seen = seen | {c}", False),
    ],
)
def test_marks_that_only_come_are_a_measure(cells: str, effects: str, expected: bool) -> None:
    rules = f"turn {{ place man on c among {cells} {{ {effects} }} }}"
    game = game_of(PLAY + "marks seen, met\n" + rules)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved) == expected
    assert not isinstance(found, Proved) or "case by case" in checked(game, entry_of(game, found))
    assert not is_proved(game_of(PLAY + "marks seen, met\n" + rules.replace("turn {", "turn { set seen = {}")))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data["decisions"][0].__setitem__(1, "possible once"), "a bound has no class|possible twice"),
        (lambda data: data["decisions"][2].__setitem__(1, "never on offer"), "a bound has no class"),
        (lambda data: data["classes"][1].__setitem__(0, [2, 4]), "does not raise"),
        (lambda data: data["classes"][0].__setitem__(0, [1, 2]), "must raise the number"),
        (lambda data: data.pop("classes"), "not those of a measure"),
        (lambda data: data.pop("within a turn"), "not those of a measure"),
        (lambda data: data["within a turn"][0].pop("classes"), "no bounds within"),
        (lambda data: data["decisions"].pop(), "different decisions"),
        (lambda data: data.__setitem__("whole", "turns"), "an ending comes after so many turns"),
        (lambda data: data.__setitem__("whole", "for ever"), "no ending counts"),
        (lambda data: data.__setitem__("empty cells", 3), "a different number of cells"),
        (lambda data: data.__setitem__("note", "and Red wins"), "not those of a measure"),
        (lambda data: data["decisions"][0].__setitem__(1, "tied to a turn"), "a bound has no class|no such bound"),
        (
            lambda data: [data["classes"].clear(), [each.__setitem__(1, "free") for each in data["decisions"]]],
            "cycle by",
        ),
    ],
)
def test_a_measure_that_is_changed_is_refused(change: object, why: str) -> None:
    game = hexgame.load("knight_vision", size=5)
    found = measure.attempt(game, "finite", Limits())
    assert callable(change) and isinstance(found, Proved)
    entry = entry_of(game, found)
    change(entry["data"])
    with pytest.raises((Refused, Unchecked), match=why):
        checked(game, entry)


WAITING = "draw when repeats and turn > 3\ndraw when turn == 9"


@pytest.mark.parametrize(
    "rules",
    [
        "turn { repeat while possible { may move man from s among own to d among empty } may pass }\n" + WAITING,
        "turn { repeat while possible { place man on c among own.king { c becomes man }"
        " then place king on c among own.man on turn 3 { c becomes king } } place man on empty }",
        "turn { repeat while possible { place man on c among own on turn 3 { c becomes king } } place man on empty }",
    ],
)
def test_what_repeats_within_a_turn_fails_the_check(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, measured = game_of(PLAY + rules), measure.measure_of

    def without_turns(rules: object) -> measure.Measure:
        found = measured(rules)  # type: ignore[arg-type]
        return measure.Measure(found.across, (found.across,), found.whole)

    monkeypatch.setattr(measure, "measure_of", without_turns)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    with pytest.raises(Refused, match="within a turn"):
        checked(game, entry_of(game, found))
    monkeypatch.setattr(measure, "LATER", "new board")
    monkeypatch.setattr(measure, "TIED", "possible once")
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    with pytest.raises(
        (Refused, Unchecked), match=r"has this bound: (new board|possible once)$|possible twice|cycle|;"
    ):
        checked(game, entry_of(game, found))


@pytest.mark.parametrize(
    "ending",
    [
        "draw at start of turn when turn == 1",
        "draw for Red at start of turn when turn == 2",
        "draw when turn == 9 and count(own) > 3",
    ],
)
def test_an_ending_that_no_turn_meets_fails_the_check(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(PLAY + "turn { may pass may place man on empty }\n" + ending)
    monkeypatch.setattr(measure, "_ends_by_turns", lambda rules: True)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    with pytest.raises(Unchecked, match="an ending comes after so many turns"):
        checked(game, entry_of(game, found))


@pytest.mark.parametrize(("rules", "is_finite"), [
    ("turn { repeat 3 { may place man on empty may pass } }", False),
    ("turn { repeat up to 3 { place man on empty } }", True),
    ("turn { repeat 0..2 { place man on empty } }", False),
    ("turn { repeat while possible { place man on own } place man on empty }", False),
    ("turn { place man on c among cells { if c in own { again } } }", False),
    ("turn { may swap on turn 2 otherwise place man on empty }", True),
    ("turn { repeat up to 2 { may place man on empty otherwise place man on enemy } place king on empty }", True),
])  # fmt: skip
def test_a_script_that_goes_round_is_seen_by_search_and_checker(
    rules: str, is_finite: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(PLAY + rules)
    assert is_proved(game) == is_finite
    monkeypatch.setattr(measure, "unbounded", lambda rules, found: None)
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    if is_finite:
        assert "no way round" in checked(game, entry_of(game, found))
    else:
        with pytest.raises(Refused, match="cycle"):
            checked(game, entry_of(game, found))


def test_what_holds_in_turns_of_one_player_is_said_of_each() -> None:
    game = hexgame.load("defector_y")
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    assert (
        "within a turn of Red, `place` can come only so often, since more and more cells hold Red's" in found.statement
    )
    within = entry_of(game, found)["data"]["within a turn"]  # type: ignore[index]
    assert [each["mover"] for each in within] == [0, 1]
    for wrong in (within[:1], [within[1], within[0]], [{**within[0], "mover": None}], [within[0]] * 2, "place"):
        entry = entry_of(game, found)
        entry["data"]["within a turn"] = wrong  # type: ignore[index]
        with pytest.raises(Refused):
            checked(game, entry)


PILING = """
stacks up to 3
board { grid square shape rhombus(3) }
turn { may place stone on cells may move stone from s among own to d among adjacent(s) on turn 4 otherwise pass }
draw when passes == 2
"""

TAKING = [
    ("place stone on cells", "place stone on c among cells { c gains stone  d loses 1 }"),
    ("place stone on cells", "place stone on c among cells { c gains stone  c becomes empty }"),
    ("place stone on cells", "place stone on c among cells { c gains stone }"),
    ("place stone on cells", "place stone on c among cells where count(c.pile) < 4 { c gains stone }"),
    ("on turn 4", ""),
    ("draw when passes == 2", "draw when passes == 2 and turn > 9"),
]


@pytest.mark.parametrize(
    "turn",
    ["place stone on cells", "place stone on c among cells where count(c.pile) < 3 and turn > 0 { c gains stone }",
     "place stone on empty", "place stone on c among empty { c gains stone of enemy  adjacent(c) gains stone }"],
)  # fmt: skip
def test_what_only_gains_ends(turn: str) -> None:
    game = game_of(PILING.replace("place stone on cells", turn))
    found = measure.attempt(game, "finite", Limits())
    assert isinstance(found, Proved)
    assert "laying a piece" in found.statement
    assert "no way round" in checked(game, entry_of(game, found))


@pytest.mark.parametrize(("old", "new"), TAKING)
def test_what_may_lose_pieces_may_go_on(old: str, new: str) -> None:
    text = PILING.replace(old, new.replace("d loses", "last loses"))
    assert not is_proved(game_of(text))


def test_classes_are_tried_until_none_has_helped_since(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many decisions there are: of these, nothing bounds a move."""
    tried = list[object]()
    monkeypatch.setattr(measure, "rising", lambda *given: tried.append(given) or rising(*given))
    moves = "may move stone from s among own to d among adjacent(s) & empty\n"
    game = game_of(f"turn {{ may place stone on empty\n{moves * 20} }}")
    bounds = measure.measure_of(game.rules).across
    assert len(bounds.free) == 20
    assert len(tried) <= 4 * len(classes_of(game.rules, measure.MOST))
