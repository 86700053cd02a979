"""What a game gives the functions over many states; `native/batches.py` makes it."""

from __future__ import annotations

from collections.abc import Callable

from ...program.bind import declared
from ...program.words import Row, Vector

declared(__name__)

SIZE: int  # of a state
CELLS: int
CODES: int
AT: int  # where in a state it lies at which point it waits, 0 if HAS_POINTS is not so
END: int
HAS_POINTS: bool
HAS_CHANCE: bool  # whether chance ever decides
CHANCE_POINTS: Row  # the points at which it does
ASKING_CHANGES: bool  # whether `legal` and `refusal` may change the state that they are asked about
SEEING_CHANGES: bool  # whether `seen` may

legal: Callable[[Vector, Vector], int]
refusal: Callable[[Vector, int], int]
step: Callable[[Vector, int], None]
seen: Callable[[Vector, int, int], int]
