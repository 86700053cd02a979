"""Who makes machine code here, and what to do where nobody does. Nothing heavy is imported to find out."""

from __future__ import annotations

import importlib.util

ADVICE = "pip install 'hexgame-interpreter[fast]'"
"""How to have games compiled."""


def can_compile() -> bool:
    """Return whether games can be compiled."""
    return all(importlib.util.find_spec(name) is not None for name in ("llvmlite", "numpy"))
