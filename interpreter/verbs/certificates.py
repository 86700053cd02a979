"""Certificates as verbs take them with `--check`: which file is one, and which game it is about."""

# Each function imports the rooms it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ..loading import read_sheet
from .command import PROBLEMS, compile_or_fail, fail, refuse

if TYPE_CHECKING:
    from ..play.game import Game

LARGEST = 1 << 24
"""The most bytes of a certificate."""

BESIDE = ("game", "options", "time", "check", "seconds")
"""What may be given together with `--check`."""

check_option = click.option(
    "--check",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    metavar="FILE",
    help="Verify a certificate; do not search.",
)


def opened(
    path: Path, framed: Callable[[object], Mapping[str, object]], name: str | None, chosen: Mapping[str, str]
) -> tuple[Mapping[str, object], Game]:
    """Return what a certificate holds and the game that it is about, or say why not and exit.

    `name` is the game as the command was given it, None where that is to be a shipped one; `chosen` are options that
    were given, which must be those of the certificate. Of files only the one that was named is opened.
    """
    _refuse_others()
    data = _read(path, framed)
    name = name or _shipped(str(data["game"]), path)
    _check_text(data, name)
    options = data["options"]
    assert isinstance(options, dict)
    for option, value in chosen.items():
        if options.get(option) != value:
            held = ", ".join(f"{each} = {options[each]!s:.40}" for each in options) or "no options"
            refuse(f"`--set {option}={value}` does not fit `{path}`, which is about {held:.400}")
    return data, compile_or_fail(name, {str(key): str(value) for key, value in options.items()})


def _refuse_others() -> None:
    """Refuse options that mean nothing beside `--check`."""
    context = click.get_current_context()
    for each in context.command.params:
        given = each.name and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE
        if given and each.name not in BESIDE:
            raise click.UsageError(f"`{each.opts[0]}` cannot be used with `--check`, which verifies a certificate.")


def _read(path: Path, framed: Callable[[object], Mapping[str, object]]) -> Mapping[str, object]:
    from ..certificates import Refused, read
    from ..doors.reading import read_bytes

    try:
        content = read_bytes(path, LARGEST)
        if content is None:
            raise Refused(f"it is larger than {LARGEST >> 20} MB")
        return framed(read(content))
    except OSError as error:
        refuse(f"`{path}` cannot be checked: {error.strerror or error}")
    except Refused as why:
        refuse(f"`{path}` cannot be checked: {why}")


def _check_text(data: Mapping[str, object], name: str) -> None:
    """End the command if a certificate is about another text, before its options are given to this one."""
    from ..certificates import Refused, check_text
    from ..diagnostics.text import hash_of

    sheet = read_sheet(name)
    if isinstance(sheet, tuple):
        fail(sheet)
    try:
        check_text(data, name, hash_of(sheet.sources))
    except Refused as why:
        click.echo(f"{name}: WRONG: {why}")
        sys.exit(PROBLEMS)


def _shipped(name: str, path: Path) -> str:
    """Return the name of a shipped game that a certificate names; files that it may name are not opened."""
    from ..source.reading.files import shipped

    if name not in shipped():
        verb = click.get_current_context().info_name
        refuse(
            f"`{path}` is about {name!a:.80}, which is not a shipped game. "
            f"Name the sheet: hexgame {verb} SHEET --check {path}"
        )
    return name
