"""The command as its user meets it: what it prints, how it ends, what it says of bad input."""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import GAMES, ROOT, VERBS, Run, complete, long, wide

import hexgame
from hexgame.__main__ import main
from hexgame.diagnostics.pages import explanations
from hexgame.show.pages.manual import manual
from hexgame.verbs.command import show_page

HEX = """\
Hex
by Piet Hein (1942), John Nash (1947)
Join your two sides with an unbroken chain of stones.

Red owns the top and bottom of the board, Blue the left and right.
Each player in turn places one stone of their colour on an empty cell; Red
starts. Whoever joins their own two sides with a chain of stones wins.
A corner cell belongs to both sides. There are no draws.
With the pie rule, the second person may answer the first stone by
taking over Red; the first person then goes on as Blue.

As written in the file:
  turn {
    may place stone on empty
    may swap on turn 2 where pie
  }
  win when connects(own, own.edges)

Options:
  size = 3 (in 2..26)
  pie = yes (in yes, no): the second person may take over the first stone

● Red (top, bottom: ▪)   ○ Blue (left, right: ▫)

  a b c
   ▪ ▪ ▪
1 ▫ · · · ▫ 1
 2 ▫ · · · ▫ 2
  3 ▫ · · · ▫ 3
       ▪ ▪ ▪
        a b c
"""
MISSPELT = """\
game "Misspelt"
players Red, Blue
board { shape rombus(5) }
turn { place stone on empty }
win when count(own) > sise
"""
UNUSUAL = '''\
game "Zanzibarquest"
author "Quuxworth" 1999
summary "Xylophonic."
rules """Wibbling."""
option girthwise = 4 in 3..9
option flumple = kazoo in kazoo, oboe "whichever"
let trombone = girthwise / 2
define squibble(c) = count(adjacent(c) & own.wombat) >= trombone
players Mauvette, Chartreuse
pieces wombat "W", aardvark "A"
board {
  shape rhombus(girthwise)
  region glade = corners
  edge top, bottom: Mauvette
  edge left, right: Chartreuse
}
turn {
  may place wombat on empty - glade
  may place aardvark on zed among empty where squibble(zed)
  otherwise pass
}
win "by marmalade" when connects(own, own.edges) and flumple == kazoo
draw when passes == 2
'''
UNUSUAL_WORDS = re.compile(
    "zanzibarquest|quuxworth|xylophonic|wibbling|girthwise|flumple|kazoo|oboe|whichever|trombone|squibble|mauvette|"
    "chartreuse|wombat|aardvark|glade|marmalade",
    re.IGNORECASE,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with files that are no games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.hexgame").write_bytes(b"")
    (tmp_path / "garbage.hexgame").write_bytes(random.Random(1).randbytes(3000))
    (tmp_path / "huge.hexgame").write_text("# " + "x" * 10_000_000)
    size = "(" * 10_000 + "5" + ")" * 10_000
    (tmp_path / "nested.hexgame").write_text(complete(f"board {{ shape rhombus({size}) }}"))
    (tmp_path / "record.yaml").write_text("game: hex\noptions: {size: 3}\n")
    (tmp_path / "folder").mkdir()
    return tmp_path


def is_clean(result: Result) -> bool:
    """Whether a command ended by itself, without a traceback."""
    return isinstance(result.exception, SystemExit | None) and "Traceback" not in result.output


def test_list_names_every_shipped_game_with_its_summary(command: Run) -> None:
    result = command("list")
    rows = [re.split(r"  +", line.strip()) for line in result.output.splitlines() if line.startswith("  ")]
    assert sorted(row[0] for row in rows) == [path.stem for path in GAMES]
    assert result.output.startswith("Two sides\n  hex ")
    [hexes] = [row for row in rows if row[0] == "hex"]
    assert (hexes[1], hexes[-1]) == ("Hex", "Join your two sides with an unbroken chain of stones.")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "stems"),
    [
        ("torus", {"torex", "double_torus_hex"}),
        ("bridg-it", {"gale"}),
        ("Bridgit", {"gale"}),
        ("klein bottle", {"hex_kb"}),
        ("moebius", {"moebius_hex"}),
        ("3 players", {"cuboid", "three_player_hex", "yavalath_for_three"}),
        ("dice", {"blind_hex", "einstein", "obstacle_hex", "random_turn_hex"}),
        ("--tag hidden --tag kinds", {"geister"}),
        ("--tag links", {"twixt"}),
    ],
)
def test_list_finds_games_by_tags_and_other_names(command: Run, arguments: str, stems: set[str]) -> None:
    result = command("list", *arguments.split())
    assert {line.split()[0] for line in result.output.splitlines() if line.startswith("  ")} == stems


def test_list_says_which_tags_there_are(command: Run) -> None:
    assert "  torus " in command("list", "--tags").output
    wrong = command("list", "--tag", "toruss")
    assert (wrong.exit_code, "did you mean `torus`?" in wrong.stderr) == (2, True)
    assert command("list", "no such game").exit_code == 1


def test_show_prints_the_rule_sheet_with_the_board(command: Run) -> None:
    result = command("show", "hex", "--set", "size=3")
    assert (result.output, result.exit_code) == (HEX, 0)


def test_show_draws_nothing_by_lot_and_writes_numbers_on_cells(command: Run) -> None:
    one, other = (command("show", "blind_hex", "--set", "size=5").output for _ in range(2))
    assert one == other
    assert "1 ▪   5   25  2   24  4   ▪ 1\n" in one


def test_show_tells_who_decide_together(command: Run, folder: Path) -> None:
    (folder / "joint.yaml").write_text("game: blind_hex\noptions: {size: 5, handicapped: O}\nmoves: ['{1,2}']\n")
    shown = command("show", "--from", "joint.yaml").output
    assert shown.endswith("X: hand {1,2,3,4,5}\nO: hand {3,4,5}  on the table {1,2}\n\nX and O to decide\n")


@long
@wide
def test_validate_praises_good_files(command: Run) -> None:
    paths = [str(path) for path in GAMES]
    result = command("validate", "--play", "0", *paths)
    titles = [hexgame.load(path).title for path in paths]
    assert [
        line.removesuffix(", with warnings") for line in result.output.splitlines() if " is a valid game" in line
    ] == [f"{path}: {title} is a valid game" for path, title in zip(paths, titles, strict=True)]
    assert result.exit_code == 0


def test_validate_reports_every_problem_of_a_file_and_goes_on_to_the_next(command: Run, folder: Path) -> None:
    (folder / "misspelt.hexgame").write_text(MISSPELT)
    result = command("validate", "misspelt.hexgame", "hex")
    assert result.output == (
        "error[HG201]: unknown function `rombus`\n"
        " --> misspelt.hexgame:3:15\n"
        "  |\n"
        "3 | board { shape rombus(5) }\n"
        "  |               ^^^^^^\n"
        "  = help: did you mean `rhombus`?\n"
        "  = explain: hexgame explain HG201\n"
        "\n"
        "error[HG201]: unknown name `sise`\n"
        " --> misspelt.hexgame:5:23\n"
        "  |\n"
        "5 | win when count(own) > sise\n"
        "  |                       ^^^^\n"
        "  = help: did you mean `sides`?\n"
        "  = explain: hexgame explain HG201\n"
        "\n"
        "hex: Hex is a valid game\n"
    )
    assert result.exit_code == 1


def test_a_missing_file_weighs_more_than_a_wrong_game(command: Run, folder: Path) -> None:
    (folder / "misspelt.hexgame").write_text(MISSPELT)
    result = command("validate", "misspelt.hexgame", "missing.hexgame")
    assert "error[HG601]: no game or file `missing.hexgame`" in result.output
    assert result.exit_code == 2


@pytest.mark.parametrize("stem", ["hexx", "Hex", "misere_hx"])
def test_a_misspelt_stem_is_guessed(command: Run, stem: str) -> None:
    result = command("show", stem)
    assert re.search(r"= help: did you mean `(hex|misere_hex)`\?", result.output)
    assert result.exit_code == 2


def test_perft_counts_decisions(command: Run) -> None:
    result = command("perft", "hex", "--set", "size=3", "--set", "pie=no", "--depth", "3")
    assert (result.output, result.exit_code) == ("1: 9\n2: 72\n3: 504\n", 0)


def test_inspect_shows_decisions_goals_and_facts(command: Run) -> None:
    result = command("inspect", "hex", "--set", "size=3")
    parts = result.output.split("\n\n")
    assert parts[0] == "Hex, size = 3, pie = yes"
    assert parts[1] == "9 cells, 16 links, 4 edges, 10 move codes"
    assert parts[2] == "Decisions:\n  0..8: place stone on empty\n  9: swap on turn 2 where pie"
    assert parts[3] == "Endings:\n  win when connects(own, own.edges)"
    assert [part.partition(":")[0] for part in parts[4:]] == [
        "State",
        "Tables",
        "Facts",
        "Claims",
        "Bounds",
        "Room",
        "Forms",
    ]
    assert result.exit_code == 0


def test_inspect_shows_the_plan_of_a_module(command: Run) -> None:
    page = command("inspect", "hex", "--set", "size=3", "--plan").output
    assert page.startswith("The plan of Hex\n")
    assert "  REST_0     0  wait for choice 0, then continue at NEXT_1\n" in page
    assert "  0  Connects  of own stones  noted where chains merge\n" in page
    assert "  WON_0     1  ending 0, win: the first player wins; the others follow\n" in page


def test_inspect_names_decisions_that_the_options_rule_out(command: Run) -> None:
    assert "  never: swap on turn 2 where pie\n" in command("inspect", "hex", "--set", "pie=no").output


def test_the_generated_module_is_python_without_a_word_of_the_file(command: Run, folder: Path) -> None:
    (folder / "unusual.hexgame").write_text(UNUSUAL)
    result = command("inspect", "unusual.hexgame", "--source")
    functions = {node.name for node in ast.parse(result.output).body if isinstance(node, ast.FunctionDef)}
    assert functions >= {"legal", "refusal", "step", "judge"}
    assert UNUSUAL_WORDS.search(UNUSUAL)
    assert UNUSUAL_WORDS.findall(result.output) == []


@pytest.mark.parametrize("code", ["HG201", "hg201", "201", "error[HG201]"])
def test_explain_prints_the_page_of_a_code(command: Run, code: str) -> None:
    result = command("explain", code)
    assert result.output == explanations()["HG201"]
    assert result.output.startswith("HG201 unknown name\n\n")
    assert result.exit_code == 0


def test_an_unknown_code_is_guessed(command: Run) -> None:
    result = command("explain", "HG2011")
    assert result.output == (
        "error[HG609]: there is no code `HG2011`\n"
        "  = help: did you mean `HG201`?\n"
        "  = explain: hexgame explain HG609\n\n"
    )
    assert result.exit_code == 2


def test_docs_lists_the_pages_with_their_titles(command: Run) -> None:
    result = command("docs")
    listed = dict(re.split("  +", line) for line in result.output.partition("\n\n")[0].splitlines())
    files = [*(ROOT / "docs").glob("*.md"), ROOT / "interpreter" / "diagnostics" / "errors.md"]
    assert listed == {path.stem: path.read_text("utf-8").partition("\n")[0].removeprefix("# ") for path in files}
    assert result.exit_code == 0


@pytest.mark.parametrize("page", ["language", "Language.md"])
def test_docs_prints_a_page(command: Run, page: str) -> None:
    result = command("docs", page)
    assert (result.output, result.exit_code) == ((ROOT / "docs" / "language.md").read_text("utf-8"), 0)


def test_docs_prints_a_section_with_what_stands_below_it(command: Run) -> None:
    language = (ROOT / "docs" / "language.md").read_text("utf-8")
    head = command("docs", "language", "the", "head").output
    assert head.startswith("## The head\n")
    assert head in language
    assert [line for line in head.splitlines() if line.startswith("##")][1:] == [
        "### Claims",
        "### Options",
        "### The number of players",
        "### Variants",
    ]
    assert command("docs", "language", "claims").output in head


def test_docs_and_explain_print_the_same_page_of_a_code(command: Run) -> None:
    assert command("docs", "hg201").output == command("explain", "HG201").output == explanations()["HG201"]


def test_every_heading_of_the_manual_names_one_section(command: Run) -> None:
    for name, text in manual().items():
        headings = re.findall("^#+ (.+)", re.sub("^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
        assert len({heading.casefold() for heading in headings}) == len(headings), name


def test_a_page_longer_than_the_terminal_goes_to_a_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr("click.echo_via_pager", paged.append)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 24)))
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    show_page("short\n")
    show_page("long\n" * 24)
    assert paged == ["long\n" * 24]


def test_the_version_is_that_of_the_package(command: Run) -> None:
    result = command("--version")
    assert (result.output, result.exit_code) == (f"hexgame, version {hexgame.__version__}\n", 0)


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_command_has_an_example(command: Run, verb: str) -> None:
    result = command(verb, "--help")
    assert f"Example: hexgame {verb}" in result.output
    assert result.exit_code == 0


REFUSED: list[tuple[list[str], int, str]] = [
    (["validate", "empty.hexgame"], 1, "HG102]: the file is empty"),
    (["play", "empty.hexgame"], 1, "HG102]: the file is empty"),
    (["validate", "garbage.hexgame"], 2, "HG602]: `garbage.hexgame` is not text"),
    (["validate", "huge.hexgame"], 2, "HG602]: `huge.hexgame` is too large: 10,000,002 bytes, and at most 262,144"),
    (["validate", "nested.hexgame"], 1, "HG004]: brackets nested deeper than 60 levels"),
    (["show", "hex", "--set", "size=100000"], 2, "HG604]: option `size` cannot be `100000`"),
    (["show", "hex", "--set", "size="], 2, "HG604]: option `size` cannot be ``"),
    (["show", "hex", "--set", "size=" + "9" * 10_000], 2, "HG604]: option `size` cannot be `9999"),
    (["play", "hex", "--set", "pi=no"], 2, "HG603]: this game has no option `pi`"),
    (["play", "hex", "--set", "size"], 2, "`size` is not of the form name=value, such as size=7"),
    (["play", "missing.hexgame"], 2, "HG601]: no game or file `missing.hexgame`"),
    (["play", "folder"], 2, "HG602]: `folder` is a folder, not a game file"),
    (["validate", "folder"], 2, "HG601]: there is no *.hexgame file in `folder`"),
    (["play", "--from", "folder"], 2, "HG602]: `folder` "),
    (["play"], 2, "Name either a game or, with --from or --replay, a saved game."),
    (["play", "hex", "--from", "record.yaml"], 2, "Name either a game or, with --from or --replay, a saved game."),
    (["play", "--from", "record.yaml", "--set", "size=4"], 2, "--set needs a game; a saved game has its own options."),
    (["show", "--from", "record.yaml", "--set", "size=4"], 2, "--set needs a game; a saved game has its own options."),
    (["show"], 2, "Name either a game or, with --from, a saved game."),
    (["docs", "lnaguage"], 2, "HG609]: there is no page `lnaguage`"),
    (["docs", "language", "edgs"], 2, "HG609]: `language` has no section `edgs`"),
    (["docs", "language", "nonsense"], 2, "expected: The head, "),
    (["explain", "HG999"], 2, "codes look like HG201; `hexgame docs errors` lists them all"),
    (["explain", "HG209"], 2, "help: did you mean `HG20"),
    (["docs", "HG000"], 2, "HG609]: there is no code `HG000`"),
    (["play", "hex", "--players", "human"], 2, "Hex needs 2 players; --players names 1: human"),
    (["play", "hex", "--players", "human,rnadom"], 2, "there is no player `rnadom`; choose human, random"),
    (["play", "hex", "--seed", "soon"], 2, "'soon' is not a valid integer"),
    (["perft", "hex", "--depth", "-1"], 2, "-1 is not in the range"),
    (["perft", "hex", "--seconds", "nan"], 2, "nan is not a number of seconds"),
    (["test", "missing"], 2, "'missing' does not exist"),
    (["frobnicate"], 2, "there is no command `frobnicate`; `hexgame --help` lists the commands"),
    (["paly", "hex"], 2, "there is no command `paly`: did you mean `play`?"),
    (["PLAY", "hex"], 2, "there is no command `PLAY`: did you mean `hexgame play`?"),
    (["check", "hex"], 2, "there is no command `check`: did you mean `hexgame validate`?"),
    (["help", "play"], 2, "there is no command `help`: did you mean `hexgame play --help`?"),
    (["version"], 2, "there is no command `version`: did you mean `hexgame --version`?"),
    (["show", "hex", "--size", "5"], 2, "no option `--size`: an option of the game is set with `--set size=5`"),
    (["show", "hex", "--size=5"], 2, "no option `--size`: an option of the game is set with `--set size=5`"),
    (["validate", "hex", "-fix"], 2, "there is no option `-fix`: did you mean `--fix`?"),
    (["perft", "hex", "2"], 2, "takes only GAME, so `2` is too many: did you mean `--depth 2`?"),
    (["show", "hex", "--set", "pie=True"], 2, "help: did you mean `yes`?"),
    (["show", "hex", "--set", "pie=off"], 2, "help: did you mean `no`?"),
    (["play", "hex", "--players", "me,ai"], 2, "there is no player `me`; choose"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), REFUSED, ids=lambda value: str(value)[:40])
def test_bad_input_gives_one_clear_error(
    command: Run, folder: Path, arguments: list[str], code: int, message: str
) -> None:
    result = command(*arguments)
    assert message in result.output
    assert len(re.findall(r"^(?:error\[|Error: )", result.output, re.MULTILINE)) == 1
    assert result.exit_code == code
    assert is_clean(result)
    assert max(map(len, result.output.splitlines())) < 200


@pytest.mark.parametrize("arguments", [["validate", "odd.hexgame"], ["show", "odd.hexgame"]])
def test_a_file_cannot_send_control_characters_to_the_terminal(folder: Path, arguments: list[str]) -> None:
    (folder / "odd.hexgame").write_text(complete('game "Odd\x1b]0;title\x07 \x1b[2J"'))
    result = CliRunner().invoke(main, arguments, color=True)
    assert "Odd" in result.output
    assert not re.findall(r"[\x07\x1b]", result.output)


NOT_TO_VALIDATE = re.compile(
    r"hexgame\.(machine\.(check|emit|goals|random|text|turns)|native|players|source\.recovery|study\.(random|perft|scenarios)"
    r"|show\.(boards\.(text|svg|png|picture|geometry)|editors|session|records))(\.|$)"
)
"""The rooms that checking a sound sheet does not load."""


@pytest.mark.parametrize("arguments", [["validate", "games/hex.hexgame", "--play", "0"], ["play", "hex"]], ids=" ".join)
def test_people_do_not_wait_for_heavy_libraries(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom hexgame.__main__ import main\n"
        "try:\n    main(sys.argv[1:], standalone_mode=False)\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "print('modules:', *sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        input="a1\nswap\n",
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"modules:", "hexgame"} <= loaded
    assert loaded.isdisjoint({"llvmlite", "numpy"})
    if arguments[0] == "validate":
        assert [name for name in loaded if NOT_TO_VALIDATE.match(name)] == []
