"""Checks a measure: that every decision changes the numbers of classes as is said, and has the bound that is said, is
proved from the rules; what is left free is no way round through the script, within a turn or from turn to turn.

Where that is not proved, random games are played. If one of them contradicts the measure, it is wrong; else it is not
verified.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from ....deadline import look
from ....play.game import Game
from ....play.state import State
from ....record import Record
from ....rules import deeds, ir, program, walk
from ....rules.program import CHOICE, Rules
from ...wording import Measured, statement
from ..certificate import Entry, Refused, Unchecked, numbers
from . import bounds, piles
from .bounds import FILLS, FREE, LATER, NEVER, NEW, ONCE, PASSES, QUIET, RAISES, TIED, TURNS
from .effects import Effects, Unfollowed
from .rounds import goes_over, goes_round

GAMES = 50
"""How many random games are looked at, at most."""

MOST = 100_000
"""After how many decisions on offer no further game is begun."""

LONGEST = 100
"""How many decisions a random game may have for each cell."""

KEYS = {"empty cells", "decisions", "classes", "within a turn", "whole"}
ROW_KEYS = {"mover", "decisions", "classes"}


class Said(Record):
    """What a certificate says of a kind of decision: its bound, the class whose number it raises, and the classes whose
    numbers it keeps."""

    bound: str
    raised: frozenset[int] | None
    kept: tuple[frozenset[int], ...]


class Claimed(Record):
    """What a certificate says of each decision, in the order of the rules."""

    said: tuple[Said, ...]
    classes: tuple[frozenset[int], ...]
    mover: int | None
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
    """Prove what is said of each decision, and walk through the script; raises Refused, or Unchecked if that fails."""
    data, rules = entry.get("data"), game.rules
    if entry.get("claim") != "finite" or not isinstance(data, dict) or {*data} != KEYS:
        raise Refused("it holds no bounds of decisions" if not data else "its data are not those of a measure")
    across, within, whole = _claimed(rules, data, None), list(_within(rules, data)), data["whole"]
    if whole not in ("", TURNS, QUIET):
        raise Refused("no ending counts turns as it says")
    if data["empty cells"] != game.machine.start[: len(game.board.cells)].count(ir.EMPTY):
        raise Refused("a different number of cells is empty at the start")
    if any({TIED, LATER} & {*each.bounds} for each in within):
        raise Refused("a decision that is bounded only over turns may repeat within a turn")
    if any(goes_round(rules, each.free) for each in within):
        raise Refused("play can cycle within a turn by decisions without a bound")
    if not whole and goes_over(rules, across.free):
        raise Refused("play can cycle by decisions without a bound")
    doubt = next(_doubts(game, (across, *within), whole), "")
    if doubt:
        _try(game, (across, *within))
        raise Unchecked(f"the rules do not show that {doubt}; random games do not contradict it")
    if entry.get("statement") != statement(rules, cast("Measured", data)):
        raise Refused("its statement does not match its data")
    return "each decision bounded by the rules, case by case; no way round through the script is left"


def _doubts(game: Game, claimed: Sequence[Claimed], whole: str) -> Iterator[str]:
    """What of a measure is not proved, in words: `not shown by the rules that …`."""
    rules = game.rules
    for each in claimed:
        left = each.free | {number for number, bound in enumerate(each.bounds) if bound == PASSES}
        for number, said in enumerate(each.said):
            own = said.bound not in (FREE, FILLS, RAISES)
            if own and not bounds.holds(game, number, said.bound, left):
                yield f"`{rules.decisions[number].word}` has this bound: {said.bound}"
        later, players = each is claimed[0], range(len(rules.players))
        yield from _doubts_of_classes(game, each, players if each.mover is None else [each.mover], later=later)
    if whole and not bounds.whole(rules, whole, claimed[0].free):
        yield f"an ending comes after so many {whole}"


def _doubts_of_classes(game: Game, claimed: Claimed, movers: Sequence[int], *, later: bool) -> Iterator[str]:
    """What of the changes of numbers is not proved: by decisions that raise or keep them, and by the script."""
    rules = game.rules
    if rules.stacks > 1:
        yield from _doubts_of_piles(rules, claimed)
        return
    for held in claimed.classes:
        effects, named = Effects(game, held, later=later), " ".join(map(str, sorted(held)))
        try:
            for number, said in enumerate(claimed.said):
                least = 1 if said.raised == held else 0 if held in said.kept else None
                decision = rules.decisions[number]
                if least is not None and any(effects.least(decision, each) < least for each in movers):
                    yield f"`{decision.word}` {'raises' if least else 'keeps'} the number of class {named}"
            for each in rules.script.instructions[rules.script.start :]:
                if isinstance(each, program.Do) and any(effects.least_of(each.effects, mover) < 0 for mover in movers):
                    yield f"the script keeps the number of class {named}"
        except Unfollowed:
            yield f"the number of class {named} goes up: there are too many cases to follow"


def _doubts_of_piles(rules: Rules, claimed: Claimed) -> Iterator[str]:
    """What is not proved where pieces lie on one another: of tops, nothing; the pieces of a board are counted."""
    pieces = frozenset(range(1, rules.content_count))
    yield from ("the number of some tops goes up" for held in claimed.classes if held != pieces)
    for number, said in enumerate(claimed.said):
        wanted = 1 if said.raised == pieces else 0 if pieces in said.kept else None
        found, word = piles.least(rules, rules.decisions[number]), rules.decisions[number].word
        if wanted is not None and (found is None or found < wanted):
            yield f"`{word}` {'lays a piece' if wanted else 'takes no piece away'}"
    for each in rules.script.instructions[rules.script.start :] if claimed.classes else ():
        if isinstance(each, program.Do) and piles.least_of(each.effects) is None:
            yield "the script takes no piece away"


def _try(game: Game, claimed: Sequence[Claimed]) -> None:
    """Raise Refused if a random game contradicts what is said."""
    offered = games = 0
    while games < GAMES and offered < MOST:
        offered += _play(game, games, claimed)
        games += 1


def _within(rules: Rules, data: Mapping[str, object]) -> Iterator[Claimed]:
    """What is said of one turn: of anybody's, or of those of each player, who must be the only one to decide there."""
    several = data.get("within a turn")
    if not isinstance(several, list) or not all(isinstance(each, dict) for each in several):
        raise Refused("it holds no bounds within a turn")
    movers = [each.get("mover") for each in several]
    if any({*each} != ROW_KEYS or type(each["mover"]) not in (int, type(None)) for each in several):
        raise Refused("it holds no bounds within a turn")
    if movers != [None]:
        everything = list(walk.everything((rules.decisions, rules.script)))
        if (
            movers != list(range(len(rules.players)))
            or rules.script.is_round
            or any(point.way != CHOICE for point in rules.points)
            or any(isinstance(each, deeds.SetMover) for each in everything)
        ):
            raise Refused("it does not say what holds in every player's turns")
    for mover, each in zip(movers, several, strict=True):
        yield _claimed(rules, each, mover)


def _claimed(rules: Rules, data: Mapping[str, object], mover: int | None) -> Claimed:
    """What is said of each decision; raises Refused if something is missing."""
    rows = data.get("decisions")
    if not isinstance(rows, list) or not all(isinstance(each, list) and len(each) == 2 for each in rows):
        raise Refused("it holds no bounds of decisions")
    if [each[0] for each in rows] != [decision.word for decision in rules.decisions]:
        raise Refused("it is about different decisions")
    classes = [*_classes(rules, data.get("classes"))]
    found: list[Said] = []
    for number, (word, bound) in enumerate(rows):
        if bound not in (FREE, FILLS, RAISES, ONCE, PASSES, TIED, NEW, LATER, NEVER):
            raise Refused(f"there is no such bound of `{word}`")
        raising_it = [place for place, (_, raising) in enumerate(classes) if number in raising]
        if bool(raising_it) != (bound in (FILLS, RAISES)):
            raise Refused("a bound has no class")
        raised = classes[raising_it[0]][0] if raising_it else None
        kept = classes[: raising_it[0]] if raising_it else classes if bound in (FREE, PASSES) else []
        if bound == FILLS and raised != frozenset(range(1, rules.content_count)):
            raise Refused("a decision that fills a cell must raise the number of occupied cells")
        found.append(Said(str(bound), raised, tuple(held for held, _ in kept)))
    return Claimed(tuple(found), tuple(held for held, _ in classes), mover)


def _classes(rules: Rules, rows: object) -> Iterator[tuple[frozenset[int], list[int]]]:
    """Classes, each with the numbers of the decisions that raise its number."""
    if not isinstance(rows, list) or not all(isinstance(each, list) and len(each) == 2 for each in rows):
        raise Refused("it holds no classes")
    for held, raising in ((numbers(each[0]), numbers(each[1])) for each in rows):
        is_known = all(-len(rules.marks) <= each < rules.content_count for each in held)
        if not is_known or not all(0 <= each < len(rules.decisions) for each in raising) or not raising:
            raise Refused("a class holds something that does not exist")
        yield frozenset(held), raising


def _play(game: Game, seed: int, claimed: Sequence[Claimed]) -> int:
    """Play a random game; return how many decisions were on offer in all."""
    draw, state, cells = random.Random(seed), game.start(decide_chance=False), len(game.board.cells)
    once: set[int] = set()
    boards = {_board(state)}
    offered = 0
    for _ in range(LONGEST * cells):
        look()
        if state.is_over:
            return offered
        before, moves = state.copy(), state.legal_moves
        offered += len(moves)
        move = state.play(draw.choice(moves))
        number = game.rules.decisions.index(game.block_of(move.code).decision)
        said = [each.said[number] for each in claimed if each.mover is None or _moves(before, each.mover)]
        for each in said:
            _compare(str(move), each, before, state)
        board, bounds = _board(state), {each.bound for each in said}
        if ONCE in bounds and number in once:
            raise Refused(f"`{move}` is possible twice")
        if NEW in bounds and board in boards and not state.is_over:
            raise Refused(f"`{move}` leads to a board that was there before")
        once.add(number)
        boards.add(board)
    return offered


def _board(state: State) -> object:
    """What lies on all cells."""
    return tuple(map(state.pile, range(len(state.game.board.cells))))


def _moves(state: State, player: int) -> bool:
    return state.to_move == state.game.rules.players[player]


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
    if state.game.rules.stacks > 1:
        return piles.number(state)
    names = [name for number, name in enumerate(state.game.rules.marks) if -1 - number in held]
    marked = sum(len(marks[name]) for marks in state.marks.values() for name in names) if names else 0
    return marked + sum(each in held for each in state.vector[: len(state.game.board.cells)])
