"""Examples of the manual as whole games: what an example leaves out is filled in."""

from __future__ import annotations

import re

_HEAD = {"game": 'game "An example"', "players": "players Red, Blue"}
_BOARD = "board { shape rhombus(5) }"
_EDGED = "board { shape rhombus(5)  edge top, bottom: Red  edge left, right: Blue }"
_REST = {"turn|round": "turn { place stone on empty }", "win|lose|draw": "win when count(own) > 5"}


def examples(page: str) -> list[str]:
    """Return the examples of a page of the manual, in their order, as whole games."""
    return [completed(found) for found in re.findall(r"^```hexgame\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]


def completed(text: str) -> str:
    """Return an example as a game; a game, and a variant, as it is.

    The sections that are missing are those for which the example does not matter, so that the simplest will do.
    """
    if _has(text, "variant"):
        return text if _has(text, "game") else f"{_HEAD['game']}\n{text}"
    before = [section for words, section in _HEAD.items() if not _has(text, words)]
    after = [] if _has(text, "board") else [_EDGED if re.search(r"\bedges?\b", text) else _BOARD]
    after += [section for words, section in _REST.items() if not _has(text, words)]
    return "\n".join([*before, text.rstrip("\n"), *after]) + "\n"


def _has(text: str, words: str) -> bool:
    return re.search(rf"^[^\S\n]*+({words})\b", text, re.MULTILINE) is not None
