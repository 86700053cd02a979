"""Whether a game can go on for ever: in play that was followed a position comes again, with all that rules can see.

Play is followed only where no simple measure shows that it ends, and where no condition counts. What is only noted, in
variables or marks, is part of the position: where that comes again, they stop nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...rules import program, walk
from ...rules.traits import Part
from ..reasoning.reach import Reach
from ..reasoning.walks import walk_of

_TURNS = Part.TURN | Part.TURNS


def endless_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of decisions by which play comes back to where it was, unless the author counts something of them."""
    asked = walk.traits_of(tuple(ending.condition for ending in reach.rules.endings)).reads
    if reach.game.facts.always_finite or asked & (_TURNS | _kept(reach.rules)):
        return
    from ...proofs.reachability.measure import measure_of, unbounded  # noqa: PLC0415 - few games need it

    rules = reach.rules
    forced = {each for point in rules.points for tier in point.tiers[1:] for each in tier if each.word == "pass"}
    left = [each for each in rules.decisions if each not in forced and not _limits_itself(each, asked, rules)]
    if {each.word for each in left} <= _WITH_OTHERS or not (free := unbounded(rules, measure_of(rules, most=0))):
        return
    left = [each for each in left if each in free]
    if {each.word for each in left} <= _WITH_OTHERS:
        return
    circling = {each for circle in walk_of(reach.game).circles if circle <= forced.union(left) for each in circle}
    chosen = [each for each in left if each in circling and each.word != "random"]
    if chosen:
        yield _warning(chosen)


_WITH_OTHERS = {"random", "stop"}
"""Decisions that come again only with others."""


def _warning(decisions: list[program.Decision]) -> Diagnostic:
    changing = [decision for decision in decisions if _changes_board(decision)]
    if changing:
        return Diagnostic("HG919", "this game may go on forever: pieces keep changing, and no rule is known to stop it",
                          _without_effects(changing[0]),
                          help="such as: forbid repeats, or: draw when repeats, or: draw when turn > 200")  # fmt: skip
    word = decisions[0].word
    return Diagnostic("HG919", f"players can {word} forever, so the game need not end", decisions[0].span,
                      help=f"such as: {_STOPPING.get(word, 'draw when quiet == 10')}")  # fmt: skip


def _without_effects(decision: program.Decision) -> Span:
    """Return where a decision says what can be done, without the effects that follow."""
    whole, sets = decision.span, decision.spans
    return Span(whole.source, whole.start, sets[-1].end) if sets else whole


_STOPPING = {"pass": "draw when passes == 2", "swap": "may swap on turn 2"}
"""A rule that stops each kind of decision."""


def _limits_itself(decision: program.Decision, asked: Part, rules: program.Rules) -> bool:
    """Whether a decision's own conditions limit it, or an ending counts it."""
    if decision.turn is not None or Part.HISTORY in walk.traits_of(decision.forbid).reads:
        return True
    if decision.word == "pass" and Part.PASSES in asked:
        return True
    if (Part.HISTORY if _changes_board(decision) else Part.QUIET) in asked:
        return True
    counted = _TURNS | Part.PASSES | Part.QUIET | _kept(rules)
    return bool(walk.traits_of((decision.where, decision.forbid)).reads & counted)


def _kept(rules: program.Rules) -> Part:
    """The parts with which an author may count; `repeats` reads numbers of cells, too, if there are any."""
    return Part.VARIABLES | Part.MARKS | Part.CARDS | (Part.LAYERS if rules.layers else Part(0))


def _changes_board(decision: program.Decision) -> bool:
    return walk.traits_of(decision.effects).changes_board
