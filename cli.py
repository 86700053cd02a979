"""The `hexgame` command: one thin function per verb. The rooms that it calls do the work."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from pathlib import Path
from typing import Unpack

import click

import hexgame
from hexgame.diagnostics.reports import FORMATS
from hexgame.doors.streams import pass_on
from hexgame.show.command import (
    NO_VERDICT,
    OK,
    PROBLEMS,
    How,
    compile_or_fail,
    exit_code,
    fail,
    note,
    picture_option,
    prebuild_or_fail,
    print_results,
    read_record_or_fail,
    report,
    set_option,
    show_page,
    write_picture,
    write_pictures,
)
from hexgame.show.edge import Verbs, game_options, seconds_option, showing_options


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(hexgame.__version__, prog_name="hexgame")
def main() -> None:
    """Describe, check and play connection games.

    GAME is the name of a shipped game, as printed by `hexgame list`, or the path of a .hexgame file.
    """


@main.command(name="list")
def list_games() -> None:
    """List the shipped games.

    Example: hexgame list
    """
    from hexgame.show.pages.games import library

    click.echo(library())


@main.command()
@click.argument("game", required=False)
@showing_options
@click.option("--from", "record", metavar="RECORD", help="Show the final position of a saved game.")
@picture_option("--svg", "Write the position to an SVG file; print nothing else.")
def show(game: str | None, options: dict[str, str], record: str | None, svg: Path | None) -> None:
    """Show a game's rules, options and board.

    Example: hexgame show hex --set size=5
    """
    from hexgame.show.boards.palette import face_for
    from hexgame.show.boards.text import scene
    from hexgame.show.boards.words import standing
    from hexgame.show.pages.games import rule_sheet

    if bool(game) == bool(record):
        raise click.UsageError("Name either a game or, with --from, a saved game.")
    if options and record:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    saved = read_record_or_fail(record) if record else None
    state = saved.end if saved else compile_or_fail(str(game), options).start(decide_chance=False)
    face = face_for(state.game, sys.stdout)
    if svg:
        write_pictures(state, svg, None)
    else:
        click.echo(
            f"{scene(state, face)}\n\n{saved.outcome or standing(state)}" if saved else rule_sheet(state.game, face)
        )


@main.command()
@click.argument("game")
@showing_options
@click.option("--text", is_flag=True, help="Draw the board and nothing else.")
@picture_option("--svg", "Write the board to an SVG file; print nothing else.")
@picture_option("--png", "Write the board to a PNG file; print nothing else.")
def board(game: str, options: dict[str, str], text: bool, svg: Path | None, png: Path | None) -> None:
    """Describe a game's board: cells, links, surface, seams, edges.

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
    from hexgame.show.pages.findings import findings
    from hexgame.study.validation.play import Play
    from hexgame.study.validation.validation import validate_all

    results = []
    for result in validate_all(files, dict(options), Play.of(games, seconds, seed), sys.stdin.buffer, fix):
        results.append(result)
        if shape != "json":
            print_results(findings([result], shape))
    if shape == "json":
        print_results(findings(results, shape))
    sys.exit(exit_code(each for result in results for each in result.diagnostics))


@main.command()
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
    from hexgame.show.pages.formatting import format_all

    text, problems, code = format_all(files, sys.stdin.buffer, check, diff)
    report(problems)
    pass_on(text) if "-" in files and not (check or diff) else click.echo(text, nl=False)
    sys.exit(code)


@main.command()
@click.argument("name")
@click.option("--board", default="rhombus", show_default=True, help="Kind of board; an unknown one lists them all.")
def new(name: str, board: str) -> None:
    """Create a small commented game to start from: NAME.hexgame.

    Example: hexgame new mygame --board hexagon
    """
    from hexgame.show.pages.beginnings import begin

    path = begin(name, board, Path())
    if isinstance(path, hexgame.Diagnostic):
        fail([path])
    click.echo(f"wrote {path}; play it with: hexgame play {path}")


@main.command()
def syntax() -> None:
    """Print a TextMate grammar that colours game files in editors.

    Example: hexgame syntax > hexgame.tmLanguage.json
    """
    from hexgame.show.editors.textmate import textmate

    click.echo(textmate(), nl=False)


@main.command()
@click.argument("game", required=False)
@game_options
@click.option("--players", default="", metavar="A,B", help="Who plays: human or random for each.  [default: all human]")
@click.option("--seed", type=int, help="Seed for computer players and chance; makes a game repeatable.")
@click.option("--from", "record", metavar="RECORD", help="Resume a saved game.")
@click.option("--replay", "replayed", metavar="RECORD", help="Step through a saved game.")
def play(
    game: str | None,
    options: dict[str, str],
    players: str,
    seed: int | None,
    record: str | None,
    replayed: str | None,
) -> None:
    """Play a game in the terminal, or resume or replay a saved one.

    Example: hexgame play hex --set size=7 --players human,random --seed 1
    """
    from hexgame.players import seat
    from hexgame.show.session.conversation import converse
    from hexgame.show.session.replaying import replay
    from hexgame.show.session.session import Session
    from hexgame.show.session.terminal import terminal_for

    if sum(map(bool, (game, record, replayed))) != 1:
        raise click.UsageError("Name either a game or, with --from or --replay, a saved game.")
    if options and not game:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    if replayed:
        saved = read_record_or_fail(replayed)
        replay(saved, terminal_for(saved.start.game), stops=sys.stdin.isatty())
        return
    names, resigned = list(filter(None, players.split(","))), ""
    if record:
        saved = read_record_or_fail(record)
        state, names, seed = saved.end, names or list(saved.players), saved.seed if seed is None else seed
        resigned = saved.resigned
    else:
        state = compile_or_fail(str(game), options).start(decide_chance=False)
    try:
        seating = seat(names, len(state.game.players), seed)
    except ValueError as error:
        if record and not players:
            fail([hexgame.Diagnostic("HG606", f"`{record}`: invalid `players`: {error}")])
        raise click.UsageError(f"--players: {error}") from None
    converse(Session(state, seating.names, seating.choosers, terminal_for(state.game), seating.seed, resigned))


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@seconds_option()
def test(paths: tuple[Path, ...]) -> None:
    """Run the tests of games.

    PATHS are *.test.yaml files, or folders that hold some. Each file describes positions of a game and what must be
    true of them.

    Example: hexgame test mygame.test.yaml
    """
    from hexgame.show.pages.verdicts import verdict
    from hexgame.study.scenarios import run_paths

    text, problems, failed = verdict(run_paths(paths))
    report(problems)
    click.echo(text)
    sys.exit(max(exit_code(problems), PROBLEMS if failed else OK))


@main.command()
@click.argument("game")
@game_options
@click.option("--depth", default=3, show_default=True, type=click.IntRange(0, 50), help="Greatest length to count.")
def perft(game: str, options: dict[str, str], depth: int) -> None:
    """Count the move sequences of length 1, 2, 3 …

    Example: hexgame perft hex --set size=3 --set pie=no --depth 3
    """
    from hexgame.study.perft import perft as count

    state = compile_or_fail(game, options).start(decide_chance=False)
    for decisions in range(1, depth + 1):
        click.echo(f"{decisions}: {count(state, decisions)}")


@main.command()
@click.argument("game")
@game_options
@click.option("-n", "games", default=10_000, show_default=True, type=click.IntRange(1), help="Number of games.")
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(0), help="Parallel jobs; 0: one per core.")
@click.option(
    "--engine", type=click.Choice(["compiled", "plain"]), help="How to play.  [default: compiled if possible]"
)
@click.option("--winners-only", is_flag=True, help="Count wins only, from random full boards: much faster.")
@click.option("--trust-claims", is_flag=True, help="Trust the claim that every full board has one winner.")
@click.option("--on", metavar="dask://HOST:PORT", help="Play on the workers of a Dask cluster; tls:// encrypts.")
@click.option("--patience", default=600.0, show_default=True, help="Seconds that a cluster may be without workers.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@picture_option("--svg", "Also draw the win rates of the first moves to an SVG file.")
def playouts(
    game: str, options: dict[str, str], games: int, as_json: bool, svg: Path | None, **how: Unpack[How]
) -> None:
    """Play random games and report who wins, how, and how soon.

    Ctrl-C, or the end of --seconds, reports the games played so far; the exit code is then 3.

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
            found = play_out(compiled, games, **how, progress=progress, say=note)
    except Unavailable as error:
        fail([hexgame.Diagnostic("HG614", str(error))])
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for each in found.notes:
        note(each)
    click.echo(json.dumps(found.as_dict(), indent=2) if as_json else page(found, face_for(compiled, sys.stdout)))
    if svg:
        write_picture(svg, heat_svg(found))
    sys.exit(NO_VERDICT if found.interrupted else OK)


@main.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@set_option
@click.option("--clear", is_flag=True, help="Delete it; games are compiled again when they are needed.")
@click.option("--prebuild", metavar="DIR", help="Compile GAMEs, or all shipped games, into DIR for everyone.")
def cache(games: tuple[str, ...], options: dict[str, str], clear: bool, prebuild: str | None) -> None:
    """Show where compiled games are cached and how large that is.

    With --prebuild, compile games into a folder that others can use, as `hexgame docs playouts` explains.

    Example: hexgame cache --clear
    """
    from hexgame.show.pages.caches import cache_page

    if ((games or options) and not prebuild) or (clear and prebuild):
        raise click.UsageError("GAME and --set need --prebuild, which excludes --clear.")
    if prebuild:
        prebuild_or_fail(games, options, Path(prebuild))
    else:
        click.echo(cache_page(clear))


@main.command()
@click.argument("game")
@showing_options
@click.option("--plan", is_flag=True, help="Print the plan of the generated module instead.")
@click.option("--source", is_flag=True, help="Print the generated module instead.")
def inspect(game: str, options: dict[str, str], plan: bool, source: bool) -> None:
    """Show what a game is compiled to: decisions, state, facts, bounds.

    Example: hexgame inspect hex --set size=3
    """
    from hexgame.show.pages.games import inspection
    from hexgame.show.pages.plans import plan_page

    compiled = compile_or_fail(game, options)
    click.echo(compiled.machine.source if source else plan_page(compiled) if plan else inspection(compiled))


@main.command()
@click.argument("code")
def explain(code: str) -> None:
    """Explain an error code.

    Example: hexgame explain HG201
    """
    from hexgame.diagnostics.pages import explanation

    show_page(explanation(code))


@main.command()
@click.argument("page", required=False)
@click.argument("section", nargs=-1)
def docs(page: str | None, section: tuple[str, ...]) -> None:
    """Show the documentation.

    Without PAGE, list the pages. With SECTION, a heading of the page, show only that section. Error codes are pages
    too.

    Example: hexgame docs language edges
    """
    from hexgame.show.pages.manual import contents
    from hexgame.show.pages.manual import page as find

    show_page(find(page, " ".join(section)) if page else contents())
