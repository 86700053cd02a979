"""What is proved: the value of a position and of its moves, and puzzles in which one move alone wins."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..deadline import current
from ..doors.kinds import PUZZLES, SOLUTION
from .certificates import LARGEST, check_option, opened
from .command import (
    NO_VERDICT,
    OK,
    PROBLEMS,
    Seconds,
    compile_or_fail,
    not_written,
    note,
    picture_option,
    read_record_or_fail,
    refuse,
    write_out,
    written_option,
)
from .edge import game_options

if TYPE_CHECKING:
    from ..experiments.puzzles import Puzzle
    from ..experiments.puzzles.setter import Setter
    from ..play.game import Game
    from ..play.state import State
    from ..players.exact import Solution


SHARE, LEAST = 0.9, 0.01
"""How much of a time limit a search may take, so that what it has proved can be told; its least seconds."""


class Files(TypedDict):
    """The files to write."""

    svg: Path | None
    certificate: Path | None


@click.command()
@click.argument("game", required=False)
@game_options
@click.option("--from", "record", metavar="RECORD", help="Solve the final position of a saved game.")
@click.option("--time", default=60.0, show_default=True, type=Seconds(0, 1e6, min_open=True),
              help="Seconds to search once the game is loaded.")  # fmt: skip
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1, 64), help="Threads that search.")
@click.option("--resume", is_flag=True, help="Continue from what was proved about this position before.")
@click.option("--json", "as_json", is_flag=True, help="Print the solution as JSON.")
@picture_option("--svg", "Also draw the values of the moves to an SVG file.")
@written_option("--certificate", SOLUTION, "Write the strategies that prove what is shown.")
@check_option
def solve(
    game: str | None,
    options: dict[str, str],
    record: str | None,
    time: float,
    jobs: int,
    resume: bool,
    as_json: bool,
    check: Path | None,
    **files: Unpack[Files],
) -> None:
    """Prove who wins, and the value of every move.

    Ctrl-C or the end of --time reports what is proved so far; --resume continues from there later.

    Exit codes: 0 the value of the position is proved, 1 a certificate is wrong or could not be written, 2 the position
    cannot be solved, 3 its value is not proved.

    Example: hexgame solve hex --set size=4 --set pie=no
    """
    if check is not None:
        sys.exit(_check(check, game, options, time))
    if bool(game) == bool(record):
        raise click.UsageError("Name either a game or, with --from, a saved game.")
    if options and record:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    state = (
        read_record_or_fail(record).end if record else compile_or_fail(str(game), options).start(decide_chance=False)
    )
    found, content = _solved(state, time, jobs, resume), None
    if files["certificate"] and (found.proved or found.values):
        found, content = _certified(found)
    _show(found, files["svg"], as_json)
    if files["certificate"] and content:
        write_out(files["certificate"], content)
    else:
        not_written(files["certificate"], "no value is shown")
    sys.exit(OK if found.proved else NO_VERDICT)


def _solved(state: State, seconds: float, jobs: int, resume: bool) -> Solution:
    """Return what can be proved of a position, and keep it."""
    from ..players.exact import Unsolvable
    from ..players.exact import solve as prove
    from ..players.exact.kept import keep, kept
    from ..players.protocol import Limits
    from ..show.progress import bar

    deadline = current()
    if deadline is not None:
        seconds = min(seconds, max(SHARE * deadline.left, LEAST))
    try:
        known = kept(state, note) if resume else {}
        with bar(max(1, len(state.legal_moves)), "solving") as progress:
            found = prove(
                state, Limits(seconds=seconds), jobs, known,
                (lambda so_far: progress(len(so_far.values), 0)) if progress else None,
            )  # fmt: skip
    except Unsolvable as why:
        raise click.UsageError(f"{state.game.title} cannot be solved here: {why}.") from None
    keep(found, note)
    for each in found.notes:
        note(each)
    return found


def _show(found: Solution, svg: Path | None, as_json: bool) -> None:
    """Print a solution, and draw it where that is asked for."""
    import json

    from ..show.boards.palette import face_for
    from ..show.pages.solutions import as_data, solution_page, solution_svg

    face = face_for(found.state.game, sys.stdout)
    click.echo(json.dumps(as_data(found), indent=2) if as_json else solution_page(found, face))
    if svg:
        write_out(svg, solution_svg(found))


ROOM = LARGEST // 8
"""The most numbers that its positions may have."""


def _certified(found: Solution) -> tuple[Solution, str | None]:
    """Return the part of a solution that a certificate shows, and the certificate, once it is verified."""
    import json

    from ..players.exact import Unsolvable
    from ..players.exact.strategy.certificate import certified
    from ..strategies.certificate import check
    from ..strategies.placing import Placing
    from ..strategies.refusal import Refused

    try:
        Placing(found.state.game)
        claims = True
    except Refused:
        claims = False
    try:
        data, shown, lacking = certified(found, ROOM, claims=claims)
        content = None if data is None else json.dumps(data, separators=(",", ":")) + "\n"
        if content is not None:
            check(json.loads(content), found.state.game)
    except (Refused, Unsolvable) as why:
        refuse(f"no certificate can be written, so nothing is shown: {why}.", PROBLEMS)
    if content is not None and len(content) > LARGEST:
        refuse(f"the certificate would be larger than {LARGEST >> 20} MB, so nothing is shown.", PROBLEMS)
    if lacking:
        named = ", ".join(move or "the position" for move in lacking)
        note(f"not shown, because their strategies are too large to write: {named}")
    return shown, content


def _check(path: Path, name: str | None, options: dict[str, str], seconds: float) -> int:
    """Verify a certificate and show what it shows; return the exit code."""
    from ..deadline import OutOfTime, time_limit
    from ..show.boards.palette import face_for
    from ..show.pages.solutions import shown_page
    from ..strategies.certificate import check, frame
    from ..strategies.refusal import Refused

    data, game = opened(path, frame, name, options)
    try:
        with time_limit(seconds):
            shown = check(data, game)
    except Refused as why:
        click.echo(f"{game.title}: WRONG: {why}")
        return PROBLEMS
    except OutOfTime as end:
        note(f"not verified: {end}")
        return NO_VERDICT
    click.echo(shown_page(shown, face_for(game, sys.stdout)))
    return OK


# Puzzles


FORMS = (".html", ".json", ".svg")
"""How files of puzzles end."""

MOST = 100
"""The most puzzles of a sheet."""


@click.command()
@click.argument("game")
@game_options
@click.option("--count", default=20, show_default=True, type=click.IntRange(1, MOST), help="How many puzzles.")
@click.option(
    "--easiest", default=2, show_default=True, type=click.IntRange(1, 5), help="The lowest grade that is kept."
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same puzzles.")
@click.option("--time", default=60.0, show_default=True, type=Seconds(0, 1e6, min_open=True),
              help="Seconds to search once the game is loaded.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the puzzles as JSON.")
@written_option("--output", PUZZLES, "Write a sheet to print; FILE ends in .html, .svg or .json.")
def puzzles(
    game: str,
    options: dict[str, str],
    count: int,
    easiest: int,
    seed: int,
    time: float,
    as_json: bool,
    output: Path | None,
) -> None:
    """Set puzzles: in each position exactly one move wins, proved by two searches.

    The grade says how many simulations a search needs to find the move: 1 for a move that wins at once, 2 for up to 16
    simulations, 3 up to 256, 4 up to 4,096, 5 more. Without --set, a large board is made smaller so that proofs finish.

    Exit codes: 0 all puzzles were found, 2 the game cannot have any, 3 fewer were found.

    Example: hexgame puzzles hex --set size=5 --count 6 --output hex.html
    """
    from ..experiments.puzzles import Unsuitable
    from ..experiments.puzzles.collect import collect
    from ..experiments.puzzles.fitting import fitting
    from ..experiments.puzzles.setter import Setter
    from ..show.progress import bar
    from ..show.sheets import puzzles as sheets

    if output is not None and output.suffix not in FORMS:
        raise click.BadParameter(f"`{output}` must end in {', '.join(FORMS)}.", param_hint="--output")
    compiled = compile_or_fail(game, options)
    try:
        setter = Setter(compiled, at_once=easiest == 1)
        if not options:
            compiled, changed = fitting(compiled)
            setter = Setter(compiled, at_once=easiest == 1)
            if changed:
                note(f"{changed}, because few positions on larger boards can be proved; --set chooses another board")
    except Unsuitable as why:
        refuse(f"{compiled.title} has no puzzles: {why}.")
    with bar(count, "setting puzzles") as progress:
        told = (lambda number: progress(number, 0)) if progress else None
        found = collect(setter, count, time, seed, easiest, told)
    if not found:
        note(_why_none(setter))
        not_written(output, "there is no puzzle")
        sys.exit(NO_VERDICT)
    if as_json:
        click.echo(sheets.as_json(compiled, found, seed))
    elif output is None:
        _show_puzzles(compiled, found)
    if output is not None:
        forms: dict[str, Callable[[], str]] = {
            ".html": lambda: sheets.as_page(compiled, found),
            ".json": lambda: sheets.as_json(compiled, found, seed),
            ".svg": lambda: sheets.as_svg(compiled, found),
        }
        write_out(output, forms[output.suffix]())
    if len(found) < count:
        note(f"{len(found)} of {count} puzzles were found; a longer --time finds more")
    sys.exit(OK if len(found) >= count else NO_VERDICT)


def _why_none(setter: Setter) -> str:
    """Say why games gave no puzzle, the most frequent reason first."""
    ranked = sorted(setter.refusals.items(), key=lambda pair: -pair[1])
    told = "; ".join(f"{why} ({games} game{'s' * (games != 1)})" for why, games in ranked)
    return f"no puzzle was found: {told}" if told else "no puzzle was found: the time was too short for a game"


def _show_puzzles(game: Game, found: list[Puzzle]) -> None:
    from ..show.boards.palette import face_for
    from ..show.sheets.puzzles import as_text

    click.echo(as_text(game, found, face_for(game, sys.stdout)))
