"""The rules of games on the links of a network, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from rulebook import HEX, Board, Cell, Cells, Rules, beyond


def points(size: int) -> Cells:
    """The points of a hexagon of triangles, so many links a side."""
    span = range(-size, size + 1)
    return frozenset((q, r) for q in span for r in span if abs(q + r) <= size)


def links(size: int) -> Board:
    """Each link is a cell halfway between its ends, in half steps."""
    found = points(size)
    ends = ((here, there) for here in found for step in HEX if (there := beyond(here, step)) in found)
    return Board(frozenset(beyond(here, there) for here, there in ends), (), ())


class ShannonSwitching(Rules):
    """Short joins the first point of the top row with the last one of the bottom row; Cut leaves no way."""

    shape = staticmethod(links)
    players = ("Cut", "Short")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.points, self.start, self.end = points(size), (0, -size), (0, size)

    def judge(self) -> None:
        if self.leads(self.of("Short")):
            self.outcome = "Short"
        elif not self.leads(self.of("Short") | self.empty):
            self.outcome = "Cut"

    def leads(self, over: Cells) -> bool:
        """Whether a way over some links joins the two points."""
        found, waiting = {self.start}, [self.start]
        while waiting:
            here: Cell = waiting.pop()
            around = (beyond(here, step) for step in HEX)
            new = {there for there in around if there in self.points and beyond(here, there) in over} - found
            found |= new
            waiting += new
        return self.end in found


GAMES: dict[str, type[Rules]] = {"shannon_switching": ShannonSwitching}
