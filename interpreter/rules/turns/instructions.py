"""The instructions and points of a script, as they are written one after another."""

from __future__ import annotations

from .. import deeds, ir, program

MOST_INSTRUCTIONS = 2_000


class TooLong(Exception):  # noqa: N818 - named for what the script is
    """More instructions than a script may have."""


class Instructions:
    """Collects the instructions and the points of a game."""

    def __init__(self) -> None:
        self._instructions: list[program.Instruction] = []
        self.points: list[program.Point] = []
        self._target = 0  # the last jump target: effects are not merged across it

    def _emit(self, instruction: program.Instruction) -> int:
        if len(self._instructions) == MOST_INSTRUCTIONS:
            raise TooLong
        self._instructions.append(instruction)
        return len(self._instructions) - 1

    def _do(self, *effects: deeds.Effect) -> None:
        last = self._instructions[-1] if self._instructions else None
        if isinstance(last, program.Do) and len(self._instructions) != self._target:
            self._instructions[-1] = program.Do((*last.effects, *effects))
        elif effects:
            self._emit(program.Do(tuple(effects)))

    def _here(self) -> int:
        """The next instruction, as a jump target."""
        self._target = len(self._instructions)
        return self._target

    def _rest(self, point: program.Point) -> None:
        self.points.append(point)
        self._emit(program.Rest(len(self.points) - 1))

    def _test(self, condition: ir.Expression) -> int:
        return self._emit(program.Test(condition, -1))

    def _land(self, number: int) -> None:
        """Make a test or jump lead to the next instruction."""
        self._instructions[number] = self._instructions[number].changed(
            lambda value: self._here() if type(value) is int and value == -1 else value
        )
