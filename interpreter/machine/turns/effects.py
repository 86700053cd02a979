"""What decisions and scripts do, as text: the board, variables, cards and marks."""

from __future__ import annotations

from ...rules import ir, program
from ...rules.facts.placement import put_of
from ..goals.groups import GroupWriter
from ..goals.mending import MendingWriter
from ..text.expressions import ExpressionWriter
from ..text.sets import may_be_missing
from ..text.writer import Writer, offset
from .prints import PrintWriter


class EffectWriter:
    """`swapped` is the label of the script after a swap."""

    def __init__(self, expressions: ExpressionWriter, groups: GroupWriter, swapped: int) -> None:
        self.expressions, self.groups, self._swapped = expressions, groups, swapped
        self.rules, self.layout = expressions.rules, expressions.layout
        self.prints = PrintWriter(expressions)
        self._follows = not expressions.facts.stones_only_come and ("LEFT" in self.layout or bool(groups.watched))
        """Whether something is derived from the cells that any effect may change."""

    def functions(self, write: Writer) -> None:
        """The one place where a cell changes in play, where stones do not only come."""
        if not self._follows:
            return
        lists = self.expressions.lists
        with write.function("put(S, c, v)", "The cell c comes to hold v; what is derived follows."):
            write("u = S[c]")
            with write.block("if u != v:"):
                write("S[c] = v", *self.prints.change("u", "v"))
                if "LEFT" in self.layout:
                    lists.leave(write, "u")
                    lists.enter(write, "v")
                if "AROUND" in self.layout:
                    self.expressions.around.change(write, "u", "v")
                if isinstance(self.groups, MendingWriter) and self.groups.watched:
                    self.groups.changed(write, "u", "v")

    def decision(self, write: Writer, decision: program.Decision, rest: int) -> None:
        """All that a decision does, `rest` being the label of its choice."""
        put = put_of(decision) if self.expressions.facts.stones_only_come and decision.word == "place" else None
        for effect in decision.effects:
            if put is not None and effect.traits.changes_board:
                write("c = c0", f"v = {self.content(put.kind, put.owner)}")
                self._come(write)
            else:
                self._effect(write, effect, rest)

    def bare(self, write: Writer, effects: tuple[program.Effect, ...], rest: int = -1) -> None:
        """Effects on a position from which nothing is derived yet, or that is only tried."""
        for effect in effects:
            self._effect(write, effect, rest)

    def _come(self, write: Writer) -> None:
        """A stone comes to the empty cell `c`, its content being `v`."""
        write("S[c] = v", *self.prints.change("0", "v"))
        self._note_change(write)
        if self.expressions.forms.counts == "maintained":
            self.expressions.lists.come(write)
        if "AROUND" in self.layout:
            self.expressions.around.change(write, "0", "v")
        if self.groups.witnesses.goals:
            self.groups.witnesses.put(write)
        if self.groups.kept:
            write("join(S, c, v)")

    def _put(self, write: Writer, cell: str, content: str) -> None:
        """A cell comes to hold something else, perhaps: what is derived follows, but where this is only tried."""
        if self.expressions.is_trying and self.prints.kept:
            write(f"try_put(S, {cell}, {content})")
        else:
            follows = self._follows and not self.expressions.is_trying
            write(f"put(S, {cell}, {content})" if follows else f"S[{cell}] = {content}")

    def _note_change(self, write: Writer) -> None:
        if "CHANGED" in self.layout:
            write("S[CHANGED] = 1")

    def content(self, kind: int, owner: ir.Expression | None) -> str:
        """What a cell with a piece of an owner holds."""
        if owner is None:
            return "0"
        kinds = len(self.rules.pieces)
        if isinstance(owner, ir.Constant) and len(set(owner.values)) == 1:
            return str(self.rules.content(owner.values[0], kind))
        whose = self.expressions.scalar(owner)
        return f"{kind + 1} + {whose}" if kinds == 1 else f"{kind + 1} + {whose} * {kinds}"

    def _effect(self, write: Writer, effect: program.Effect, rest: int) -> None:
        scalar = self.expressions.scalar
        match effect:
            case program.Becomes():
                self._becomes(write, effect)
            case program.SetVariable():
                self._set_variable(write, effect)
            case program.SetCards():
                base = offset("CARDS", effect.zone * self.expressions.players)
                write(f"S[{base} + {scalar(effect.player)}] = {scalar(effect.numbers)}")
            case program.SetMarks():
                base = offset("MARKS", effect.marks * self.expressions.players * self.expressions.cells)
                self._note(write, effect.cells, "NOTED")
                with write.block(f"for c in range({self.expressions.cells}):"):
                    write(f"S[{base} + {scalar(effect.player)} * {self.expressions.cells} + c] = S[NOTED + c]")
            case program.SetMover():
                write(f"p = {scalar(effect.player)}", "S[MOVER] = p")
            case program.If():
                self._if(write, effect, rest)
            case program.ForElements():
                table = self.expressions.tables.name(effect.elements, "EACH")
                with write.block(f"for {scalar(effect.variable)} in {table}:"):
                    self._body(write, effect.body, rest)
            case program.ForCells():
                self._for_cells(write, effect, rest)
            case program.ForGroups():
                call = self._groups(effect)
                with write.block(f"for g{effect.variable.number} in range(1, {call} + 1):"):
                    self._body(write, effect.body, rest)
            case program.Exchange():
                write("S[SEAT], S[SEAT + 1] = S[SEAT + 1], S[SEAT]", f"after = {self._swapped}")
            case program.Again():
                write(f"after = {rest}")
        if effect.traits.changes_board:
            self._note_change(write)

    def _body(self, write: Writer, effects: tuple[program.Effect, ...], rest: int) -> None:
        self.bare(write, effects, rest)
        if not effects:
            write("pass")

    def _becomes(self, write: Writer, effect: program.Becomes) -> None:
        if isinstance(effect.cells, ir.Single):
            cell = self.expressions.scalar(effect.cells.cell)
            with write.when(f"{cell} >= 0" if may_be_missing(effect.cells.cell) else ""):
                self._put(write, cell, self.content(effect.kind, effect.owner))
        else:
            self._note(write, effect.cells, "NOTED")
            with write.block(f"for c in range({self.expressions.cells}):"), write.block("if S[NOTED + c] == 1:"):
                self._put(write, "c", self.content(effect.kind, effect.owner))

    def _note(self, write: Writer, cells: ir.CellSet, section: str) -> None:
        """The cells of a set as they are now."""
        with write.block(f"for c in range({self.expressions.cells}):"):
            write(f"S[{section} + c] = 1 if {self.expressions.member(cells, 'c')} else 0")

    def _set_variable(self, write: Writer, effect: program.SetVariable) -> None:
        place, value = self.expressions.scalar(effect.variable), self.expressions.scalar(effect.value)
        if effect.bounds is None or isinstance(effect.value, ir.Constant):
            write(f"{place} = {value}")
        else:
            least, most = effect.bounds
            write(f"x = {value}", f"{place} = {least} if x < {least} else {most} if x > {most} else x")

    def _if(self, write: Writer, effect: program.If, rest: int) -> None:
        with write.block(f"if {self.expressions.scalar(effect.test)}:"):
            self._body(write, effect.then, rest)
        if effect.other:
            with write.block("else:"):
                self._body(write, effect.other, rest)

    def _for_cells(self, write: Writer, effect: program.ForCells, rest: int) -> None:
        section, name = f"LOOP{effect.variable.number}", self.expressions.scalar(effect.variable)
        self._note(write, effect.cells, section)
        with write.block(f"for {name} in range({self.expressions.cells}):"):
            with write.block(f"if S[{section} + {name}] == 1:"):
                self._body(write, effect.body, rest)

    def _groups(self, effect: program.ForGroups) -> str:
        """The call that numbers the groups of a set and tells how many there are."""
        node = ir.SomeGroup(effect.variable, effect.cells, ir.Constant((1,)))
        with self.expressions.helper(node, "grouped", "Number the groups of a set; gives how many there are.") as write:
            if write:
                known = self.expressions.known_groups(write, effect.variable, effect.cells)
                with self.expressions.each_group(write, effect.variable, effect.cells):
                    pass
                write(*known, f"return g{effect.variable.number}")
        return self.expressions.called(node)
