"""`hexgame fmt`: format game files, or show how that would change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ...deadline import OutOfTime, doing
from ...diagnostics.diagnostic import OUT_OF_TIME, Diagnostic, HexgameError, out_of_time
from ...diagnostics.text import Source
from ...doors.reading import files_in, read_bytes
from ...doors.visible import on_one_line
from ...doors.writing import replace_text
from ...source.layout.format import difference, formatted
from ...source.reading.files import LARGEST_FILE, SUFFIX, decode, find, read

DONE, WOULD_CHANGE, UNREADABLE, CUT_SHORT = range(4)
"""Exit codes."""


@dataclass(frozen=True)
class Formatting:
    """The output for one file, whether formatting changes it, and the problems that prevent formatting."""

    text: str = ""
    changes: bool = False
    problems: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Request:
    """The mode: with either flag, nothing is written."""

    check: bool = False
    diff: bool = False

    @property
    def only_looks(self) -> bool:
        """Whether files stay as they are."""
        return self.check or self.diff

    def output(self, source: Source) -> str:
        """Return what to print for a file that formatting changes."""
        if self.diff:
            return difference(source) or f"{source.name}: line endings become LF\n"
        name = on_one_line(source.name)
        return f"{name} would be formatted\n" if self.check else f"formatted {name}\n"


def format_all(
    paths: Iterable[str], standard_input: BinaryIO, check: bool = False, diff: bool = False
) -> tuple[str, tuple[Diagnostic, ...], int]:
    """Format files, folders and standard input (`-`); return what to print, the problems and the exit code."""
    request = Request(check, diff)
    results: list[Formatting] = []
    try:
        for path in paths:
            doing(f"formatting `{path}`")
            results.extend(_format_path(path, standard_input, request))
    except OutOfTime as end:
        results.append(_left_alone(out_of_time(str(end))))
    problems = tuple(problem for result in results for problem in result.problems)
    would_change = check and any(result.changes for result in results)
    if any(problem.code == OUT_OF_TIME for problem in problems):
        code = CUT_SHORT
    else:
        code = UNREADABLE if problems else WOULD_CHANGE if would_change else DONE
    return "".join(result.text for result in results), problems, code


def _format_path(path: str, standard_input: BinaryIO, request: Request) -> Iterator[Formatting]:
    if path == "-":
        yield _format_input(standard_input.read(LARGEST_FILE + 1), request)
    elif Path(path).is_dir():
        files = files_in(Path(path), SUFFIX)
        yield from (_format_file(file, request) for file in files)
        if not files:
            yield _left_alone(Diagnostic("HG601", f"there is no *{SUFFIX} file in `{path}`"))
    else:
        found = find(path)
        yield _format_file(found, request) if isinstance(found, Path) else _left_alone(found)


def _format_input(data: bytes, request: Request) -> Formatting:
    """Format what was read from standard input."""
    if len(data) > LARGEST_FILE:
        return _left_alone(Diagnostic("HG602", f"`-` is too large: at most {LARGEST_FILE:,} bytes are read"))
    source = decode(data, "-")
    if not isinstance(source, Source):
        return _left_alone(source)
    try:
        text = formatted(source)
    except HexgameError as error:
        return _left_alone(*error.diagnostics)
    changes = data != text.encode("utf-8")
    if not request.only_looks:
        return Formatting(text, changes)
    return Formatting(request.output(source) if changes else "", changes)


def _format_file(path: Path, request: Request) -> Formatting:
    source = read(path)
    if not isinstance(source, Source):
        return _left_alone(source)
    try:
        text = formatted(source)
        changes = read_bytes(path, LARGEST_FILE) != text.encode("utf-8")
        if changes and not request.only_looks:
            replace_text(path, text)
    except HexgameError as error:
        return _left_alone(*error.diagnostics)
    except OSError as error:
        return _left_alone(Diagnostic("HG610", f"cannot write `{path}`: {error.strerror or error}"))
    return Formatting(request.output(source) if changes else "", changes)


def _left_alone(*problems: Diagnostic) -> Formatting:
    return Formatting(problems=problems)
