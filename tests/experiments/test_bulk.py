"""`hexgame playouts` and `hexgame cache`, and how numbers on cells look."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from conftest import ROOT, Run, complete, game_of, long, on_screen

import hexgame
from hexgame.__main__ import main
from hexgame.experiments.random.totals import Branching, Playouts, Totals
from hexgame.machine.plan.forms import PLAIN
from hexgame.show.boards.palette import Face
from hexgame.show.boards.text import draw
from hexgame.show.pages.bulk import heat_of, heat_svg, report
from hexgame.show.pictures.heat import Heat, colour

SHEET = """
board { shape rhombus(2) edge top, bottom: Red edge left, right: Blue }
turn { may place stone on empty  may pass }
win "across" when connects(own, own.edges)
draw when passes == 2
"""
PAGE = """\
Test: 1,000 random games, seed 7 (stopped early, of 2,000)

● Red wins   60.0 %  (56.9 … 63.0)  600
○ Blue wins  30.0 %  (27.2 … 32.9)  300
  draws      10.0 %   (8.3 … 12.0)  100

Endings:
  Red wins (across)   60.0 %  (56.9 … 63.0)  600
  Blue wins (across)  30.0 %  (27.2 … 32.9)  300
  a draw              10.0 %   (8.3 … 12.0)  100

Length: 3.4 decisions on average
  shortest  5 %  25 %  50 %  75 %  95 %  longest
         2    2     3     3     4     4        4
Legal moves: 3.2 on average, measured in 20 games

Win rate of Red by first decision, in percent, shrunk towards the mean:

  a   b
    ▪   ▪
1 ▫   38  87  ▫ 1
  2 ▫   87  38  ▫ 2
          ▪   ▪
            a   b

Win rate of Red by first decision (95 % intervals that hold for all together):
  b1 and 1 alike  87.5 %  (83.0 … 91.2)  of 400
  pass            50.0 %  (41.4 … 58.6)  of 200
  a1 and 1 alike  37.5 %  (31.7 … 43.5)  of 400

First decisions differ: b1 and 1 alike better than the others; pass, a1 and 1 alike worse.

500 games per second, compiled, 2 threads, after 1.5 s of compiling"""


def found() -> Playouts:
    """What some games came to that were never played."""
    game = game_of(SHEET)
    red, blue, nobody = (next(end for end in range(1, 99) if str(game.outcome(end)) == told)
                         for told in ("Red wins (across)", "Blue wins (across)", "a draw"))  # fmt: skip
    ends = {
        (0, red): 100, (0, blue): 100, (1, red): 150, (1, blue): 50, (2, red): 200, (3, red): 50, (3, blue): 100,
        (3, nobody): 50, (4, red): 100, (4, blue): 50, (4, nobody): 50,
    }  # fmt: skip
    totals = Totals(1000, Counter(ends), Counter({2: 100, 3: 400, 4: 500}))
    return Playouts(game, 7, 2000, totals, Branching(3.2, 20), 2.0, 1.5, "compiled", PLAIN, 2, True)


def test_the_page_tells_everything() -> None:
    assert report(found()) == PAGE


def test_first_decisions_that_differ_are_ranked(command: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "ends.hexgame"
    sheet.write_text("""
        game "Ends"
        players Red, Blue
        board { shape parallelogram(12, 1) }
        turn { place stone on empty }
        win for Red when some c in own: c.q < 5
        win for Blue when (some c in own: c.q == 11) or count(empty) == 0
    """)
    page = command("playouts", str(sheet), "-n", "1000", "--engine", "plain").output
    assert page.startswith("Ends: 1,000 random games, seed 0\n")
    assert "Endings" not in page
    better, worse = (
        re.search(rf"{title} \(95 % .*\):\n((?:  .*\n)+)\n", page)
        for title in ("Better for Red than the others", "Worse for Red")
    )
    assert better is not None
    assert worse is not None
    rates = [float(rate) for rate in re.findall(r"([\d.]+) %", better[1] + worse[1])]
    assert rates == sorted(rates, reverse=True)
    assert re.search(r"[\d,]+ games per second, plain$", page.strip())


def test_games_whose_first_decision_has_no_cell_have_no_map(command: Run) -> None:
    page = command("playouts", "blind_hex", "-n", "20", "--set", "size=5", "--engine", "plain").output
    assert "Win rate of X by first decision (95 % intervals that hold for all together):\n  {" in page
    assert "There are too few games to find one." in page
    assert "in percent" not in page


def test_json_is_for_machines(command: Run) -> None:
    result = command("playouts", "hex", "-n", "150", "--seed", "4", "--set", "size=3", "--engine", "plain", "--json")
    told = json.loads(result.output)
    assert (told["games"], told["seed"], told["options"]["size"], told["engine"]) == (150, 4, "3", "plain")
    assert result.exit_code == 0


def test_the_map_is_drawn(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    arguments = ["playouts", "hex", "-n", "100", "--set", "size=3", "--engine", "plain", "--svg"]
    result = command(*arguments, str(path))
    assert f"wrote {path}" in result.output
    assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")  # noqa: S314
    refused = command(*arguments, str(tmp_path / "no" / "heat.svg"))
    assert refused.exit_code == 2
    assert f"there is no folder `{tmp_path / 'no'}`" in refused.output
    assert "random games" not in refused.output


def test_cells_of_a_drawing_are_filled_by_their_numbers() -> None:
    drawn = heat_svg(found())
    root = ElementTree.fromstring(drawn)  # noqa: S314
    texts = [each.text for each in root.iter() if each.get("class") == "value"]
    assert texts == ["38", "87", "87", "38"]
    fills = {each.get("fill") for each in root.iter() if each.tag.endswith("polygon")}
    heat = heat_of(found())
    assert heat is not None
    assert fills == {colour(heat.level(cell)) for cell in range(4)}
    assert "Win rate of Red by first decision, in percent; 1,000 random games" in drawn
    key = [(each.text, each.get("text-anchor")) for each in root.iter() if each.get("class") == "key" and each.text]
    assert key == [("0", "end"), ("100 %", "start")]


def test_colours_go_from_light_to_dark() -> None:
    greys = [sum(int(colour(level / 20)[at : at + 2], 16) for at in (1, 3, 5)) for level in range(21)]
    assert greys == sorted(greys, reverse=True)
    assert Heat({3: 0.5, 4: 0.5}).level(3) == 0.5


@pytest.mark.parametrize(("shares", "scale"), [
    ((0.47, 0.52), (0.4, 0.6)), ((0.70, 0.72), (0.6, 0.8)), ((0.25, 0.28), (0.2, 0.4)), ((0.02, 0.04), (0.0, 0.2)),
    ((0.35, 0.55), (0.25, 0.75)), ((0.1, 0.45), (0.0, 0.5)), ((0.9, 1.0), (0.8, 1.0)), ((0.0, 0.6), (0.0, 1.0)),
])  # fmt: skip
def test_colours_span_as_much_as_shares_need_and_lie_about_them(shares, scale):
    assert Heat(dict(enumerate(shares))).scale == scale


def test_a_terminal_shows_warmth_in_colours() -> None:
    state = hexgame.load("hex", size=3).start()
    heat = Heat({0: 0.1, 4: 0.5, 8: 0.9})
    drawn = on_screen(draw(state, Face(colours=("red", "blue")), heat.overlay()))
    assert "\x1b[34m1\x1b[0m" in drawn
    assert "\x1b[31m\x1b[1m9\x1b[0m" in drawn


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-n", "0"], "0 is not in the range"),
        (["--jobs", "-1"], "-1 is not in the range"),
        (["--jobs", "20000"], "jobs must be 0 to "),
        (["--engine", "steam"], "'steam' is not one of"),
        (["--on", "somewhere"], "`somewhere` is not the address of a cluster: write it like dask://localhost:8786"),
        (["--on", "dask://127.0.0.1:1"], "no Dask scheduler answers at 127.0.0.1:1"),
        (["--set", "size=99"], "HG604"),
    ],
)
def test_requests_that_cannot_be_met_end_with_2(command: Run, arguments: list[str], told: str) -> None:
    pytest.importorskip("distributed")
    result = command("playouts", "hex", *arguments)
    assert (result.exit_code, told in result.output) == (2, True)
    assert "Traceback" not in result.output


def test_a_missing_package_is_named(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = command("playouts", "hex", "--engine", "plain", "--on", "dask://localhost:8786")
    assert (result.exit_code, "pip install 'hexgame-interpreter[dask]'" in result.output) == (2, True)


@long
def test_notes_do_not_mix_with_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "tiny.hexgame").write_text(complete(SHEET))
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "file" / "cache"))
    command = [
        sys.executable,
        "-c",
        "from hexgame.__main__ import main; main()",
        "playouts",
        str(tmp_path / "tiny.hexgame"),
        "-n5",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    advice = "HEXGAME_CACHE can name another folder, to which only you can write"
    assert done.stderr == f"note: compiled code is not stored: {tmp_path}/file/cache: Not a directory; {advice}\n"
    assert done.stdout.startswith("Test: 5 random games, seed 0\n")


def test_the_cache_is_shown_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    game = tmp_path / "cache" / "native" / "hexgame_native_1"
    game.mkdir(parents=True)
    (game / "game.o").write_bytes(b"x" * 250_000)
    (tmp_path / "cache" / "grammar.lalr").write_text("left by an earlier version")
    run = CliRunner()
    assert run.invoke(main, ["cache"]).output == f"{tmp_path}/cache\n1 compiled game, 0.2 MB\n"
    assert run.invoke(main, ["cache", "--clear"]).output == f"{tmp_path}/cache\ndeleted 1 compiled game, 0.2 MB\n"
    assert run.invoke(main, ["cache"]).output == f"{tmp_path}/cache\n0 compiled games, 0.0 MB\n"
    assert list((tmp_path / "cache").iterdir()) == []
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "file"))
    assert "HEXGAME_CACHE" in run.invoke(main, ["cache"]).output
