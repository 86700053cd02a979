"""What one browser may see and do at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ....play.moves import Move, MoveError
from ....players import HUMAN
from ....rules.program import TOGETHER
from ....show.boards.words import Shown
from ....source.syntax import tree
from ..answers import Refused
from ..sight import Asked, Awaited, Chair, Person, Row, Sight
from .course import Course, Node, Wish
from .seats import Who
from .seeing import Step, colour_of, rows_of, steps, view_of

_NO_WISH = Wish(None, (), ())


@dataclass(frozen=True)
class Viewing:
    """A course as one browser sees it."""

    course: Course
    seats: tuple[str, ...]
    people: tuple[Person, ...]
    who: Who

    # Who it is

    @cached_property
    def humans(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(seat for seat, name in enumerate(self.seats) if name == HUMAN)

    @cached_property
    def mine(self) -> frozenset[int]:
        """The seats of people that this browser holds."""
        return self.who.seats & self.humans

    @property
    def is_alone(self) -> bool:
        """Whether nobody else plays here."""
        return self.humans == self.mine

    @cached_property
    def hides(self) -> bool:
        """Whether the rules hide something from the players now."""
        return self._tip.state.game.hides and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._tip.outcome is not None

    @property
    def is_free(self) -> bool:
        """Whether this browser may try what it likes: nobody else plays, or the game is over, and nothing is hidden."""
        return not self.hides and (self.is_alone or self.is_over)

    @property
    def may_branch(self) -> bool:
        """Whether play may go on from another position: not once a game is over, which stays as it was played."""
        return self.may_change and not self._tip.state.game.hides

    @property
    def may_change(self) -> bool:
        """Whether this browser may change what was played."""
        return self.is_alone and not self.is_over

    @property
    def may_draw(self) -> bool:
        """Whether people can agree on a draw: the game goes on, its sheet does not claim that it has no draws, and no
        computer player would have to agree."""
        claims = (item.claims for item in self._tip.state.game.tree.items if isinstance(item, tree.Claims))
        is_drawless = any(claim.text == "no-draws" for each in claims for claim in each)
        return not (is_drawless or self.is_over or len(self.humans) < len(self.seats))

    @property
    def _tip(self) -> Node:
        return self.course.tip

    def colour(self, seat: int) -> str:
        """The colour that a seat plays now."""
        return colour_of(self._tip.state, seat)

    @cached_property
    def _pending(self) -> tuple[int, ...]:
        """The seats that must decide, in the order of their colours."""
        if self.is_over:
            return ()
        state = self._tip.state
        return tuple(seat for seat in map(state.seat, state.deciders) if seat not in self.course.picks)

    def acting(self, seat: int | None) -> int | None:
        """The seat of this browser that decides now, the one that was named or the only one; None if none does.

        Raises Refused for another's seat, and where several of this browser decide and none is named.
        """
        if seat is not None and seat not in self.mine:
            raise Refused("that is not your seat")
        deciding = [each for each in self._pending if each in self.mine and seat in (None, each)]
        if len(deciding) > 1:
            raise Refused("several of your seats decide: say which `seat` plays")
        return deciding[0] if deciding else None

    # Where it looks

    def eyes(self, colour: str | None) -> int | None:
        """The seat that looks: that of the colour named, or the only one; None if none does, nobody has said which, or
        nothing is secret that would make it matter.

        Raises Refused for a colour that is not this browser's.
        """
        if colour is None:
            return next(iter(self.mine)) if len(self.mine) == 1 else None
        seat = next((seat for seat in self.mine if self.colour(seat) == colour), None)
        if seat is None:
            raise Refused(f"you do not play {colour[:40]}")
        return seat if self._is_secret or len(self.mine) == 1 else None

    def node(self, number: int | None, seat: int | None) -> Node:
        """The position of a number as a seat counts them, by default where play is; raises Refused if there is none."""
        return self._tip if number is None else self._step(number, seat).node

    def _step(self, number: int | None, seat: int | None) -> Step:
        """The position of a number as a seat counts them, by default the last that the seat can tell apart."""
        if self.hides:
            seen = {step.number: step for step in steps(self._tip, seat)}
            found = seen.get(max(seen) if number is None else number)
        else:
            node = self._tip if number is None else self.course.nodes.get(number)
            found = Step(node.number, node, "") if node is not None else None
        if found is None:
            raise Refused("there is no such position here")
        return found

    def check_free(self) -> None:
        """Raise Refused unless this browser may try what it likes."""
        if self.is_free:
            return
        if self.hides:
            raise Refused("the game has moved on: while something is hidden, only its last position can be played")
        raise Refused("the game has moved on: while others play, only the last position can be played or analysed")

    def free_node(self, number: int | None) -> Node:
        """The position of a number, for whoever may try what they like; raises Refused for others."""
        if not self.is_free:
            raise Refused("not while " + ("something is hidden" if self.hides else "others play"))
        return self.node(number, None)

    def open_node(self, number: int, what: str) -> Node:
        """The position of a number in a game that hides nothing, for whoever has a seat; raises Refused for others."""
        if self.hides:
            raise Refused(f"no {what} while something is hidden")
        self.check_seat()
        return self.node(number, None)

    def check_seat(self) -> None:
        """Raise Refused for whoever only watches people play."""
        if self.humans and not self.mine:
            raise Refused("you have no seat here")

    def back_to(self) -> Node:
        """The last position in which a seat of this browser decided; the last at all if somebody gave up there."""
        if self._tip.settled:
            return self._tip
        for node in self._tip.path[-2::-1]:
            if any(node.state.seat(colour) in self.mine for colour in node.state.deciders):
                return node
        raise Refused("you have no move to take back")

    def check_move(self, node: Node, seat: int, text: str) -> None:
        """Raise Refused for a move that a seat cannot play, with the reason as far as the seat may know it."""
        try:
            node.state.copy().play(text)
        except MoveError:
            why = view_of(node.state, seat).refusal(text)
            raise Refused(why or "that is not a legal move now") from None

    # What it sees

    def sight(self, number: int | None = None, colour: str | None = None) -> Sight:
        """Return what this browser may know at a position; raises Refused as `eyes` and `node` do."""
        seat = self.eyes(colour)
        step = self._step(number, seat)
        tip, wish = self._step(None, seat), self.course.wish
        at_tip = step.number == tip.number
        return Sight(
            shown=self._shown(step.node, seat),
            choices=self._choices(step.node, seat) if at_tip or self.is_free else (),
            node=step.number,
            tip=tip.number,
            eyes=None if seat is None else self.colour(seat),
            curtain=self._curtain(seat),
            awaits=self._awaits,
            chairs=tuple(self._chairs()),
            picked=tuple(self._colours(self.course.picks)),
            outcome=step.node.outcome if not self.hides else None,
            rows=self._rows(seat),
            undo=self._asked(wish) if wish and wish.node else None,
            draw=self._asked(wish if wish and not wish.node else _NO_WISH) if self.may_draw else None,
            people=self.people,
            late=() if self.is_over else tuple(self._colours(self.course.late)),
            free=self.is_free,
            secret=self._is_secret,
        )

    def _shown(self, node: Node, seat: int | None) -> Shown:
        return view_of(node.state, seat) if self.hides else node.state

    def _choices(self, node: Node, seat: int | None) -> tuple[Move, ...]:
        if node is not self._tip or self.is_over:
            return node.state.legal_moves if self.is_free and not node.state.is_over else ()
        deciding = [each for each in self._pending if each in self.mine and seat in (None, each)]
        if len(deciding) != 1 or (self._is_secret and seat is None):
            return ()
        return node.state.choices(self.colour(deciding[0]))

    @property
    def _is_secret(self) -> bool:
        """Whether the players have something to hide from each other."""
        return self.hides or (self._tip.state.way == TOGETHER and not self.is_over)

    def _curtain(self, seat: int | None) -> tuple[str, ...] | None:
        if not self._is_secret or len(self.mine) < 2:
            return None
        deciding = [each for each in self._pending if each in self.mine]
        if seat in deciding or (seat is not None and not deciding):
            return None
        return tuple(self._colours(deciding or self.mine))

    @property
    def _awaits(self) -> Awaited:
        if self.is_over:
            return "over"
        waiting = set(self._pending)
        return "you" if waiting & self.mine else "other" if waiting & self.humans else "computer"

    def _chairs(self) -> Iterable[Chair]:
        names = {person.seat: person.name for person in self.people}
        for colour in self._tip.state.game.players:
            seat = self._tip.state.seat(colour)
            yield Chair(colour, seat, names.get(seat, ""), self.seats[seat])

    def _colours(self, seats: Iterable[int]) -> list[str]:
        wanted = set(seats)
        return [each for each in self._tip.state.game.players if self._tip.state.seat(each) in wanted]

    def _asked(self, wish: Wish) -> Asked:
        return Asked(tuple(self._colours(wish.seats)), tuple(self._colours(wish.waits)))

    def _rows(self, seat: int | None) -> tuple[Row, ...]:
        if self.hides:
            return rows_of(steps(self._tip, seat))
        return tuple(
            Row(
                node.number,
                node.parent.number if node.parent else None,
                node.ply,
                node.by,
                str(node.move or ""),
                node.note,
                str(node.outcome or ""),
            )
            for node in self.course
        )
