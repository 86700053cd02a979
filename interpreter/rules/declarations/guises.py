"""What a file says of how things look: `look { THING as FORM … }`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from ...diagnostics.diagnostic import listed, meant
from ...source.syntax import looks, tree
from ...values.settings import kinds_of
from ...values.values import WRONG, Cells, Kind, Known
from ..expressions.elaborate import Elaborator
from ..program import NEUTRAL
from ..spellings import Form, Looks

FORMS = {"pieces": looks.PIECES, "cells": looks.CELLS, "values": looks.VALUES}
"""The forms, by what they are for."""


def looks_of(file: tree.File, elaborator: Elaborator) -> Looks:
    """Return how things look; what makes no sense is reported and left out."""
    reader = _Reader(file, elaborator)
    for item in file.items:
        for guise in item.items if isinstance(item, tree.Look) else ():
            reader.read(guise)
    return Looks(reader.pieces, reader.cells, reader.shades, reader.values)


class _Reader:
    def __init__(self, file: tree.File, elaborator: Elaborator) -> None:
        self._file, self._elaborator = file, elaborator
        self._named = {name.id for item, name in file.declarations
                       if isinstance(item, tree.Var | tree.Cards | tree.Marks | tree.Label)}  # fmt: skip
        self.pieces: dict[tuple[int, int], Form] = {}
        self.cells: dict[int, str] = {}
        self.shades: dict[int, str] = {}
        self.values: dict[str, Form] = {}

    def read(self, guise: tree.Guise) -> None:
        """Note how a thing looks."""
        thing, elaborator = guise.thing, self._elaborator
        if isinstance(thing, tree.Name) and thing.id in self._named:
            form = self._form(guise.form, "values")
            if form is not None:
                self.values[thing.id] = form
            return
        owners, of = self._owners(thing)
        if isinstance(of, tree.Name):
            elaborator.advice = {**elaborator.advice, **self._kinds(of.id)}
        value = elaborator.evaluate(of)
        if value is WRONG:
            return
        if not isinstance(value, Known):
            elaborator.wrong("HG303", "what has this look must be known before play", thing.span)
            return
        found = value.of(0)
        if isinstance(found, Cells) and not owners and guise.name is None:
            form = self._form(guise.form, "cells")
            places = elaborator.board.places
            if form is not None:
                cells = [places[place] for place in found.items]
                self.cells.update(dict.fromkeys(cells, form.shape))
                self.shades.update(dict.fromkeys(cells, form.colour))
            return
        kinds = [each for each in (found if type(found) is tuple else (found,)) if isinstance(each, Kind)]
        if not kinds:
            elaborator.mismatch(thing, value.type, "a kind of piece, cells, or the name of a variable, cards or marks",
                                "`look`")  # fmt: skip
            return
        for kind in kinds:
            with elaborator.binding(guise.name, Known.always(kind)) if guise.name else nullcontext():
                form = self._form(guise.form, "pieces")
            if form is None:
                break
            for owner in owners or range(len(elaborator.players) + 1):
                known = self.pieces.get((owner, kind.index), Form())
                self.pieces[owner, kind.index] = form if form.shape else known.copy_with(words=form.words)

    def _kinds(self, word: str) -> dict[str, str]:
        """What to say of a word that is near no kind of piece: which kinds there are."""
        if meant(word, self._elaborator.scope)["help"]:
            return {}
        kinds = [f"`{kind.name}`" for kind in kinds_of(self._file)]
        known = "the only kind of piece is" if len(kinds) == 1 else "the kinds of piece are"
        return {word: f"{known} {listed(kinds, 'and')}; `pieces` declares others"}

    def _owners(self, thing: tree.Expression) -> tuple[tuple[int, ...], tree.Expression]:
        """Whose pieces are meant, by number, and the node of what they are; nobody's are named by no owner."""
        owners = [*(player.name for player in self._elaborator.players), NEUTRAL]
        match thing:
            case tree.Attribute(tree.Name(owner), name) if owner in owners:
                return (owners.index(owner),), name
            case _:
                return (), thing

    def _form(self, form: tree.Form, what: str) -> Form | None:
        """The form that is meant; None, and reported, where there is no such form for such a thing."""
        words = " ".join(form.words.value.split()) if form.words else ""
        if form.shape is None:
            return Form(words=words)
        shape, elaborator = form.shape.id, self._elaborator
        if shape not in FORMS[what]:
            others = [name for name, known in FORMS.items() if shape in known]
            message = f"`{shape}` is for {others[0]}" if others else f"there is no form `{shape}`"
            elaborator.wrong("HG530", message, form.shape.span, expected=listed(FORMS[what]),
                             **({"help": ""} if others else meant(shape, FORMS[what])))  # fmt: skip
            return None
        colour = form.colour.id if form.colour else ""
        if colour and colour.lower() not in looks.COLOURS:
            elaborator.wrong("HG530", f"there is no colour `{colour}`", form.colour.span if form.colour else form.span,
                             expected=listed(name.capitalize() for name in looks.COLOURS),
                             **meant(colour.capitalize(), [name.capitalize() for name in looks.COLOURS]))  # fmt: skip
            return None
        if what == "cells" and form.words:
            elaborator.wrong("HG530", "cells have a form and a colour, but no words", form.words.span)
            return None
        if form.arguments and shape != "tile":
            elaborator.wrong("HG530", f"`{shape}` takes no arguments", form.arguments[0].span)
            return None
        return Form(shape, colour.lower(), words, tuple(self._tracks(form.arguments)))

    def _tracks(self, arguments: Sequence[tree.Expression]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The sides between which the tracks of a tile lie."""
        for argument in arguments:
            if not isinstance(argument, tree.Named):
                self._elaborator.wrong("HG530", "whose track is it?", argument.span,
                                       help="name the player before its sides: tile(White: {0, 2})")  # fmt: skip
                continue
            player = self._elaborator.player(argument.name, self._elaborator.players)
            value = self._elaborator.known(argument.value)
            if player is None or value is WRONG:
                continue
            sides = tuple(value) if isinstance(value, range | tuple) else ()
            if not sides or not all(type(side) is int and 0 <= side < MOST_SIDES for side in sides):
                wanted = f"a set of numbers from 0 to {MOST_SIDES - 1}, clockwise from the top"
                self._elaborator.wrong("HG530", "a track lies between sides", argument.value.span, expected=wanted)
                continue
            yield player.index, tuple(side for side in sides if type(side) is int)


MOST_SIDES = 12
