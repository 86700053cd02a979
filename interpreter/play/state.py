"""A game being played: whose turn it is, what can be done, what was done, how it ended."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from ..diagnostics.diagnostic import listed
from ..doors.given import given, whole
from ..machine import answers
from ..machine.chance import generator
from ..rules.program import CHANCE, TOGETHER, Pick
from .moves import TRACELESS, AmbiguousMove, IllegalMove, Move, shown_pick
from .past import Ply, moves_of, played
from .reasons import reason
from .standing import Standing

if TYPE_CHECKING:
    from .game import Game
    from .positions import Position
    from .view import View

MOST_DRAWS = 5_000
"""How often in a row chance decides, without anybody else."""


class State(Standing):
    """A position of a game, with the moves that led to it.

    Two states are equal if they belong to the same game and their positions are equal: what is on the board, who is
    to move and whatever else the rules can see, but not the moves that led there.

    Reading never changes a state: any number of threads may read one at once, even while another thread plays, and
    each property answers for the position before the move or for the one after it. A move is played wholly or not at
    all, whatever interrupts it; the same holds for `undo`. Only one thread at a time may play, undo or join.

    `copy.copy`, `copy.deepcopy` and `copy` make an independent state of the same game. A pickle holds the game's
    texts and options and the moves, which are played again when it is loaded. Like any pickle, load it only if you
    trust whoever made it.

    >>> import hexgame
    >>> state = hexgame.load("hex", size=3).start()
    >>> state.play("b2")
    Move(code=4, text='b2', word='place', piece='stone', cell='b2', source='')
    >>> state
    <State of Hex: Blue to move, 1 move, the last b2>
    >>> state.play("b2")
    Traceback (most recent call last):
    hexgame.play.moves.IllegalMove: b2 is occupied by a stone of Red
    >>> state.pieces
    {'Red': {'stone': ('b2',)}, 'Blue': {'stone': ()}}
    >>> print(state.undo(), state.to_move, len(state.legal_moves))
    b2 Red 9
    """

    __slots__ = ("_now", "game", "origin")

    def __init__(self, game: Game, vector: Sequence[int], origin: Position | None = None) -> None:
        if len(vector) != game.machine.layout.size:
            raise ValueError(f"a state of this game has {game.machine.layout.size} integers, not {len(vector)}")
        self.game = game
        self.origin = origin
        """The position that was set up by hand; None where the game began at its start."""

        self._now: tuple[list[int], Ply | None] = list(vector), None
        """The position and its past. Whatever happens to the state is one assignment to this; neither part changes."""

    @property
    def _vector(self) -> list[int]:
        return self._now[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played since the start or since the position that was set up."""
        return tuple(moves_of(self._now[1])[::-1])

    @property
    def last_move(self) -> Move | None:
        """The last move played; None before the first."""
        past = self._now[1]
        return past.move if past else None

    @property
    def last_trace(self) -> Move | None:
        """The last move but for those after it that leave no trace on a board: what chance decided, and choices."""
        past = self._now[1]
        while past and not past.move.cell and past.move.word in TRACELESS:
            past = past.before
        return past.move if past else None

    @property
    def said(self) -> dict[str, tuple[str, ...]]:
        """What the rules said to each player as the last move was made, and as chance decided after it."""
        found = {player: list[str]() for player in self.game.players}
        for deciders, told in self._telling():
            found = {player: told[player] + texts for player, texts in found.items()}
            if deciders:
                break
        return {player: tuple(dict.fromkeys(texts)) for player, texts in found.items()}

    def told(self, player: str) -> tuple[str, ...]:
        """Return what the rules have said to a player since their last decision was made; ValueError if there is none.

        It depends on nothing that was said to others, nor on how many decisions others have made.
        """
        self.game.number_of(player)
        found = list[str]()
        for deciders, told in self._telling():
            found = told[player] + found
            if player in deciders:
                break
        return tuple(dict.fromkeys(found))

    def _telling(self) -> Iterator[tuple[tuple[str, ...], dict[str, list[str]]]]:
        """For each move, the last first, who decided, and what was said to each player: the move is made again."""
        (vector, past), said, texts = self._now, self._layout.said, self.game.machine.plan.said
        while past and said:
            vector = past.undone(vector)
            after = list(vector)
            self.game.machine.step(after, past.move.code)
            masks = after[said.offset : said.offset + said.size]
            yield (
                self._deciders(vector),
                {
                    player: [text for text, mask in zip(texts, masks, strict=True) if mask >> number & 1]
                    for number, player in enumerate(self.game.players)
                },
            )
            past = past.before

    # What can be done

    def play(self, move: Move | str) -> Move:
        """Play a move, given as a `Move` of this game or as text, and return it.

        Raises UnreadableMove, IllegalMove or AmbiguousMove, all of them MoveErrors; the state is then unchanged. If
        anything else is raised, such as KeyboardInterrupt, the move has been played wholly or not at all.
        """
        before, past = self._now
        machine, vector = self.game.machine, list(before)
        if not isinstance(move, str):
            given("move", move, str, Move)
        chosen = self._read(vector, move) if isinstance(move, str) else self.game.own(move)
        chosen = self.game.move(chosen.code, self._mover(before))
        code = machine.refusal(vector, chosen.code)
        if code:
            raise IllegalMove(reason(self, chosen, code, self.legal_moves))
        machine.step(vector, chosen.code)
        self._now = vector, played(past, chosen, before, vector, machine.layout.kept)
        return chosen

    def play_all(self, moves: Iterable[Move | str]) -> State:
        """Play moves in order and return the state itself.

        Raises as `play` does, at the first move refused; the moves before it have been played.
        """
        given("moves", moves, Iterable)
        for move in moves:
            self.play(move)
        return self

    def as_position(self) -> dict[str, object]:
        """Return the position as one mapping, in the form that `game.position` and scenario files take.

        It leaves out how far the set-up or a turn of several decisions has come, and earlier boards.
        """
        from .positions import taken  # noqa: PLC0415 - a position is set in a state

        return taken(self.copy())

    def choices(self, player: str) -> tuple[Move, ...]:
        """Return what a player can decide now; where several decide together, the player's own part of the decision.

        Raises ValueError if there is no such player.
        """
        self.game.number_of(player)
        here = self.copy()  # one position, whatever another thread plays meanwhile
        if player not in here.deciders:
            return ()
        if here.way != TOGETHER:
            return here.legal_moves
        block = next(block for block in self.game.machine.blocks if block.point == here.point)
        pick = block.decision.what
        assert isinstance(pick, Pick)
        held = here.zones[player][self.game.rules.zones[pick.source]]
        name, asked, of = self.game.identity, block.decision.prompt, sum(1 << card for card in held)
        return tuple(Move(number, shown_pick(cards), block.word, game=name, prompt=asked)
                     for number, cards in enumerate(pick.choices) if cards & of == cards)  # fmt: skip

    def join(self, /, **parts: Move | str) -> Move:
        """Play a decision that several players make together, given each player's part; raises as `play` does."""
        deciders = self.deciders
        if not deciders:
            raise IllegalMove(f"nobody decides here: {'chance does' if self._awaits_chance else 'the game is over'}")
        if set(parts) != set(deciders):
            raise IllegalMove(f"{listed(deciders, 'and')} must decide, not {listed(parts, 'and') or 'nobody'}")
        for player, part in parts.items():
            given(player, part, str, Move)
            if isinstance(part, Move):
                self.game.check_game_of(part)
        return self.play("/".join(str(parts[player]) for player in deciders))

    def let_chance_decide(self, seed: int | None = None) -> None:
        """Draw whatever chance decides next, all outcomes equally likely; a seed makes the draws repeatable.

        Where all players who decide are out of the game, chance could go on forever: it stops after 5,000 draws.
        """
        source = random.SystemRandom() if seed is None else random.Random(whole("seed", seed))
        for _ in range(MOST_DRAWS):
            if not self._awaits_chance:
                return
            self.play(source.choice(self.legal_moves))

    @property
    def chances(self) -> dict[Move, float]:
        """The probability of each outcome where chance decides next; empty where it does not."""
        here = self.copy()
        moves = here.legal_moves if here._awaits_chance else ()
        return {move: 1 / len(moves) for move in moves}

    @property
    def _awaits_chance(self) -> bool:
        return self.way == CHANCE and not self.is_over

    def view(self, player: str) -> View:
        """Return the state as a player knows it; raises ValueError if there is no such player."""
        from .view import View  # noqa: PLC0415 - a view is made of a state

        return View(self, player)

    def rolled_out(self, seed: int) -> State:
        """Return the end of a random game from here, without the moves that led there; a seed fixes the game."""
        return State(self.game, self._rolled_out(seed))

    def all_rolled_out(self, seeds: Iterable[int]) -> Iterator[State]:
        """Give what `rolled_out` returns for some seeds, played by the compiled machine.

        Raises ModuleNotFoundError where the extra `fast` is not installed, unless Python runs in a browser.
        """
        sampler = self.game.compiled()
        rollout, start = sampler.function("rollout"), self._to_be_played
        room = sampler.numbers([0] * (self.game.action_count + 1))
        for seed in seeds:
            end = sampler.numbers(start)
            rollout(end, generator(whole("seed", seed)), room)
            yield State(self.game, end.tolist())

    def undo(self) -> Move:
        """Take back the last move, wholly or not at all, and return it; raises IndexError if there is none."""
        vector, past = self._now
        if past is None:
            raise IndexError("there is no move to take back")
        self._now = past.undone(vector), past.before
        return past.move

    def read(self, text: str) -> Move:
        """Return the move that a text stands for; if it stands for several, the one that is legal now.

        The move returned need not be legal. Raises UnreadableMove for a text that is not a move, IllegalMove for a
        move that this game never has, AmbiguousMove if several moves of this text are legal.
        """
        given("text", text, str)
        return self._read(self.working_copy(), text)

    def _read(self, vector: list[int], text: str) -> Move:
        mover, refusal = self._mover(vector), self.game.machine.refusal
        readings = self.game.notation.read(text, mover)
        for codes in readings:
            possible = [self.game.move(code, mover) for code in codes if not refusal(vector, code)]
            if len(possible) > 1:  # a move's own text stands for that move, whatever else it could stand for
                possible = [move for move in possible if move.text == text.strip()] or possible
            if len(possible) > 1:
                raise AmbiguousMove(f"`{text}` may mean {listed(map(str, possible))}")
            if possible:
                return possible[0]
        # where none is possible, one that could be meant now tells more than one that could not
        codes = [code for reading in readings for code in reading]
        meant = (code for code in codes if refusal(vector, code) != answers.REFUSED_ELSEWHERE)
        return self.game.move(next(meant, codes[0]), mover)

    def copy(self) -> State:
        """Return an independent copy, with the same moves to take back."""
        other = State.__new__(State)
        other.game, other.origin, other._now = self.game, self.origin, self._now
        return other

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        (vector, past), game = self._now, self.game
        codes = [move.code for move in moves_of(past)]
        while past:
            vector, past = past.undone(vector), past.before
        return _replayed, (game, None if self._is_begun_by(vector) else vector, self.origin, codes[::-1])

    def _is_begun_by(self, vector: Sequence[int]) -> bool:
        """Whether a vector is where the game begins, or the position that was set up."""
        lasting = self._layout.kept
        return self.origin is not None or list(vector[:lasting]) == list(self.game.machine.start[:lasting])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.identity == other.game.identity and self._position == other._position

    def __hash__(self) -> int:
        return hash((self.game.identity, tuple(self._position)))

    def __repr__(self) -> str:
        here = self.copy()
        now, past = here.outcome or f"{listed(here.deciders, 'and') or 'chance'} to move", here._now[1]
        unplayed = "no moves yet" if here._is_begun_by(here.vector) else "its moves are not known"
        moves = f"{past.number} move{'s' * (past.number > 1)}, the last {past.move}" if past else unplayed
        return f"<State of {self.game.title}: {now}, {moves}>"

    picture: ClassVar[Callable[[State], str] | None] = None
    """Draws a state as SVG, for notebooks. The package sets it, for pictures are drawn in a room above this one."""

    def _repr_svg_(self) -> str | None:
        return None if State.picture is None else State.picture(self)


def _replayed(game: Game, vector: list[int] | None, origin: Position | None, codes: list[int]) -> State:
    """Return a state from what its pickle holds: where it began, if neither at the start nor as set up, and moves."""
    if origin is not None:
        state = game.position(origin.pieces, **origin.more)
    else:
        state = State(game, game.machine.start if vector is None else vector)
    return state.play_all(map(game.move, codes))
