"""Frozen records, for nodes and for all that every command makes at its start.

They behave like frozen dataclasses, but defining one takes microseconds where `dataclasses` takes half a millisecond:
for some seventy classes, that is a fifth of the time that `hexgame validate` takes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform


class _Few:
    """What `itemgetter` is for two fields or more, for one or none."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def __call__(self, held: dict[str, object]) -> tuple[object, ...]:
        return tuple([held[name] for name in self._names])


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Record:
    """A base class: the annotations of a subclass are its fields, as in a dataclass."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _named_only: ClassVar[tuple[str, ...]] = ()
    _fields: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[dict[str, object]] = {}
    _required: ClassVar[int] = 0
    """How many values must be given, if all are given in order."""

    _taken: ClassVar[itemgetter[tuple[object, ...]] | _Few]
    """Takes the values of the fields, in order, from what a record holds."""

    def __init_subclass__(cls) -> None:
        named_only, defaults = [*cls._named_only], dict(cls._defaults)
        positional = [*cls.__match_args__]
        for name, kind in cls.__dict__.get("__annotations__", {}).items():  # noqa: RUF063 - `inspect` is slow to import
            if str(kind).startswith(("ClassVar", "typing.ClassVar")):
                continue
            given = cls.__dict__.get(name, dataclasses.MISSING)
            if isinstance(given, dataclasses.Field):
                named_only.append(name)
                delattr(cls, name)
                continue
            positional.append(name)
            if given is not dataclasses.MISSING:
                defaults[name] = given
        cls.__match_args__ = tuple(positional)  # type: ignore[misc]
        cls._named_only, cls._defaults = tuple(named_only), defaults
        cls._required = max((place for place, name in enumerate(positional, 1) if name not in defaults), default=0)
        cls._fields = frozenset((*positional, *named_only))
        cls._taken = itemgetter(*positional) if len(positional) > 1 else _Few(positional)

    def __init__(self, *values: object, **named: object) -> None:
        names, fields = self.__match_args__, self.__dict__
        if len(values) == len(self._fields) and not (named or self._named_only):
            fields.update(zip(names, values, strict=True))
            return
        fields.update(self._defaults)
        fields.update(zip(names, values, strict=False))
        if not named and self._required <= len(values) <= len(names) and not self._named_only:
            return
        fields.update(named)
        are_distinct = not named or named.keys().isdisjoint(names[: len(values)])
        if fields.keys() != self._fields or len(values) > len(names) or not are_distinct:
            raise TypeError(f"{type(self).__name__} takes {self.__match_args__ + self._named_only}")

    def __setattr__(self, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def parts(self) -> tuple[Any, ...]:
        """Return the values of the fields in order, without those that are given only by name."""
        return self._taken(self.__dict__)

    def copy_with(self, **changes: object) -> Self:
        """Return a copy with other values of some fields; raises TypeError for a name that is not a field."""
        fields = {name: self.__dict__[name] for name in self._fields}
        return type(self)(**{**fields, **changes})

    def changed(self, change: Callable[[object], object]) -> Self:
        """Return a copy with a function applied to each field."""
        return type(self)(*map(change, self.parts()))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return self.parts() == other.parts()

    def __hash__(self) -> int:
        known = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = hash((type(self), self.parts()))
        return int(known)

    def __getstate__(self) -> dict[str, object]:
        """Return what a pickle holds: the fields, without what was worked out from them."""
        return {name: self.__dict__[name] for name in self._fields}

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({shown})"


class Single(Record):
    """A record that is equal to nothing but itself."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__
