"""Our own colours in a text, told from escape sequences that somebody else wrote into it.

A style is a lone surrogate: UTF-8 has none, and undecodable bytes of names and arguments become others. The standard
streams turn them into escape sequences (`streams.py`).
"""

from __future__ import annotations

import re

BOLD, DIM = 1, 2
_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
COLOURS = {name: 30 + number for number, name in enumerate(_NAMES)}
COLOURS |= {f"bright_{name}": 90 + number for number, name in enumerate(_NAMES)}
"""The codes of the colours of a terminal, by their names."""

_FIRST, _RESET = 0xD800, 0
STYLES = re.compile("[\ud800-\ud8ff]")


def styled(text: str, *codes: int) -> str:
    """Return a text in the style of some codes, such as `COLOURS["red"]` and `BOLD`."""
    return "".join(chr(_FIRST + code) for code in codes) + text + chr(_FIRST + _RESET)


def unstyled(text: str) -> str:
    """Return a text without styles."""
    return STYLES.sub("", text)


def sequence(style: str) -> str:
    """Return the escape sequence of a style that `STYLES` finds."""
    return f"\x1b[{ord(style) - _FIRST}m"
