"""Flatten turns and rounds: statements become instructions with jumps, and each choice a resting point.

What a script must remember across a decision, the state of its loops, lies in slots of the state.
"""

from __future__ import annotations

from typing import assert_never

from ...source.syntax import tree
from ...values.names import if_a_letter
from ...values.types import CELL, CELLS, NUMBER, PLAYER
from ...values.values import WRONG, Code, Value, type_of
from .. import deeds, ir, program
from ..expressions.absence import none_of, somebody
from ..expressions.elaborate import Elaborator
from . import chance
from .decisions import choice, counted, decides, keeping, unsure
from .effects import NOTHING_KEPT, after_loop, effect, effects_of, keep
from .idle import Idle, idle_branch
from .loops import FIRST, Loops


class Flattener(Loops):
    """Turns statements into instructions."""

    def __init__(self, elaborator: Elaborator) -> None:
        super().__init__(elaborator)
        self._decider = ""  # the word that says who decides; empty where nobody does
        self._before = 0  # how many points precede the set-up, the turn or the round
        self._sets_up = False
        self._idle: list[Idle] = []  # the branches because of which a block may pass without a decision

    def flatten(
        self, chances: list[program.Point], setup: tree.Setup | None, main: tree.Turn | tree.Round
    ) -> program.Script:
        """The script of a game: options left to chance, then the set-up, then the turns or rounds."""
        elaborator, is_round = self._elaborator, isinstance(main, tree.Round)
        for point in chances:
            self._rest(point)
        self._sets_up = setup is not None
        if setup is not None:
            self._before = len(self.points)
            with elaborator.speaking(elaborator.unowned()):
                self._block(setup.block)
            self._do(deeds.SetMover(FIRST), *(deeds.SetVariable(slot, NOTHING_KEPT, None) for slot in self._kept))
            self._kept.clear()
        self._sets_up = False
        start, self._before = self._here(), len(self.points)
        self._start = start
        what = "round" if is_round else "turn"
        elaborator.swaps, self._decider = not is_round, "" if is_round else what
        with elaborator.speaking(elaborator.unowned() if is_round else elaborator.owned()):
            rests = self._block(main.block)
        if not rests:
            example = "as p { place stone on empty }" if is_round else "place stone on empty"
            idle = self._idle[0] if self._idle and not is_round else Idle(main.span, "", f"such as: {example}")
            elaborator.wrong("HG506", f"a {what} may pass without a decision", idle.span, label=idle.label,
                             help=idle.advice)  # fmt: skip
        self._emit(program.End(swapped=False))
        if not is_round:
            self._emit(program.End(swapped=True))
        self._check_picks()
        forgotten = tuple(slot.number for slot in self._kept)
        return program.Script(tuple(self._instructions), start, is_round, forgotten)

    def _check_picks(self) -> None:
        declared = self._elaborator.declared
        for span, zone, number in declared.picks:
            if zone not in declared.filled and declared.cards[zone].bit_count() < number:
                held = declared.cards[zone].bit_count()
                self._elaborator.wrong("HG516", f"{counted(number)} cannot be picked: {held} lie there", span,
                                       help=f"nothing is ever laid into `{declared.zones[zone]}`")  # fmt: skip

    # Statements

    def _block(self, block: tree.Block) -> bool:
        """Emit a block; return whether every pass through it holds a decision, as the methods for statements do."""
        elaborator = self._elaborator
        outside = elaborator.scope
        offers: list[tree.Offer] = []
        rests, noted = False, len(self._idle)
        for statement in (*block.statements, None):
            if isinstance(statement, tree.Offer):
                offers.append(statement)
                continue
            if offers:
                self._offer(offers)
                offers, rests = [], True
            if statement is not None:
                rests |= self._statement(statement)
                if isinstance(statement, tree.Each):
                    elaborator.scope = elaborator.scope.new_child(after_loop(statement, elaborator))
        if rests:
            del self._idle[noted:]
        elaborator.scope = outside
        return rests

    def _offer(self, offers: list[tree.Offer]) -> None:
        elaborator = self._elaborator
        if self._decider:
            match offers:
                case [tree.Offer("", tree.Choose(binder=tree.Binder(name)))]:
                    self._choice(offers, name)
                case _:
                    reported = elaborator.reported
                    self._rest(choice(offers, elaborator))
                    is_wrong = elaborator.reported > reported
                    elaborator.scope = elaborator.scope.new_child(unsure(offers, elaborator, is_wrong))
            return
        elaborator.wrong("HG514", "nobody decides here", offers[0].span, help=self._undecided(offers[0].decision))
        self._rest(program.Point(()))

    def _undecided(self, decision: tree.Decision) -> str:
        """What to write for a decision that nobody makes: in a set-up, a piece comes to a cell without one."""
        match decision:
            case tree.Place(kind=kind, target=tree.Target(None, tree.Braces() | tree.Call() as cells), effect=None) if (
                self._sets_up
            ):
                piece = kind.span.text if " of " in kind.span.text else f"{kind.span.text} of PLAYER"
                return f"write: {cells.span.text} becomes {piece}"
            case _:
                return "say who: as p { place stone on empty }"

    def _choice(self, offers: list[tree.Offer], name: tree.Name) -> None:
        """A choice of an element alone names it for the rest of the block. A player who is out chooses no cell."""
        elaborator = self._elaborator
        self._kept.append(slot := self._slot(name.id))
        point, meaning = keeping(choice(offers, elaborator), slot, elaborator)
        if len(elaborator.players) > 2 and meaning is not WRONG and meaning.type is CELL:
            elaborator.declared.perhaps_none.add(slot.number)
            self._do(deeds.SetVariable(slot, none_of(CELL, elaborator), None))
        self._rest(point)
        elaborator.scope = elaborator.scope.new_child({name.id: meaning})

    def _statement(self, statement: tree.Statement) -> bool:
        elaborator = self._elaborator
        match statement:
            case tree.Together() if decides(statement):
                self._together(statement)
                return True
            case tree.Acting():
                return self._acting(statement)
            case tree.Branch() if decides(statement):
                return self._branch(statement)
            case tree.Repeat(tree.Binary(least, tree.Operator(".."), most), None) if decides(statement):
                return self._up_to(statement, least, most)
            case tree.Repeat() if decides(statement):
                return self._repeat(statement)
            case tree.Each() if decides(statement):
                return self._each(statement, statement.binders)
            case tree.Then():
                if len(self.points) == self._before:
                    elaborator.wrong("HG505", "`then` has nothing before it", statement.span)
            case tree.Let():
                self._let(statement)
            case tree.Chance():
                self._chance(statement)
            case tree.UpTo():
                return self._up_to(statement, None, statement.times)
            case tree.Persist():
                self._persist(statement)
            case tree.Branch() | tree.Repeat() | tree.Each() | tree.Offer() | tree.Together():
                self._do(*effect(statement, elaborator, deciding=False))
            case tree.Doing() | tree.Perform():
                self._do(*effect(statement, elaborator, deciding=False))
            case _:
                assert_never(statement)
        return False

    def _let(self, statement: tree.Let) -> None:
        elaborator = self._elaborator
        value, keeping = keep(statement, elaborator)
        self._do(*keeping)
        self._kept.extend(each.variable for each in keeping)
        elaborator.scope = elaborator.scope.new_child({statement.name.id: value})

    def _chance(self, statement: tree.Chance) -> None:
        elaborator, name = self._elaborator, statement.name.id
        domain = elaborator.as_domain(elaborator.evaluate(statement.domain))
        meaning: Value = WRONG
        if isinstance(domain, Code) and domain.type is CELLS:
            meaning = self._chance_among(statement, elaborator.cell_set(domain))
        elif found := chance.drawn(statement.domain, domain, elaborator):
            self._kept.append(slot := self._slot(name))
            self._range.keep(slot, tuple(map(elaborator.integer, found)), type_of(found[0]) is NUMBER)
            self._rest(chance.point_of(name, slot, found, elaborator, statement.span))
            meaning = Code(type_of(found[0]), slot)
        elaborator.scope = elaborator.scope.new_child({name: meaning})

    def _chance_among(self, statement: tree.Chance, cells: ir.CellSet) -> Value:
        """Chance draws a cell of a set that play decides; none where the set is empty."""
        elaborator, slot = self._elaborator, self._slot(statement.name.id)
        elaborator.declared.perhaps_none.add(slot.number)
        self._kept.append(slot)
        self._do(deeds.SetVariable(slot, none_of(CELL, elaborator), None))
        drawn, every = self._test(ir.AtLeast(cells, 1)), elaborator.board.cells
        place = statement.domain.span
        self._rest(chance.point_of(statement.name.id, slot, every, elaborator, statement.span, cells, place))
        self._land(drawn)
        return Code(CELL, slot)

    def _together(self, statement: tree.Together) -> None:
        elaborator = self._elaborator
        offers = [each for each in statement.block.statements if isinstance(each, tree.Offer)]
        match statement.block.statements:
            case [tree.Offer("", tree.Choose() as choose)]:
                self._in_secret(choose)
                return
            case _:
                picks = [offer for offer in offers if isinstance(offer.decision, tree.Pick) and not offer.word]
        if len(statement.block.statements) != 1 or len(picks) != 1 or picks[0].decision.effect:
            elaborator.wrong("HG512", "`together` holds one `choose` or one `pick`, made by all at once",
                             statement.span, help="such as: together { choose n in 0..9 { set bid = n } }")  # fmt: skip
            return
        if any(picks[0].decision.filters.parts()):
            elaborator.wrong("HG512", "a `pick` inside `together` cannot have conditions", picks[0].span,
                             help="write: if … { together { … } }")  # fmt: skip
        with elaborator.speaking(elaborator.owned()):
            point = choice(picks, elaborator)
        self._rest(program.Point(point.tiers, point.never, program.TOGETHER))

    def _in_secret(self, choose: tree.Choose) -> None:
        """All players choose, each without knowing what the others do; then the block runs for each, in their order."""
        elaborator, name = self._elaborator, choose.binder.name
        if choose.effect is None:
            elaborator.wrong("HG512", "the players choose, but nothing keeps their choices", choose.span,
                             help=_kept(name.id, elaborator))  # fmt: skip
        for limit in (choose.filters.turn, choose.filters.forbid):
            if limit is not None:
                elaborator.wrong("HG512", "only `where` can limit a secret choice, because all players make it",
                                 limit.span)  # fmt: skip
        filters = choose.filters.copy_with(turn=None, forbid=None)
        alone = tree.Offer("", choose.copy_with(filters=filters, effect=None), span=choose.span)
        slots = [self._slot(name.id) for _ in elaborator.players or (None,)]
        mover = self._slot("mover") if self._decider else None
        self._do(*[deeds.SetVariable(mover, program.OWN, None)] if mover else ())
        with elaborator.speaking(elaborator.owned()):
            kept = ir.Variable(slots[0].number, program.OWN)
            point, meaning = keeping(choice([alone], elaborator), kept, elaborator)
            with elaborator.binding(name, meaning):
                effects = effects_of(choose.effect, elaborator, deciding=False) if choose.effect else ()
        everybody = [deeds.SetMover(ir.Constant((player.index,))) for player in elaborator.players]
        for player in everybody:
            self._do(player)
            self._rest(program.Point(point.tiers, point.never, program.SECRET))
        for player in everybody:
            self._do(player, *effects)
        self._do(*(deeds.SetVariable(slot, NOTHING_KEPT, None) for slot in slots))
        self._do(*[deeds.SetMover(mover)] if mover else ())
        self._emit(program.Judge())

    def _acting(self, statement: tree.Acting) -> bool:
        elaborator, outside = self._elaborator, self._decider
        if outside == "turn":
            elaborator.wrong("HG512", "in a turn only the player to move decides", statement.span,
                             help="write a `round` where others decide too")  # fmt: skip
        elif outside:
            elaborator.wrong("HG512", "an `as` inside another: two players cannot both decide", statement.span,
                             help="end the first block before the second begins")  # fmt: skip
        name = statement.player.span.text
        advice = f"a loop names each player: for {name} in players {{ as {name} {{ … }} }}"
        with elaborator.hinting(if_a_letter(statement.player, advice)):
            player = elaborator.typed(statement.player, PLAYER, "`as`")
        if player is not WRONG and somebody(player, statement.player, "`as`", elaborator) is not WRONG:
            self._do(deeds.SetMover(player))
        self._decider = "as"
        with elaborator.speaking(elaborator.owned()):
            rests = self._block(statement.block)
        self._decider = outside
        return rests

    def _branch(self, statement: tree.Branch) -> bool:
        condition = self._truth(statement.test)
        known = set(condition.values) if isinstance(condition, ir.Constant) else {0, 1}
        test, noted = self._test(condition), len(self._idle)
        then, other = self._block(statement.block) or 1 not in known, 0 not in known
        at_fault = len(self._idle)
        if statement.other is None:
            self._land(test)
        else:
            over = self._emit(program.Jump(-1))
            self._land(test)
            other |= self._block(statement.other)
            self._land(over)
        if then == other:
            del self._idle[noted:]
        elif (at_fault if then else noted) == len(self._idle):
            self._idle.append(idle_branch(statement, of_else=then))
        return then and other


def _kept(name: str, elaborator: Elaborator) -> str:
    """How what all choose is kept; a name of the choice hides the variable that is called so."""
    if name in elaborator.declared.own:
        return f"give the choice another name, and keep it: choose n in … {{ set {name} = n }}"
    return f"add a block, such as: {{ set bid = {name} }}"
