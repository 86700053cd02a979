"""Games beyond the limits: refused with a way out, and played where somebody asks for it."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from conftest import Run, complete

from hexgame.diagnostics.text import Source
from hexgame.loading import compile_game

BOARD = "board { shape rhombus(12) }\nturn { place stone on empty }\ndraw when turn > 5\n"
FOUR = " ".join(f"some {name} in own:" for name in "abcd") + " {}"
SLOW = f"{BOARD}win when turn > 99 and {FOUR.format('a.q * b.r == c.q + d.r + 99')}"
SIX = FOUR.format("some e in own: some f in own: a.q * b.r + e.q == c.q + d.r + f.r + 99")
HOPELESS = f"{BOARD}win when turn > 99 and {SIX}"
PLAYED = (
    ("show",), ("board",), ("inspect",), ("perft", "--depth", "1"), ("playouts", "-n", "3", "--jobs", "2"),
    ("match", "random", "random", "--games", "2"), ("solve", "--time", "0.01"), ("play",),
)  # fmt: skip


@pytest.fixture
def slow(tmp_path: Path) -> str:
    """The path of a sheet that may be slow, and is not."""
    path = tmp_path / "slow.hexgame"
    path.write_text(complete(SLOW))
    return str(path)


@pytest.mark.parametrize("verb", PLAYED, ids=lambda verb: verb[0])
def test_commands_that_play_allow_what_is_slow(verb: tuple[str, ...], command: Run, slow: str) -> None:
    refused = command(verb[0], slow, *verb[1:])
    assert refused.exit_code == 1
    assert "error[HG524]: judging the game may take" in refused.output
    assert "`--allow-slow` runs it anyway" in " ".join(refused.output.split())
    allowed = command(verb[0], slow, *verb[1:], "--allow-slow")
    assert allowed.exit_code in {0, 3}, allowed.output
    assert "error" not in allowed.output
    assert "warning[HG940]: judging the game may take" in allowed.output


@pytest.mark.parametrize("verb", ["validate", "test", "serve", "site", "fmt"])
def test_others_do_not(verb: str, command: Run, slow: str) -> None:
    output = command(verb, slow, "--allow-slow").output
    assert "there is no option `--allow-slow`" in output
    assert "--allow-slow" in output


def test_what_nobody_sees_the_end_of_is_refused_all_the_same(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "hopeless.hexgame"
    path.write_text(complete(HOPELESS))
    for more in ((), ("--allow-slow",)):
        result = command("playouts", str(path), *more)
        assert result.exit_code == 1
        assert "HG524" in result.output
        assert "runs it anyway" not in result.output


def test_a_game_that_is_allowed_stays_so_in_a_pickle() -> None:
    source = Source("slow", complete(SLOW))
    assert compile_game(source, {})[0] is None
    game, _ = compile_game(source, {}, allow_slow=True)
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - its own
    assert again.allows_slow
    assert again.identity == game.identity if game else False
