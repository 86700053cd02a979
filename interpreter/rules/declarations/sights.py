"""What players see: which cells, and of what stands there the kind and the variables."""

from __future__ import annotations

from ...diagnostics.diagnostic import Guess, guesses, judged, listed
from ...source.syntax import tree
from ...values.types import KIND
from ...values.values import WRONG, Known, Wrong, type_of
from ..expressions.elaborate import Elaborator
from ..layers import CONTENTS, KINDS, Sight, bit_of

KIND_OF_PIECE = "kind"
"""What a sheet calls the kind of what stands on a cell."""


def sights_of(file: tree.File, elaborator: Elaborator) -> tuple[Sight, ...] | Wrong:
    """Return what players know only of some cells, in the order of the bits; WRONG, and reported, if that is wrong."""
    first: dict[int, tree.Sees] = {}
    found: list[Sight] = []
    failed = False
    for item in file.items:
        if not isinstance(item, tree.Sees):
            continue
        bit = _bit(item, elaborator)
        cells = WRONG if bit is WRONG else elaborator.cells(item.cells, "`sees`")
        if bit is WRONG or cells is WRONG:
            failed = True
            continue
        if first.setdefault(bit, item) is not item:
            what = f"a second `sees {item.name.id}`" if item.name else "a second `sees`"
            elaborator.wrong("HG104", what, item.span, label="again here",
                             related=((first[bit].span, "the first is given here"),),
                             help="join the cells with `|`, as in: sees own | corners")  # fmt: skip
        found.append(Sight(bit, cells))
    return WRONG if failed else tuple(sorted(found, key=lambda sight: sight.bit))


def _bit(item: tree.Sees, elaborator: Elaborator) -> int | Wrong:
    """The number of what is seen on some cells; WRONG, and reported, where it is nothing that can be hidden."""
    name, declared = item.name, elaborator.declared
    if name is None:
        return CONTENTS if _is_of_cells(item, elaborator) else WRONG
    if name.id in declared.of_cells:
        return bit_of(declared.of_cells[name.id][1])
    if name.id != KIND_OF_PIECE:
        return _nothing_to_hide(name, elaborator)
    if len(declared.pieces) == 1:
        what = f"there is one kind of piece, {declared.pieces[0].name}: everyone knows it"
        return elaborator.wrong("HG528", what, name.span, help="declare more kinds, such as: pieces good, bad")
    return KINDS


def _is_of_cells(item: tree.Sees, elaborator: Elaborator) -> bool:
    """Whether cells are said to be seen, as far as one can tell; reported where `on` is left out."""
    known, cells, where = (KIND_OF_PIECE, *elaborator.declared.of_cells), item.cells, "own"
    match cells:
        case tree.Name() as name if name.id not in elaborator.scope or name.id in elaborator.declared.of_cells:
            pass
        case tree.Binary(tree.Name() as name, tree.Operator("in"), whose) | tree.Attribute(whose, name):
            where = whose.span.text
        case _:
            return True
    if name.id not in known:
        return True
    write = f"{name.id} on {where}"
    elaborator.wrong("HG528", f"on which cells is `{name.id}` seen?", cells.span, help=f"write: sees {write}",
                     replacement=None if cells is name else write, replaced=cells.span)  # fmt: skip
    return False


def _nothing_to_hide(name: tree.Name, elaborator: Elaborator) -> Wrong:
    """Report a name that is neither `kind` nor a variable of cells or pieces."""
    declared = elaborator.declared
    known = (KIND_OF_PIECE, *declared.of_cells)
    expected, meaning = listed([f"`{each}`" for each in known], "or"), elaborator.scope.get(name.id)
    kept = {slot.name.partition("[")[0] for slot in declared.slots if slot.is_declared} | {*declared.families}
    if name.id in kept:
        return elaborator.wrong("HG528", f"`{name.id}` belongs to no cell: everyone knows it", name.span,
                                expected=expected, help=f"declare it so: var {name.id} = … for each piece")  # fmt: skip
    if name.id in declared.marks:
        return elaborator.wrong("HG528", f"`{name.id}` are marks, which only their player knows", name.span,
                                expected=expected, help="leave this line out")  # fmt: skip
    if isinstance(meaning, Known) and type_of(meaning.values[0]) is KIND:
        guess: Guess = {"help": "the kinds of pieces on cells are a single secret", "replacement": KIND_OF_PIECE}
    else:
        among = guesses(name.id, known)
        elaborator.guess(name, among)
        guess = judged(name.id, among)
    return elaborator.wrong("HG528", f"`{name.id}` is not a property of cells", name.span, expected=expected, **guess)
