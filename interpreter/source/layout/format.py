"""Tree to text, in the one canonical layout. What is printed reads back to an equal tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import HexgameError
from ...diagnostics.text import Source
from ..reading.parse import parse
from ..syntax import tree
from .clauses import TEXT_GAP, explained, heads
from .lines import SHORT, WIDTH, Phrase, filled, fitted, flat
from .outline import Body, Entry, outline, outline_of

_INSIDE = 2
"""The indentation inside braces."""

_JOINT = "  "
"""What stands between items of a block that share a line."""


def format_file(file: tree.File, text: str = "") -> str:
    """A whole file, its groups of items separated by empty lines, with the comments of its text."""
    return "".join(f"{line}\n" for line in _lines(outline(file, text), 0))


def format_item(item: tree.Node) -> str:
    """An item or a statement, over as many lines as it needs."""
    return _written(outline_of(item), 0)


def _lines(entries: Sequence[Entry], indent: int) -> list[str]:
    lines: list[str] = []
    for run in _runs(entries):
        column = _text_column(run, WIDTH - indent)
        for entry in run:
            text = _written(entry, indent, column)
            joined = f"{lines[-1]}{_JOINT}{text}" if indent and entry.is_joined else ""
            if joined and "\n" not in joined and len(joined) <= SHORT:
                lines[-1] = joined
                continue
            if entry.is_parted and entry is not entries[0]:
                lines.append("")
            lines.append(" " * indent + text)
    return lines


def _runs(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The runs of entries between empty lines and comments."""
    run: list[Entry] = []
    for entry in entries:
        if run and (entry.is_parted or entry.item is None):
            yield run
            run = []
        run.append(entry)
    yield run


def _text_column(run: Sequence[Entry], room: int) -> int:
    """The column in which the texts for people are aligned, where there is room."""
    parts = [part for part in (explained(entry.item) for entry in run) if part]
    sizes = [(len(flat(left)) + len(TEXT_GAP), len(text)) for left, text in parts if "\n" not in text]
    columns = (column for column, _ in sorted(sizes, reverse=True))
    return next((column for column in columns if _has_room(column, sizes, room)), 0)


def _has_room(column: int, sizes: Sequence[tuple[int, int]], room: int) -> bool:
    return all(column + size <= room for least, size in sizes if least <= column)


def _written(entry: Entry, indent: int, column: int = 0) -> str:
    """An entry in its lines, the first without its indentation."""
    if entry.item is None:
        return entry.comment
    text = _aligned(entry.item, column) or _on_one_line(entry, SHORT - indent) or _in_lines(entry, entry.item, indent)
    return _with_comment(text, entry.comment)


def _with_comment(text: str, comment: str) -> str:
    return f"{text}  {comment}" if comment else text


def _aligned(item: tree.Node, column: int) -> str:
    """An item whose text for people begins at a column; empty for any other."""
    left, text = explained(item) or ("", "")
    has_room = text and "\n" not in text and len(flat(left)) + len(TEXT_GAP) <= column
    return flat(left).ljust(column) + text if has_room else ""


def _on_one_line(entry: Entry, room: int) -> str:
    """An item that is short with all that stands in its braces; empty for any other."""
    text = _short(entry) if entry.bodies else ""
    return text if len(text) <= room and "\n" not in text else ""


def _short(entry: Entry, is_inside: bool = False) -> str:
    """An item with at most one thing in its braces, which may have braces of its own, on one line."""
    assert entry.item is not None
    if not entry.bodies:
        return flat(heads(entry.item)[0])
    if len(entry.bodies) > 1 and is_inside:
        return ""
    inside = [_short_body(body, is_inside) for body in entry.bodies]
    if not all(inside):
        return ""
    return " ".join(f"{flat(head)} {body}" for head, body in zip(heads(entry.item), inside, strict=True))


def _short_body(body: Body, is_inside: bool) -> str:
    if not body.entries and not body.comment:
        return "{}"
    looks = _looks(body)
    if looks is not None and not body.comment:
        return f"{{ {flat(looks)} }}"
    others = body.entries[1:]
    are_plain = all(each.is_joined for each in others) and not any(each.comment for each in body.entries)
    may_nest = not is_inside and not others
    if body.comment or not are_plain or (not may_nest and any(each.bodies for each in body.entries)):
        return ""
    texts = [_short(each, is_inside=True) for each in body.entries]
    return f"{{ {_JOINT.join(texts)} }}" if all(texts) else ""


def _in_lines(entry: Entry, item: tree.Node, indent: int) -> str:
    if not entry.bodies:
        return fitted(heads(item)[0], indent)
    braced = (_braced(head, body, indent) for head, body in zip(heads(item), entry.bodies, strict=True))
    return " ".join(braced)


def _braced(head: Phrase, body: Body, indent: int) -> str:
    if not body.entries and not body.comment:
        return fitted((head, " {}"), indent)
    opening = _with_comment(fitted((head, " {"), indent), body.comment)
    looks, inside = _looks(body), indent + _INSIDE
    lines = _lines(body.entries, inside) if looks is None else [" " * inside + fitted(looks, inside)]
    return "\n".join([opening, *lines, " " * indent + "}"])


def _looks(body: Body) -> Phrase | None:
    """How things look, as one list; None where the author has parted or commented on them, and for other bodies."""
    entries = body.entries
    is_plain = bool(entries) and all(isinstance(each.item, tree.Guise) and not each.comment for each in entries)
    if not is_plain or any(each.is_parted for each in entries[1:]):
        return None
    return filled(heads(each.item)[0] for each in entries if each.item is not None)


def formatted(source: Source) -> str:
    """A rule sheet in its canonical layout, with its comments. Raises `HexgameError` if it does not parse, or if its
    canonical text would not."""
    file, problems = parse(source)
    if file is None or problems.failed:
        raise HexgameError(problems.in_order())
    text = format_file(file, source.text)
    _, others = parse(Source(f"{source.name} (formatted)", text))
    if others.failed:
        raise HexgameError(others.in_order())
    return text


def difference(source: Source) -> str:
    """What `formatted` would change, as a unified diff; empty if nothing."""
    import difflib  # noqa: PLC0415 - only this needs it

    before, after = (text.splitlines(keepends=True) for text in (source.text, formatted(source)))
    lines = difflib.unified_diff(before, after, source.name, f"{source.name} (formatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
