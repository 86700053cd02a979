"""The page of each error code, as `errors.md` has it."""

from __future__ import annotations

import re

from ..resources import resource
from .diagnostic import Diagnostic, did_you_mean

CODE = re.compile(r"HG\d{3}")
_SPELT = re.compile(r"(?:(?:error|warning)?\[?HG)?[ -]?(\d{3})\]?", re.IGNORECASE)


def explanations() -> dict[str, str]:
    """Return the page of each code."""
    text = (resource("diagnostics") / "errors.md").read_text("utf-8")
    parts = re.split(rf"^## ({CODE.pattern})", text, flags=re.MULTILINE)[1:]
    return {code: f"{code}{page.rstrip()}\n" for code, page in zip(parts[::2], parts[1::2], strict=True)}


def explanation(code: str) -> str | Diagnostic:
    """Return the page of a code, written as `HG201`, `hg201` or `201`; a diagnostic if there is no such code."""
    pages = explanations()
    asked = code_in(code) or code.upper()
    if asked in pages:
        return pages[asked]
    near = [each for each in pages if each[:4] == asked[:4]]  # all but the last digit
    guess = did_you_mean(asked, near) or "codes look like HG201; `hexgame docs errors` lists them all"
    return Diagnostic("HG609", f"there is no code `{code[:20]}`", help=guess)


def code_in(text: str) -> str:
    """Return the code that a text is, in any spelling; empty for anything else."""
    found = _SPELT.fullmatch(text.strip())
    return f"HG{found[1]}" if found else ""
