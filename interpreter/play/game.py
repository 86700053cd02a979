"""A compiled game: everything a rule sheet says, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..board.board import Board
from ..diagnostics.text import Source
from ..machine.answers import read_end
from ..rules import ir
from ..rules.facts.facts import Facts, facts_of
from ..rules.program import Rules
from ..source.syntax import tree
from ..values.settings import OptionValue, Settings, spelt
from .moves import Move, Notation
from .state import Outcome, State

if TYPE_CHECKING:
    from ..machine.emit import Machine
    from ..machine.plan.actions import Block
    from ..machine.plan.forms import Forms
    from ..machine.plan.plan import Plan
    from ..native.compiled import Compiled
    from .batch import Batch

# What runs a game is imported where a game is first run: checking a file does without it.
# ruff: noqa: PLC0415


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its options chosen. `name` is what it was loaded by: a shipped stem or a path."""

    name: str
    tree: tree.File
    sources: tuple[Source, ...]
    settings: Settings
    board: Board
    rules: Rules
    chosen_forms: Forms | None = None

    @cached_property
    def title(self) -> str:
        return next(item.text.value for item in self.tree.items if isinstance(item, tree.Title))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The colours, the first to move first."""
        return self.rules.players

    @property
    def options(self) -> dict[str, OptionValue]:
        """Option name → its value in this game."""
        return dict(self.settings.values)

    @cached_property
    def source_hash(self) -> str:
        """A fingerprint of the texts that the game was made of."""
        import hashlib

        digest = hashlib.sha256()
        for source in self.sources:
            digest.update(source.text.encode())
            digest.update(b"\0")
        return digest.hexdigest()

    @cached_property
    def identity(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Games of equal identity are the same game, whatever forms they run in."""
        return self.source_hash, tuple((name, spelt(value)) for name, value in self.settings.values.items())

    @cached_property
    def facts(self) -> Facts:
        return facts_of(self.rules, self.board)

    @cached_property
    def forms(self) -> Forms:
        """Which of the machine's twin forms run: the fastest that the facts license, unless others were chosen."""
        from ..machine.plan.forms import fast_forms

        return self.chosen_forms or fast_forms(self.facts)

    @cached_property
    def plan(self) -> Plan:
        """All that the machine holds, before it is written."""
        from ..machine.plan.plan import plan_of

        return plan_of(self.rules, self.board, self.facts, self.forms)

    @cached_property
    def machine(self) -> Machine:
        """The generated module of the game."""
        from ..machine.emit import emit

        return emit(self.plan, self.name)

    def compiled(self) -> Compiled:
        """The machine compiled by Numba, made when first asked for; raises ModuleNotFoundError without Numba."""
        return self._compiled

    @cached_property
    def _compiled(self) -> Compiled:
        from ..native.compiled import Compiled

        return Compiled(self.machine)

    def batch(self, n: int, seed: int = 0) -> Batch:
        """So many games side by side, as arrays; chance is drawn from the seed. Needs Numba."""
        from .batch import Batch

        return Batch(self, n, seed)

    def in_forms(self, forms: Forms) -> Game:
        """The same game, run in other forms; they must be licensed by the facts."""
        return replace(self, chosen_forms=forms)

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.board, self.rules, self.machine.blocks)

    @property
    def action_count(self) -> int:
        """Every move's code is in `range(action_count)`."""
        return self.machine.action_count

    def move(self, code: int) -> Move:
        """The move of a code; raises ValueError outside `range(action_count)`."""
        known = self._moves.get(code)
        if known is None:
            known = self._moves[code] = self.notation.move(code)
        return known

    @cached_property
    def _moves(self) -> dict[int, Move]:
        return {}

    def block_of(self, code: int) -> Block:
        return next(block for block in self.machine.blocks if code in block)

    def start(self, seed: int | None = None, decide_chance: bool = True) -> State:
        """The game before its first move; what chance decides there is drawn, repeatably with a seed, if wanted."""
        state = State(self, list(self.machine.start))
        if decide_chance:
            state.let_chance_decide(seed)
        return state

    def position(self, pieces: Mapping[str, object], **more: object) -> State:
        """A set position: player → cells, or player → {piece: cells}; cells are names or (q, r).

        `to_move`, `turn`, `turns`, `passes`, `quiet`, `last`, `zones`, `marks` and `vars` may be given; otherwise one
        turn counts as taken for each piece. Nobody's win is looked for until a move is made. Raises HexgameError where
        the position cannot be.
        """
        from .positions import Position, set_position

        position = Position(pieces, more)
        return State(self, set_position(self, position), position)

    def outcome(self, code: int) -> Outcome:
        """What END says once a game is over."""
        ending, winner = read_end(code, len(self.players))
        endings = self.rules.endings
        label = endings[ending].label if ending < len(endings) else ("no move", "too long")[ending - len(endings)]
        return Outcome(None if winner is None else self.players[winner], label)

    def goals_of(self, ending: int) -> tuple[int, ...]:
        """The numbers of the goals that an ending speaks of, but for those about a cell or a group named in it."""
        from ..machine.plan.terms import free_variables

        inside = set(ir.everything(self.rules.endings[ending].condition))
        return tuple(
            number for number, goal in enumerate(self.rules.goals) if goal in inside and not free_variables(goal)
        )
