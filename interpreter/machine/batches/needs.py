"""What a game gives the functions over many states."""

from __future__ import annotations

from collections.abc import Callable

from ...program.bind import declared
from ...program.words import Row, Vector

declared(__name__)

SIZE: int
CELLS: int
CODES: int
AT: int
END: int

HAS_CHANCE: bool
HAS_POINTS: bool
"""Whether chance ever decides, and whether a state holds at which point it waits."""

CHANCE_POINTS: Row
"""The points at which chance decides."""

ASKING_CHANGES: bool
SEEING_CHANGES: bool
"""Whether `legal` and `refusal` may change the state that they are asked about, and `seen`."""

legal: Callable[[Vector, Vector], int]
refusal: Callable[[Vector, int], int]
step: Callable[[Vector, int], None]
seen: Callable[[Vector, int, int], bool]
