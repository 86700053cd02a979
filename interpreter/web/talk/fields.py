"""What the fields of messages may be: texts, names, places, sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from ...source.reading.files import LARGEST_FILE
from .forms import form, mapping, optional, several, text, whole

MOST_NODES = 20_000
"""How many positions a table keeps, and how many moves a sheet is tried with."""

_SHEET, NAME, MOVE = text(LARGEST_FILE), text(200), text(1000)
_OFFSET, _NODE, SEAT = whole(0, LARGEST_FILE), whole(0, MOST_NODES), whole(0, 99)

Texted = Annotated[str, _SHEET]
Named = Annotated[str, NAME]
Offset = Annotated[int, _OFFSET]
NodeNumber = Annotated[int, _NODE]
SomeNode = Annotated[int | None, optional(_NODE)]
SomeSeat = Annotated[int | None, optional(SEAT)]
SomeName = Annotated[str | None, optional(NAME)]
Has = Annotated[str, text(100)]
TableName = Annotated[str, text(100, "[A-Za-z0-9_-]+")]


@dataclass(frozen=True)
class Base:
    """A sheet that another is a variant of."""

    name: Named
    text: Texted


Bases = Annotated[tuple[Base, ...], several(form(Base), 10)]
Options = Annotated[Mapping[str, str], mapping(NAME, 200)]


@dataclass(frozen=True)
class Shipped:
    """A sheet of the library."""

    name: Named


@dataclass(frozen=True)
class Written:
    """A sheet that is not in the library: its text, and the texts of those that it is a variant of."""

    text: Texted
    bases: Bases = ()
