"""The door for what pages are sent: whatever came from a sheet, a record, a name or a message is made visible there.

All but the source text that an editor shows, which has its own way to show what hides, and what a page sends back as it
is.
"""

from __future__ import annotations

import json
import re

from ...doors.visible import visible

_ESCAPED, _ODD = re.compile(r"\\[bfrtu]"), re.compile(r"[^\x00-\x7e]+")
"""What stands in JSON for a control character, and other characters that may have to be shown."""


class Verbatim(str):
    """A text that is sent as it is: the source of a sheet."""

    __slots__ = ()


def verbatim(value: object) -> object:
    """Return plain data with all texts marked to be sent as they are."""
    match value:
        case str():
            return Verbatim(value)
        case dict():
            return {name: verbatim(each) for name, each in value.items()}
        case list() | tuple():
            return [verbatim(each) for each in value]
    return value


def shown(found: dict[str, object]) -> dict[str, object]:
    """Return an answer or a scene in which every character of every text can be seen."""
    text = json.dumps(found, ensure_ascii=False)
    if not _ESCAPED.search(text) and all(visible(odd) == odd for odd in set(_ODD.findall(text))):
        return found
    return {visible(name): _shown(each) for name, each in found.items()}


def _shown(value: object) -> object:
    match value:
        case Verbatim():
            return value
        case str():
            return visible(value)
        case dict():
            return {visible(name): _shown(each) for name, each in value.items()}
        case list() | tuple():
            return [_shown(each) for each in value]
    return value
