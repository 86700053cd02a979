"""How the parts of a program are called in LLVM's text, and what its entries return."""

from __future__ import annotations

from ..nodes import FLOAT, INT, TRUTH, Function

DOOR, FLAG_AT, ASK_AT = "enter_", "flag_at", "ask_at"
"""How entries begin, and the variables for the address of the flag and of the function that is asked."""

TYPES = {INT: "i64", FLOAT: "double", TRUTH: "i64"}
"""What holds a value of each type."""


def table_name(name: str, level: int) -> str:
    """Return the name of a level of a table."""
    return f'@"{name}.{level}"'


def returned(function: Function) -> str:
    """Return the type of what a function returns: its results, then its status."""
    parts = [TYPES[each] for each in function.results] + ["i32"] * function.may_end
    return "void" if not parts else parts[0] if len(parts) == 1 else "{" + ", ".join(parts) + "}"


def parameters(function: Function) -> list[str]:
    """Return the parameters of a function: its own, then the lengths that it asks for."""
    scalars = {name: TYPES[kind] for name, kind in function.types.items() if isinstance(kind, str)}
    own = [f'{scalars.get(name, "ptr")} %"p.{name}"' for name in function.parameters]
    return own + [f'i64 %"n.{name}"' for name in function.lengths]
