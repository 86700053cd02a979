"""What people do with a rule sheet: begin it, check it, format it, test it."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.reports import FORMATS
from ..doors.streams import pass_on
from .command import OK, PROBLEMS, exit_code, fail, print_results, report, set_option
from .edge import seconds_option


@click.command()
@click.argument("name")
@click.option("--board", default="rhombus", show_default=True, help="Kind of board; an unknown name lists them all.")
def new(name: str, board: str) -> None:
    """Create NAME.hexgame, a small commented game to start from.

    Example: hexgame new mygame --board hexagon
    """
    from ..show.pages.beginnings import begin

    path = begin(name, board, Path())
    if isinstance(path, Diagnostic):
        fail([path])
    click.echo(f"wrote {path}; play it with: hexgame play {path}")


@click.command()
@click.argument("files", nargs=-1, required=True)
@set_option
@click.option("--play", "games", type=click.IntRange(0), help="Random games per file.  [default: 20 in a second]")
@seconds_option(shown=True)
@click.option("--seed", default=0, show_default=True, help="Seed of the first random game.")
@click.option("--format", "shape", default="full", type=click.Choice(list(FORMATS)), help="Output.  [default: full]")
@click.option("--fix", is_flag=True, help="Fix whatever is unambiguous.")
def validate(
    files: tuple[str, ...],
    options: dict[str, str],
    games: int | None,
    seconds: float | None,
    seed: int,
    shape: str,
    fix: bool,
) -> None:
    """Check game files and report every problem.

    FILES are game files, folders, names of shipped games, or `-` for standard input. Unless --set is given, each game
    is also checked with its options at the ends of their ranges.

    --fix corrects unambiguous mistakes such as misspelt words, keeps a change only if it leaves fewer errors, lists
    what it changed, and then reports the remaining problems.

    Exit codes: 0 no errors, 1 errors in a file, 2 a file cannot be read, 3 --seconds ran out before a verdict.

    Example: hexgame validate mygame.hexgame --play 100
    """
    from ..show.pages.findings import findings
    from ..validation.play import Play
    from ..validation.validation import validate_all

    results = []
    for result in validate_all(files, dict(options), Play.of(games, seconds, seed), sys.stdin.buffer, fix):
        results.append(result)
        if shape != "json":
            print_results(findings([result], shape))
    if shape == "json":
        print_results(findings(results, shape))
    sys.exit(exit_code(each for result in results for each in result.diagnostics))


@click.command()
@click.argument("files", nargs=-1, required=True)
@seconds_option()
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is not formatted.")
@click.option("--diff", is_flag=True, help="Write nothing; print the changes as a diff.")
def fmt(files: tuple[str, ...], check: bool, diff: bool) -> None:
    """Format game files.

    FILES are game files, folders, or `-` to format standard input to standard output.

    Exit codes: 0 success, 1 --check found a file to format, 2 a file cannot be read, parsed or written.

    Example: hexgame fmt --check mygame.hexgame
    """
    from ..show.pages.formatting import format_all

    text, problems, code = format_all(files, sys.stdin.buffer, check, diff)
    report(problems)
    pass_on(text) if "-" in files and not (check or diff) else click.echo(text, nl=False)
    sys.exit(code)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@seconds_option()
def test(paths: tuple[Path, ...]) -> None:
    """Run the tests of games.

    PATHS are *.test.yaml files, or folders that contain some. Each file describes positions of a game and what must be
    true of them.

    Example: hexgame test mygame.test.yaml
    """
    from ..show.pages.verdicts import verdict
    from ..validation.scenarios import run_paths

    text, problems, failed = verdict(run_paths(paths))
    report(problems)
    click.echo(text)
    sys.exit(max(exit_code(problems), PROBLEMS if failed else OK))


@click.command()
def syntax() -> None:
    """Print a TextMate grammar that colours game files in editors.

    Example: hexgame syntax > hexgame.tmLanguage.json
    """
    from ..show.editors.vocabulary import textmate

    click.echo(textmate(), nl=False)
