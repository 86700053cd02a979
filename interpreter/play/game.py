"""A compiled game: everything a rule sheet says, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..board.board import Board
from ..deadline import doing
from ..diagnostics.diagnostic import listed
from ..diagnostics.text import Source, hash_of
from ..doors.given import given, whole
from ..doors.visible import on_one_line
from ..machine.answers import read_end
from ..record import Single
from ..rules.costs.bounds import Costs
from ..rules.facts.facts import Facts, facts_of
from ..rules.facts.goals import asked_by
from ..rules.program import SECRET, Rules
from ..source.syntax import tree
from ..values.settings import OptionValue, Settings, spelt
from .moves import Identity, IllegalMove, Move, Notation
from .outcome import Outcome
from .state import State

if TYPE_CHECKING:
    from ..machine.emit import Machine
    from ..machine.plan.actions import Block
    from ..machine.plan.forms import Forms
    from ..machine.plan.plan import Plan
    from ..machine.random.sampling import Sampler
    from ..rules.symmetry import Symmetries
    from .batch import Batch

# What runs a game is imported where a game is first run: checking a file does without it.
# ruff: noqa: PLC0415


class Game(Single):
    """A game with its options chosen, as `hexgame.load` returns it.

    `name` is what it was loaded by: the stem of a shipped game or a path. A game never changes, so threads may share
    it, and a copy of it is the game itself. A pickle holds its texts and options, from which it is compiled again.

    >>> import hexgame
    >>> game = hexgame.load("hex", size=5)
    >>> game
    <Game Hex, size=5, pie=yes>
    >>> game.players, game.action_count, len(game.board.cells)
    (('Red', 'Blue'), 26, 25)
    >>> game.start()
    <State of Hex: Red to move, no moves yet>
    """

    name: str
    sheet: tree.File
    """The sheet as it was read, which other options can be chosen for."""

    tree: tree.File
    """The sheet without the players who do not take part."""

    sources: tuple[Source, ...]
    settings: Settings
    board: Board
    rules: Rules
    costs: Costs
    """The bounds of what playing it can cost."""

    allows_slow: bool = False
    """Whether it may cost more than is allowed elsewhere: whoever loaded it wanted that."""

    chosen_forms: Forms | None = None

    def __repr__(self) -> str:
        return f"<Game {self.identity}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    @cached_property
    def title(self) -> str:
        """The name that the rule sheet gives the game."""
        return next(item.text.value for item in self.tree.items if isinstance(item, tree.Title))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The colours, in the order in which they move."""
        return self.rules.players

    @property
    def options(self) -> dict[str, OptionValue]:
        """The value of each option in this game, by the option's name."""
        return dict(self.settings.values)

    @cached_property
    def source_hash(self) -> str:
        """The SHA-256 of the game's text and of the texts it is a variant of, as hexadecimal digits."""
        return hash_of(self.sources)

    @cached_property
    def identity(self) -> Identity:
        """The title, source hash and options: games of equal identity are the same, whatever forms they run in."""
        options = tuple((name, spelt(value)) for name, value in self.settings.values.items())
        return Identity(self.title, self.source_hash, options)

    @cached_property
    def facts(self) -> Facts:
        """What follows from the rules and decides which fast forms are right."""
        return facts_of(self.rules, self.board)

    @cached_property
    def hides(self) -> bool:
        """Whether the rules hide something from players: what stands somewhere, or what others have chosen."""
        return self.rules.hides or any(point.way == SECRET for point in self.rules.points)

    @cached_property
    def symmetries(self) -> Symmetries:
        """The group of the mappings of cells and players that the rules cannot tell apart."""
        from ..rules.symmetry import symmetries

        return symmetries(self.rules, self.board)

    @cached_property
    def forms(self) -> Forms:
        """Which of the machine's twin forms run: the fastest that the facts allow, unless others were chosen."""
        from ..machine.plan.forms import fast_forms

        return self.chosen_forms or fast_forms(self.facts)

    @cached_property
    def plan(self) -> Plan:
        """All that the machine holds, before it is written."""
        from ..machine.plan.plan import plan_of

        return plan_of(self.rules, self.board, self.facts, self.forms)

    @cached_property
    def machine(self) -> Machine:
        """The generated module that plays the game, written when it is first needed."""
        from ..machine.emit import emit

        doing(f"making the module of `{self.name}`")
        machine = emit(self.plan, self.name, self.costs)
        doing(f"working with `{self.name}`")
        return machine

    def compiled(self) -> Sampler:
        """Return the compiled machine, the same object each time.

        Raises ModuleNotFoundError where the extra `fast` is not installed.
        """
        return self._compiled

    @cached_property
    def _compiled(self) -> Sampler:
        from ..native.makers import sampler_of

        return sampler_of(self.machine)

    def number_of(self, player: str) -> int:
        """Return the number of a player, from 0 in the order of `players`; raises ValueError if there is none."""
        given("player", player, str)
        if player not in self.players:
            raise ValueError(f"there is no player `{on_one_line(player[:40])}`: choose from {listed(self.players)}")
        return self.players.index(player)

    def batch(self, n: int, seed: int = 0) -> Batch:
        """Return `n` games side by side as arrays; what chance decides is drawn from the seed.

        Raises ValueError for fewer than one game, ModuleNotFoundError where the extra `arrays` is not installed.
        """
        try:
            from .batch import Batch
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            what = "batches are NumPy arrays: pip install 'hexgame-interpreter[arrays]'"
            raise ModuleNotFoundError(what, name="numpy") from None

        return Batch(self, n, seed)

    def in_forms(self, forms: Forms) -> Game:
        """Return the same game run in other forms, which its facts must allow."""
        return self.copy_with(chosen_forms=forms)

    @cached_property
    def notation(self) -> Notation:
        """Reads and writes the game's moves."""
        return Notation(self.board, self.rules, self.machine.blocks)

    @property
    def action_count(self) -> int:
        """The number of codes: every move's code is in `range(action_count)`."""
        return self.machine.action_count

    def move(self, code: int, mover: int | None = None) -> Move:
        """Return the move of a code; raises ValueError for a code outside `range(action_count)`.

        The number of the player who makes it, if known, decides what the owner of a piece is called.
        """
        made_by = mover if self.notation.names_enemy else None
        known = self._moves.get((code, made_by)) if isinstance(code, int) else None
        if known is None:
            code = whole("code", code)
            known = self._moves[code, made_by] = replace(self.notation.move(code, made_by), game=self.identity)
        return known

    def own(self, move: Move) -> Move:
        """Return a move of this game as it is; raises IllegalMove if it belongs to another game or to none."""
        self.check_game_of(move)
        if not 0 <= move.code < self.action_count:
            raise IllegalMove(f"`{move}` has code {move.code}, and {self.identity} has {self.action_count}, from 0")
        known = self.move(move.code)
        if known is not move and known != move:
            raise IllegalMove(f"`{move}` has code {move.code}, which is `{known}` in {self.identity}")
        return known

    def check_game_of(self, move: Move) -> None:
        """Raise IllegalMove if a move, or a player's part of one, says that it belongs to another game."""
        given("move", move, Move)
        if move.game not in (None, self.identity):
            is_like = str(move.game) == str(self.identity)
            other = f"another version of {move.game}" if is_like else f"{move.game}"
            raise IllegalMove(f"`{move}` is a move of {other}, not of {self.identity}")

    @cached_property
    def _moves(self) -> dict[tuple[int, int | None], Move]:
        return {}

    def block_of(self, code: int) -> Block:
        """Return the block of codes to which a code belongs; raises ValueError for a code that is in none."""
        for block in self.machine.blocks:
            if whole("code", code) in block:
                return block
        raise ValueError(f"there is no code {code}: {self.identity} has {self.action_count}, from 0")

    def start(self, seed: int | None = None, decide_chance: bool = True) -> State:
        """Return the position before the first move.

        What chance decides at the start is drawn, repeatably if a seed is given, unless `decide_chance` is false.
        """
        state = State(self, list(self.machine.start))
        if decide_chance:
            state.let_chance_decide(seed)
        return state

    def position(self, pieces: Mapping[str, object], /, **more: object) -> State:
        """Return a position set up by hand: for each player a list of cells, or lists of cells by piece.

        Cells are names or pairs (q, r). `to_move`, `turn`, `turns`, `passes`, `quiet`, `last`, `zones`, `marks` and
        `vars` may be given as well; by default one turn counts as taken for each piece. An option that is left to
        chance needs its value in `vars`, or `random` before chance has decided. A goal that is already reached counts
        only after the next move. Raises HexgameError with everything that is impossible about the position.
        """
        from .positions import Position, set_position

        given("pieces", pieces, Mapping)
        position = Position(pieces, more)
        vector = set_position(self, position)
        return State(self, vector, Position.of(position.as_mapping()))

    def outcome(self, code: int) -> Outcome:
        """Return the outcome for a value of the state's section END, which must not be 0 (play goes on).

        Raises ValueError for any other number.
        """
        endings = self.rules.endings
        ending, winner = read_end(whole("code", code, 1, self.machine.too_long), len(self.players))
        label = endings[ending].label if ending < len(endings) else ("no move", "too long")[ending - len(endings)]
        return Outcome(None if winner is None else self.players[winner], label)

    def goals_of(self, ending: int) -> tuple[int, ...]:
        """Return the numbers of the goals that an ending asks for, except those about a cell or group it names.

        Raises ValueError if there is no such ending.
        """
        from ..rules.steps.steady import free_variables

        number = whole("ending", ending, 0, len(self.rules.endings) - 1)
        inside = set(asked_by(self.rules.endings[number].condition))
        return tuple(
            number for number, goal in enumerate(self.rules.goals) if goal in inside and not free_variables(goal)
        )
