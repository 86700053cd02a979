"""YAML as plain data: mappings with texts as keys, lists, texts, numbers, yes and no, nothing.

Anchors, aliases, tags and further documents are refused, and so is what is too large, too deep or given twice. What is
read takes time in proportion to the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml

from .misread import reason_for
from .visible import visible

DEEPEST = 10
"""How many mappings and lists may stand in each other."""

MOST_VALUES = 100_000
"""How many values, keys among them, a document may have."""

MOST_DIGITS = 40
"""How many characters a number may have."""


@dataclass(frozen=True)
class Place:
    """Where something stands in a text: from the character `start` up to, but not including, `end`."""

    start: int
    end: int


class Malformed(ValueError):  # noqa: N818 - named for what the text is
    """A text that is not a document of plain data."""

    def __init__(self, reason: str, place: Place) -> None:
        super().__init__(reason)
        self.place = place


class Fields(dict[str, object]):
    """A mapping that was read, with the places of its keys and of its values."""

    def __init__(self) -> None:
        super().__init__()
        self.keys_at: dict[str, Place] = {}
        self.values_at: dict[str, Place] = {}


class Items(list[object]):
    """A list that was read, with the places of its items."""

    def __init__(self) -> None:
        super().__init__()
        self.items_at: list[Place] = []


def read_document(text: str) -> object:
    """Return the value that a text describes. Raises `Malformed`.

    Without quotes, `true`, `yes`, `on` and their opposites are booleans, `null`, `~` and nothing are None, digits with
    or without a sign and a point are numbers; everything else is a text, and so is every key.

    >>> read_document("{size: 3, pie: no, moves: [a1, '2', 0x10], 7: 1:30}")
    {'size': 3, 'pie': False, 'moves': ['a1', '2', '0x10'], '7': '1:30'}
    """
    odd = _ODD.search(text)
    if odd:
        raise Malformed(f"unexpected character `U+{ord(odd[0]):04X}`", Place(*odd.span()))
    reader = _Reader()
    try:
        for event in yaml.parse(text, Loader=LOADER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = getattr(mark, "index", 0)
        if "nesting depth" in str(error.problem):  # some versions of libyaml have a bound of their own
            raise Malformed(_TOO_DEEP, Place(at, at + 1)) from None
        opened = getattr(error.context_mark, "index", at)
        says, start, end = reason_for(str(error.problem or error.context), text, at, opened)
        raise Malformed(f"not valid YAML: {says}", Place(start, end)) from None
    except yaml.YAMLError as error:
        raise Malformed(f"not valid YAML: {error}", Place(0, 1)) from None
    return reader.value


def write_document(fields: Mapping[str, object]) -> str:
    """Return the text of a mapping of plain data; nothing is hidden in it.

    Raises `Malformed` if `read_document` would refuse it, such as for a number of too many digits.
    """
    text = _written(fields, True)
    if visible(text) != text:
        text = _written(fields, False)
    read_document(text)
    return text


_TOO_DEEP = f"lists and mappings are nested more than {DEEPEST} deep"

LOADER: type[yaml.SafeLoader] | type[yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ODD = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")

_WORDS = {"~": None, "": None} | {
    spelt: value
    for value, words in ((True, ("yes", "true", "on")), (False, ("no", "false", "off")), (None, ("null",)))
    for word in words
    for spelt in (word, word.capitalize(), word.upper())
}
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(\.[0-9]+)?")


class _Dumper(yaml.SafeDumper):
    """Writes what occurs twice a second time."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _written(fields: Mapping[str, object], freely: bool) -> str:
    text: str = yaml.dump(dict(fields), Dumper=_Dumper, sort_keys=False, allow_unicode=freely, width=100)
    return text


@dataclass
class _Reader:
    """Builds a value from the events of a parser."""

    value: object = None
    _open: list[Fields | Items] = field(default_factory=list)
    _keys: list[str | None] = field(default_factory=list)
    """For each open mapping the key whose value is next; None if a key is next, as well as for lists."""

    _documents: int = 0
    _values: int = 0

    def take(self, event: yaml.Event) -> None:
        """Take the next event. Raises `Malformed`."""
        start, end = event.start_mark, event.end_mark
        assert start and end
        place = Place(start.index, max(end.index, start.index + 1))
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise Malformed("a second document begins here; a file may hold only one", place)
        elif isinstance(event, yaml.AliasEvent):
            raise Malformed(f"`*{event.anchor}` is an alias, which is not supported: write the value out", place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
            self._keys.pop()
        elif isinstance(event, yaml.NodeEvent):
            self._begin(event, place)

    def _begin(self, event: yaml.NodeEvent, place: Place) -> None:
        self._values += 1
        if event.anchor is not None:
            raise Malformed(f"`&{event.anchor}` is an anchor, which is not supported: leave it out", place)
        if getattr(event, "tag", None) is not None:
            raise Malformed(f"`{_tag(event)}` is a tag, which is not supported: leave it out", place)
        if self._values > MOST_VALUES:
            raise Malformed(f"there are more than {MOST_VALUES:,} values", place)
        if not isinstance(event, yaml.ScalarEvent):
            opened = Fields() if isinstance(event, yaml.MappingStartEvent) else Items()
            place = Place(place.start, place.start + 1)
            if len(self._open) == DEEPEST:
                raise Malformed(_TOO_DEEP, place)
            self._add(opened, place)
            self._open.append(opened)
            self._keys.append(None)
        elif self._awaits_key:
            self._name(_text(event.value, place), place)
        else:
            self._add(_scalar(event, place), place)

    @property
    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1], Fields) and self._keys[-1] is None

    def _name(self, key: str, place: Place) -> None:
        fields = self._open[-1]
        assert isinstance(fields, Fields)
        if key in fields:
            raise Malformed(f"`{key[:60]}` is given twice", place)
        fields.keys_at[key], self._keys[-1] = place, key

    def _add(self, value: object, place: Place) -> None:
        if not self._open:
            self.value = value
            return
        whole, key = self._open[-1], self._keys[-1]
        if isinstance(whole, Items):
            whole.append(value)
            whole.items_at.append(place)
        elif key is None:
            raise Malformed("a key must be a word or a text", place)
        else:
            whole[key], whole.values_at[key], self._keys[-1] = value, place, None


def _tag(event: yaml.NodeEvent) -> str:
    return str(event.tag).replace("tag:yaml.org,2002:", "!!")  # type: ignore[attr-defined]


def _scalar(event: yaml.ScalarEvent, place: Place) -> object:
    text = _text(event.value, place)
    if event.style in ("'", '"', "|", ">"):
        return text
    if text in _WORDS:
        return _WORDS[text]
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    if len(text) > MOST_DIGITS:
        raise Malformed(f"this number has more than {MOST_DIGITS} digits; put it in quotes to make it a text", place)
    return float(text) if number[1] else int(text)


def _text(text: str, place: Place) -> str:
    if _SURROGATE.search(text):
        raise Malformed("this escape stands for half of a character", place)
    return text


_SURROGATE = re.compile("[\ud800-\udfff]")
