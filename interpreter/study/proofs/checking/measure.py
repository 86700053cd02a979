"""Checks a measure: what it leaves free is no way round through the script, within a turn or from turn to turn, and in
random games every decision does to the board what its bound says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from ....deadline import look
from ....diagnostics.text import Span
from ....play.game import Game
from ....play.state import State
from ....record import Record
from ....rules import deeds, ir, program, walk
from ....rules.program import Decision, Rules
from .certificate import Entry, Refused, numbers
from .rounds import goes_round, visited

GAMES = 50
"""How many random games are looked at, at most."""

MOST = 100_000
"""After how many decisions on offer no further game is begun."""

LONGEST = 100
"""How many decisions a random game may have for each cell."""


FREE, FILLS, RAISES, ONCE, PASSES, TIED, NEW, LATER, NEVER = (
    "free", "fills a cell", "raises a number", "possible once", "passes", "tied to a turn", "new board",
    "new board later", "never on offer",
)  # fmt: skip

LATE = 2
"""How many turns after the last turn that an ending names a game may be over, at most."""


class Said(Record):
    """What a certificate says of a kind of decision: its bound, the class whose number it raises, and the classes whose
    numbers it keeps."""

    bound: str
    raised: frozenset[int] | None
    kept: tuple[frozenset[int], ...]


def check(game: Game, entry: Entry) -> str:
    """Walk through the script, and play random games; raises Refused if play goes round by decisions without a bound,
    or one does not keep to its bound. Bounds are tried in what is played."""
    data, rules = entry.get("data"), game.rules
    if entry.get("claim") != "finite" or not isinstance(data, dict):
        raise Refused("it holds no bounds of decisions")
    whole = data.get("whole")
    across = list(_said(rules, data, "decisions", "classes"))
    within = list(_said(rules, data, "within a turn", "classes within a turn"))
    reached = visited(rules)
    for decision, said, inside in zip(rules.decisions, across, within, strict=True):
        _refuse_what_rules_lack(rules, decision, said.bound)
        if inside.bound in (TIED, LATER):
            raise Refused(f"`{decision.word}` may come again and again within a turn")
        if said.bound == NEVER and any(decision in tier for number in reached for tier in _tiers(rules, number)):
            raise Refused(f"`{decision.word}` may be on offer")
        _refuse_what_rules_lack(rules, decision, inside.bound)
    if whole and not _names(rules, {"turns": "turn", "quiet turns": "quiet"}.get(str(whole), "")):
        raise Refused("no ending counts turns as it says")
    if goes_round(rules, _free(within), across=False):
        raise Refused("play can go round within a turn by decisions without a bound")
    if not whole and goes_round(rules, _free(across), across=True):
        raise Refused("play can go round by decisions without a bound")
    spans = {decision.span: pair for decision, pair in zip(rules.decisions, zip(across, within, strict=True),
                                                           strict=True)}  # fmt: skip
    last = _last_turn(rules) if whole == "turns" else None
    offered = games = 0
    while games < GAMES and offered < MOST:
        offered += _play(game, games, spans, last)
        games += 1
    return (
        "no way round through the script is left; the bounds of decisions themselves were tried in "
        f"{games} random games, not proved"
    )


def _free(said: Sequence[Said]) -> set[int]:
    return {number for number, each in enumerate(said) if each.bound == FREE}


def _tiers(rules: Rules, number: int) -> Sequence[Sequence[Decision]]:
    each = rules.script.instructions[number]
    return rules.points[each.point].tiers if isinstance(each, program.Rest) else ()


def _refuse_what_rules_lack(rules: Rules, decision: Decision, bound: str) -> None:
    """Raise Refused unless the rules hold what a bound needs."""
    held = {
        PASSES: decision.word == "pass" and _names(rules, "passes"),
        TIED: decision.turn is not None,
        ONCE: any(isinstance(each, deeds.SetVariable) for each in walk.everything(decision.effects)),
        NEW: any(isinstance(each, ir.Repeats) for each in walk.everything(decision.forbid)),
        LATER: any(isinstance(each, ir.Repeats) for each in walk.everything(rules.endings)),
    }
    if not held.get(bound, True):
        raise Refused(f"the rules give `{decision.word}` no such bound: {bound}")


def _names(rules: Rules, counter: str) -> bool:
    """Whether an ending asks for a counter."""
    return ir.Counter(counter) in {*walk.everything(rules.endings)}


def _last_turn(rules: Rules) -> int | None:
    """The last turn with which an ending compares the number of turns; None where turns cannot be told apart by who is
    to move."""
    if rules.script.is_round or any(isinstance(each, deeds.SetMover) for each in walk.everything(rules.script)):
        return None
    turn = ir.Counter("turn")
    return max(
        max(number.values)
        for each in walk.everything(rules.endings)
        if isinstance(each, ir.Operation) and turn in each.operands
        for number in each.operands
        if isinstance(number, ir.Constant)
    )


def _said(rules: Rules, data: Mapping[str, object], decisions: str, classes: str) -> Iterator[Said]:
    """What is said of each decision, in the order of the rules."""
    bounds, rows = data.get(decisions), data.get(classes)
    if not isinstance(bounds, list):
        raise Refused("it holds no bounds of decisions")
    if [each[:1] for each in bounds] != [[decision.word] for decision in rules.decisions]:
        raise Refused("it is about other decisions")
    if not isinstance(rows, list):
        raise Refused("it holds no classes")
    known = [(frozenset(numbers(held)), numbers(raising)) for held, raising in rows]
    for decision, (_, bound) in enumerate(bounds):
        kept = []
        raised = None
        for held, raising in known:
            if decision in raising:
                raised = held
                break
            kept.append(held)
        if (raised is None) == (bound in (FILLS, RAISES)):
            raise Refused("a bound has no class")
        yield Said(str(bound), raised, tuple(kept) if raised is not None or bound in (FREE, PASSES) else ())


def _play(game: Game, seed: int, said: Mapping[Span, tuple[Said, Said]], last: int | None) -> int:
    """Play a random game; return how many decisions were on offer in all."""
    draw, state, cells = random.Random(seed), game.start(decide_chance=False), len(game.board.cells)
    once: set[Span] = set()
    boards = {tuple(state.vector[:cells])}
    turns, offered = 1, 0
    for _ in range(LONGEST * cells):
        look()
        if state.is_over:
            return offered
        before, moves = state.copy(), state.legal_moves
        offered += len(moves)
        move = state.play(draw.choice(moves))
        turns += state.to_move != before.to_move
        span = game.block_of(move.code).decision.span
        for each in said[span]:
            _compare(str(move), each, before, state, cells)
        board, bounds = tuple(state.vector[:cells]), {each.bound for each in said[span]}
        if ONCE in bounds and span in once:
            raise Refused(f"`{move}` is possible twice")
        if NEW in bounds and board in boards and not state.is_over:
            raise Refused(f"`{move}` leads to a board that was there before")
        if last is not None and turns > last + LATE and not state.is_over:
            raise Refused(f"a random game goes on after turn {last}")
        once.add(span)
        boards.add(board)
    if not game.facts.remembers:  # such games end, but may be long
        raise Refused("a random game does not end")
    return offered


def _compare(move: str, said: Said, before: State, after: State, cells: int) -> None:
    def gain(held: frozenset[int]) -> int:
        return sum(each in held for each in after.vector[:cells]) - sum(each in held for each in before.vector[:cells])

    if said.bound == NEVER:
        raise Refused(f"`{move}` is on offer")
    if said.raised is not None and gain(said.raised) < 1:
        raise Refused(f"`{move}` does not raise the number of its class")
    if any(gain(held) < 0 for held in said.kept):
        raise Refused(f"`{move}` lowers a number that others raise")
