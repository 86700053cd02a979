"""Goals that do not tell players apart, and endings that an earlier one forestalls."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...rules import ir, program, walk
from ...rules.steps.steady import conjuncts
from ...rules.traits import Node, Part
from ...source.syntax import tree
from ..reasoning import cases
from ..reasoning.extents import NEVER
from ..reasoning.reach import Reach
from .conditions import endings

# Whom a condition asks about


def asks_who(value: object) -> bool:
    """Whether a part of the rules can differ with the player for whom it is asked."""
    return any(_differs(node) for node in walk.everything(value))


def _differs(node: Node) -> bool:
    match node:
        case ir.Counter(name):
            return name == "mover"
        case ir.Constant(each) | ir.Fixed(each) | ir.Connects(regions=each) | ir.Path(regions=each):
            return len({*each}) > 1
        case ir.Touches(regions=each):
            return len({*each}) > 1
        case ir.Holding(contents, None):
            return len({*contents}) > 1
        case _:
            return False


def goal_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of goals that are true for all players at once, of chains of other players' pieces, and of equal scores."""
    if len(reach.game.players) < 2:
        return
    for words, ending in endings(reach):
        if ending.result in ("win", "lose") and ending.player is None:
            yield from _of_all(words, ending) or _of_others(words, ending, reach)
    written = [item for item in reach.game.tree.items if isinstance(item, tree.Score)]
    if len(written) == 1 and written[0].player is None and reach.rules.scores and not asks_who(reach.rules.scores):
        yield Diagnostic("HG944", "the score is the same for all players: it does not depend on `own`",
                         written[0].value.span, help="such as: score = count(own)")  # fmt: skip


def _of_all(words: tree.Ending, ending: program.Ending) -> list[Diagnostic]:
    """A warning where only the board is asked, and the same of it for all."""
    asked = walk.traits_of(ending.condition).reads
    if asks_who(ending.condition) or not asked or asked & ~(Part.BOARD | Part.LAYERS):
        return []
    if (ending.result, ending.timing) == ("lose", "end"):  # whoever leaves the board so at the end of a turn
        return []
    who = {"start": "whoever is about to move"}.get(ending.timing, "whoever decided last")
    message = f"this is true for all players at once: it does not depend on `own`, so {who} {_FATE[ending.result]}"
    return [Diagnostic("HG944", message, words.condition.span,
                       help=f"ask about `own`, such as `own.edges`, or name the player: {ending.result} for … when …"
                       + "; if whoever decided last is meant, say so: … and last in own" * (ending.timing != "start")
                       )]  # fmt: skip


_FATE = {"win": "wins", "lose": "loses"}


def _of_others(words: tree.Ending, ending: program.Ending, reach: Reach) -> list[Diagnostic]:
    """A warning of a chain of other players' pieces where a player's own are meant."""
    if ending.result != "win":
        return []
    for goal in conjuncts(ending.condition):
        whose = _owners(goal.cells, reach) if isinstance(goal, ir.Connects) else None
        if whose is None:
            continue
        message = "a player wins here by a chain of enemy pieces alone"
        if all(len(each) == len(reach.game.players) for each in whose):
            message = "this chain may consist of pieces of all players: it does not matter whose they are"
        elif any(player in each for player, each in enumerate(whose)):
            continue
        return [Diagnostic("HG944", message, words.condition.span, help="ask for their own chain: connects(own, …)")]
    return []


def _owners(cells: ir.CellSet, reach: Reach) -> list[set[int]] | None:
    """The players whose pieces a set holds, for each who is asked; None where it is not made of pieces alone."""
    match cells:
        case ir.Holding(contents, None) if all(each and ir.EMPTY not in each for each in contents):
            players = range(len(reach.game.players))
            held = [bounds.mine(contents) for bounds in reach.asked]
            found = [{player for player in players if each & reach.rules.contents_of(player)} for each in held]
            return found if all(found) else None
        case _:
            return None


# Endings that come too late


def implied_warnings(reach: Reach, *, also_never: bool) -> Iterator[Diagnostic]:
    """Warn of endings that an earlier one forestalls: it is true whenever they are; with `also_never`, too of those
    that are never true by themselves."""
    found = endings(reach)
    eliminating = len(reach.game.players) > 2
    for number, (words, ending) in enumerate(found):
        for first, earlier in found[:number]:
            if (eliminating and earlier.result == "lose") or not _comes_first(earlier, ending):
                continue
            if first.condition != words.condition and _implies(ending, earlier, reach, also_never):
                yield Diagnostic("HG910", "the game never ends here: an earlier ending is true whenever this one is",
                                 words.condition.span, "", ((first.condition.span, "true before"),),
                                 help="leave one of them out, or change their order")  # fmt: skip
                break


def _comes_first(earlier: program.Ending, ending: program.Ending) -> bool:
    """Whether an ending is checked before a later one, for all players for whom that is checked."""
    timing = (earlier.timing, ending.timing)
    return earlier.player in (None, ending.player) and (timing[0] == timing[1] or timing == ("", "end"))


def _implies(ending: program.Ending, earlier: program.Ending, reach: Reach, also_never: bool) -> bool:
    one, other = _counted(ending.condition), _counted(earlier.condition)
    if not {*_asked(one)} & {*_asked(other)}:
        return False
    asked = reach.asked_of(ending)
    if cases.truth_for_all(one, asked) == NEVER:
        return also_never
    both = ir.Operation("and", (one, ir.Operation("not", (other,))))
    return cases.truth_for_all(both, asked) == NEVER


def _asked(condition: ir.Expression) -> Iterator[ir.Expression]:
    """What a condition asks of a position."""
    return (leaf for leaf, _ in cases.leaves(condition))


def _counted(condition: ir.Expression) -> ir.Expression:
    """A condition in which counts are compared as numbers, so that two of them can be held against each other."""
    match condition:
        case ir.AtLeast(cells, number):
            return ir.Operation(">=", (ir.Count(cells), ir.Constant((number,))))
        case ir.Alone(cells):
            return ir.Operation("==", (ir.Count(cells), ir.Constant((1,))))
        case ir.Operation(symbol, operands) if symbol in ("and", "or", "not"):
            return ir.Operation(symbol, tuple(map(_counted, operands)))
        case _:
            return condition
