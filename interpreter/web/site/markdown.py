"""The pages of the manual as HTML: the Markdown that they are written in, and no more of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

Link = Callable[[str], str | None]
"""Returns where a link of a page leads to on the site; None if there is no such page there."""

Code = Callable[[str, str], str]
"""Returns the HTML of a block of code from its language and its text."""

_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\[(?P<text>(?:[^]`]|`[^`]*`)+)\]\((?P<target>[^)\s]+)\)"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|(?<!\w)\*(?P<stressed>[^*\s](?:[^*]*[^*\s])?)\*(?!\w)"
    r"|\\(?P<sign>[\\`*_|#\[\]])"
)
_ITEM = re.compile(r"(?:[-*]|(?P<number>\d+)\.) +")
_HEADING = re.compile(r"(#{1,6}) (.+)")


def html(text: str, link: Link, code: Code) -> str:
    """Return the HTML of a page."""
    return "\n".join(_blocks(text.splitlines(), link, code))


def anchor(heading: str) -> str:
    """Return the name by which links lead to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _blocks(lines: list[str], link: Link, code: Code) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line, begun = lines[at], at
        at += 1
        if line.startswith("```"):
            at = _until(lines, at, lambda each: each.startswith("```"))
            yield code(line[3:].strip(), "\n".join(lines[begun + 1 : at]) + "\n")
            at += 1
        elif line.startswith("    "):
            at = _until(lines, at, lambda each: bool(each) and not each.startswith("    "))
            yield code("", "\n".join(each[4:] for each in lines[begun:at]).strip("\n") + "\n")
        elif heading := _HEADING.match(line):
            level = len(heading[1])
            yield f'<h{level} id="{escape(anchor(heading[2]))}">{_inline(heading[2], link)}</h{level}>'
        elif line.startswith("|"):
            at = _until(lines, at, lambda each: not each.startswith("|"))
            yield _table(lines[begun:at], link)
        elif item := _ITEM.match(line):
            at = _until(lines, at, lambda each: not each.strip())
            yield _list(lines[begun:at], "ol" if item["number"] else "ul", link)
        elif line.strip():
            at = _until(lines, at, _ends_paragraph)
            yield f"<p>{_inline(chr(10).join(lines[begun:at]), link)}</p>"


def _until(lines: list[str], at: int, ends: Callable[[str], bool]) -> int:
    return next((number for number in range(at, len(lines)) if ends(lines[number])), len(lines))


def _ends_paragraph(line: str) -> bool:
    return not line.strip() or line.startswith(("```", "|")) or bool(_ITEM.match(line) or _HEADING.match(line))


def _table(lines: list[str], link: Link) -> str:
    head, _, *rows = ([cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines)
    top = "".join(f'<th scope="col">{_inline(cell, link)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{_inline(cell, link)}</td>' for cell in row)}</tr>\n" for row in rows)
    return (
        f'<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n<thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>"
    )


def _list(lines: list[str], kind: str, link: Link) -> str:
    items = re.split(r"^(?:[-*]|\d+\.) +", "\n".join(lines), flags=re.MULTILINE)[1:]
    return f"<{kind}>\n" + "".join(f"<li>{_inline(item.strip(), link)}</li>\n" for item in items) + f"</{kind}>"


def _inline(text: str, link: Link) -> str:
    """Return the HTML of a passage: code, links, emphasis; everything else is shown as it is."""
    done, parts = 0, []
    for found in _INLINE.finditer(text):
        parts += [escape(text[done : found.start()]), _marked(found, link)]
        done = found.end()
    return "".join([*parts, escape(text[done:])])


def _marked(found: re.Match[str], link: Link) -> str:
    if found["code"] is not None:
        return f"<code>{escape(found['code'].replace(chr(92) + '|', '|'))}</code>"
    if found["text"] is not None:
        target, shown = link(found["target"]), _inline(found["text"], link)
        return shown if target is None else f'<a href="{escape(target)}">{shown}</a>'
    if found["strong"] is not None:
        return f"<strong>{_inline(found['strong'], link)}</strong>"
    if found["stressed"] is not None:
        return f"<em>{_inline(found['stressed'], link)}</em>"
    return escape(found["sign"])
