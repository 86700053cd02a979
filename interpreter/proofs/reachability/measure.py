"""`finite` by a measure: what decisions lower for good, and that play cannot go round without them.

If play never ended, some decisions would come again and again, and all others no more after a while. Of these, none can
raise the number of cells that hold something of a class, if all of them, and what the script does, keep it or raise it.
So such decisions are taken away, one class after another, until no way round is left, or no class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import cast

from ...play.game import Game
from ...record import Record
from ...rules import deeds, ir, program, walk
from ...rules.facts.endings import eliminates
from ...rules.program import CHOICE, Decision, Pass, Rules, Stop
from ..limits import Limits
from ..verdicts import Json, Proved, Refuted, sizes_of
from ..wording import Measured, statement
from .contents import Class, Contents, Seen, classes_of, rising
from .rounds import decisions_at, goes_on, goes_over, mover_stays, on_offer

FILLS, RAISES, ONCE, PASSES, TIED, NEW, LATER, NEVER, FREE = (
    "fills a cell", "raises a number", "possible once", "passes", "tied to a turn", "new board", "new board later",
    "never on offer", "free",
)  # fmt: skip
"""What bounds how often a decision is made: cells that are empty; cells that hold something else than those of a class;
a variable that it sets for good; an ending after so many passes in a row; the one turn on which it is on offer; boards,
none of which comes twice, from the start or from some turn on; that play never comes to it; nothing."""

MOST = 10
"""Up to so many contents, all classes are tried; else those of one owner, of one kind, and of one content."""

TURNS, QUIET = "turns", "quiet turns"
"""What bounds all of play: an ending on some turn; an ending after so many turns in a row that change nothing."""


class Bounds(Record):
    """What bounds each kind of decision."""

    of: Mapping[Decision, str]
    classes: tuple[tuple[Class, tuple[Decision, ...]], ...]
    """The classes in their order, each with the decisions that raise its number."""

    mover: int | None = None
    """Whose decisions these are; None for anybody's."""

    @property
    def free(self) -> set[Decision]:
        """The decisions that nothing bounds."""
        return {each for each, bound in self.of.items() if bound == FREE}


class Measure(Record):
    """What bounds decisions, and all of play."""

    across: Bounds
    """What bounds decisions over all of play."""

    within: tuple[Bounds, ...]
    """What bounds them within one turn, where turns, and what comes later, bound nothing: for anybody's turn, or for
    the turns of each player, who alone decides in them."""

    whole: str
    """`TURNS`, `QUIET`, or empty."""


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Prove that a game is finite: all but finitely many decisions lower something, and no turn goes on without one."""
    if claim != "finite":
        return ""
    rules = game.rules
    measure = measure_of(rules)
    free = unbounded(rules, measure)
    if free is not None:
        words = [decision.word for decision in rules.decisions if decision in free]
        return f"`{words[0]}` may come again and again"
    cells = game.machine.start[: len(game.board.cells)].count(ir.EMPTY)
    data: dict[str, Json] = {
        "empty cells": cells,
        **_rows(rules, measure.across),
        "within a turn": [{"mover": each.mover, **_rows(rules, each)} for each in measure.within],
        "whole": measure.whole,
    }
    return Proved(claim, "measure", sizes_of(game), statement(rules, cast("Measured", data)), data)


def unbounded(rules: Rules, measure: Measure) -> set[Decision] | None:
    """Return decisions by which play could go on for ever, as nothing bounds them; None if it cannot."""
    for each in measure.within:
        if goes_on(rules, each.free):
            return each.free
    return measure.across.free if not measure.whole and goes_over(rules, measure.across.free) else None


def _rows(rules: Rules, bounds: Bounds) -> dict[str, Json]:
    numbers = {decision: number for number, decision in enumerate(rules.decisions)}
    return {
        "decisions": [[each.word, bounds.of[each]] for each in rules.decisions],
        "classes": [[[*held], [numbers[each] for each in raising]] for held, raising in bounds.classes],
    }


def measure_of(rules: Rules, most: int = MOST) -> Measure:
    """Return what bounds the decisions of a game; all classes are tried where there are fewer than `most` contents."""
    possible, players = on_offer(rules), range(len(rules.players))
    first = {each: _bound(each, rules) if each in possible else NEVER for each in rules.decisions}
    across = _bounded(rules, first, players, most, later=True)
    inside = first | {each: FREE for each, bound in first.items() if bound in (TIED, LATER)}
    within: tuple[Bounds, ...] = (_bounded(rules, inside, players, most, later=False),)
    if goes_on(rules, within[0].free) and mover_stays(rules):
        within = tuple(_bounded(rules, inside, (player,), most, later=False) for player in players)
    free = tuple(each.effects for each in across.free)
    is_still = not walk.traits_of(free).changes_board and not _script_changes_board(rules)
    whole = TURNS if _ends_by_turns(rules) else QUIET if is_still and _ends_by(rules, partial(_is_of, "quiet")) else ""
    return Measure(across, within, whole)


def _bounded(rules: Rules, first: Mapping[Decision, str], movers: Sequence[int], most: int, *, later: bool) -> Bounds:
    """Return what bounds decisions of some players if some are bounded, and the classes of which others raise the
    number."""
    bounds, classes = dict(first), list[tuple[Class, tuple[Decision, ...]]]()
    contents, tried = Contents(rules, later=later), classes_of(rules, most)
    left, since = [each for each, bound in bounds.items() if bound == FREE], 0
    for held in cycle(tried):
        if not left or since == len(tried):  # none has helped since this one was tried
            break
        raising, since = rising(contents, left, held, movers), since + 1
        if raising:
            classes.append((held, tuple(raising)))
            bounds |= dict.fromkeys(raising, FILLS if held == _pieces(rules) else RAISES)
            left, since = [each for each in left if each not in raising], 0
    if _ends_by(rules, partial(_is_of, "passes")) and _only_bounded_interrupt(rules, bounds):
        passes = {each for point in rules.points if point.way == CHOICE for each in decisions_at(point)}
        bounds |= {each: PASSES for each in passes if each.what == Pass() and bounds[each] == FREE}
    return Bounds(bounds, tuple(classes), movers[0] if len(movers) < len(rules.players) else None)


def _pieces(rules: Rules) -> Class:
    return tuple(range(1, rules.content_count))


def _repeated(rules: Rules) -> tuple[program.Instruction, ...]:
    """What the script does in every turn or round."""
    return rules.script.instructions[rules.script.start :]


def _bound(decision: Decision, rules: Rules) -> str:
    if _is_new(decision, rules):
        return NEW
    if _is_noticed(decision, rules):
        return LATER
    if _is_once(decision, rules):
        return ONCE
    return FREE if decision.turn is None else TIED


# Boards that do not come again


def _is_new(decision: Decision, rules: Rules) -> bool:
    """Whether a decision is forbidden if it leads to a board that was there before."""
    return (
        decision.forbid is not None
        and ir.Repeats() in _joined("or", decision.forbid)
        and not _script_changes_board(rules)
    )


def _is_noticed(decision: Decision, rules: Rules) -> bool:
    """Whether a decision changes the board, and the game ends if that was there before, from some turn on."""
    return (
        decision.what != Pass()
        and _ends_by(rules, _is_of_repeats)
        and not _script_changes_board(rules)
        and all(_changes_a_cell(decision, rules, player) for player in range(len(rules.players)))
    )


def _script_changes_board(rules: Rules) -> bool:
    """Whether the board may change between decisions, so that what is remembered is not what a decision leads to."""
    repeated = (each for each in _repeated(rules) if isinstance(each, program.Do))
    return walk.traits_of(tuple(repeated)).changes_board


def _changes_a_cell(decision: Decision, rules: Rules, player: int) -> bool:
    """Whether a cell that a decision names holds something else after it, whatever happens."""
    contents = Contents(rules, later=False)
    seen = contents.named(decision, player)
    after: Seen = contents.change(decision.effects, frozenset(), player, seen).seen
    return any(not before & after.get(name, before) for name, before in seen.items())


def _is_of_repeats(condition: ir.Expression) -> bool:
    """Whether a condition holds where the board came again, from some turn on, after whatever is no pass."""
    conjuncts = list(_joined("and", condition))
    return ir.Repeats() in conjuncts and all(each == ir.Repeats() or _comes_to_hold(each) for each in conjuncts)


def _comes_to_hold(condition: ir.Expression) -> bool:
    match condition:
        case ir.Operation(">" | ">=", (ir.Counter("turn"), ir.Constant())):
            return True
        case ir.Operation("==", (ir.Counter("passes"), ir.Constant(numbers))):
            return set(numbers) == {0}
        case _:
            return False


# Variables


def _is_once(decision: Decision, rules: Rules) -> bool:
    """Whether a decision asks for a variable to hold and sets it to 0, and nothing ever sets it to anything else."""
    if any(point.way != CHOICE for point in rules.points):
        return False  # what chance decides is kept in variables, too
    asked = {
        each.number for each in _joined("and", decision.where) if isinstance(each, ir.Variable) and not each.player
    }
    reset = {each.variable.number for each in _assignments(decision.effects) if _is_to_nothing(each)}
    at_once = {each.variable.number for each in decision.effects if isinstance(each, deeds.SetVariable)}
    others = {
        each.variable.number
        for each in _assignments((rules.decisions, rules.script))
        if each.variable.player or not _is_to_nothing(each)
    }
    return bool(asked & reset & at_once - others)


def _assignments(value: object) -> Iterator[deeds.SetVariable]:
    return (node for node in walk.everything(value) if isinstance(node, deeds.SetVariable))


def _is_to_nothing(each: deeds.SetVariable) -> bool:
    """Whether an assignment sets its variable to 0, whoever asks."""
    return isinstance(each.value, ir.Constant) and not any(each.value.values) and each.bounds is None


def _joined(word: str, condition: ir.Expression | None) -> Iterator[ir.Expression]:
    """The conditions that a word joins."""
    if isinstance(condition, ir.Operation) and condition.symbol == word:
        for each in condition.operands:
            yield from _joined(word, each)
    elif condition is not None:
        yield condition


# Endings


def _ends_by(rules: Rules, holds: Callable[[ir.Expression], bool]) -> bool:
    """Whether the game ends where some condition holds after a decision, whatever else is the case."""
    return any(
        ending.timing == "" and _ends_for_good(ending, rules) and any(map(holds, _joined("or", ending.condition)))
        for ending in rules.endings
    )


def _ends_by_turns(rules: Rules) -> bool:
    """Whether the game ends on some turn at the latest."""
    return any(
        _ends_for_good(ending, rules)
        and any(_is_of_turns(each, ending, rules) for each in _joined("or", ending.condition))
        for ending in rules.endings
    )


def _ends_for_good(ending: program.Ending, rules: Rules) -> bool:
    """Whether play is over once an ending's condition holds: with more than two players a loss puts only the loser
    out, and the endings of a player who is out are skipped."""
    return not eliminates(rules) or (ending.result != "lose" and ending.player is None)


def _is_of(name: str, condition: ir.Expression) -> bool:
    """Whether a condition comes to hold as a counter goes up by one again and again."""
    match condition:
        case ir.Operation("==" | ">=", (ir.Counter(counter), ir.Constant(numbers))):
            return counter == name and min(numbers) >= 1 and len(set(numbers)) == 1
        case _:
            return False


def _is_of_turns(condition: ir.Expression, ending: program.Ending, rules: Rules) -> bool:
    """Whether the condition of an ending comes to hold when it is judged: as a turn begins, only from the second turn
    on, and one for a player only on turns of that player, which swaps may put off for ever."""
    match condition:
        case ir.Operation(">" | ">=", (ir.Counter("turn"), ir.Constant())):
            swaps = any(isinstance(each, deeds.Exchange) for each in walk.everything((rules.decisions, rules.script)))
            return ending.timing != "start" or ending.player is None or not swaps
        case ir.Operation("==", (ir.Counter("turn"), ir.Constant(numbers))):
            is_judged = ending.timing != "start" or (ending.player is None and min(numbers) > 1)
            return is_judged and min(numbers) >= 1 and len(set(numbers)) == 1
        case _:
            return False


def _only_bounded_interrupt(rules: Rules, bounded: Mapping[Decision, str]) -> bool:
    """Whether only decisions that are bounded come between passes: any other that a player makes ends a row of them."""
    chosen = [each for point in rules.points if point.way == CHOICE for each in decisions_at(point)]
    return all(bounded[each] != FREE or isinstance(each.what, Pass | Stop) for each in chosen)
