"""What people add to a game: comments on its positions, and variations, which are moves that were not played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TypeGuard

from ..play.moves import MoveError
from ..play.state import State
from ..source.reading.mappings import Unfit, is_mapping, is_texts, place_in, short, value_of

KEYS = ("comments", "variations")
"""The keys of a record that hold them."""

LONGEST_COMMENT = 10_000
"""In characters."""

MOST_MOVES = 20_000
"""How many moves the variations of a game may have in all."""

_KEYS = ("after", "of", "moves", "comments")

Comments = Mapping[int, str]
"""The comments on a line of play, by the number of moves that have been made from the start."""


@dataclass(frozen=True)
class Variation:
    """Moves that take the place of what follows the first `after` moves of another line.

    `of` is the number of that line: 0 for the game, or that of an earlier variation, counted from 1.
    """

    after: int
    moves: tuple[str, ...]
    of: int = 0
    comments: Comments = field(default_factory=dict)


@dataclass(frozen=True)
class Remarks:
    """All comments and variations of a game."""

    comments: Comments = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()

    def as_fields(self) -> dict[str, object]:
        """Return what a record holds of them: nothing if there are none."""
        variations = [
            {"after": each.after, **({"of": each.of} if each.of else {}), "moves": list(each.moves),
             **({"comments": dict(each.comments)} if each.comments else {})}
            for each in self.variations
        ]  # fmt: skip
        return {
            **({"comments": dict(self.comments)} if self.comments else {}),
            **({"variations": variations} if variations else {}),
        }

    def on(self, before: Sequence[object], now: Sequence[object]) -> Remarks:
        """Return those that still hold if a game, on whose moves `before` they were made, now has other moves."""
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
        lengths = [kept, *(0 if not each.of and each.after > kept else len(each.moves) for each in self.variations)]
        return self.cut(lengths)

    def cut(self, lengths: Sequence[int]) -> Remarks:
        """Return what is left if the game is cut to its first moves, and each variation to so many of its own."""
        comments = {number: text for number, text in self.comments.items() if number <= lengths[0]}
        numbers, left, ends = {0: 0}, list[Variation](), {0: lengths[0]}
        for number, (each, length) in enumerate(zip(self.variations, lengths[1:], strict=True), 1):
            if length == 0 or each.of not in numbers or each.after > ends[each.of]:
                continue
            ends[number] = each.after + length
            kept = {at: text for at, text in each.comments.items() if at <= ends[number]}
            left.append(replace(each, of=numbers[each.of], moves=each.moves[:length], comments=kept))
            numbers[number] = len(left)
        return Remarks(comments, tuple(left))


def read_remarks(record: Mapping[str, object], length: int) -> Remarks:
    """Return the remarks of a record whose game has so many moves; raise Unfit if they do not fit it."""
    given = (
        value_of(record, "variations", _is_mappings, "a list of variations, such as [{after: 2, moves: [b2]}]") or ()
    )
    ends, found, total = [(0, length)], list[Variation](), 0
    for fields in given:
        each = _variation(fields, ends)
        ends.append((each.after, each.after + len(each.moves)))
        total += len(each.moves)
        if total > MOST_MOVES:
            raise Unfit(f"the variations have more than {MOST_MOVES:,} moves", place_in(record, "variations"))
        found.append(each)
    return Remarks(_comments(record, -1, length), tuple(found))


def _variation(fields: Mapping[str, object], ends: Sequence[tuple[int, int]]) -> Variation:
    """A variation; `ends` are the numbers of moves before and after those of the game and of each earlier variation."""
    for key in fields:
        if key not in _KEYS:
            raise Unfit(f"a variation has no `{short(key)}`", place_in(fields, key), expected=", ".join(_KEYS))
    of, after = (
        value_of(fields, "of", _is_whole, "a whole number") or 0,
        value_of(fields, "after", _is_whole, "a number"),
    )
    if of >= len(ends):
        raise Unfit(f"`of` must be the number of an earlier variation, not {of}", place_in(fields, "of"))
    begins, end = ends[of]
    least = begins + 1 if of else 0
    if after is None or not least <= after <= end:
        line = f"variation {of}" if of else "the game"
        where = place_in(fields, "moves" if after is None else "after")
        raise Unfit(f"`after` must be a number of moves of {line}, from {least} to {end}", where)
    moves = tuple(value_of(fields, "moves", is_texts, "a list of moves") or ())
    if not moves:
        raise Unfit("a variation needs `moves`", place_in(fields, "moves") or place_in(fields, "after"))
    return Variation(after, moves, of, _comments(fields, after, after + len(moves)))


def _comments(fields: Mapping[str, object], before: int, last: int) -> Comments:
    """The comments of a line whose own positions follow its first `before` moves and end with `last`."""
    found = dict[int, str]()
    for key, text in (value_of(fields, "comments", is_mapping, "a mapping, such as {2: well played}") or {}).items():
        place = place_in(fields, "comments")
        if not (key.isascii() and key.isdecimal() and len(key) < 9 and before < int(key) <= last):
            raise Unfit(
                f"`{short(key)}` under `comments` must be a number of moves, from {before + 1} to {last}", place
            )
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_COMMENT:
            raise Unfit(f"a comment must be a text of at most {LONGEST_COMMENT:,} characters", place)
        found[int(key)] = text
    return found


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int and value >= 0


def _is_mappings(value: object) -> TypeGuard[list[dict[str, object]]]:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


@dataclass(frozen=True)
class Refusal:
    """A move of a variation that cannot be played: the numbers of both, and why."""

    variation: int
    move: int
    why: MoveError


def playable(start: State, moves: Sequence[str], remarks: Remarks) -> tuple[Remarks, Refusal | None]:
    """Return the remarks as far as their variations can be played on a game with these moves, and the first refusal."""
    if not remarks.variations:
        return remarks.cut([len(moves)]), None
    wanted = {(each.of, each.after) for each in remarks.variations}
    bases, lengths, first = dict[tuple[int, int], State](), list[int](), None
    for number, line in enumerate((Variation(0, tuple(moves)), *remarks.variations)):
        base, length = bases.get((line.of, line.after)) if number else start, 0
        try:
            for length, state in enumerate(positions(base, line.moves) if base else ()):
                if (number, line.after + length) in wanted:
                    bases[number, line.after + length] = state.copy()
        except MoveError as error:
            first = first or Refusal(number, length + 1, error)
        lengths.append(length)
    return remarks.cut(lengths), first


def positions(start: State, moves: Iterable[str]) -> Iterator[State]:
    """Yield a position and what it becomes after each of some moves; raises MoveError at one that cannot be played."""
    state = start.copy()
    yield state
    for move in moves:
        state.play(move)
        yield state
