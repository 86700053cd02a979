"""What is proved, or refuted, of what a rule sheet claims."""

# The verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..doors.kinds import CERTIFICATE, CLAUSES, SCENARIO, STEPS
from .certificates import check_option, opened
from .command import (
    NO_VERDICT,
    OK,
    PROBLEMS,
    compile_or_fail,
    not_written,
    note,
    picture_option,
    write_out,
    written_option,
)
from .edge import game_options

if TYPE_CHECKING:
    from ..play.game import Game
    from ..proofs.reachability.outcomes import Reachings
    from ..proofs.verdicts import Proved, Verdict


CNF = ".cnf"
"""What is added to the name of a proof for the file of its clauses."""

ENDINGS = 3.0
"""The most seconds, out of all, to find out which endings play can reach."""


class Files(TypedDict):
    """The files to write."""

    save: Path | None
    certificate: Path | None
    svg: Path | None
    drat: Path | None


@click.command()
@click.argument("game", required=False)
@game_options
@click.option("--claim", "claims", multiple=True, metavar="CLAIM",
              help="A claim to decide; may be repeated.  [default: those of the file, or all]")  # fmt: skip
@click.option("--time", default=60.0, show_default=True, type=click.FloatRange(0, 1e6, min_open=True),
              help="Seconds to search once the game is loaded, for all claims together.")  # fmt: skip
@written_option("--save", SCENARIO, "Write the counterexamples to a scenario file.")
@written_option("--certificate", CERTIFICATE, "Write what a checker needs to verify the verdicts.")
@check_option
@click.option("--explain", is_flag=True, help="Also say whether Mogensen's two criteria hold.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
@written_option("--drat", STEPS, "Write the SAT proof in DRAT format, and its clauses to FILE.cnf.", (CNF, CLAUSES))
@picture_option("--svg", "Also draw the first counterexample to an SVG file.")
def prove(
    game: str | None,
    options: dict[str, str],
    claims: tuple[str, ...],
    time: float,
    check: Path | None,
    explain: bool,
    as_json: bool,
    **files: Unpack[Files],
) -> None:
    """Prove or refute what a game claims.

    Ctrl-C, or the end of --time, reports what is known so far.

    Exit codes: 0 all claims are proved, 1 a claim is refuted, 3 none is refuted and one is undecided.

    Example: hexgame prove hex --set size=3
    """
    from ..proofs.prove import claims_of
    from ..proofs.verdicts import CLAIMS
    from ..show.pages.proofs import as_data, headline

    if check is not None:
        sys.exit(_check(check, game, options, time))
    if game is None:
        raise click.UsageError("Name a game or, with --check, a certificate.")
    for claim in claims:
        if claim not in CLAIMS:
            raise click.UsageError(f"There is no claim `{claim}`: choose from {', '.join(CLAIMS)}.")
    played = compile_or_fail(game, options)
    if not as_json:
        click.echo(headline(played))
    wanted = claims or claims_of(played)
    spared = 0.0 if claims else min(ENDINGS, time / 10)
    verdicts, endings, is_interrupted = _decide(played, wanted, time - spared, spared, is_shown=not as_json)
    if is_interrupted:
        note("interrupted" + ": the other claims are undecided" * (len(verdicts) < len(wanted)))
    elif explain and not as_json:
        click.echo("\n" + _criteria(played, time))
    if as_json:
        click.echo(json.dumps(as_data(played, verdicts, endings), indent=2))
    code = _write(played, verdicts, files)
    sys.exit(NO_VERDICT if code == OK and len(verdicts) < len(wanted) else code)


def _decide(
    game: Game, claims: Sequence[str], seconds: float, spared: float, *, is_shown: bool
) -> tuple[list[Verdict], Reachings | None, bool]:
    """Return verdicts on claims, how games end if time is spared for that, and whether Ctrl-C was pressed; show all of
    it as it is found."""
    from ..proofs.limits import Limits
    from ..proofs.prove import Interrupted
    from ..proofs.reachability.outcomes import reachings
    from ..show.boards.palette import face_for
    from ..show.pages.proofs import endings_page, verdict_page

    verdicts: list[Verdict] = []

    def found(verdict: Verdict) -> None:
        if is_shown:
            click.echo("\n" + verdict_page(game, verdict, face_for(game, sys.stdout), verdicts))
        verdicts.append(verdict)

    try:
        for verdict in _verdicts(game, claims, seconds):
            found(verdict)
        endings = reachings(game, Limits(spared)) if spared else None
    except Interrupted as interrupt:
        found(interrupt.verdict)
        return verdicts, None, True
    except KeyboardInterrupt:
        return verdicts, None, True
    if endings and is_shown:
        click.echo("\n" + endings_page(game, endings))
    return verdicts, endings, False


def _verdicts(game: Game, claims: Sequence[str], seconds: float) -> Iterator[Verdict]:
    """Give the verdicts one after another, with a line on a terminal that tells how far the search is."""
    from ..proofs.limits import Limits
    from ..proofs.prove import prove_all
    from ..show.progress import line

    with line() as say:
        yield from prove_all(game, tuple(claims), Limits(seconds, say=say))


def _criteria(game: Game, seconds: float) -> str:
    """Return the part of the page on Mogensen's criteria."""
    from ..proofs.criteria import criteria
    from ..proofs.fillings import Unphrased
    from ..proofs.limits import Limits
    from ..show.boards.palette import face_for
    from ..show.pages.proofs import criteria_page

    try:
        return criteria_page(game, criteria(game, Limits(seconds)), face_for(game, sys.stdout))
    except Unphrased as why:
        return f"Mogensen's criteria cannot be tested here: {why}."


def _write(game: Game, verdicts: Sequence[Verdict], files: Files) -> int:
    """Write the files that are wanted; return the exit code."""
    from ..doors.documents import write_document
    from ..proofs.counterexample import scenario
    from ..proofs.known import keep
    from ..proofs.prove import certificate as certificate_of
    from ..proofs.prove import decided
    from ..proofs.verdicts import Proved, Refuted
    from ..show.pages.proofs import counterexample_svg

    keep(game, decided(verdicts), note)
    refuted = [verdict for verdict in verdicts if isinstance(verdict, Refuted)]
    save, certificate, svg = files["save"], files["certificate"], files["svg"]
    if save and refuted:
        write_out(save, write_document(scenario(game, refuted, save.parent)))
    if certificate and decided(verdicts):
        write_out(certificate, json.dumps(certificate_of(game, verdicts)) + "\n")
    if svg and refuted:
        write_out(svg, counterexample_svg(game, refuted[0]))
    if not decided(verdicts):
        not_written(certificate, "no claim is decided")
    for path in (save, svg) if not refuted else ():
        not_written(path, "no claim is refuted")
    if files["drat"]:
        _write_drat(game, [each for each in verdicts if isinstance(each, Proved)], files["drat"])
    if refuted:
        return PROBLEMS
    return OK if all(isinstance(verdict, Proved) for verdict in verdicts) else NO_VERDICT


def _write_drat(game: Game, proved: Sequence[Proved], path: Path) -> None:
    """Write the first proof by SAT and its clauses, if there is one."""
    from ..proofs.satisfiability.attempt import METHOD
    from ..proofs.satisfiability.drat import dimacs, steps

    found = next((each for each in proved if each.method == METHOD), None)
    if found is None:
        not_written(path, "no claim was proved by SAT")
        return
    write_out(path.with_name(path.name + CNF), dimacs(game, found))
    write_out(path, steps(found))


def _check(path: Path, name: str | None, options: dict[str, str], seconds: float) -> int:
    """Verify a certificate and say of each verdict how; return the exit code."""
    from ..certificates import check_game
    from ..deadline import OutOfTime, time_limit
    from ..proofs.checking.certificate import Refused, Unchecked, checked, entries, frame
    from ..show.pages.proofs import headline

    data, game = opened(path, frame, name, options)
    try:
        check_game(data, game)
    except Refused as why:
        click.echo(f"{game.title}: WRONG: {why}")
        return PROBLEMS
    click.echo(f"{headline(game)}; the text has the hash that the certificate names, {game.source_hash[:16]}…")
    refused = unchecked = 0
    try:
        with time_limit(seconds):
            for entry in entries(data):
                claim, verdict, method = (f"{entry.get(key)!s:.40}" for key in ("claim", "verdict", "method"))
                words = f"{claim}: {verdict.upper()} ({method})"
                try:
                    click.echo(f"{words}, verified: {checked(game, entry)}")
                except Refused as why:
                    refused += 1
                    click.echo(f"{words}, WRONG: {why}")
                except Unchecked as why:
                    unchecked += 1
                    click.echo(f"{words}, not verified: {why}")
    except OutOfTime as end:
        note(str(end))
        unchecked += 1
    return PROBLEMS if refused else NO_VERDICT if unchecked else OK
