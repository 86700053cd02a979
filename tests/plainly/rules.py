"""A plain rules engine: positions as values, legal decisions, what they lead to, and how games end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from .boards import built
from .goals import Asked
from .model import Cell, Effect, Expression, Offer, Sheet, Statement

NO_MOVE = "no move"


@dataclass(frozen=True)
class Position:
    """All that a game is at some moment."""

    held: tuple[tuple[Cell, tuple[int, str]], ...] = ()
    mover: int = 0
    turn: int = 0
    passes: int = 0
    quiet: int = 0
    turns: tuple[int, ...] = ()
    kept: tuple[tuple[str, object], ...] = ()
    """Variables: a number, or one for each player."""

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

    @cached_property
    def board(self) -> dict[Cell, tuple[int, str]]:
        """What stands where."""
        return dict(self.held)

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
        self.reads = {word for word in ("turn", "passes", "quiet", "turns", "last", "repeats") if word in self.words}

    # The start

    def start(self) -> Position:
        """The position before the first decision."""
        sheet = self.sheet
        board = {cell: (self._asked(Position(), 0).player(owner), kind) for cell, kind, owner in sheet.setup}
        kept = tuple(
            (name, (value,) * len(self.players) if each else value) for name, value, _, each in sheet.variables
        )
        held = _held(board)
        at = Position(held=held, seen=frozenset({held}), mover=-1, turns=(0,) * len(self.players), kept=kept)
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
                done, most, inside = rest
                if done == most or (done and not self._of_choice(at, inside)):
                    at = replace(at, todo=later)
                else:
                    return at if self.legal(at) else replace(at, end=(None, NO_MOVE))
            elif head == "if":
                condition, then, other = rest
                chosen = then if self._asked(at, at.mover).holds(condition) else other
                at = replace(at, todo=(*chosen, *later))
            elif head == "as":
                at = replace(at, mover=self._asked(at, at.mover).player(rest[0]), todo=(*rest[1], *later))
            else:
                at = replace(self._done(at, (at.todo[0],), {}), todo=later)
        return self._ended(at)

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
        if head == "choose":
            return [Decision(f"{rest[0]} {value}", "choose", value=value) for value in self._drawn(at, rest[1])]
        if head == "upto":
            done, _, inside = rest
            stops = [Decision("stop", "stop")] if done else []
            return [*self._of_choice(at, inside), *stops]
        return self._of_choice(at, at.todo[0])

    def _drawn(self, at: Position, values: int | Expression) -> list[object]:
        """What chance may draw, or a player choose."""
        return [*range(1, values + 1)] if isinstance(values, int) else sorted(self._asked(at, at.mover).cells(values))

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
        elif offer.word == "place":
            shown = self._shown(asked, offer)
            found = [Decision(shown + cell, "place", offer, cell) for cell in sorted(asked.cells(offer.on))]
        else:
            mine = {cell for cell in asked.cells(offer.on) if at.board.get(cell) == (at.mover, offer.kind)}
            found = [Decision(f"{s}-{d}", "move", offer, d, s) for s in sorted(mine)
                     for d in sorted(asked.named("s", s).cells(offer.to))]  # fmt: skip
        for each in found:
            here = asked.named("c", each.cell).named("s", each.source)
            if offer.where and not here.holds(offer.where):
                continue
            if offer.forbid:
                after = self._taken(at, each)
                repeats = after.held in at.seen
                seen = Asked(self.sheet, self.ground, after, at.mover, here.names, repeats=repeats)
                if seen.holds(offer.forbid):
                    continue
            yield each

    def _shown(self, asked: Asked, offer: Offer) -> str:
        """What stands before the cell in the text of a placement."""
        owner = self.sheet.players[asked.player("enemy")] if offer.owner == "enemy" else offer.owner
        kind = offer.kind if offer.kind != self.sheet.kinds[0] else ""
        return ".".join(filter(None, (owner, kind))) + "@" if owner or kind else ""

    def _taken(self, at: Position, decision: Decision) -> Position:
        """The position after the effects of a decision, with nothing judged."""
        offer, names = decision.offer, {"c": decision.cell, "s": decision.source}
        if decision.word in ("place", "move") and not offer.block:
            board = dict(at.board)
            if decision.word == "move":
                board[decision.cell] = board.pop(decision.source)
            else:
                board[decision.cell] = (self._asked(at, at.mover).player(offer.owner), offer.kind)
            at = _with_board(at, board)
        elif offer and offer.block:
            at = self._done(at, offer.block, names)
        last = decision.cell if decision.word in ("place", "move") else at.last
        return replace(at, last=last)

    def play(self, at: Position, decision: Decision) -> Position:
        """The position after a decision."""
        statement, later = at.todo[0], at.todo[1:]
        if decision.word == "draw":
            return self._advanced(replace(at, todo=later, drawn=(*at.drawn, (statement[1], decision.value))))
        if decision.word == "choose":
            at = replace(at, drawn=(*at.drawn, (statement[1], decision.value)))
        held = at.held
        at = self._taken(at, decision)
        at = replace(at, passes=at.passes + 1 if decision.word == "pass" else 0, todo=later)
        if decision.word == "swap":
            return self._ended(replace(at, is_swapped=not at.is_swapped), is_swap=True)
        repeats = "repeats" in self.reads and at.held != held and at.held in at.seen
        if statement[0] == "upto" and decision.word != "stop":
            at = replace(at, todo=(("upto", statement[1] + 1, *statement[2:]), *later))
        if "repeats" in self.reads:
            at = replace(at, seen=at.seen | {at.held})
        if not at.todo:
            return self._ended(at, by_decision=True)
        at = self._judged(at, ("",), self._order(at.mover), repeats=repeats)
        return at if at.end is not None else self._advanced(at)

    # Effects

    def _done(self, at: Position, effects: tuple[Effect, ...], names: dict[str, object]) -> Position:
        for effect in effects:
            asked = Asked(self.sheet, self.ground, at, at.mover, {**dict(at.drawn), **names})
            head, *rest = effect
            match head:
                case "becomes":
                    cells, kind, owner = rest
                    board = dict(at.board)
                    for cell in asked.cells(cells):
                        board.pop(cell, None)
                        if kind:
                            board[cell] = (asked.player(owner), kind)
                    at = _with_board(at, board)
                case "set":
                    at = self._set(at, asked, *rest)
                case "when":
                    at = self._done(at, rest[1] if asked.holds(rest[0]) else rest[2], names)
                case "for":
                    name, over, where, inside = rest
                    elements = asked._elements(over)
                    for each in elements:
                        here = Asked(self.sheet, self.ground, at, at.mover, {**asked.names, name: each})
                        if not where or here.holds(where):
                            at = self._done(at, inside, {**names, name: each})
        return at

    def _set(self, at: Position, asked: Asked, name: str, value: Expression, owner: str = "") -> Position:
        most, has_each = next((most, each) for each_name, _, most, each in self.sheet.variables if each_name == name)
        number = min(max(asked.number(value), 0), most)
        if has_each:
            held = list(at.variables[name])
            held[asked.player(owner)] = number
            number = tuple(held)
        return replace(at, kept=tuple((each, number if each == name else old) for each, old in at.kept))

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
            at.held, at.mover, at.kept, at.out, at.is_swapped, at.todo, at.drawn, at.end,
            at.turn if "turn" in self.reads else None, at.passes if "passes" in self.reads else None,
            (at.quiet, at.has_changed) if "quiet" in self.reads else None, at.turns if "turns" in self.reads else None,
            at.last if "last" in self.reads else None, at.seen,
        )  # fmt: skip


def _with_board(at: Position, board: dict[Cell, tuple[int, str]]) -> Position:
    held = _held(board)
    return replace(at, held=held, has_changed=at.has_changed or held != at.held)


def _held(board: dict[Cell, tuple[int, str]]) -> tuple:
    return tuple(sorted(board.items()))


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
