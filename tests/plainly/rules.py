"""A plain rules engine: positions as values, legal decisions, what they lead to, and how games end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from .boards import built
from .effects import Effects
from .goals import Asked
from .model import Cell, Effect, Expression, Offer, Sheet, Statement

CELL = ("name", "c")
NO_MOVE = "no move"


@dataclass(frozen=True)
class Position:
    """All that a game is at some moment."""

    held: tuple[tuple[Cell, tuple[int, str]], ...] = ()
    below: tuple[tuple[Cell, tuple[tuple[int, str], ...]], ...] = ()
    """The pieces under those that count, from the top."""

    mover: int = 0
    turn: int = 0
    passes: int = 0
    quiet: int = 0
    turns: tuple[int, ...] = ()
    kept: tuple[tuple[str, object], ...] = ()
    """Variables: a number, one for each player, or those of many things that are not what they were at first."""

    of_board: frozenset[str] = frozenset()
    """The names of what cells and pieces have, which is part of the board."""

    out: frozenset[int] = frozenset()
    is_swapped: bool = False
    todo: tuple[Statement, ...] = ()
    """What is left of the turn; a choice or a draw comes first."""

    drawn: tuple[tuple[str, object], ...] = ()
    last: Cell | None = None
    has_changed: bool = False
    """Whether some cell has changed in this turn."""

    seen: frozenset = frozenset()
    """The boards after earlier decisions, if the rules ask."""

    end: tuple[int | None, object] | None = None
    """Who has won, or nobody, and by which ending."""

    said: tuple[tuple[str, int | None], ...] = field(default=(), compare=False)
    """What has just been said, and to whom; to all where that is nobody."""

    @cached_property
    def board(self) -> dict[Cell, tuple[int, str]]:
        """What stands where."""
        return dict(self.held)

    @cached_property
    def piles(self) -> dict[Cell, tuple[tuple[int, str], ...]]:
        """The pieces on each cell, from the top."""
        below = dict(self.below)
        return {cell: (top, *below.get(cell, ())) for cell, top in self.held}

    @property
    def look(self) -> tuple:
        """All that the board shows."""
        return self.held, self.below, tuple(each for each in self.kept if each[0] in self.of_board)

    @cached_property
    def variables(self) -> dict[str, object]:
        """The variables by their names."""
        return dict(self.kept)


@dataclass(frozen=True)
class Decision:
    """One thing that can be done."""

    text: str
    word: str
    offer: Offer | None = None
    cell: Cell = ""
    source: Cell = ""
    value: object = None


class Rules:
    """The rules of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.ground = sheet, built(sheet.board)
        self.players = range(len(sheet.players))
        self.words = set(words_of((sheet.turn, sheet.endings, sheet.score)))
        self.of_board = frozenset(table.name for table in sheet.tables if table.per in ("cell", "piece"))
        self.reads = {word for word in ("turn", "passes", "quiet", "turns", "last", "repeats") if word in self.words}

    # The start

    def start(self) -> Position:
        """The position before the first decision."""
        sheet = self.sheet
        board = {cell: (self._asked(Position(), 0).player(owner), kind) for cell, kind, owner in sheet.setup}
        kept = tuple(
            (name, (value,) * len(self.players) if each else value) for name, value, _, each in sheet.variables
        )
        kept += (*((table.name, ()) for table in sheet.tables), *((name, None) for name, _ in sheet.holders))
        at = Position(held=_held(board), mover=-1, turns=(0,) * len(self.players), kept=kept, of_board=self.of_board)
        at = replace(at, seen=frozenset({at.look}))
        at = self._begun(at)
        if at.end == (None, NO_MOVE):  # what holds before the first decision counts where there is none
            judged = self._judged(replace(at, end=None), ("",), self._order(0))
            at = at if judged.end is None else judged
        return at

    def _asked(self, at: Position, own: int, **more: bool) -> Asked:
        return Asked(self.sheet, self.ground, at, own, dict(at.drawn), **more)

    # Turns

    def _begun(self, at: Position) -> Position:
        """Begin a turn, or a round."""
        mover = at.mover
        if not self.sheet.rounds and not at.todo:
            mover = (mover + 1) % len(self.players)
            while mover in at.out:
                mover = (mover + 1) % len(self.players)
        at = replace(at, turn=at.turn + 1, mover=mover, todo=self.sheet.turn, has_changed=False, drawn=())
        if at.turn > 1 and any(ending.timing == "start" for ending in self.sheet.endings):
            at = self._judged(at, ("start",), (mover,), is_stuck=not self._waiting(at))
            if at.end is not None:
                return at
        return self._advanced(at)

    def _waiting(self, at: Position) -> bool:
        """Whether anything is possible in the first choice of a turn."""
        return at.todo[0][0] not in ("choice", "choose") or bool(self.legal(at))

    def _advanced(self, at: Position) -> Position:
        """Go on to the next choice or draw, which may be in the next turn."""
        while at.todo:
            (head, *rest), later = at.todo[0], at.todo[1:]
            if head == "random":
                if self._drawn(at, rest[1]):
                    return at
                at = replace(at, todo=later, drawn=(*at.drawn, (rest[0], None)))
            elif head == "choose" and at.mover in at.out:
                at = replace(at, todo=later, drawn=(*at.drawn, (rest[0], None)))
            elif head in ("choice", "upto") and at.mover in at.out:
                at = replace(at, todo=later)
            elif head in ("choice", "choose"):
                return at if self.legal(at) else replace(at, end=(None, NO_MOVE))
            elif head == "upto":
                done, most, inside, least = rest
                if done >= most or (done and done >= least and not self._of_choice(at, inside)):
                    at = replace(at, todo=later)
                else:
                    return at if self.legal(at) else replace(at, end=(None, NO_MOVE))
            elif head == "times":
                asked = self._asked(at, at.mover)
                least, most = (asked.number(each) for each in rest[:2])
                at = replace(at, todo=(("upto", 0, most, rest[2], min(least, most)), *later))
            elif head == "secretly":
                chosen = (("secret", *rest, ()),)
                at = replace(at, todo=(*chosen, *later), mover=self._asks_next(at, -1))
            elif head == "secret":
                return at
            elif head == "if":
                condition, then, other = rest
                chosen = then if self._asked(at, at.mover).holds(condition) else other
                at = replace(at, todo=(*chosen, *later))
            elif head == "as":
                at = replace(at, mover=self._asked(at, at.mover).player(rest[0]), todo=(*rest[1], *later))
            else:
                at = replace(self._done(at, (at.todo[0],), {}), todo=later)
        return self._ended(at)

    def _asks_next(self, at: Position, player: int) -> int:
        """Who chooses in secret after a player."""
        return next((each for each in self.players if each > player and each not in at.out), -1)

    def _told_in_secret(self, at: Position, value: object) -> Position:
        """The position after a choice in secret: once all have chosen, the block runs for each, then endings count."""
        (_, name, values, block, chosen), later = at.todo[0], at.todo[1:]
        chosen, following = (*chosen, (at.mover, value)), self._asks_next(at, at.mover)
        if following >= 0:
            return replace(at, todo=(("secret", name, values, block, chosen), *later), mover=following)
        for player, each in chosen:
            at = self._done(replace(at, mover=player), block, {name: each})
        at = self._judged(replace(at, todo=later), ("",), self.players)
        return at if at.end is not None else self._advanced(at)

    def _ended(self, at: Position, *, by_decision: bool = False, is_swap: bool = False) -> Position:
        """The turn or round is over, with its last decision or after what follows it."""
        turns = at.turns
        if not is_swap and not self.sheet.rounds:
            turns = tuple(n + (player == at.mover) for player, n in enumerate(turns))
        at = replace(at, turns=turns, quiet=0 if at.has_changed else at.quiet + 1, todo=())
        order = self.players if self.sheet.rounds and not by_decision else self._order(at.mover)
        at = self._judged(at, ("", "end"), order)
        if at.end is not None:
            return at
        return self._begun(replace(at, mover=at.mover - 1) if is_swap else at)

    def _order(self, first: int) -> tuple[int, ...]:
        """A player, then the others in the order in which they move."""
        return (*self.players[first:], *self.players[:first])

    # Decisions

    def legal(self, at: Position) -> list[Decision]:
        """All that can be done."""
        if at.end is not None:
            return []
        head, *rest = at.todo[0]
        if head == "random":
            return [Decision(f"{rest[0]}={value}", "draw", value=value) for value in self._drawn(at, rest[1])]
        if head in ("choose", "secret"):
            return [Decision(f"{rest[0]} {self._told(value, rest[1])}", head, value=value)
                    for value in self._drawn(at, rest[1])]  # fmt: skip
        if head == "upto":
            done, _, inside, least = rest
            stops = [Decision("stop", "stop")] if done >= least else []
            return [*self._of_choice(at, inside), *stops]
        return self._of_choice(at, at.todo[0])

    def _drawn(self, at: Position, values: int | Expression) -> list[object]:
        """What chance may draw, or a player choose."""
        if isinstance(values, int):
            return [*range(1, values + 1)]
        return [*self._asked(at, at.mover)._elements(values)]

    def _of_choice(self, at: Position, choice: Statement) -> list[Decision]:
        for tier in choice[1:]:
            found = [decision for offer in tier for decision in self._of_offer(at, offer)]
            if found:
                return found
        return []

    def _of_offer(self, at: Position, offer: Offer) -> Iterator[Decision]:
        if offer.turn and at.turn != offer.turn:
            return
        asked = self._asked(at, at.mover)
        if offer.word in ("pass", "swap"):
            found = [Decision(offer.word, offer.word, offer)]
        elif offer.word == "choose":
            found = [Decision(f"{offer.kind} {self._told(each, offer.on)}", "choose", offer, value=each)
                     for each in self._drawn(at, offer.on)]  # fmt: skip
        elif offer.word == "place":
            cells = [cell for cell in sorted(asked.cells(offer.on)) if len(at.piles.get(cell, ())) < self.sheet.stacks
                     or self.sheet.stacks == 1 or offer.block]  # fmt: skip
            found = [Decision(self._shown(asked, offer, kind) + cell, "place", offer, cell, value=kind)
                     for kind in asked.kinds(offer.kind) for cell in cells]  # fmt: skip
        else:
            mine = {cell for cell in asked.cells(offer.on)
                    if cell in at.board and at.board[cell][0] == at.mover
                    and at.board[cell][1] in asked.kinds(offer.kind)}  # fmt: skip
            found = [Decision(f"{s}-{d}", "move", offer, d, s) for s in sorted(mine)
                     for d in sorted(asked.named("s", s).cells(offer.to))]  # fmt: skip
        for each in found:
            here = self._asked(at, at.mover)
            here.names |= named_by(each)
            if offer.where and not here.holds(offer.where):
                continue
            if offer.forbid:
                after = self._taken(at, each)
                repeats = after.look in at.seen
                seen = Asked(self.sheet, self.ground, after, at.mover, here.names, repeats=repeats)
                if seen.holds(offer.forbid):
                    continue
            yield each

    def _told(self, value: object, values: int | Expression) -> str:
        """What a text calls something that is chosen."""
        return self.sheet.players[value] if values == ("players",) else str(value)

    def _shown(self, asked: Asked, offer: Offer, kind: str) -> str:
        """What stands before the cell in the text of a placement."""
        owner = self.sheet.players[asked.player("enemy")] if offer.owner == "enemy" else offer.owner
        kind = kind if kind != self.sheet.kinds[0] else ""
        return ".".join(filter(None, (owner, kind))) + "@" if owner or kind else ""

    def _taken(self, at: Position, decision: Decision) -> Position:
        """The position after the effects of a decision, with nothing judged."""
        offer, names = decision.offer, named_by(decision)
        if decision.word in ("place", "move") and not offer.block:
            usual = (
                ("to", ("name", "s"), CELL)
                if decision.word == "move"
                else ("gains" if self.sheet.stacks > 1 else "becomes", CELL, ("akind", decision.value), offer.owner)
            )
            at = self._done(at, (usual,), names)
        elif offer and offer.block:
            at = self._done(at, offer.block, names)
        has_come = decision.word in ("place", "move") and decision.cell in at.board
        return replace(at, last=decision.cell if has_come else at.last)

    def play(self, at: Position, decision: Decision) -> Position:
        """The position after a decision."""
        statement, later = at.todo[0], at.todo[1:]
        at = replace(at, said=at.said if decision.word == "draw" else ())
        if decision.word == "draw":
            return self._advanced(replace(at, todo=later, drawn=(*at.drawn, (statement[1], decision.value))))
        if decision.word == "secret":
            return self._told_in_secret(at, decision.value)
        if decision.word == "choose" and statement[0] == "choose":
            at = replace(at, drawn=(*at.drawn, (statement[1], decision.value)))
        look = at.look
        at = self._taken(at, decision)
        passes = {"pass": at.passes + 1, "stop": at.passes}.get(decision.word, 0)
        at = replace(at, passes=passes, todo=later)
        if decision.word == "swap":
            return self._ended(replace(at, is_swapped=not at.is_swapped), is_swap=True)
        repeats = "repeats" in self.reads and at.look != look and at.look in at.seen
        if statement[0] == "upto" and decision.word != "stop":
            at = replace(at, todo=(("upto", statement[1] + 1, *statement[2:]), *later))
        if "repeats" in self.reads:
            at = replace(at, seen=at.seen | {at.look})
        if not at.todo:
            return self._ended(at, by_decision=True)
        at = self._judged(at, ("",), self._order(at.mover), repeats=repeats)
        return at if at.end is not None else self._advanced(at)

    def _done(self, at: Position, effects: tuple[Effect, ...], names: dict[str, object]) -> Position:
        return Effects(self).done(at, effects, names)

    # Endings

    def _judged(self, at: Position, timings: tuple[str, ...], order: tuple[int, ...], **more: bool) -> Position:
        """Check endings in their order, each for players in theirs."""
        for number, ending in enumerate(self.sheet.endings):
            if ending.timing not in timings:
                continue
            for player in order:
                if (player in at.out and ending.result in ("win", "lose")) or ending.player not in (
                    "",
                    self.sheet.players[player],
                ):
                    continue
                if not self._asked(at, player, **more).holds(ending.when):
                    continue
                at = self._with_result(at, ending.result, number, player)
                if at.end is not None:
                    return at
        return at

    def _with_result(self, at: Position, result: str, number: int, player: int) -> Position:
        if result == "lose" and len(self.players) > 2:
            at = replace(at, out=at.out | {player})
            left = [each for each in self.players if each not in at.out]
            return replace(at, end=(left[0], number)) if len(left) == 1 else at
        if result == "score":
            scores = {
                each: self._asked(at, each).number(self.sheet.score) for each in self.players if each not in at.out
            }
            best = [each for each, score in scores.items() if score == max(scores.values())]
            return replace(at, end=(best[0] if len(best) == 1 else None, number))
        winner = {"win": player, "lose": 1 - player, "draw": None}[result]
        return replace(at, end=(winner, number))

    def winners(self, held: dict[Cell, tuple[int, str]]) -> frozenset[int]:
        """Who has won a full board: whose first ending that holds is a win, or the opponent's is a loss."""
        at, found = Position(held=_held(held)), set()
        for player in self.players:
            asked = [ending for ending in self.sheet.endings if ending.player in ("", self.sheet.players[player])]
            results = [ending.result for ending in asked if self._asked(at, player).holds(ending.when)]
            if results[:1] == ["win"]:
                found.add(player)
            if results[:1] == ["lose"] and len(self.players) == 2:
                found.add(1 - player)
        return frozenset(found)

    # What the rules can tell apart

    def key(self, at: Position) -> tuple:
        """A position as far as the rules can tell."""
        return (
            at.held, at.below, at.mover, at.kept, at.out, at.is_swapped, at.todo, at.drawn, at.end,
            at.turn if "turn" in self.reads else None, at.passes if "passes" in self.reads else None,
            (at.quiet, at.has_changed) if "quiet" in self.reads else None, at.turns if "turns" in self.reads else None,
            at.last if "last" in self.reads else None, at.seen,
        )  # fmt: skip


def _held(board: dict[Cell, tuple[int, str]]) -> tuple:
    return tuple(sorted(board.items()))


def named_by(decision: Decision) -> dict[str, object]:
    """The names that a decision gives to what it takes."""
    if decision.word == "choose":
        return {decision.offer.kind: decision.value} if decision.offer else {}
    return {"c": decision.cell, "s": decision.source, "k": decision.value}


def words_of(node: object) -> Iterator[str]:
    """All words in a part of a sheet."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from words_of(each)
    elif hasattr(node, "__dataclass_fields__"):
        if getattr(node, "turn", 0):
            yield "turn"
        for name in node.__dataclass_fields__:
            yield from words_of(getattr(node, name))
