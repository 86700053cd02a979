"""Names looked up in a scope, and problems reported where they are."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias, Unpack, cast

from ..diagnostics.diagnostic import Advice, Diagnostic, Diagnostics, Guess, Hint, guesses, judged, listed, meant
from ..diagnostics.elsewhere import Role, written
from ..diagnostics.text import Span
from ..source.syntax import tree
from ..source.syntax.vocabulary import Place, words
from . import mismatch, operations
from .hints import POSITION_WORDS, called_elsewhere, elsewhere, not_a_name
from .types import LABEL, PLAYER, RELATION
from .values import (
    ABSENCE,
    WRONG,
    Code,
    Definition,
    Found,
    Function,
    Known,
    Meaning,
    Nothing,
    Operative,
    Player,
    Routine,
    Undecided,
    Value,
    Wrong,
    is_item,
    type_of,
)

MOST_STEPS = 500_000
"""How many expressions may be worked out, counting each turn of a loop over known elements."""

TURN = 64
"""After so many of them, time is looked at."""


class Meter:
    """Counts the steps that expressions take; at `stop` it is asked whether to go on."""

    __slots__ = ("look", "steps", "stop")

    def __init__(self) -> None:
        self.steps, self.look, self.stop = 0, TURN, TURN


Bound: TypeAlias = "dict[str, Found]"
"""What the names bound in an expression stand for."""

Plan: TypeAlias = "Callable[[Bound], Found]"
"""Works an expression out, with its names looked up: for one set of names that are bound in it after another."""


class Scope(ChainMap[str, Meaning]):
    """What names mean; a map of its own for each place within another."""

    def meaning(self, name: str) -> Meaning | None:
        """Return what a name means; None if it means nothing."""
        for names in self.maps:
            if name in names:
                held = names[name]
                return Known((held,)) if is_item(held) else held
        return None

    def __getitem__(self, name: str) -> Meaning:
        meaning = self.meaning(name)
        if meaning is None:
            raise KeyError(name)
        return meaning

    def new_child(self, names: MutableMapping[str, Meaning] | None = None) -> Scope:
        """Return the scope with a map of its own."""
        return Scope({} if names is None else names, *self.maps)


class Frame(Scope):
    """A scope in which expressions are planned, each once: as long as it lasts, other names keep their meanings."""

    def __init__(self, outside: Scope, bound: Bound, bodies: dict[int, tuple[Frame, Plan]]) -> None:
        self.maps = [cast("MutableMapping[str, Meaning]", bound), *outside.maps]
        self.bound, self.bodies = bound, bodies
        self.plans: dict[int, tuple[tree.Expression, Plan]] = {}


WORDS: Mapping[str, Meaning] = {
    "yes": Known.always(True),
    "no": Known.always(False),
    "none": Known.always(ABSENCE),
    **operations.FUNCTIONS,
}
"""The names the language itself knows before there is a board."""

CONSTANTS = frozenset({"yes", "no", "none"})
"""Those of them that no sheet can give another meaning."""


def visible(words: Mapping[str, Meaning], own: Collection[str]) -> dict[str, Meaning]:
    """The words of the language that no name of the sheet's own hides."""
    return {word: meaning for word, meaning in words.items() if word not in own}


MOST_COMPARED = 20_000
"""How many words are compared, about, to guess what unknown ones may have meant."""

LISTS = {"regions", "[A, B]"}
"""What parameters are called that take a list."""

_ABOUT_VALUES = {"HG304", "HG305", "HG402", "HG405"}
"""Faults of a value rather than of the text: they do not matter in a branch that is not taken."""


def declared_below(names: Iterable[tree.Name]) -> dict[str, str]:
    """Advice on names that the text declares only further down."""
    return {name.id: f"`{name.id}` is declared further down: declare a name before you use it" for name in names}


def of_board(file: tree.File) -> dict[str, str]:
    """Advice on names that mean something only where there is a board."""
    declared = (item for board in file.items if isinstance(board, tree.Board) for item in board.items)
    named = (item.name.id for item in declared if isinstance(item, tree.Region | tree.Relation))
    advice = "`{}` belongs to the board: write this inside `board {{ … }}`, after the shape"
    return {name: advice.format(name) for name in (*words(Place.REGION), *named)}


def inside_blocks(file: tree.File) -> dict[str, str]:
    """Advice on names that mean something only inside a block."""
    return {
        node.name.id: f"`{node.name.id}` is declared inside `{word} {{ … }}` and known only there"
        for item in file.items
        if (word := _BLOCKS.get(type(item)))
        for node in item.below
        if isinstance(node, tree.Let)
    }


_BLOCKS: dict[type[tree.Node], str] = {
    tree.Board: "board", tree.Setup: "setup", tree.Turn: "turn", tree.Round: "round", tree.Effect: "effect",
}  # fmt: skip


class Names:
    """A scope of names; `wrong` reports a problem."""

    def __init__(self, scope: Scope, report: Diagnostics, elsewhere: Mapping[str, str] | None = None) -> None:
        self.scope = self._outermost = scope
        self._report = report
        self._elsewhere = elsewhere or {}
        self.advice: dict[str, str] = {}
        """What to do about names that mean something elsewhere in the text: further down, inside a block."""

        self._hints: Mapping[str, Hint] = {}
        """What words are likely to be meant as here, should they mean nothing."""

        self._untaken = 0

    @property
    def reported(self) -> int:
        """How many problems have been reported."""
        return len(self._report)

    def wrong(self, code: str, message: str, span: Span, **more: Unpack[Advice]) -> Wrong:
        """Report a problem and give the value that keeps silent."""
        if not (self._untaken and code in _ABOUT_VALUES):
            self._report.append(Diagnostic(code, message, span, **more))
        return WRONG

    def too_late(self, span: Span) -> Wrong:
        """Report a value that play decides, where it must be known before."""
        return self.wrong(mismatch.TOO_LATE, mismatch.DECIDED_IN_PLAY, span)

    def mismatched(self, message: str, span: Span, **more: Unpack[Advice]) -> Wrong:
        """Report a mismatch of types, worded in `mismatch.py`."""
        return self.wrong(mismatch.CODE, message, span, **more)

    @contextmanager
    def binding(self, name: tree.Name, meaning: Meaning) -> Iterator[None]:
        """A name that means something for a while."""
        outside = self.scope
        self.scope = outside.new_child({name.id: meaning})
        try:
            yield
        finally:
            self.scope = outside

    def here(self, work: Callable[[], Value]) -> Callable[[], Value]:
        """What is worked out later, with the names that mean something now."""
        kept = self._outermost.maps
        scope = Scope(*(each if any(each is one for one in kept) else dict(each) for each in self.scope.maps))

        def later() -> Value:
            outside, self.scope = self.scope, scope
            try:
                return work()
            finally:
                self.scope = outside

        return later

    def player(self, name: tree.Name, players: tuple[Player, ...]) -> Player | None:
        """The player of a name; None, and reported, where there is none."""
        for player in players:
            if player.name == name.id:
                return player
        if name.id in self._report.doubts.unsure:
            return None
        names = [player.name for player in players]
        self.wrong("HG204", f"unknown player `{name.id}`", name.span, expected=listed(names), **meant(name.id, names))
        return None

    def _meaning(self, name: tree.Name) -> Meaning | None:
        """What a name means here; WRONG where that is in doubt, None where it means nothing."""
        return WRONG if name.id in self._report.doubts.unsure else self.scope.meaning(name.id)

    def _named(self, node: tree.Name, meaning: Meaning | None) -> Value:
        """The value of a name by what it means; problems are reported."""
        if meaning is None:
            return self._unknown(node, "name")
        if isinstance(meaning, Nothing):
            return self.wrong(meaning.code, meaning.message, node.span, help=meaning.help)
        if isinstance(meaning, Routine):
            return self.mismatched(mismatch.no_value(node.id), node.span)
        if isinstance(meaning, Function | Definition | Operative):
            return self.mismatched(mismatch.not_called(node.id), node.span, **self.naming(node.id))
        return Code(type_of(meaning.among[0]), meaning) if isinstance(meaning, Undecided) else meaning

    @contextmanager
    def hinting(self, hints: Mapping[str, Hint]) -> Iterator[None]:
        """What words are likely to be meant as, should they mean nothing."""
        outside, self._hints = self._hints, hints
        yield
        self._hints = outside

    def naming(self, word: str) -> Hint:
        """How what a word is likely to be meant as gets a name; empty where it is likely to be misspelt."""
        return self._hints.get(word, {})

    def _unknown(self, node: tree.Name, what: str, call: tree.Call | None = None) -> Wrong:
        if node.id in self._elsewhere:
            return self.wrong("HG403", self._elsewhere[node.id], node.span)
        local = [name for name in self.scope if name not in self._outermost]
        fitting = [name for name, meaning in self.scope.items() if _fits(meaning, what)]
        known = [*fitting, *(self._elsewhere if what == "name" else ())]
        cheap = len(self._report) * len(known) < MOST_COMPARED
        said: Guess | Hint = {"help": self.advice[node.id]} if node.id in self.advice else self.naming(node.id)
        said = said or elsewhere(node.id)
        if not said and call:
            said = called_elsewhere(call, known)
        if not said and cheap:
            among = guesses(node.id, known, local)
            said = judged(node.id, among)
            self.guess(node, among)
        said = said if said.get("help") else self._who(node.id) or not_a_name(node.id)
        in_play = node.id in POSITION_WORDS
        message = f"`{node.id}` has no value before play begins" if in_play else f"unknown {what} `{node.id}`"
        return self.wrong("HG201", message, node.span, **said)

    def _who(self, word: str) -> Hint:
        """The players, where a word that nothing declares is written as their names are."""
        players = [
            name for name, meaning in self.scope.items() if isinstance(meaning, Known) and meaning.type is PLAYER
        ]
        named = [name for name in players if name[:1].isupper()]
        return {"expected": listed(f"`{name}`" for name in named)} if word[:1].isupper() and named else {}

    def guess(self, name: tree.Name, among: list[str]) -> None:
        """Note what an unknown name may stand for."""

    def _right_count(self, node: tree.Call, wanted: Sequence[str], named: Collection[str] = ()) -> bool:
        for name, argument in node.named.items():
            if name not in named:
                self.wrong(
                    "HG301",
                    f"`{node.function.id}` has no argument named `{name}`",
                    argument.name.span,
                    expected=listed(f"`{each}:`" for each in named),
                    **meant(name, named),
                )
                return False
        given, name = len(node.plain), node.function.id
        if given == len(wanted):
            return True
        message = f"`{name}` takes {len(wanted)} argument{'s' * (len(wanted) != 1)}, not {given}"
        form = ", ".join([*wanted, *(f"{each}: …" for each in named)])
        other = written(Role.CALL, f"{name}/{given}", *(each.span.text for each in node.plain))
        said: Hint = {"help": f"write: {other}"} if other else _in_brackets(node, wanted)
        advice: Hint = {"expected": f"`{name}({form})`", **said}
        self.wrong("HG301", message, node.span, **advice)
        return False


def if_a_letter(node: tree.Expression, advice: str) -> dict[str, Hint]:
    """Advice on an expression that is a single letter: a name that something else was to give."""
    return {node.id: {"help": advice}} if isinstance(node, tree.Name) and len(node.id) == 1 else {}


def _in_brackets(node: tree.Call, wanted: Sequence[str]) -> Hint:
    """Advice for arguments that should be a list, as in `connects(own, top, bottom)`."""
    if len(node.plain) <= len(wanted) or not wanted or wanted[-1] not in LISTS:
        return {}
    first, last = node.plain[len(wanted) - 1].span, node.plain[-1].span
    passage = Span(first.source, first.start, last.end)
    listing = f"[{passage.text}]"
    return {"help": f"write them as a list: `{listing}`", "replacement": listing, "replaced": passage}


def _fits(meaning: Meaning, what: str) -> bool:
    """Whether a name can stand where a name, or the name of a function, is written."""
    if isinstance(meaning, Routine):
        return False
    is_function = isinstance(meaning, Function | Operative) or (
        isinstance(meaning, Definition) and bool(meaning.tree.parameters)
    )
    if what == "name":
        return not is_function
    return is_function or meaning is WRONG or (isinstance(meaning, Known) and meaning.type in (RELATION, LABEL))
