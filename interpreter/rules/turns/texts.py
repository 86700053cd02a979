"""What a sheet says to people: what it asks, why it refuses, what it tells."""

from __future__ import annotations

import re

from ...source.syntax import tree
from ..expressions.elaborate import Elaborator


def spoken(text: tree.Text | None, elaborator: Elaborator) -> str:
    """Return a text on one line, empty where there is none; report a name in braces, which is no value there."""
    if text is None:
        return ""
    held = next((found for found in _BRACED.finditer(text.value) if found[1] in elaborator.scope), None)
    if held is not None:
        elaborator.wrong("HG531", f"`{held[0]}` is not replaced by its value in a text", text.span,
                         help=f'to show the value on boards, give it words: look {{ {held[1]} as "…" }}')  # fmt: skip
    return " ".join(text.value.split())


_BRACED = re.compile(r"\{\s*(\w+)[^{}]*\}")
