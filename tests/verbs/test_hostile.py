"""Hostile inputs are answered and failing disks tear nothing: a few of all that `hostile.py` and `faults.py` run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, long, wide
from deeds import DEEDS
from hostile import Ground, Try, allowed, run_in, tries
from hostile_inputs import HOSTILE, PLACES, lay_out, written

from hexgame.cli import VERBS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="commands are forked")

SOME = (
    "board_of_one_cell show",
    "invalid_utf8 validate$",
    "texts_that_are_code board.*svg",
    "control_characters_everywhere validate$",
    "definitions_that_double show",
    "format_characters_in_texts validate$",
    "pipe_that_nobody_writes validate$",
    "link_to_zeros fmt the folder",
    "words test /dev/zero",
    "tag_bool_maybe show",
    "aliases_in_options show",
    "position_of_neutral test",
    "variants_of_variants_12 inspect",
    "escapes_in_name test",
    "save_to_devices session",
    "digits_4301 session",
    "closed .0, 1, 2. list",
    "pipe_that_nobody_writes validate --fix",
    "effects_that_double show$",
    "effects_of_themselves validate$",
    "tiling_afar board$",
    "random_of_nothing play",
    "together_in_together show$",
    "control_characters_everywhere serve (check|open)$",
    "nested_maps_deep serve record",
)
"""Names of commands that `make test` runs."""


def ran(script: str, *words: str) -> str:
    """Run a script of this folder that must find nothing wrong; return the last line that it prints."""
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / script, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


@long
def test_some_hostile_inputs_are_answered() -> None:
    assert int(ran("hostile.py", "--only", f"^({'|'.join(SOME)})").split()[0]) >= len(SOME)


@long
@wide
def test_one_hostile_command_in_eighty_is_answered() -> None:
    ran("hostile.py", "--every", "80", "--only", "^(?!cache)")


def test_there_are_hostile_inputs_of_every_kind() -> None:
    counts = {folder.name: len(list(folder.iterdir())) for folder in HOSTILE.iterdir() if folder.is_dir()}
    assert min(counts.values()) > 30
    assert sum(counts.values()) > 100
    assert len(PLACES) > 10


def test_every_verb_is_given_something_hostile(tmp_path: Path) -> None:
    lay_out(tmp_path)
    given = {each.arguments[0].partition(" ")[0] for each in tries(tmp_path)}
    assert {verb for verbs in VERBS.values() for verb in verbs} <= given


def test_repetitions_are_written_out() -> None:
    text = "a⟪3|, |x@⟫b⟪2..4||@<-⟫"
    assert written(text.encode()) == b"ax0, x1, x2b1-2-3-"


def test_a_command_may_take_a_second_more_than_its_limit() -> None:
    assert (allowed(("show", "hex")), allowed(("test", "hex", "--seconds", "2"))) == (5, 3)


def test_a_session_may_take_as_long_as_any_command() -> None:
    assert allowed(("play", "hex", "--seconds", "2")) == 5


@long
def test_what_is_wrong_is_found(tmp_path: Path) -> None:
    ground = Ground(tmp_path)
    late = run_in(ground, Try("late", ("perft", "hex", "--depth", "4")), limit=0.3)
    assert any("0." in fault or "exit code -9" in fault for fault in late.faults)
    strange = run_in(ground, Try("strange", ("list",)))
    assert not strange.faults
    assert len({each.name for each in tries(ground.inputs)}) > 1000


@long
@wide("fix")
@pytest.mark.parametrize("deed", ["save over", "fix"])
def test_whatever_call_fails_files_are_whole(deed: str) -> None:
    assert deed in DEEDS
    assert int(ran("faults.py", "--only", deed).split()[0]) > 10


@long
def test_processes_that_are_killed_leave_whole_files() -> None:
    ran("faults.py", "16", "--only", "kill")
