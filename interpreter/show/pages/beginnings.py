"""Templates for `hexgame new`: for each kind of board or of play, a small game whose comments say what can be changed.

A line after `# Instead:` can replace the next line that is not a comment.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, did_you_mean, listed
from ...doors.writing import create_text
from ...source.reading.files import SUFFIX, shipped
from ..templates.boards import BOARDS
from ..templates.plays import PLAYS
from ..templates.template import Beginning

BEGINNINGS = BOARDS | PLAYS
"""The template for each kind of board, and for each kind of play."""


def begin(name: str, board: str, folder: Path) -> Path | Diagnostic:
    """Write a new game file to a folder and return its path; never overwrite a file."""
    text = beginning(name, board)
    if isinstance(text, Diagnostic):
        return text
    path = folder / f"{name}{SUFFIX}"
    try:
        create_text(path, text)
    except FileExistsError:
        return Diagnostic(
            "HG610", f"`{path}` already exists", help="choose another name; existing files are not overwritten"
        )
    except OSError as error:
        return Diagnostic("HG610", f"cannot write `{path}`: {error.strerror}")
    return path


def beginning(name: str, board: str) -> str | Diagnostic:
    """Return the text of a new game; `name` is the name of its file without the suffix."""
    if not _NAME.fullmatch(name):
        guess = _likely_name(name)
        return Diagnostic(
            "HG612",
            f"`{name[:40]}` is not a valid name for a game",
            expected="a letter, followed by letters, digits and `_`",
            help=f"did you mean `{guess}`?" if guess else "for example: my_game",
        )
    if name in shipped():
        change = f"choose another name; to modify that game, write: variant of {name}"
        return Diagnostic("HG612", f"`{name}` is already the name of a shipped game", help=change)
    if board not in BEGINNINGS:
        return Diagnostic(
            "HG613",
            f"there is no template for a board `{board[:40]}`",
            expected=listed(BEGINNINGS),
            help=did_you_mean(board, BEGINNINGS),
        )
    return _text(name, BEGINNINGS[board])


_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")


def _likely_name(wrong: str) -> str:
    """Return the valid name that was probably meant, or an empty text."""
    plain = unicodedata.normalize("NFKD", wrong.removesuffix(SUFFIX)).encode("ascii", "ignore").decode()
    last = re.split(r"[/\\]", plain)[-1]
    return re.sub("[^A-Za-z0-9]+", "_", last).strip("_").lstrip("0123456789_")


def _title(name: str) -> str:
    return " ".join(word[0].upper() + word[1:] for word in name.split("_") if word)


def _text(name: str, of: Beginning) -> str:
    rules = textwrap.fill(" ".join(f"{of.rules} {_PIE if of.has_pie else ''}".split()), 90)
    options = (*of.options, _PIE_OPTION) if of.has_pie else of.options
    return "\n".join([
        _HEAD.format(name=name, title=_title(name), summary=of.summary, rules=rules, claims=of.claims),
        _OPTIONS.format(options="\n".join(_aligned(options))),
        f"board {{\n{textwrap.indent(of.board.strip(), '  ', lambda line: True)}\n}}\n",
        of.turn,
        of.endings.strip() + "\n",
    ])  # fmt: skip


def _aligned(options: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Give the lines of the options, with their descriptions aligned."""
    width = max(len(declared) for declared, _ in options)
    return (f'option {declared:{width}}    "{text}"' for declared, text in options)


_PIE_OPTION = ("pie = yes in yes, no", "the second person may take over Red")
_PIE = "With the pie rule, the second person may answer the first move by taking over Red."

_HEAD = """\
# This is a complete game. Play it:  hexgame play {name}.hexgame
# Check it after each change:        hexgame validate {name}.hexgame
# What follows "Instead:" can replace the line below it. Each comment names a section of the
# language reference, which `hexgame docs language SECTION` prints. (see The language)

# Title, author, and a description for people. (see The head)
game "{title}"
author "Your Name"
summary "{summary}"
rules \"""
{rules}
\"""

# What you claim about the game; `hexgame validate` tries to refute it. (see Claims)
claims {claims}
"""

_OPTIONS = """\
# Choices before a game: name, default value, possible values, description. (see Options)
{options}

# The player named first moves first. (see The head)
players Red, Blue
"""
