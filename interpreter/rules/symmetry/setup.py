"""What stands on the board when play begins."""

from __future__ import annotations

from ...board.board import Board
from .. import deeds, ir, program
from ..program import Rules


def begun(rules: Rules, board: Board) -> list[int] | None:
    """Return what each cell holds when the first turn begins; None if the set-up does more than to put pieces on known
    cells and to say who begins."""
    contents = [ir.EMPTY] * len(board.cells)
    for instruction in rules.script.instructions[: rules.script.start]:
        if not isinstance(instruction, program.Do):
            return None
        for effect in instruction.effects:
            if isinstance(effect, deeds.SetMover):
                continue
            several = [effect] if isinstance(effect, deeds.Becomes) else _unrolled(effect)
            if several is None or not all(_put(each, rules, contents) for each in several):
                return None
    return contents


def _unrolled(effect: deeds.Effect) -> list[deeds.Becomes] | None:
    """What a loop over known cells puts on them."""
    if not isinstance(effect, deeds.ForElements) or effect.test is not None:
        return None
    found = []
    for element in effect.elements:
        for each in effect.body:
            if not isinstance(each, deeds.Becomes) or each.cells != ir.Single(effect.variable):
                return None
            found.append(deeds.Becomes(ir.Fixed(((element,),)), each.kind, each.owner))
    return found


def _put(effect: deeds.Becomes, rules: Rules, contents: list[int]) -> bool:
    """Put a known piece on known cells; False if either is not known."""
    owner = effect.owner
    match effect.cells:
        case ir.Fixed((cells,)):
            pass
        case ir.Single(ir.Constant((cell,))):
            cells = (cell,)
        case _:
            return False
    if owner is not None and (not isinstance(owner, ir.Constant) or len(owner.values) != 1):
        return False
    for cell in cells:
        contents[cell] = ir.EMPTY if owner is None else rules.content(owner.values[0], effect.kind)
    return True
