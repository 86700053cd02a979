"""What belongs in no rule sheet, whatever stands around it: merge conflicts, margins, characters that are not plain.

All are reported and replaced before the text is scanned, by as many characters, so that all offsets stay.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostics
from ...diagnostics.text import Source
from .known.characters import joined, narrowed
from .known.conflicts import merged
from .known.margins import unquoted_lines

_CLEANERS = (merged, unquoted_lines, joined, narrowed)


def cleaned(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with one side of each merge conflict, without margins and with plain characters."""
    for clean in _CLEANERS:
        text = clean(source, text, report)
    return text
