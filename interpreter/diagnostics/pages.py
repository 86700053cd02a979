"""The page of each error code, as `errors.md` has it."""

from __future__ import annotations

import re

from ..resources import resource
from .diagnostic import Diagnostic, did_you_mean

CODE = re.compile(r"HG\d{3}")


def explanations() -> dict[str, str]:
    """Return the page of each code."""
    text = (resource("diagnostics") / "errors.md").read_text("utf-8")
    parts = re.split(rf"^## ({CODE.pattern})", text, flags=re.MULTILINE)[1:]
    return {code: f"{code}{page.rstrip()}\n" for code, page in zip(parts[::2], parts[1::2], strict=True)}


def explanation(code: str) -> str | Diagnostic:
    """Return the page of a code; a diagnostic if there is no such code."""
    pages = explanations()
    found = pages.get(code.upper())
    if found is None:
        near = [each for each in pages if each[:4] == code.upper()[:4]]  # all but the last digit
        guess = did_you_mean(code.upper(), near) or "`hexgame docs errors` lists all codes"
        return Diagnostic("HG609", f"there is no code `{code[:20]}`", help=guess)
    return found
