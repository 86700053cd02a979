"""Kinds of files that commands write, told by their content: a file is replaced only by one of its own kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FIRST = 1 << 16
"""How much of a file is read whose beginning tells its kind."""

WHOLE = 1 << 25
"""How much is read of one that must be read as a whole; a larger one is of no kind."""


class Kind(NamedTuple):
    """A kind of file: its name with its article, what tells it by the content, and how many bytes that takes at
    most."""

    name: str
    is_one: Callable[[bytes], bool]
    most: int = FIRST


def may_replace(path: Path, kind: Kind) -> bool:
    """Whether a file of some kind may be written there: no file is there, an empty one, or one of the same kind. What
    is no file, such as a device, is written to."""
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        return kind.is_one(file.read(kind.most))


def _is_svg(content: bytes) -> bool:
    before = rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>|<!--.*?-->|<!DOCTYPE svg[^>]*>|\s)*"
    return re.match(before + rb"<svg[\s>]", content, re.DOTALL) is not None


def _begins(mark: bytes) -> Callable[[bytes], bool]:
    return lambda content: content.startswith(mark)


def _is_scenario(content: bytes) -> bool:
    found = _yaml(content)
    return isinstance(found, dict) and "game" in found and isinstance(found.get("cases"), list)


def _is_certificate(content: bytes) -> bool:
    found = _json(content)
    return type(found.get("certificate")) is int and isinstance(found.get("verdicts"), list)


def _is_solution(content: bytes) -> bool:
    return str(_json(content).get("certificate")).startswith("hexgame solution ")


def _json(content: bytes) -> dict[str, object]:
    """The mapping that a text in JSON is; an empty one for anything else."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_puzzles(content: bytes) -> bool:
    begins = content.startswith(PUZZLES_BEGIN.encode()) or (_is_svg(content) and PUZZLES_MARK.encode() in content)
    return begins or type(_json(content).get("puzzles")) is list


def _is_steps(content: bytes) -> bool:
    lines = content.split(b"\n")
    whole = lines if len(content) < FIRST else lines[:-1]
    return any(whole) and all(re.fullmatch(rb"(?:d )?(?:-?[0-9]+ )*0|", line) for line in whole)


def _yaml(content: bytes) -> object:
    from .documents import read_document  # noqa: PLC0415 - it takes a moment, and few commands write such files

    try:
        return read_document(content.decode())
    except (ValueError, RecursionError):
        return None


REPORT_BEGINS = "<!DOCTYPE html>\n<!-- hexgame study -->"
"""How a page with a report begins."""

PUZZLES_MARK = "<!-- hexgame puzzles -->"
"""What stands in a picture of puzzles, behind its beginning."""

PUZZLES_BEGIN = f"<!DOCTYPE html>\n{PUZZLES_MARK}"
"""How a page of puzzles begins."""

CLAUSES_BEGIN = "c hexgame:"
"""How a file of clauses begins."""

SVG = Kind("a picture in SVG", _is_svg)
PNG = Kind("a picture in PNG", _begins(b"\x89PNG\r\n\x1a\n"))
REPORT = Kind("a report", _begins(REPORT_BEGINS.encode()))
SCENARIO = Kind("a scenario file", _is_scenario, WHOLE)
CERTIFICATE = Kind("a certificate of `hexgame prove`", _is_certificate, WHOLE)
SOLUTION = Kind("a certificate of `hexgame solve`", _is_solution, WHOLE)
PUZZLES = Kind("a sheet of puzzles", _is_puzzles, WHOLE)
CLAUSES = Kind("a file with the clauses of a proof", _begins(CLAUSES_BEGIN.encode()))
STEPS = Kind("a file with the steps of a proof", _is_steps)

KINDS = (SVG, PNG, REPORT, SCENARIO, CERTIFICATE, SOLUTION, PUZZLES, CLAUSES, STEPS)


def is_lost(path: Path, content: bytes) -> bool:
    """Whether a file of another kind than some content would be lost if that were written there."""
    return not any(kind.is_one(content[: kind.most]) and may_replace(path, kind) for kind in KINDS)
