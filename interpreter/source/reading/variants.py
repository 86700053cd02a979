"""Variants: a file that restates only what changes is merged with its base."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, Diagnostics, meant
from ...diagnostics.text import Source, Span
from ..syntax import tree
from ..syntax.vocabulary import Often, Place, rows
from .files import FILES, Shelf, shipped
from .parse import parse

DEEPEST = 10
"""How long a chain of variants may be."""


def assemble(
    source: Source,
    folder: Path | None,
    bases: tuple[Source, ...] = (),
    shelf: Shelf = FILES,
    unlikely: Container[Hashable] = (),
) -> tuple[tree.File | None, tuple[Source, ...], Diagnostics]:
    """Return the complete tree of a game, its sources (its own first) and the problems.

    The texts that it is a variant of, one of another, are looked for in a folder and on a shelf unless they are given.
    `unlikely` changes do not mend the text, if it is broken.
    """
    return _assemble(source, folder, (), bases, shelf, unlikely)


def _assemble(
    source: Source,
    folder: Path | None,
    above: tuple[str, ...],
    bases: tuple[Source, ...],
    shelf: Shelf,
    unlikely: Container[Hashable] = (),
) -> tuple[tree.File | None, tuple[Source, ...], Diagnostics]:
    parsed, report = parse(source, unlikely)
    variant = next((item for item in parsed.items if isinstance(item, tree.Variant)), None) if parsed else None
    if parsed is not None:
        report.extend(check_duplicates(parsed))
    if parsed is None or variant is None:
        return parsed, (source,), report
    base = (Path(bases[0].name), bases[0]) if bases else _read_base(variant, folder, above, shelf)
    if isinstance(base, Diagnostic):
        report.append(base)
        return None, (source,), report
    path, text = base
    below, sources, problems = _assemble(text, path.parent, (*above, str(path)), bases[1:], shelf)
    report.extend(problems)
    whole = overlay(below, parsed) if below else None
    if whole is not None:
        report.extend(check_duplicates(whole))
    return whole, (source, *sources), report


def _read_base(
    variant: tree.Variant, folder: Path | None, above: tuple[str, ...], shelf: Shelf
) -> tuple[Path, Source] | Diagnostic:
    name, span = variant.base.id, variant.base.span
    path = shelf.find(name, folder)
    if isinstance(path, Diagnostic):
        message = f"the base `{name}` does not exist"
        return Diagnostic("HG206", message, span, **(meant(name, shipped()) | {"help": path.help}))
    if str(path) in above or path.absolute() == Path(span.source.name).absolute():
        return Diagnostic("HG207", f"`{name}` leads back to this file: the variants form a cycle", span)
    if len(above) >= DEEPEST:
        message = f"`{name}` is the base of a chain of more than {DEEPEST} variants"
        return Diagnostic("HG207", message, span, help="make one of them a variant of an earlier base")
    text = shelf.read(path)
    if isinstance(text, Diagnostic):
        return Diagnostic("HG206", f"the base `{name}` cannot be used: {text.message}", span)
    return path, text


def overlay(base: tree.File, over: tree.File) -> tree.File:
    """Merge a variant into its base: named items replace those of the same name, other items all of their kind."""
    replaced = {_key(item): item for item in over.items if _is_named(item)}
    kinds = {_kind(item) for item in over.items if not _is_named(item)}
    kinds.add(tree.Claims)  # what is claimed of the base need not be true of the variant
    kept = [item for item in base.items if _is_named(item) or _kind(item) not in kinds]
    merged: list[tree.Item] = [replaced.get(_key(item), item) if _is_named(item) else item for item in kept]
    known = {_key(item) for item in kept if _is_named(item)}
    merged.extend(item for item in over.items if not _is_named(item) or _key(item) not in known)
    merged = [item for item in merged if not isinstance(item, tree.Variant)]
    return tree.File(tuple(_merge_looks(_merge_boards(merged, base), base)), span=over.span)


def _merge_boards(items: list[tree.Item], base: tree.File) -> Iterator[tree.Item]:
    """Add the items of a board without a shape to the board of the base."""
    old = next((item for item in base.items if isinstance(item, tree.Board)), None)
    for item in items:
        if old is None or not isinstance(item, tree.Board) or _has_shape(item):
            yield item
            continue
        regions = {part.name.id: part for part in item.items if isinstance(part, tree.Region)}
        kept = [regions.pop(part.name.id, part) if isinstance(part, tree.Region) else part for part in old.items]
        rest = [part for part in item.items if not isinstance(part, tree.Region) or part.name.id in regions]
        yield tree.Board((*kept, *rest), span=item.span)


def _merge_looks(items: Iterable[tree.Item], base: tree.File) -> Iterator[tree.Item]:
    """Add the lines of the base's `look` about other things than a variant's."""
    old = [guise for item in base.items if isinstance(item, tree.Look) for guise in item.items]
    for item in items:
        if old and isinstance(item, tree.Look):
            said = {guise.thing for guise in item.items}
            yield tree.Look((*(guise for guise in old if guise.thing not in said), *item.items), span=item.span)
        else:
            yield item


def _has_shape(board: tree.Board) -> bool:
    return any(isinstance(part, tree.Shape | tree.Graph) for part in board.items)


_NAMED = tree.Option | tree.Let | tree.Define | tree.Effect | tree.Var
"""The items that merge by name."""


def _is_named(item: tree.Item) -> bool:
    return isinstance(item, _NAMED)


def _key(item: tree.Item) -> Hashable:
    assert isinstance(item, _NAMED)
    return item.name.id


def _kind(item: tree.Item) -> type[tree.Item]:
    return tree.Turn if isinstance(item, tree.Round) else type(item)


_ONCE = {node: row.word for row in rows(Place.FILE) for node in row.nodes if row.often in (Often.ONCE, Often.ONE)}
"""The word of each item that may stand only once."""


def check_duplicates(file: tree.File) -> Diagnostics:
    """Report names that are declared twice and sections that are repeated, with both places."""
    report = Diagnostics()
    sections: dict[type[tree.Node], tree.Node] = {}
    for item in file.items:
        first = sections.setdefault(type(item), item)
        if type(item) in _ONCE and first is not item:
            word = _ONCE[type(item)]
            report.doubts.unsure.update(
                name.id for each in (first, item) if isinstance(each, tree.Players) for name in each.names
            )
            report.append(
                Diagnostic(
                    "HG104",
                    f"a second `{word}`",
                    _head(item, word),
                    "again here",
                    ((_head(first, word), "the first is given here"),),
                    help="keep one of them",
                )
            )
    names: dict[str, tree.Name] = {}
    seats = [name for item in file.items if isinstance(item, tree.Players) for name in item.names]
    for name in file.declared:
        known = names.setdefault(name.id, name)
        if known is not name:
            report.doubts.unsure.add(name.id)
            if name in seats and known in seats:  # the other of their names is not known
                report.doubts.spans.append(replace(name.span, start=0, end=0))
                report.doubts.nameless = True
            report.append(
                Diagnostic(
                    "HG202",
                    f"`{name.id}` is declared twice",
                    name.span,
                    "again here",
                    ((known.span, "first declared here"),),
                    help="give one of them another name",
                )
            )
    return report


def _head(item: tree.Node, word: str) -> Span:
    """The span of an item's keyword, which is empty if recovery made the keyword up."""
    return replace(item.span, end=min(item.span.end, item.span.start + len(word)))
