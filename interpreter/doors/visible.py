"""Make visible what a text from outside may hide: control characters, changes of direction, characters without width.

Such characters move the cursor, hide or reorder words, or forge lines of a report. Letters of all scripts, emoji and
signs stay as they are.
"""

from __future__ import annotations

import re
import unicodedata


def visible(text: str) -> str:
    """Return a text in which every character can be seen; only spaces and line ends stay.

    >>> visible("\\x1b[2J, \\u202eabc, 👩\\u200d💻")
    '␛[2J, <U+202E>abc, 👩\\u200d💻'
    """
    if text.isascii() and _PLAIN.fullmatch(text):
        return text
    return _JOINED.sub(lambda found: found[1] or _shown(found[0]), text)


def on_one_line(text: str) -> str:
    """Return a text in which every character can be seen, line ends too."""
    return visible(text).replace("\n", "␊")


def in_columns(text: str) -> str:
    """Return a text with as many characters, each of which can be seen; a tab or an odd space becomes a space."""
    return "".join(each if each.isprintable() else _in_one_column(each) for each in text)


def escaped(text: str) -> str:
    """Return the text of a JSON value in which invisible characters are escaped, as in `"\\u202e"`."""
    return _SUSPECT.sub(lambda found: "".join(map(_in_json, found[0])) if _is_hidden(found[0]) else found[0], text)


_PLAIN = re.compile(r"[\n -~]*")
_SUSPECT = re.compile(r"[^\n -~]")

_JOINERS = "\u200c\u200d"
_INDIC = "\u0600-\u0dff"
"""Scripts in which a joiner between two letters changes their form: Arabic, Syriac, those of India."""

_EMOJI = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_JOINED = re.compile(
    rf"((?<=[{_INDIC}])[{_JOINERS}](?=[{_INDIC}])|(?<=[{_EMOJI}])\u200d(?=[{_EMOJI}]))|{_SUSPECT.pattern}"
)
"""A joiner where it has a meaning, or else a character that may have to be shown."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Letters and marks without a shape."""


def _is_hidden(character: str) -> bool:
    if character.isprintable():
        return character in _BLANK or "\U000e0000" <= character <= "\U000e0fff"
    return unicodedata.category(character) != "Zs"


def _shown(character: str) -> str:
    if not _is_hidden(character):
        return character
    return _PICTURES.get(character) or f"<U+{ord(character):04X}>"


_PICTURES = {chr(code): chr(0x2400 + code) for code in range(32)} | {"\x7f": "␡"}


def _in_one_column(character: str) -> str:
    if character == "\t" or unicodedata.category(character) == "Zs":
        return " "
    return _PICTURES.get(character, "�")


def _in_json(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
