"""The parts that the state, one flat vector of integers, is made of."""

from __future__ import annotations

from ...record import Record

POSITION, DERIVED, SCRATCH = "position", "derived", "scratch"


class Section(Record):
    """A run of numbers in the state. The generated module has its offset under its name."""

    name: str
    offset: int
    size: int
    meaning: str
    part: str
    """`POSITION`, `DERIVED` or `SCRATCH`."""

    is_signed: bool
    """Whether it may hold negative numbers."""

    def at(self, number: int) -> str:
        """The text of an index into the vector: the begin of the section plus a number."""
        return f"{self.name} + {number}" if number else self.name


def present(section: Section | None) -> Section:
    """Return a section that the plan must have; AssertionError if it has none."""
    assert section is not None
    return section
