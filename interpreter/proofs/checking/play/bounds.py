"""What bounds a kind of decision, or all of play, judged from the rules: each bound of a measure that is about no class
of contents. Nothing here is shared with the search for a measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from ....play.game import Game
from ....rules import deeds, ir, program, walk
from ....rules.program import CHOICE, Decision, Ending, Point, Rules
from .effects import Effects, Unfollowed
from .rounds import someone_may_be_out, visited

FREE, FILLS, RAISES, ONCE, PASSES, TIED, NEW, LATER, NEVER = (
    "free", "fills a cell", "raises a number", "possible once", "passes", "tied to a turn", "new board",
    "new board later", "never on offer",
)  # fmt: skip

TURNS, QUIET = "turns", "quiet turns"


def holds(game: Game, number: int, bound: str, left: Set[int]) -> bool:
    """Whether the rules show a bound that is about no class; `left` has the decisions that have none, or pass."""
    rules, decision = game.rules, game.rules.decisions[number]
    match bound:
        case "never on offer":
            return not any(decision in _offered(point) for point in _reached(rules))
        case "tied to a turn":
            return decision.turn is not None and _is_chosen(rules, decision)
        case "possible once":
            return _is_once(rules, decision)
        case "new board":
            return (
                _is_chosen(rules, decision) and decision.forbid is not None and _repeats(_parts(decision.forbid, "or"))
            )
        case "new board later":
            return _is_new_later(game, decision)
        case "passes":
            return decision.what == program.Pass() and _is_chosen(rules, decision) and _passes_end(rules, left)
        case _:
            return False


def whole(rules: Rules, what: str, left: Set[int]) -> bool:
    """Whether all of play ends as is said, where decisions with these numbers may come again and again."""
    if what == TURNS:
        return any(_is_of_turns(rules, ending, each) for ending in _for_good(rules) for each in _ways(ending))
    free = [rules.decisions[number].effects for number in left]
    return (
        what == QUIET
        and not walk.traits_of((tuple(free), *_repeated(rules))).changes_board
        and any(_is_of(each, "quiet") for ending in _for_good(rules) if not ending.timing for each in _ways(ending))
    )


# Where decisions are made


def _offered(point: Point) -> Iterator[Decision]:
    return (decision for tier in point.tiers for decision in tier)


def _reached(rules: Rules) -> Iterator[Point]:
    """The points at which play may wait."""
    for number in visited(rules):
        each = rules.script.instructions[number]
        if isinstance(each, program.Rest):
            yield rules.points[each.point]


def _is_chosen(rules: Rules, decision: Decision) -> bool:
    """Whether one player makes a decision, wherever it is on offer."""
    is_taken = not isinstance(decision.what, program.Stop | program.Random)
    return is_taken and all(point.way == CHOICE for point in rules.points if decision in _offered(point))


def _repeated(rules: Rules) -> tuple[program.Do, ...]:
    """What the script does in every turn or round."""
    return tuple(each for each in rules.script.instructions[rules.script.start :] if isinstance(each, program.Do))


# Conditions


def _parts(condition: ir.Expression | None, word: str) -> Iterator[ir.Expression]:
    """The conditions that are joined by a word."""
    if isinstance(condition, ir.Operation) and condition.symbol == word:
        for each in condition.operands:
            yield from _parts(each, word)
    elif condition is not None:
        yield condition


def _repeats(parts: Iterable[ir.Expression]) -> bool:
    return any(each == ir.Repeats() for each in parts)


def _ways(ending: Ending) -> Iterator[ir.Expression]:
    """The conditions of which each is enough for an ending."""
    return _parts(ending.condition, "or")


def _for_good(rules: Rules) -> Iterator[Ending]:
    """The endings that end play for all, whoever is out already."""
    for ending in rules.endings:
        if not someone_may_be_out(rules) or (ending.result != "lose" and ending.player is None):
            yield ending


def _one_number(numbers: tuple[int, ...], least: int) -> bool:
    return len({*numbers}) == 1 and numbers[0] >= least


def _is_of(condition: ir.Expression, counter: str) -> bool:
    """Whether a condition comes to hold as a counter goes up by one again and again."""
    match condition:
        case ir.Operation("==" | ">=", (ir.Counter(name), ir.Constant(numbers))):
            return name == counter and _one_number(numbers, 1)
        case _:
            return False


def _is_of_turns(rules: Rules, ending: Ending, condition: ir.Expression) -> bool:
    """Whether a condition comes to hold when it is judged: once a turn begins, from the second turn on; for one player
    then, in that player's turns alone, which come again and again unless swaps put them off."""
    at_start = ending.timing == "start"
    alone = at_start and ending.player is not None
    effects = (rules.decisions, rules.script.instructions)
    match condition:
        case ir.Operation(">" | ">=", (ir.Counter("turn"), ir.Constant())):
            return not (alone and any(isinstance(each, deeds.Exchange) for each in walk.everything(effects)))
        case ir.Operation("==", (ir.Counter("turn"), ir.Constant(numbers))):
            return _one_number(numbers, 2 if at_start else 1) and not alone
        case _:
            return False


# Bounds


def _is_once(rules: Rules, decision: Decision) -> bool:
    """Whether a decision asks for a variable and sets it to 0, to which nothing gives another value."""
    if not _is_chosen(rules, decision) or any(point.way != CHOICE for point in rules.points):
        return False
    changed: set[int] = set()
    for each in walk.everything((rules.decisions, rules.script.instructions)):
        if isinstance(each, deeds.SetVariable) and not _sets_to_0(each):
            changed |= _slots(rules, each.variable)
    asked = {
        each.number for each in _parts(decision.where, "and") if isinstance(each, ir.Variable) and each.player is None
    }
    cleared = {
        each.variable.number
        for each in decision.effects
        if isinstance(each, deeds.SetVariable) and each.variable.player is None and _sets_to_0(each)
    }
    return bool(asked & cleared - changed)


def _sets_to_0(each: deeds.SetVariable) -> bool:
    return isinstance(each.value, ir.Constant) and not any(each.value.values) and each.bounds is None


def _slots(rules: Rules, variable: ir.Variable) -> set[int]:
    """The slots that a variable may stand for: one, or one of each player's."""
    return {*range(variable.number, variable.number + (1 if variable.player is None else len(rules.players)))}


def _is_new_later(game: Game, decision: Decision) -> bool:
    """Whether a decision surely changes the board, and play ends if that was there before, from some turn on. All
    boards are remembered: none is made by the script, or by chance."""
    rules = game.rules
    drawn = tuple(each.effects for point in rules.points if point.way != CHOICE for each in _offered(point))
    if not _is_chosen(rules, decision) or decision.what == program.Pass():
        return False
    if walk.traits_of((drawn, _repeated(rules))).changes_board:
        return False
    if not any(
        _repeats(parts := [*_parts(each, "and")]) and all(map(_comes_to_hold, parts))
        for ending in _for_good(rules)
        if not ending.timing
        for each in _ways(ending)
    ):
        return False
    effects = Effects(game, (), later=False)
    try:
        return all(effects.changes(decision, player) for player in range(len(rules.players)))
    except Unfollowed:
        return False


def _comes_to_hold(condition: ir.Expression) -> bool:
    """Whether a condition holds after each decision of a player but passes, from some turn on; or asks for a board."""
    match condition:
        case ir.Repeats(1):
            return True
        case ir.Operation(">" | ">=", (ir.Counter("turn"), ir.Constant())):
            return True
        case ir.Operation("==", (ir.Counter("passes"), ir.Constant(numbers))):
            return not any(numbers)
        case _:
            return False


def _passes_end(rules: Rules, left: Set[int]) -> bool:
    """Whether an ending comes after so many passes in a row, and of the decisions that are left none but a pass or a
    `stop`, which counts as nothing, is a player's."""
    ends = any(_is_of(each, "passes") for ending in _for_good(rules) if not ending.timing for each in _ways(ending))
    chosen = [each for point in rules.points if point.way == CHOICE for each in _offered(point)]
    others = (rules.decisions[number] for number in left)
    return ends and all(isinstance(each.what, program.Pass | program.Stop) for each in others if each in chosen)
