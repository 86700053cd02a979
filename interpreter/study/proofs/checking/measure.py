"""Checks a measure: what it leaves free is no way round through the script, within a turn or from turn to turn, and in
random games every decision does to the board what its bound says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from ....deadline import look
from ....play.game import Game
from ....play.state import State
from ....record import Record
from ....rules import deeds, ir, program, walk
from ....rules.program import CHOICE, Decision, Rules
from .certificate import Entry, Refused, numbers
from .rounds import goes_over, goes_round, visited

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


class Claimed(Record):
    """What a certificate says of each decision, in the order of the rules."""

    said: tuple[Said, ...]
    mover: str | None
    """Who decides; None for anybody."""

    @property
    def bounds(self) -> list[str]:
        """The bounds alone."""
        return [each.bound for each in self.said]

    @property
    def free(self) -> set[int]:
        """The numbers of the decisions without a bound."""
        return {number for number, bound in enumerate(self.bounds) if bound == FREE}


def check(game: Game, entry: Entry) -> str:
    """Walk through the script, and play random games; raises Refused if play goes round by decisions without a bound,
    or one does not keep to its bound. Bounds are tried in what is played."""
    data, rules = entry.get("data"), game.rules
    if entry.get("claim") != "finite" or not isinstance(data, dict):
        raise Refused("it holds no bounds of decisions")
    across, within, whole = _claimed(rules, data, None), list(_within(rules, data)), data.get("whole")
    for each in (across, *within):
        _refuse_what_rules_lack(rules, each)
    if any({TIED, LATER} & {*each.bounds} for each in within):
        raise Refused("what is bounded over turns only may come again and again within a turn")
    if whole and not _names(rules, {"turns": "turn", "quiet turns": "quiet"}.get(str(whole), "")):
        raise Refused("no ending counts turns as it says")
    if any(goes_round(rules, each.free) for each in within):
        raise Refused("play can go round within a turn by decisions without a bound")
    if not whole and goes_over(rules, across.free):
        raise Refused("play can go round by decisions without a bound")
    last = _last_turn(rules) if whole == "turns" else None
    offered = games = 0
    while games < GAMES and offered < MOST:
        offered += _play(game, games, (across, *within), last)
        games += 1
    return (
        "no way round through the script is left; the bounds of decisions themselves were tried in "
        f"{games} random games, not proved"
    )


def _within(rules: Rules, data: Mapping[str, object]) -> Iterator[Claimed]:
    """What is said of one turn: of anybody's, or of those of each player, who must be the only one to decide there."""
    several = data.get("within a turn")
    if not isinstance(several, list) or not all(isinstance(each, dict) for each in several):
        raise Refused("it holds no bounds within a turn")
    movers = [each.get("mover") for each in several]
    if movers != [None]:
        everything = list(walk.everything((rules.decisions, rules.script)))
        if (
            movers != list(range(len(rules.players)))
            or rules.script.is_round
            or any(point.way != CHOICE for point in rules.points)
            or any(isinstance(each, deeds.SetMover) for each in everything)
        ):
            raise Refused("it does not say what holds in everybody's turns")
    for mover, each in zip(movers, several, strict=True):
        yield _claimed(rules, each, None if mover is None else rules.players[mover])


def _tiers(rules: Rules, number: int) -> Sequence[Sequence[Decision]]:
    each = rules.script.instructions[number]
    return rules.points[each.point].tiers if isinstance(each, program.Rest) else ()


def _refuse_what_rules_lack(rules: Rules, claimed: Claimed) -> None:
    """Raise Refused unless the rules hold what bounds need."""
    reached = visited(rules, 0, frozenset(range(len(rules.decisions))))
    offered = [decision for number in reached for tier in _tiers(rules, number) for decision in tier]
    ends = list(walk.everything(rules.endings))
    for decision, bound in zip(rules.decisions, claimed.bounds, strict=True):
        inside = list(walk.everything((decision.forbid, decision.effects)))
        held = {
            PASSES: decision.word == "pass" and _names(rules, "passes"),
            TIED: decision.turn is not None,
            ONCE: any(isinstance(each, deeds.SetVariable) for each in inside),
            NEW: ir.Repeats() in inside,
            LATER: ir.Repeats() in ends,
            NEVER: decision not in offered,
        }
        if not held.get(bound, True):
            raise Refused(f"the rules give `{decision.word}` no such bound: {bound}")


def _names(rules: Rules, counter: str) -> bool:
    """Whether an ending asks for a counter."""
    return ir.Counter(counter) in list(walk.everything(rules.endings))


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


def _claimed(rules: Rules, data: Mapping[str, object], mover: str | None) -> Claimed:
    """What is said of each decision; raises Refused if something is missing."""
    bounds, rows = data.get("decisions"), data.get("classes")
    if not isinstance(bounds, list):
        raise Refused("it holds no bounds of decisions")
    if [each[:1] for each in bounds] != [[decision.word] for decision in rules.decisions]:
        raise Refused("it is about other decisions")
    if not isinstance(rows, list):
        raise Refused("it holds no classes")
    classes = [(frozenset(numbers(held)), numbers(raising)) for held, raising in rows]
    found: list[Said] = []
    for number, (_, bound) in enumerate(bounds):
        raising_it = [place for place, (_, raising) in enumerate(classes) if number in raising]
        if bool(raising_it) != (bound in (FILLS, RAISES)):
            raise Refused("a bound has no class")
        raised = classes[raising_it[0]][0] if raising_it else None
        kept = classes[: raising_it[0]] if raising_it else classes if bound in (FREE, PASSES) else []
        found.append(Said(str(bound), raised, tuple(held for held, _ in kept)))
    return Claimed(tuple(found), mover)


def _play(game: Game, seed: int, claimed: Sequence[Claimed], last: int | None) -> int:
    """Play a random game; return how many decisions were on offer in all."""
    draw, state, cells = random.Random(seed), game.start(decide_chance=False), len(game.board.cells)
    once: set[int] = set()
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
        number = game.rules.decisions.index(game.block_of(move.code).decision)
        said = [each.said[number] for each in claimed if each.mover in (None, before.to_move)]
        for each in said:
            _compare(str(move), each, before, state)
        board, bounds = tuple(state.vector[:cells]), {each.bound for each in said}
        if ONCE in bounds and number in once:
            raise Refused(f"`{move}` is possible twice")
        if NEW in bounds and board in boards and not state.is_over:
            raise Refused(f"`{move}` leads to a board that was there before")
        if last is not None and turns > last + LATE and not state.is_over:
            raise Refused(f"a random game goes on after turn {last}")
        once.add(number)
        boards.add(board)
    if not game.facts.remembers:  # such games end, but may be long
        raise Refused("a random game does not end")
    return offered


def _compare(move: str, said: Said, before: State, after: State) -> None:
    def gain(held: frozenset[int]) -> int:
        return _number(after, held) - _number(before, held)

    if said.bound == NEVER:
        raise Refused(f"`{move}` is on offer")
    if said.raised is not None and gain(said.raised) < 1:
        raise Refused(f"`{move}` does not raise the number of its class")
    if any(gain(held) < 0 for held in said.kept):
        raise Refused(f"`{move}` lowers a number that others raise")


def _number(state: State, held: frozenset[int]) -> int:
    """How many cells hold something of a class, and how many each player has marked so: -1 is the first mark."""
    names = [name for number, name in enumerate(state.game.rules.marks) if -1 - number in held]
    marked = sum(len(marks[name]) for marks in state.marks.values() for name in names) if names else 0
    return marked + sum(each in held for each in state.vector[: len(state.game.board.cells)])
