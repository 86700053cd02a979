"""The checker answers whatever it is fed: all that once failed, and some of each kind of input (`fuzz.py`)."""

from __future__ import annotations

from pathlib import Path

import fuzz_inputs
import pytest
from conftest import ROOT, long, wide
from fuzz import Answer, check, failure, limited, run, smallest

SEEDS = sorted((ROOT / "tests" / "fuzz_seeds").iterdir())
PATIENCE = 20
"""So many times slower may the machine be that the tests run on."""


@long(
    "hang_lets_of_a_block",
    "hang_win_win_win",
    "hang_unknown_names",
    "hang_signs_without_end",
    "hang_shapes_in_lets",
    "hang_closed_never_opened",
    "hang_endings_by_the_thousand",
    "hang_fixes_that_bring_others",
    "hang_many_lets",
    "hang_every_cell_or_a_neighbour",
    "hang_variables_of_one_another",
    "hang_many_leaps",
    "hang_rows_compared",
    "hang_lines_round_a_large_torus",
    "hang_portal_of_many_cells",
    "hang_ifs_without_end",
    "hang_insides_asked_for_again",
    "hang_relations_asked_for_again",
    "hang_relations_of_all_cells",
    "hang_options_that_fit_seldom",
    "hang_nested_quantifiers_unended",
    "hang_closers_by_the_dozen",
    "slow_*",
    "hang_lines_asked_for_again",
    "hang_groups_in_groups_in_groups",
    "hang_quotes",
)
@wide(
    "slow_*", "hang_win_win_win", "hang_unknown_names", "hang_signs_without_end", "hang_shapes_in_lets",
    "hang_closed_never_opened", "hang_endings_by_the_thousand", "hang_ifs_without_end", "hang_many_leaps",
    "hang_variables_of_one_another", "hang_rows_compared", "hang_lines_round_a_large_torus",
    "hang_nested_quantifiers_unended",
)  # fmt: skip
@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_what_once_failed_is_answered(path: Path) -> None:
    found = failure(path.read_bytes(), seconds=PATIENCE)
    assert isinstance(found, Answer), found.stack


CHECKED = ("bytes", "tokens", "mutated", "generated")
"""The kinds that the checker reads by itself, quickly."""


@long("*", "!0-bytes", "*-tokens")
@wide("*-tokens", "*-mutated", "1-*")
@pytest.mark.parametrize("kind", CHECKED)
@pytest.mark.parametrize("block", [0, 1])
def test_some_inputs_of_each_kind_are_answered(kind: str, block: int) -> None:
    told: list[str] = []
    number, seed = {"tokens": (150, 1_000), "bytes": (250, 0)}.get(kind, (100, 0))
    (tally,) = run([kind], number, seed + block * number, told.append).values()
    assert not tally.failures, told
    assert len(tally.codes) > 15
    assert tally.accepted or kind == "bytes"


@long
@wide("expensive-8")
@pytest.mark.parametrize(("kind", "number"), {"yaml": 12, "session": 6, "shown": 6, "expensive": 8}.items())
def test_some_inputs_go_through_the_commands(kind: str, number: int) -> None:
    told: list[str] = []
    (tally,) = run([kind], number, 0, told.append).values()
    assert not tally.failures, told
    assert tally.codes


@pytest.mark.parametrize("kind", fuzz_inputs.KINDS)
def test_an_input_is_the_same_each_time(kind: str) -> None:
    assert fuzz_inputs.make(kind, 3) == fuzz_inputs.make(kind, 3) != fuzz_inputs.make(kind, 4)


def test_what_fails_is_told_and_cut_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: bytes, corners: bool = False, layout: bool = True) -> Answer:
        if b"y" in data:
            raise AssertionError("a letter")
        return Answer(False, 0)

    monkeypatch.setattr("fuzz.check", refuse)
    assert smallest(b"any words") == b"y"
    told: list[str] = []
    (tally,) = run(["tokens"], 50, 0, told.append).values()
    ((found, seeds),) = tally.failures.items()
    assert "a letter" in found.what
    assert "--show" in told[0]
    assert len(seeds) > 1


def test_a_hang_is_broken_off() -> None:
    def hang(data: bytes, corners: bool = False, layout: bool = True) -> Answer:
        while True:
            pass

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("fuzz.check", hang)
        found = failure(b"", seconds=0.05)
    assert not isinstance(found, Answer)
    assert found.what == "TooSlow"
    with limited(5):
        assert check(b"game").codes
