"""The door for what pages are sent: whatever came from a sheet, a record, a name or a message is made visible there.

All but the source text that an editor shows, which has its own way to show what hides, and what a page sends back as it
is.
"""

from __future__ import annotations

import json
import re

from ...doors.visible import visible

_SUSPECT = re.compile(r"\x7f|\\[bfrtu]")
"""What stands in JSON for a character that may have to be shown."""


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
    if not _SUSPECT.search(json.dumps(found)):
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
