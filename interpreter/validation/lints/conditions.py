"""Conditions that are always true or always false: impossible endings, players who cannot win, idle filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...record import Record
from ...rules import elements, ir, program, ways
from ...source.syntax import tree
from ..reasoning import cases
from ..reasoning.bounds import Bounds
from ..reasoning.extents import ALWAYS, BOUNDLESS, COMPARISONS, NEVER, OPEN, Range
from ..reasoning.reach import Reach


class Settled(Record):
    """A part of a condition that is the same in all positions."""

    words: tree.Expression
    holds: bool
    is_whole: bool
    why: str


Asked = Sequence[Bounds]
"""The bounds for each player of whom a condition is asked."""


def settled(words: tree.Expression, condition: ir.Expression, asked: Asked, is_whole: bool = True) -> Iterator[Settled]:
    """The smallest parts that have one value in all positions, except those that the options decide."""
    if all(cases.is_decided_before_play(condition, bounds) for bounds in asked):
        return
    found = cases.truth_for_all(condition, asked)
    parts = _parts(words, condition)
    if found == OPEN:
        for part in parts:
            yield from settled(*part, asked, is_whole=False)
        return
    open_parts = [part for part in parts if not all(cases.is_decided_before_play(part[1], each) for each in asked)]
    deciding = [part for part in open_parts if cases.truth_for_all(part[1], asked) == found]
    if len(open_parts) == 1 or (deciding and _decides(condition, found)):
        yield from settled(*(deciding or open_parts)[0], asked, is_whole)
    else:
        yield Settled(words, found == ALWAYS, is_whole, _why(words, condition, asked))


Part = tuple[tree.Expression, ir.Expression]


def _parts(words: tree.Expression, condition: ir.Expression) -> list[Part]:
    """The operands of `and` and `or`, as written and as IR."""
    match words, condition:
        case tree.Binary(), ir.Operation("and" | "or" as symbol, (left, right)) if words.operator.symbol == symbol:
            return [(words.left, left), (words.right, right)]
        case _:
            return []


def _decides(condition: ir.Expression, truth: Range) -> bool:
    """Whether one part alone decides the whole."""
    return isinstance(condition, ir.Operation) and condition.symbol == ("and" if truth == NEVER else "or")


def _why(words: tree.Expression, condition: ir.Expression, asked: Asked) -> str:
    """An explanation: the bounds of a comparison's sides, or the chain that cannot exist."""
    match words, condition:
        case tree.Binary(), ir.Operation(symbol, (left, right)) if symbol in COMPARISONS:
            sides = [(words.left, left), (words.right, right)]
            shown = [(side, _bounds(each, asked)) for side, each in sides if isinstance(each, _COUNTING)]
            return " and ".join(f"`{_short(side.span.text)}` is {_between(bounds)}" for side, bounds in shown)
        case _:
            return _IMPOSSIBLE.get(type(condition), "") if cases.truth_for_all(condition, asked) == NEVER else ""


_COUNTING = (
    ir.Count | ir.HowMany | elements.Aggregate | elements.Several | ir.Size | ir.Counter | ir.PlayerCounter
    | ir.ArcLength | ir.Axis | ways.Steps
)  # fmt: skip
"""The nodes that are numbers, not names, players or cells."""

_IMPOSSIBLE: dict[type, str] = {
    ir.Connects: "no chain on this board can meet them all",
    ir.Path: "no walk on this board can do that",
    ir.Loop: "no loop on this board can do that",
    ir.Encloses: "no loop on this board goes around a cell",
    ir.SomeGroup: "no group on this board can satisfy it",
}


def _bounds(node: ir.Expression, asked: Asked) -> Range:
    ranges = [bounds.value(node) for bounds in asked]
    return Range(min(each.low for each in ranges), max(each.high for each in ranges))


def _between(bounds: Range) -> str:
    if bounds.is_one:
        return f"always {bounds.low}"
    if bounds.high >= BOUNDLESS:
        return f"at least {bounds.low}"
    return f"from {bounds.low} to {bounds.high}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 40 else f"{words[:39]}…"


# Endings


def endings(reach: Reach) -> list[tuple[tree.Ending, program.Ending]]:
    """The endings as they are written and as they are asked."""
    written = [item for item in reach.game.tree.items if isinstance(item, tree.Ending)]
    return list(zip(written, reach.rules.endings, strict=True))


def ending_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of endings that are impossible, unless an impossible decision is the cause, or that come at once."""
    found, never_made = endings(reach), _lacks_decisions(reach)
    for number, (words, ending) in enumerate(found):
        for part in settled(words.condition, ending.condition, reach.asked_of(ending)):
            if part.holds or not (never_made or _is_inherited_draw(words, reach)):
                yield _warning(part, found[number + 1 :])


def _is_inherited_draw(ending: tree.Ending, reach: Reach) -> bool:
    """Whether an ending is a draw of the base game, which a variant may keep without using it."""
    return ending.result == "draw" and ending.span.source is not reach.game.sources[0]


def _lacks_decisions(reach: Reach) -> bool:
    return any(decision not in reach.made for point in reach.points() for decision in reach.offered(point))


def _warning(part: Settled, following: list[tuple[tree.Ending, program.Ending]]) -> Diagnostic:
    span = part.words.span
    if part.holds:
        message = "this is always true: the game ends after the first decision" if part.is_whole else _IDLE
        related = tuple((words.condition.span, "never checked") for words, _ in following) if part.is_whole else ()
        return Diagnostic(
            "HG917", message, span, part.why, related, help="write a condition that is not true from the start"
        )
    message = (
        "this condition can never be true, so no game ends this way"
        if part.is_whole
        else "this part of the ending can never be true"
    )
    return Diagnostic("HG910", message, span, part.why,
                      help="relax the condition, change the board, or leave it out")  # fmt: skip


_IDLE = "this part is always true: it has no effect"


def player_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of players who cannot win, unless an impossible ending that was reported is the cause."""
    decisive = [ending for words, ending in endings(reach) if not all(
        part.holds for part in settled(words.condition, ending.condition, reach.asked_of(ending))
    )]  # fmt: skip
    names = next(item for item in reach.game.tree.items if isinstance(item, tree.Players)).names
    losers = [name for player, name in enumerate(names) if not _can_win(player, reach)]
    if _lacks_decisions(reach) or any(ending.result != "draw" and ending.player is None for ending in decisive):
        return
    losers = [name for name in losers if not any(ending.player == names.index(name) for ending in decisive)]
    if losers and len(losers) == len(names):
        yield Diagnostic("HG911", "nobody can win this game", losers[0].span,
                         help="add an ending, such as: win when connects(own, own.edges)")  # fmt: skip
        return
    for name in losers:
        yield Diagnostic("HG911", f"{name.id} has no way to win", name.span,
                         help=f"give them one, such as: win for {name.id} when …")  # fmt: skip


def _can_win(player: int, reach: Reach) -> bool:
    others = [other for other in range(len(reach.game.players)) if other != player]
    can_lose = {who for ending in reach.rules.endings if ending.result == "lose" for who in _for_whom(ending, reach)}
    for ending in reach.rules.endings:
        if ending.result == "score" and _for_whom(ending, reach):
            return True
        if ending.result == "win" and player in _for_whom(ending, reach):
            return True
    return bool(others) and can_lose.issuperset(others)


def _for_whom(ending: program.Ending, reach: Reach) -> list[int]:
    """The players for whom an ending can hold."""
    return [bounds.own for bounds in reach.asked_of(ending) if cases.truth(ending.condition, bounds).high]


# What decisions ask for


def filter_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of parts of `where` and `forbid` that are always true or always false wherever the decision is offered."""
    limits = (node for node in reach.game.tree.below if isinstance(node, tree.Limit))
    written = {limit.condition.span: limit.condition for limit in limits}
    found: dict[Span, list[dict[Span, Diagnostic]]] = {}
    for decision in reach.made:
        for condition, span, word, when in (
            (decision.where, decision.where_span, "where", reach.taking),
            (decision.forbid, decision.forbid_span, "forbid", reach.taken),
        ):
            if condition is None or span is None:
                continue
            taking = [when(decision, bounds) for bounds in reach.asked]
            parts = settled(written[span], condition, [bounds for bounds in taking if bounds])
            found.setdefault(span, []).append({part.words.span: _filter_warning(part, word) for part in parts})
    for instances in found.values():
        yield from (warning for place, warning in instances[0].items() if all(place in other for other in instances))


def _filter_warning(part: Settled, word: str) -> Diagnostic:
    how = "always" if part.holds else "never"
    message = f"this is {how} true"
    if part.is_whole:
        message = f"this is {how} true: the `{word}` has no effect"
        if word == "forbid" and part.holds:
            message = "this is always true: the decision is always refused"
    return Diagnostic("HG917", message, part.words.span, part.why, help="leave it out, or write another condition")
