"""The `hexgame` command: one thin function a verb. What the verbs do lives in the rooms they call."""

# Each verb imports what it needs when it runs, so that no verb waits for another's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import hexgame

if TYPE_CHECKING:
    from hexgame.show.records import Replay

OK, PROBLEMS, USAGE, NO_VERDICT = range(4)
"""Exit codes: all well, problems in a game, a request that cannot be met, time that ran out."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(hexgame.__version__, prog_name="hexgame")
def main() -> None:
    """Describe, check and play connection games.

    A game is named by its stem, as `hexgame list` shows it, or by the path of a .hexgame file.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def read_options(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`--set name=value` as a mapping."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"`{value}` is not of the form name=value, such as size=7")
    return dict(value.split("=", 1) for value in values)


set_option = click.option(
    "--set", "options", multiple=True, metavar="NAME=VALUE", callback=read_options, help="Choose an option's value."
)


@main.command(name="list")
def list_games() -> None:
    """List the shipped games.

    Example: hexgame list
    """
    from hexgame.show.pages.games import library

    click.echo(library())


@main.command()
@click.argument("game", required=False)
@set_option
@click.option("--from", "record", metavar="RECORD", help="Show the position of a saved game instead.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the position as SVG instead.")
def show(game: str | None, options: dict[str, str], record: str | None, svg: Path | None) -> None:
    """Show a game's rule sheet, its options and its board.

    Example: hexgame show hex --set size=5
    """
    from hexgame.show.boards.palette import face_for
    from hexgame.show.boards.text import scene
    from hexgame.show.boards.words import standing
    from hexgame.show.pages.games import rule_sheet

    if bool(game) == bool(record):
        raise click.UsageError("Name a game, or a record with --from.")
    state = (
        read_record_or_fail(record).end if record else compile_or_fail(str(game), options).start(decide_chance=False)
    )
    face = face_for(state.game, sys.stdout)
    if svg:
        write_pictures(state, svg, None)
    else:
        click.echo(f"{scene(state, face)}\n\n{standing(state)}" if record else rule_sheet(state.game, face))


@main.command()
@click.argument("game")
@set_option
@click.option("--text", is_flag=True, help="Only draw the board as text.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture as SVG.")
@click.option("--png", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture as PNG.")
def board(game: str, options: dict[str, str], text: bool, svg: Path | None, png: Path | None) -> None:
    """Describe a game's board: cells, links, what surface it is, seams and edges.

    Example: hexgame board hex_kb --svg klein.svg
    """
    from hexgame.show.boards.palette import face_for
    from hexgame.show.pages.boards import board_page, board_text

    compiled = compile_or_fail(game, options)
    if svg or png:
        write_pictures(compiled.start(decide_chance=False), svg, png)
        return
    face = face_for(compiled, sys.stdout)
    click.echo(board_text(compiled, face) if text else board_page(compiled, face))


@main.command()
@click.argument("files", nargs=-1, required=True)
@set_option
@click.option("--play", "games", type=click.IntRange(0), help="Random games of each file; some in a second by default.")
@click.option("--seconds", type=click.FloatRange(0), help="How long they may take, for each board that is tried.")
@click.option("--seed", default=0, show_default=True, help="The first random game's seed.")
@click.option("--format", "shape", default="full", type=click.Choice(["full", "concise", "json", "github"]))
@click.option("--fix", is_flag=True, help="Mend the files where it is beyond doubt what was meant.")
def validate(
    files: tuple[str, ...],
    options: dict[str, str],
    games: int | None,
    seconds: float | None,
    seed: int,
    shape: str,
    fix: bool,
) -> None:
    """Check game files, or all of a folder, or what comes from `-`, and report every problem found.

    Without --set each file is checked at the ends of its options' ranges. --fix changes what leaves no doubt, such as
    misspelt words, keeps only what makes for fewer errors, says what it changed, and checks what is left. Exit codes:
    0 no error, 1 errors in a file, 2 a file that cannot be read, 3 no verdict in the time given.

    Example: hexgame validate games/hex.hexgame --play 100
    """
    from hexgame.show.pages.findings import told
    from hexgame.study.validation.play import Play
    from hexgame.study.validation.validation import validate_all

    results = []
    for result in validate_all(files, dict(options), Play.of(games, seconds, seed), sys.stdin.buffer, fix):
        results.append(result)
        if shape != "json":
            tell(told([result], shape))
    if shape == "json":
        tell(told(results, shape))
    unsure = any(result.ran_out for result in results) and seconds is not None
    sys.exit(max(exit_code(each for result in results for each in result.diagnostics), NO_VERDICT if unsure else OK))


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 where a file is not in the layout.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def fmt(files: tuple[str, ...], check: bool, diff: bool) -> None:
    """Bring game files, or all of a folder, or what comes from `-`, into the one canonical layout.

    Example: hexgame fmt --check games
    """
    from hexgame.show.pages.formatting import format_all

    text, problems, code = format_all(files, sys.stdin.buffer, check, diff)
    report(problems)
    click.echo(text, nl=False)
    sys.exit(code)


@main.command()
@click.argument("name")
@click.option("--board", default="rhombus", show_default=True, help="What it is played on; an unknown one lists all.")
def new(name: str, board: str) -> None:
    """Begin a game: write NAME.hexgame, a commented file that is playable as it stands.

    Example: hexgame new mygame --board hexagon
    """
    from hexgame.show.pages.beginnings import begin

    path = begin(name, board, Path())
    if isinstance(path, hexgame.Diagnostic):
        fail([path])
    click.echo(f"wrote {path}; play it with: hexgame play {path}")


@main.command()
def syntax() -> None:
    """Print the TextMate grammar that colours rule sheets in editors.

    Example: hexgame syntax
    """
    from hexgame.show.editors.textmate import textmate

    click.echo(textmate(), nl=False)


@main.command()
@click.argument("game", required=False)
@set_option
@click.option("--players", default="", metavar="A,B", help="Who sits where: human or random. All human by default.")
@click.option("--seed", type=int, help="Make computer players and chance repeatable.")
@click.option("--from", "record", metavar="RECORD", help="Go on with a saved game.")
@click.option("--replay", "replayed", metavar="RECORD", help="Step through a saved game.")
def play(
    game: str | None,
    options: dict[str, str],
    players: str,
    seed: int | None,
    record: str | None,
    replayed: str | None,
) -> None:
    """Play a game in the terminal, go on with a saved one, or step through it.

    Example: hexgame play hex --set size=7 --players human,random --seed 1
    """
    from hexgame.players import seat
    from hexgame.show.session.replaying import replay
    from hexgame.show.session.session import Session
    from hexgame.show.session.terminal import terminal_for

    if sum(map(bool, (game, record, replayed))) != 1:
        raise click.UsageError("Name a game, or a record with --from or --replay.")
    if options and not game:
        raise click.UsageError("--set goes with a game; a record has its own options.")
    if replayed:
        saved = read_record_or_fail(replayed)
        replay(saved.start, saved.end.moves, terminal_for(saved.start.game), stops=sys.stdin.isatty())
        return
    names = list(filter(None, players.split(",")))
    if record:
        saved = read_record_or_fail(record)
        state, names, seed = saved.end, names or list(saved.players), saved.seed if seed is None else seed
    else:
        state = compile_or_fail(str(game), options).start(decide_chance=False)
    try:
        seating = seat(names, len(state.game.players), seed)
    except ValueError as error:
        if record and not players:
            fail([hexgame.Diagnostic("HG606", f"`{record}`: its `players` cannot be: {error}")])
        raise click.UsageError(f"--players: {error}") from None
    Session(state, seating.names, seating.choosers, terminal_for(state.game), seating.seed).run()


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def test(paths: tuple[Path, ...]) -> None:
    """Run scenario files, or all *.test.yaml files of a folder.

    Example: hexgame test games
    """
    from hexgame.show.pages.verdicts import verdict
    from hexgame.study.scenarios import run_paths

    text, problems, failed = verdict(run_paths(paths))
    report(problems)
    click.echo(text)
    sys.exit(max(exit_code(problems), PROBLEMS if failed else OK))


@main.command()
@click.argument("game")
@set_option
@click.option("--depth", default=3, show_default=True, type=click.IntRange(0, 50), help="How many decisions deep.")
def perft(game: str, options: dict[str, str], depth: int) -> None:
    """Count the sequences of 1, 2, 3 … decisions.

    Example: hexgame perft hex --set size=3 --set pie=no --depth 3
    """
    from hexgame.study.perft import perft as count

    state = compile_or_fail(game, options).start(decide_chance=False)
    for decisions in range(1, depth + 1):
        click.echo(f"{decisions}: {count(state, decisions)}")


@main.command()
@click.argument("game")
@set_option
@click.option("-n", "games", default=10_000, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(0), help="How many at once; 0: one a core.")
@click.option("--engine", type=click.Choice(["compiled", "plain"]), help="What plays; compiled where Numba is there.")
@click.option("--winners-only", is_flag=True, help="Tell from full boards who wins, and nothing else: much faster.")
@click.option("--trust-claims", is_flag=True, help="Take the rule sheet's word that every full board has one winner.")
@click.option("--on", metavar="dask://HOST:PORT", help="Play on the workers of a Dask cluster.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw how good the first decisions are.")
def playouts(
    game: str,
    options: dict[str, str],
    games: int,
    as_json: bool,
    svg: Path | None,
    **how: Any,
) -> None:
    """Play random games and tell who wins, how, how soon, and after which first decisions. Ctrl-C tells of those done.

    Example: hexgame playouts hex --set size=7 -n 1000000 --jobs 0
    """
    import json

    from hexgame.show.boards.palette import face_for
    from hexgame.show.pages.bulk import heat_svg
    from hexgame.show.pages.bulk import report as page
    from hexgame.show.progress import bar
    from hexgame.study import playouts as play_out
    from hexgame.study.random.orders import Unavailable

    compiled = compile_or_fail(game, options)
    try:
        with bar(games) as progress:
            found = play_out(compiled, games, **how, progress=progress)
    except Unavailable as error:
        fail([hexgame.Diagnostic("HG614", str(error))])
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for note in found.notes:
        click.echo(f"note: {note}", err=True)
    click.echo(json.dumps(found.as_dict(), indent=2) if as_json else page(found, face_for(compiled, sys.stdout)))
    if svg:
        write_text(svg, heat_svg(found))
    sys.exit(NO_VERDICT if found.interrupted else OK)


@main.command()
@click.option("--clear", is_flag=True, help="Throw all of it away; it is made again when it is needed.")
def cache(clear: bool) -> None:
    """Show where compiled games are kept and how much room they take.

    Example: hexgame cache --clear
    """
    from hexgame.show.pages.games import cache_page

    click.echo(cache_page(clear))


@main.command()
@click.argument("game")
@set_option
@click.option("--source", is_flag=True, help="Print the generated module instead.")
def inspect(game: str, options: dict[str, str], source: bool) -> None:
    """Show what the interpreter made of a game: its decisions, tables and facts.

    Example: hexgame inspect hex --set size=3
    """
    from hexgame.show.pages.games import inspection

    compiled = compile_or_fail(game, options)
    click.echo(compiled.machine.source if source else inspection(compiled))


@main.command()
@click.argument("code")
def explain(code: str) -> None:
    """Explain an error code.

    Example: hexgame explain HG201
    """
    from hexgame.show.pages.games import explanation

    page = explanation(code)
    if isinstance(page, hexgame.Diagnostic):
        fail([page])
    click.echo(page, nl=False)


def compile_or_fail(game: str, options: dict[str, str]) -> hexgame.Game:
    """The game, or its problems and the end."""
    from hexgame.loading import compile_game

    compiled, problems = compile_game(game, dict(options))
    if compiled is None:
        fail(problems)
    report(problems)
    return compiled


def write_pictures(state: hexgame.State, svg: Path | None, png: Path | None) -> None:
    """Write a position as pictures, or end with why that cannot be."""
    from hexgame.show.boards import picture

    drawn = picture.svg(state)
    try:
        if svg:
            svg.write_text(drawn, "utf-8")
        if png:
            png.write_bytes(picture.png(drawn))
    except OSError as error:
        fail([hexgame.Diagnostic("HG610", f"`{error.filename}` cannot be written: {error.strerror}")])
    except picture.MissingExtra as error:
        fail([hexgame.Diagnostic("HG611", str(error))])
    for path in filter(None, (svg, png)):
        click.echo(f"wrote {path}")


def write_text(path: Path, text: str) -> None:
    """Write a file and say so where that does not mix with what was asked for, or end with why it cannot be."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        fail([hexgame.Diagnostic("HG610", f"`{error.filename}` cannot be written: {error.strerror}")])
    click.echo(f"wrote {path}", err=True)


def read_record_or_fail(path: str) -> Replay:
    """The saved game, or its problems and the end."""
    from hexgame.show.records import read_record

    replay, problems = read_record(Path(path))
    if replay is None:
        fail(problems)
    report(problems)
    return replay


def tell(said: Iterable[tuple[str, str]]) -> None:
    """Print what is said, and problems where they do not mix with it."""
    for text, problems in said:
        if problems:
            click.echo(problems, err=True)
        if text:
            click.echo(text)


def report(diagnostics: Iterable[hexgame.Diagnostic]) -> None:
    """Print problems where they do not mix with what was asked for."""
    from hexgame.diagnostics.render import render
    from hexgame.show.boards.palette import paint_diagnostic

    for diagnostic in diagnostics:
        click.echo(render(diagnostic, paint_diagnostic) + "\n", err=True)


def fail(diagnostics: Iterable[hexgame.Diagnostic]) -> NoReturn:
    """Report and end with the exit code that fits."""
    problems = list(diagnostics)
    report(problems)
    sys.exit(exit_code(problems))


def exit_code(diagnostics: Iterable[hexgame.Diagnostic]) -> int:
    """2 where the request is at fault, 1 where a game is, 0 where there are at most warnings."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is hexgame.Severity.ERROR]
    if any(diagnostic.is_request for diagnostic in errors):
        return USAGE
    return PROBLEMS if errors else OK
