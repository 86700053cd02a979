"""The effects of decisions and scripts as text: on the board, variables, cards and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import assert_never

from ...rules import deeds, ir, lines
from ...rules.steps.steady import steady_in
from ...rules.traits import Node
from ...rules.within import may_be_missing
from ..goals.chains import ChainWriter
from ..goals.mending import MendingWriter
from ..plan.offers import Offer
from ..plan.sections import present
from ..plan.terms import divided, group_inside, in_order, meet_again, with_group
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer
from .layers import LayerWriter
from .piles import PileWriter
from .prints import PrintWriter


class _Noted(Node):
    """A set whose cells a section notes."""

    cells: ir.CellSet
    section: str


class EffectWriter:
    """`rest` is the label of the choice that a decision was made at, for effects that lead back to it."""

    def __init__(self, expressions: ExpressionWriter, chains: ChainWriter) -> None:
        self.expressions, self.plan, self.chains = expressions, expressions.plan, chains
        self.rules, self.layout = self.plan.rules, self.plan.layout
        self.prints, self.layers = PrintWriter(expressions), LayerWriter(expressions)
        self._gathers = False
        self.piles = PileWriter(expressions, self.prints, self._put)

    def functions(self, write: Writer) -> None:
        """`put`, which changes a cell and what is derived from it, if stones do not only come."""
        if not self.plan.puts:
            return
        with write.function("put(S, c, v)", "The cell c comes to hold v; what is derived follows."):
            write("u = S[c]")
            with write.block("if u != v:"):
                write("S[c] = v", *self.prints.change("c", "u", "v"))
                if self.expressions.lists:
                    self.expressions.lists.leave(write, "c", "u")
                    self.expressions.lists.enter(write, "c", "v")
                self.expressions.around.change(write, "c", "u", "v")
                self.expressions.change_bits(write, "c", "u", "v")
                if isinstance(self.chains, MendingWriter):
                    self.chains.changed(write, "c", "u", "v")

    def decision(self, write: Writer, offer: Offer, rest: str) -> None:
        """All that a decision does."""
        for effect in offer.decision.effects:
            if offer.puts and offer.comes and effect.traits.changes_board:
                write("c = c0", f"v = {self.content(offer.puts.kind, offer.puts.owner)}")
                self._come(write, "c", "v")
            else:
                self._effect(write, effect, rest)

    def bare(self, write: Writer, effects: tuple[deeds.Effect, ...], rest: str = "-1") -> None:
        """Effects on a position without derived values, or on one that is only tried."""
        for effect in effects:
            self._effect(write, effect, rest)

    def _come(self, write: Writer, cell: str, content: str) -> None:
        """A stone comes to an empty cell."""
        write(f"S[{cell}] = {content}", *self.prints.change(cell, "0", content))
        if self.layout.has_changed:
            write("S[CHANGED] = 1")
        if self.expressions.lists:
            self.expressions.lists.fill(write, cell)
        self.expressions.around.change(write, cell, "0", content)
        if self.plan.goals.lasting:
            self.chains.witnesses.put(write, cell, content)
        if self.plan.chains:
            write(f"join(S, {cell}, {content})")

    def _put(self, write: Writer, cell: str, content: str) -> None:
        """Change what stands on a cell: a new piece, or nothing, has the first numbers."""
        self._change(write, cell, content)
        for layer in self.layers.of_pieces:
            self.layers.put(write, layer, cell, str(self.rules.layers[layer].start), self._gathers)

    def _change(self, write: Writer, cell: str, content: str) -> None:
        """Change a cell, and what is derived from it unless this is only tried; or note the change for later."""
        if self._gathers:
            write(f"S[COMING + {cell}] = {content}")
        elif self.expressions.is_trying and self.prints.kept:
            write(f"try_put(S, {cell}, {content})")
        else:
            follows = self.plan.puts and not self.expressions.is_trying
            if self.layout.has_changed:
                with write.block(f"if S[{cell}] != {content}:"):
                    write("S[CHANGED] = 1")
            write(f"put(S, {cell}, {content})" if follows else f"S[{cell}] = {content}")

    def content(self, kind: int, owner: ir.Expression | None) -> str:
        """What a cell with a piece of an owner holds."""
        if owner is None:
            return "0"
        kinds = len(self.rules.pieces)
        if isinstance(owner, ir.Constant) and len(set(owner.values)) == 1:
            return str(self.rules.content(owner.values[0], kind))
        whose = self.expressions.scalar(owner)
        return f"{kind + 1} + {whose}" if kinds == 1 else f"{kind + 1} + {whose} * {kinds}"

    def _effect(self, write: Writer, effect: deeds.Effect, rest: str) -> None:
        """An effect in place, or the call of a function where the same loop stands elsewhere too."""
        if self._gathers or effect not in self.plan.repeated:
            self._in_place(write, effect, rest)
            return
        with self.expressions.helper(effect, "effect", "A loop of effects.") as helper:
            if helper:
                self._in_place(helper, effect, rest)
        write(self.expressions.called(effect))

    def _in_place(self, write: Writer, effect: deeds.Effect, rest: str) -> None:
        scalar = self.expressions.scalar
        match effect:
            case deeds.Becomes() | deeds.Gains() | deeds.Loses():
                self._change_each(write, effect)
            case deeds.SetVariable():
                self._set_variable(write, effect)
            case deeds.SetLayer():
                self.layers.set(write, effect, self._gathers)
            case deeds.SetCards():
                base = present(self.layout.cards).at(effect.zone * self.plan.players)
                write(f"S[{base} + {scalar(effect.player)}] = {scalar(effect.numbers)}")
            case deeds.SetMarks():
                base = present(self.layout.marks).at(effect.marks * self.plan.players * self.plan.cells)
                self._note(write, effect.cells, "NOTED")
                with write.block(f"for c in range({self.plan.cells}):"):
                    write(f"S[{base} + {scalar(effect.player)} * {self.plan.cells} + c] = S[NOTED + c]")
            case deeds.Travel():
                self._travel(write, effect)
            case deeds.AtOnce():
                self._at_once(write, effect, rest)
            case deeds.SetMover():
                write(f"p = {scalar(effect.player)}", "S[MOVER] = p")
            case deeds.If():
                self._if(write, effect, rest)
            case _ if isinstance(effect, deeds.Loop):
                self._loop(write, effect, rest)
            case deeds.Exchange():
                write("S[SEAT], S[SEAT + 1] = S[SEAT + 1], S[SEAT]", f"after = {self.plan.flow.swapped}")
            case deeds.Say():
                self._say(write, effect)
            case deeds.Again():
                write(f"after = {rest}")
            case _:
                assert_never(effect)

    def _body(self, write: Writer, effects: tuple[deeds.Effect, ...], rest: str) -> None:
        self.bare(write, effects, rest)
        if not effects:
            write("pass")

    def _change_each(self, write: Writer, effect: deeds.Becomes | deeds.Gains | deeds.Loses) -> None:
        """Change what each cell of a set holds."""
        match effect:
            case deeds.Becomes(cells, kind, owner):
                content = self.content(kind, owner)
                self._on_each(write, cells, lambda cell: self._become(write, cell, content))
            case deeds.Gains(cells, kind, owner):
                content = self.content(kind, owner)
                self._on_each(write, cells, lambda cell: write(self.piles.gains(cell, content)))
            case deeds.Loses(cells, number):
                write(f"many = {self.expressions.scalar(number)}")
                self._on_each(write, cells, lambda cell: write(self.piles.loses(cell, "many")))

    def _on_each(self, write: Writer, cells: ir.CellSet, change: Callable[[str], None]) -> None:
        """Change the cells of a set, each by its name."""
        if isinstance(cells, ir.Single):
            cell = self.expressions.scalar(cells.cell)
            with write.when(f"{cell} >= 0" if may_be_missing(cells.cell) else ""):
                change(cell)
        elif isinstance(cells, lines.Between) and not meet_again(cells.rays):
            with self.expressions.over(write, cells, "c"):
                change("c")
        else:
            self._note(write, cells, "NOTED")
            with write.block(f"for c in range({self.plan.cells}):"), write.block("if S[NOTED + c] == 1:"):
                change("c")

    def _become(self, write: Writer, cell: str, content: str) -> None:
        """Change what stands on a cell, or the top of what lies there."""
        if self.plan.piles:
            write(self.piles.becomes(cell, content))
        else:
            self._put(write, cell, content)

    def _note(self, write: Writer, cells: ir.CellSet, section: str) -> None:
        """Note the cells of a set as they are now."""
        node = _Noted(cells, section)
        group = group_inside(node)
        if group is None:
            self._mark(write, cells, section)
            return
        with self.expressions.helper(node, "noted", "Note the cells of a set around the group of a cell.") as helper:
            if helper:
                marked = self.expressions.mark_group(helper, group)
                self._mark(helper, with_group(node, group, marked).cells, section)
        write(self.expressions.called(node))

    def _mark(self, write: Writer, cells: ir.CellSet, section: str) -> None:
        with self.expressions.keeping(write, steady_in(cells)):
            self._mark_each(write, cells, section)

    def _mark_each(self, write: Writer, cells: ir.CellSet, section: str) -> None:
        tested, few = divided(cells)
        with write.block(f"for c in range({self.plan.cells}):"):
            is_in = "0" if tested is None else f"1 if {self.expressions.member(tested, 'c')} else 0"
            write(f"S[{section} + c] = {is_in}")
        for each in few:
            with self.expressions.visiting(write, each, "c"):
                write(f"S[{section} + c] = 1")

    def _travel(self, write: Writer, effect: deeds.Travel) -> None:
        """The cell that is left is emptied only if nothing else comes there at once."""
        scalar, cells = self.expressions.scalar, (effect.source, effect.target)
        write(f"here, there = {', '.join(map(scalar, cells))}")
        known = [f"{name} >= 0" for name, cell in zip(("here", "there"), cells, strict=True) if may_be_missing(cell)]
        if self.plan.piles:
            number = str(self.piles.most) if effect.number is None else scalar(effect.number)
            with write.when(" and ".join(known)):
                write(self.piles.carries("here", "there", number))
            return
        with write.block(f"if {' and '.join([*known, 'here != there', 'S[here] != 0'])}:"):
            self._change(write, "there", "S[here]")
            for layer in self.layers.of_pieces:
                self.layers.put(write, layer, "there", self.layers.at(layer, "here"), self._gathers)
            with write.when("S[COMING + here] < 0" if self._gathers else ""):
                self._put(write, "here", "0")

    def _at_once(self, write: Writer, effect: deeds.AtOnce, rest: str) -> None:
        with write.block(f"for c in range({self.plan.cells}):"):
            write("S[COMING + c] = -1", *self.layers.nothing_comes("c"))
        self._gathers = True
        self.bare(write, effect.body, rest)
        self._gathers = False
        with write.block(f"for c in range({self.plan.cells}):"):
            with write.block("if S[COMING + c] >= 0:"):
                self._change(write, "c", "S[COMING + c]")
            self.layers.arrive(write, "c")

    def _set_variable(self, write: Writer, effect: deeds.SetVariable) -> None:
        place, value = self.expressions.scalar(effect.variable), self.expressions.scalar(effect.value)
        if effect.bounds is None or isinstance(effect.value, ir.Constant):
            write(f"{place} = {value}")
        else:
            least, most = effect.bounds
            write(f"x = {value}", f"{place} = {least} if x < {least} else {most} if x > {most} else x")

    def _say(self, write: Writer, effect: deeds.Say) -> None:
        if self.expressions.is_trying:
            write("pass")
            return
        place = present(self.layout.said).at(self.plan.said.index(effect.words))
        if effect.player is None:
            write(f"S[{place}] = {(1 << self.plan.players) - 1}")
        else:
            write(f"S[{place}] = S[{place}] | 1 << {self.expressions.scalar(effect.player)}")

    def _if(self, write: Writer, effect: deeds.If, rest: str) -> None:
        with write.block(f"if {self.expressions.scalar(effect.test)}:"):
            self._body(write, effect.then, rest)
        if effect.other:
            with write.block("else:"):
                self._body(write, effect.other, rest)

    def _loop(self, write: Writer, effect: deeds.Loop, rest: str) -> None:
        steady = steady_in(effect)
        match effect:
            case deeds.ForElements():
                with self.expressions.keeping(write, steady):
                    self._for_elements(write, effect, rest)
            case deeds.ForCells():
                every = self._each_cell(write, effect)
                with self.expressions.keeping(write, steady), every:
                    self._body(write, effect.body, rest)
            case deeds.ForPieces():
                every = self._each_piece(write, effect)
                with self.expressions.keeping(write, steady), every:
                    self._body(write, effect.body, rest)
            case deeds.ForGroups():
                groups = self._groups(effect)
                with self.expressions.keeping(write, steady):
                    with write.block(f"for g{effect.variable.number} in range(1, {groups} + 1):"):
                        self._body(write, effect.body, rest)
            case _:
                assert_never(effect)

    def _for_elements(self, write: Writer, effect: deeds.ForElements, rest: str) -> None:
        table = self.expressions.tables.name(effect.elements, "EACH")
        with write.block(f"for {self.expressions.scalar(effect.variable)} in {table}:"):
            if effect.test is not None:
                with write.block(f"if not {self.expressions.scalar(effect.test)}:"):
                    write("break")
            self._body(write, effect.body, rest)

    def _each_cell(self, write: Writer, effect: deeds.ForCells) -> AbstractContextManager[None]:
        """Note the cells of a set; returns the loop over them."""
        section, name = self.layout.loop[effect.variable.number].name, self.expressions.scalar(effect.variable)
        few = in_order(effect.cells)
        if few is not None:
            many, i = f"many{effect.variable.number}", f"i{effect.variable.number}"
            write(f"{many} = 0")
            with self.expressions.over(write, few, "c"):
                write(f"S[{section} + {many}] = c", f"{many} += 1")
            return _nested(write, f"for {i} in range({many}):", f"{name} = S[{section} + {i}]")
        self._note(write, effect.cells, section)
        return _nested(write, f"for {name} in range({self.plan.cells}):", f"if S[{section} + {name}] == 1:")

    def _each_piece(self, write: Writer, effect: deeds.ForPieces) -> AbstractContextManager[None]:
        """Note the pieces of a pile; returns the loop over them."""
        section, name = self.layout.loop[effect.variable.number].name, self.expressions.scalar(effect.variable)
        many, i = f"many{effect.variable.number}", f"i{effect.variable.number}"
        write(f"{many} = 0")
        with self.expressions.running(write, effect.pile, effect.variable):
            write(f"S[{section} + {many}] = {name}", f"{many} += 1")
        return _nested(write, f"for {i} in range({many}):", f"{name} = S[{section} + {i}]")

    def _groups(self, effect: deeds.ForGroups) -> str:
        """The call that numbers the groups of a set and tells how many there are."""
        node = ir.SomeGroup(effect.variable, effect.cells, ir.Constant((1,)))
        with self.expressions.helper(node, "grouped", "Number the groups of a set; returns their number.") as write:
            if write:
                known = self.expressions.known_groups(write, effect.variable, effect.cells)
                with self.expressions.each_group(write, effect.variable, effect.cells):
                    pass
                write(*known, f"return g{effect.variable.number}")
        return self.expressions.called(node)


@contextmanager
def _nested(write: Writer, head: str, first: str) -> Iterator[None]:
    """A loop with a first line; what is written inside stands under it if it is a test."""
    with write.block(head):
        if first.endswith(":"):
            with write.block(first):
                yield
        else:
            write(first)
            yield
