"""Moves as values, their notation, and the three ways in which a move is refused."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, assert_never

from ..board.board import Board
from ..diagnostics.diagnostic import listed, nearest
from ..doors.visible import on_one_line
from ..rules import program
from ..rules.expressions.types import LARGEST_CARD
from ..rules.program import TOGETHER, Rules

if TYPE_CHECKING:
    from ..machine.plan.actions import Block


class MoveError(ValueError):
    """A move that cannot be played; the state is unchanged."""


class UnreadableMove(MoveError):  # noqa: N818 - named for what the move is
    """The text is not a move in this game's notation."""


class IllegalMove(MoveError):  # noqa: N818
    """The move is not legal now; the message says why."""


class AmbiguousMove(MoveError):  # noqa: N818
    """The text may mean several moves that are legal now."""


class Identity(NamedTuple):
    """Which game something belongs to; whatever forms it runs in, a game of equal identity is the same game.

    >>> import hexgame
    >>> print(hexgame.load("hex", size=3).identity)
    Hex, size=3, pie=yes
    """

    title: str
    source_hash: str
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return ", ".join([self.title, *(f"{name}={value}" for name, value in self.options)])


@dataclass(frozen=True)
class Move:
    """A decision: its integer code, which never changes within a game, and its text, which `State.play` reads.

    `word` says what is done: `place`, `move`, `swap`, `pass`, `stop`, `pick`, `choose` or `random`. `cell` is where a
    piece is put or moved to, or the cell that is chosen, `source` where it is moved from; both are empty where there is
    none. `game` says which game the move belongs to: no other game plays it. It is None in a move that is made by hand,
    and equal moves may differ in it.
    `prompt` is what the rule sheet asks whoever may make it; empty where it asks nothing.
    A piece of the enemy is shown by its colour where the move was made for a player: `Blue@b2`, not `enemy@b2`.

    >>> import hexgame
    >>> game = hexgame.load("hex", size=3)
    >>> move = game.move(4)
    >>> print(move, move.code, move.word, move.piece, move.cell)
    b2 4 place stone b2
    """

    code: int
    text: str = field(compare=False)
    word: str
    piece: str = ""
    cell: str = ""
    source: str = ""
    game: Identity | None = field(default=None, repr=False, compare=False)
    prompt: str = field(default="", repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


TRACELESS = ("random", "choose", "stop")
"""The words of moves that, where they name no cell, leave what was played before them to be seen."""

UNKNOWN = "?"
"""What a piece is called whose kind is hidden."""

UNTOLD = -1
"""The code of a move that is told without the kind of its piece."""


def without_kind(move: Move) -> Move:
    """Return a move as those are told of it who do not know the kind of its piece: it cannot be played."""
    text = move.text if move.source else f"{UNKNOWN}@{move.cell}"
    return Move(UNTOLD, text, move.word, UNKNOWN, move.cell, move.source, move.game)


ENEMY = "enemy"
"""What a sheet calls the owner of the opponent's pieces."""

_PLACEMENT = r"(?:(?P<piece>[\w.()]+)@)?(?P<cell>[A-Za-z]+[0-9]+)(?:-(?P<to>[A-Za-z]+[0-9]+))?"
_ON_GRAPH = r"(?a:(?:(?P<piece>[\w.()]+)@)?(?P<cell>[A-Za-z_]\w*)(?:-(?P<to>[A-Za-z_]\w*))?)"
_MOST_LISTED = 12
"""So many things to choose from are listed."""

_PICK = r"\{ *[0-9]{1,3}(?: *, *[0-9]{1,3})* *\}"


class Notation:
    """Reads and writes the moves of one game: `c3`, `stack@c3`, `Red@c3`, `c3-e5`, `{1,4}`, `n 3`, `swap` …"""

    def __init__(self, board: Board, rules: Rules, blocks: tuple[Block, ...]) -> None:
        self._board, self._rules, self._blocks = board, rules, blocks
        self._never = [decision for point in rules.points for decision in point.never]
        self.names_enemy = any(block.owner == ENEMY for block in blocks)

    def __repr__(self) -> str:
        return f"<Notation: {self._example}>"

    def move(self, code: int, mover: int | None = None) -> Move:
        """Return the move of a code, as a player makes it; raises ValueError if it is not in `range(action_count)`."""
        for block in self._blocks:
            if code in block:
                return replace(self._of_block(block, code, mover), prompt=block.decision.prompt)
        raise ValueError(f"there is no code {code}")

    def _owner(self, owner: str, mover: int | None) -> str:
        """The owner of a piece, by its colour if it is known who decides."""
        return self._rules.players[1 - mover] if owner == ENEMY and mover is not None else owner

    def _of_block(self, block: Block, code: int, mover: int | None = None) -> Move:
        what, number, names, pieces = block.decision.what, code - block.base, self._board.names, self._rules.pieces
        match what:
            case program.Place(kind, owner):
                shown = ".".join(filter(None, [self._owner(owner, mover), pieces[kind].name if kind else ""]))
                cell = names[number]
                return Move(code, f"{shown}@{cell}" if shown else cell, what.word, pieces[kind].name, cell)
            case program.Move(kind):
                source, cell = (names[cell] for cell in block.pairs[number])
                return Move(code, f"{source}-{cell}", what.word, pieces[kind].name, cell, source)
            case program.Pick():
                return Move(code, "/".join(map(shown_pick, self.picks(block, number))), what.word)
            case program.Choose(name=name, values=values):
                cell = "" if values else names[number]
                return Move(code, values[number][1] if values else f"{name} {cell}", what.word, cell=cell)
            case program.Random(values):
                return Move(code, values[number][1], what.word)
            case program.Swap() | program.Pass() | program.Stop():
                return Move(code, what.word, what.word)
            case _:
                assert_never(what)

    def picks(self, block: Block, number: int) -> list[int]:
        """Return the cards that each player of a pick has chosen, as bit masks."""
        choices = block.choices
        found: list[int] = []
        while len(found) < (len(self._rules.players) if block.way == TOGETHER else 1):
            number, digit = divmod(number, len(choices))
            found.insert(0, choices[digit])
        return found

    def read(self, text: str, mover: int) -> tuple[list[int], ...]:
        """Return the codes that a text may mean, from the player of a number, the closest reading first.

        Raises UnreadableMove for a text that is not a move, IllegalMove for a move that this game never has.
        """
        text = text.strip()
        if text in ("swap", "pass", "stop"):
            codes = [block.base for block in self._blocks if block.word == text]
            if not codes:
                raise IllegalMove(self._impossible((text, 0), text))
            return (codes,)
        if text.startswith("{"):
            return (self._read_pick(text),)
        equation = re.sub(" *= *", "=", text)
        drawn = [block.base + number for block in self._blocks
                 for number, (_, shown) in enumerate(block.values) if shown == equation]  # fmt: skip
        if drawn:
            return (drawn,)
        chosen = list(self._chosen(text))
        try:
            closest, *looser = self._read_cell(text, mover)
        except MoveError:
            if chosen:
                return (chosen,)
            if elements := self._elements(text.rpartition(" ")[0].strip()):
                raise UnreadableMove(f"there is no `{_short(text)}` to choose: {elements}") from None
            raise
        return ([*closest, *chosen], *looser)

    def _elements(self, name: str) -> str:
        """What there is to choose under a name; empty if nothing is chosen so, or any cell."""
        found = [block.decision.what for block in self._blocks if isinstance(block.decision.what, program.Choose)]
        texts = [shown for what in found if what.name == name for _, shown in what.values]
        if len(texts) > _MOST_LISTED:
            return f"such as `{texts[0]}` or `{texts[-1]}`"
        return listed(f"`{text}`" for text in texts)

    def _chosen(self, text: str) -> Iterator[int]:
        """The codes of the elements that a text may name: `n 3`, or `3` alone."""
        name, _, element = text.rpartition(" ")
        for block in self._blocks:
            what = block.decision.what
            if not isinstance(what, program.Choose) or name.strip() not in ("", what.name):
                continue
            if what.values:
                texts = [shown.partition(" ")[2] for _, shown in what.values]
                number = texts.index(element) if element in texts else None
            else:
                number = self._board.named(element)
            if number is not None:
                yield block.base + number

    def _read_cell(self, text: str, mover: int) -> list[list[int]]:
        match = re.fullmatch(_ON_GRAPH if self._board.given_names else _PLACEMENT, text)
        if match is None or (match["piece"] and match["to"]):
            plain = f"write `{match['cell']}-{match['to']}`, without the piece" if match else self._example
            raise UnreadableMove(f"`{_short(text)}` is not a move: {plain}")
        cell = self._cell(match["cell"])
        if match["to"]:
            return [self._read_move(cell, self._cell(match["to"]))]
        placing = [(block.base + cell, block.decision.what) for block in self._blocks
                   if isinstance(block.decision.what, program.Place)]  # fmt: skip
        readings = [[code for code, what in placing if self._is_of(what, owner, piece, mover)]
                    for owner, piece in self._pieces(match["piece"])]  # fmt: skip
        readings = [codes for codes in readings if codes]
        if not readings:
            shown = match["piece"] or self._rules.pieces[0].name
            _, piece = next(self._pieces(match["piece"]))
            moves = self._moves_of(cell)
            also = f"; name a move, such as `{moves}`" if moves and not placing else ""
            raise IllegalMove(self._impossible(("place", piece or 0), f"place a {shown}") + also)
        return readings

    def _is_of(self, what: program.Place, owner: str | None, piece: int | None, mover: int) -> bool:
        """Whether a piece of an owner is placed; None stands for anyone, and for any kind."""
        return piece in (None, what.kind) and owner in (None, what.owner, self._owner(what.owner, mover))

    def _read_move(self, here: int, there: int) -> list[int]:
        moving = [block for block in self._blocks if isinstance(block.decision.what, program.Move)]
        if not moving:
            raise IllegalMove("pieces do not move in this game")
        ways = ((block.base, bisect_left(block.pairs, (here, there)), block.pairs) for block in moving)
        codes = [base + at for base, at, pairs in ways if pairs[at : at + 1] == ((here, there),)]
        if not codes:
            raise IllegalMove(f"no piece can move from {self._board.names[here]} to {self._board.names[there]}")
        return codes

    def _read_pick(self, text: str) -> list[int]:
        """`{1,4}`, or one for each player, with `/` between."""
        picking = [block for block in self._blocks if block.choices]
        parts = [part.strip() for part in text.split("/")]
        if not all(re.fullmatch(_PICK, part) for part in parts):
            raise UnreadableMove(f"`{_short(text)}` is not a pick: write numbers in braces, such as `{{1,4}}`")
        if not picking:
            raise IllegalMove("this game has no picks")
        cards = [[int(each) for each in part.strip("{} ").split(",")] for part in parts]
        if any(len(set(each)) < len(each) or max(each) > LARGEST_CARD for each in cards):
            raise UnreadableMove(f"`{_short(text)}` is not a pick: it names a card twice, or one that does not exist")
        masks = [sum(1 << card for card in each) for each in cards]
        codes = []
        for block in picking:
            choices = block.choices
            wanted = len(self._rules.players) if block.way == TOGETHER else 1
            if len(masks) == wanted and all(mask in choices for mask in masks):
                number = 0
                for mask in masks:
                    number = number * len(choices) + choices.index(mask)
                codes.append(block.base + number)
        if not codes:
            raise IllegalMove(f"`{_short(text)}` is not a pick of this game: {self._example}")
        return codes

    @property
    def _example(self) -> str:
        """How to write a move, with an example."""
        placed = [self._of_block(block, block.base).text for block in self._blocks if block.takes_cell]
        moved = [self._of_block(block, block.base).text for block in self._blocks if block.pairs]
        shown = [f"name a cell, such as `{each}`" for each in placed[:1]]
        shown += [f"name two cells, such as `{each}`" for each in moved[:1] if not placed]
        picks = [self._of_block(block, block.base).text for block in self._blocks if block.choices]
        chosen = [self._of_block(block, block.base).text for block in self._blocks if block.word == "choose"]
        shown += [f"pick numbers, such as `{pick}`" for pick in picks[:1]]
        shown += [f"choose, such as `{each}`" for each in chosen[:1]]
        return ", or ".join(shown) or "type `help`"

    def _moves_of(self, cell: int) -> str:
        """A move from a cell, or else another, as an example; empty in a game without moves of pieces."""
        blocks = [each for each in self._blocks if isinstance(each.decision.what, program.Move) and each.pairs]
        if not blocks:
            return ""
        here, there = next((pair for each in blocks for pair in each.pairs if pair[0] == cell), blocks[0].pairs[0])
        return f"{self._board.names[here]}-{self._board.names[there]}"

    def _impossible(self, wanted: tuple[str, int], shown: str) -> str:
        """Why a kind of decision, given by its word and its kind of piece, is nowhere on offer."""
        for decision in self._never:
            kind = decision.what.kind if isinstance(decision.what, program.Place | program.Move) else 0
            if (decision.word, kind) == wanted and decision.where_span is not None:
                return f"nobody can {shown} in this game: the options rule out `{decision.where_span.text}`"
        return f"nobody can {shown} in this game"

    def _cell(self, name: str) -> int:
        cell = self._board.named(name)
        if cell is None:
            raise UnreadableMove(f"there is no cell `{_short(name)}` on this board")
        return cell

    def _pieces(self, name: str | None) -> Iterator[tuple[str | None, int | None]]:
        """The owners and the numbers of kinds that a text may name, the closest first; None is anyone, and any kind.

        `a1` is the default piece, then any; `stack@a1` one's own, then anyone's; `Red@a1` Red's default piece, then
        any of Red's; `Red.stack@a1` is Red's stack alone.
        """
        kinds = {piece.name: number for number, piece in enumerate(self._rules.pieces)}
        owners = {*self._rules.players, *(block.owner for block in self._blocks)} - {""}
        owner, _, kind = (name or "").rpartition(".")
        if name is None:
            yield from ((None, 0), (None, None))
        elif name in kinds:
            yield from (("", kinds[name]), (None, kinds[name]))
        elif name in owners:
            yield from ((name, 0), (name, None))
        elif owner in owners and kind in kinds:
            yield owner, kinds[kind]
        else:
            known = [*kinds, *owners, *(f"{owner}.{kind}" for owner in owners for kind in kinds)]
            guess = nearest(name, known)
            raise UnreadableMove(
                f"there is no piece `{_short(name)}`" + (f"; did you mean `{guess}`?" if guess else "")
            )


def shown_pick(cards: int) -> str:
    """Return a set of cards, given as a bit mask, in the notation of moves: `{1,4}`."""
    return "{" + ",".join(str(card) for card in range(LARGEST_CARD + 1) if cards >> card & 1) + "}"


def _short(text: str) -> str:
    return on_one_line(text if len(text) <= 30 else text[:30] + "…")
