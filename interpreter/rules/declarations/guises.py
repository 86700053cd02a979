"""What a file says of how things look: `look { THING as FORM … }`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from ...diagnostics.diagnostic import listed, meant
from ...source.syntax import looks, tree
from ...values.settings import kinds_of
from ...values.values import WRONG, Cells, Kind, Known
from ..expressions.elaborate import Elaborator
from ..layers import Shade
from ..program import NEUTRAL
from ..spellings import Form, Looks

FORMS = {"pieces": looks.PIECES, "cells": looks.CELLS, "values": looks.VALUES}
"""The forms, by what they are for."""


def looks_of(file: tree.File, elaborator: Elaborator) -> tuple[Looks, tuple[Shade, ...]]:
    """Return how things look, and which colours play gives to cells; what makes no sense is reported and left out."""
    reader = _Reader(file, elaborator)
    for item in file.items:
        for guise in item.items if isinstance(item, tree.Look) else ():
            reader.read(guise)
    return Looks(reader.pieces, reader.cells, reader.shades, reader.values), tuple(reader.changing)


class _Reader:
    def __init__(self, file: tree.File, elaborator: Elaborator) -> None:
        self._file, self._elaborator = file, elaborator
        self._named = {name.id for item, name in file.declarations
                       if isinstance(item, tree.Var | tree.Cards | tree.Marks | tree.Label)}  # fmt: skip
        self.pieces: dict[tuple[int, int], Form] = {}
        self.cells: dict[int, str] = {}
        self.shades: dict[int, str] = {}
        self.values: dict[str, Form] = {}
        self.changing: list[Shade] = []

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
            self._change(guise)
            return
        found = value.of(0)
        if isinstance(found, Cells) and not owners and guise.name is None:
            self._settle(found, self._form(guise.form, "cells"))
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
                said = {"words": form.words} if form.words else {"colour": form.colour}
                self.pieces[owner, kind.index] = form if form.shape else known.copy_with(**said)

    def _settle(self, found: Cells, form: Form | None) -> None:
        """Note how cells look throughout the game."""
        if form is None:
            return
        cells = [self._elaborator.board.places[place] for place in found.items]
        self.cells.update(dict.fromkeys(cells, form.shape) if form.shape else {})
        self.shades.update(dict.fromkeys(cells, form.colour))

    def _change(self, guise: tree.Guise) -> None:
        """Note which cells have a colour for as long as play says so."""
        cells, form = self._elaborator.cells(guise.thing, "`look`"), self._form(guise.form, "cells")
        if cells is WRONG or form is None:
            return
        if guise.form.shape:
            self._elaborator.wrong("HG530", "which cells these are changes in play, and their form cannot",
                                   guise.form.shape.span,
                                   help=f"give them a colour alone: {guise.thing.span.text} in Yellow")  # fmt: skip
            return
        self.changing.append(Shade(cells, form.colour))

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
        words, elaborator = " ".join(form.words.value.split()) if form.words else "", self._elaborator
        colour = self._colour(form)
        if colour is None:
            return None
        if form.shape is None:
            if what == "values" and form.colour:
                elaborator.wrong("HG530", "a colour alone is for pieces and cells", form.colour.span,
                                 help="name a form as well: as dots in Grey")  # fmt: skip
                return None
            if what == "cells" and form.words:
                self._refuse_words(form.words)
                return None
            return Form(colour=colour, words=words)
        shape = form.shape.id
        if shape not in FORMS[what]:
            others = [name for name, known in FORMS.items() if shape in known]
            message = f"`{shape}` is for {others[0]}" if others else f"there is no form `{shape}`"
            elaborator.wrong("HG530", message, form.shape.span, expected=listed(FORMS[what]),
                             **({"help": ""} if others else meant(shape, FORMS[what])))  # fmt: skip
            return None
        if what == "cells" and form.words:
            self._refuse_words(form.words)
            return None
        if form.arguments and shape != "tile":
            elaborator.wrong("HG530", f"`{shape}` takes no arguments", form.arguments[0].span)
            return None
        return Form(shape, colour, words, tuple(self._tracks(form.arguments)))

    def _colour(self, form: tree.Form) -> str | None:
        """The colour that is meant, empty if none is; None, and reported, where there is no such colour."""
        if form.colour is None or form.colour.id.lower() in looks.COLOURS:
            return form.colour.id.lower() if form.colour else ""
        known = [name.capitalize() for name in looks.COLOURS]
        self._elaborator.wrong("HG530", f"there is no colour `{form.colour.id}`", form.colour.span,
                               expected=listed(known), **meant(form.colour.id.capitalize(), known))  # fmt: skip
        return None

    def _refuse_words(self, words: tree.Text) -> None:
        self._elaborator.wrong("HG530", "cells have a form and a colour, but no words", words.span)

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
