"""As much of style sheets as the sheet of boards needs: which rules hold for which element, and what they give it.

A drawing that stands alone, such as a saved picture, has no page to give it colours: here they are worked out from the
page's own sheet. Of selectors, it knows tags, classes, ids, attributes, `:root`, `:first-child`, `:last-child`, `:not`,
`:is`, `:has` and descendants; of values, `var`, `light-dark` and `color-mix` of two colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from xml.etree import ElementTree

from ..record import Record

Element = ElementTree.Element
Values = dict[str, str]


class Within(Record):
    """An element, and what it lies in; the root lies in nothing."""

    element: Element
    inside: Within | None


class Part(Record):
    """`circle.kind[data-mark]`: what one element must be."""

    tests: tuple[tuple[str, str, str], ...]
    """What is asked (`tag`, `class`, `id`, `attribute`, `pseudo`), of what, and what is wanted."""

    def fits(self, at: Within) -> bool:
        """Whether an element is like that."""
        return all(_holds(test, at) for test in self.tests)

    @cached_property
    def weight(self) -> tuple[int, int, int]:
        """Ids, classes and the like, tags."""
        found = [0, 0, 0]
        for what, name, wanted in self.tests:
            if what == "pseudo" and wanted:
                inner = max(each.weight for each in selectors(wanted))
                found = [one + other for one, other in zip(found, inner, strict=True)]
            else:
                found[{"id": 0, "tag": 2}.get(what, 1)] += name != "*"
        return found[0], found[1], found[2]


class Selector(Record):
    """Parts, of which each lies in those before it."""

    path: tuple[Part, ...]

    @cached_property
    def weight(self) -> tuple[int, int, int]:
        """The weights of all parts."""
        ids, others, tags = zip(*(part.weight for part in self.path), strict=True)
        return sum(ids), sum(others), sum(tags)

    def fits(self, at: Within) -> bool:
        """Whether it selects an element."""
        *outer, last = self.path
        if not last.fits(at):
            return False
        above = at.inside
        while outer and above:
            if outer[-1].fits(above):
                outer.pop()
            above = above.inside
        return not outer


class Rule(Record):
    """A selector with what it gives."""

    selector: Selector
    given: Mapping[str, str]


_TEST = re.compile(
    r"(?P<class>\.[\w-]+)|(?P<id>#[\w-]+)|\[(?P<attribute>[\w-]+)(?:=\"(?P<value>[^\"]*)\")?\]"
    r"|:(?P<pseudo>[\w-]+)|(?P<tag>[\w*-]+)"
)


def selectors(text: str) -> list[Selector]:
    """Read selectors, parted by commas."""
    return [Selector(tuple(map(_part, _split(each, " ")))) for each in _split(text, ",")]


def _part(text: str) -> Part:
    tests, at = list[tuple[str, str, str]](), 0
    while at < len(text):
        found = _TEST.match(text, at)
        if found is None:
            raise ValueError(f"no selector: {text}")
        at, what = found.end(), str(found.lastgroup if found.lastgroup != "value" else "attribute")
        inner = ""
        if what == "pseudo" and text[at : at + 1] == "(":
            close = _closing(text, at)
            inner, at = text[at + 1 : close], close + 1
        tests.append((what, found[what].lstrip(".#"), found["value"] or inner))
    return Part(tuple(tests))


def _holds(test: tuple[str, str, str], at: Within) -> bool:
    what, name, wanted = test
    element = at.element
    match what:
        case "tag":
            return name in ("*", element.tag.rpartition("}")[2])
        case "class":
            return name in element.get("class", "").split()
        case "id":
            return element.get("id") == name
        case "attribute":
            return element.get(name) is not None if not wanted else element.get(name) == wanted
        case _:
            return _is(name, wanted, at)


def _is(pseudo: str, inner: str, at: Within) -> bool:
    beside = list(at.inside.element) if at.inside else [at.element]
    match pseudo:
        case "root":
            return at.inside is None
        case "first-child":
            return beside[0] is at.element
        case "last-child":
            return beside[-1] is at.element
        case "not":
            return not any(each.fits(at) for each in _read(inner))
        case "is":
            return any(each.fits(at) for each in _read(inner))
        case "has":
            return any(each.fits(below) for below in _below(at) for each in _read(inner))
        case _:
            return False  # what only a page knows, such as the pointer


_read = cache(selectors)


def _below(at: Within) -> Iterator[Within]:
    for child in at.element:
        here = Within(child, at)
        yield here
        yield from _below(here)


class Sheet:
    """The rules of a style sheet, the weightiest last."""

    def __init__(self, text: str) -> None:
        found = list[Rule]()
        for heads, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
            given = dict(re.findall(r"([\w-]+)\s*:\s*([^;]+);", body))
            found.extend(Rule(each, given) for each in selectors(heads))
        self._rules: dict[tuple[str, str], list[tuple[int, Rule]]] = {}
        for number, rule in enumerate(sorted(found, key=lambda rule: rule.selector.weight)):
            what, name, _ = rule.selector.path[-1].tests[0]
            self._rules.setdefault((what, name) if what in ("class", "attribute") else ("", ""), []).append(
                (number, rule)
            )

    def styled(self, root: Element, is_dark: bool) -> Iterator[tuple[Element, Values]]:
        """Give each element with what the rules say of it, but for variables, all of them worked out."""
        yield from self._styled(Within(root, None), is_dark, {})

    def _styled(self, at: Within, is_dark: bool, above: Values) -> Iterator[tuple[Element, Values]]:
        given = self._given(at)
        own = [name for name in given if name.startswith("--")]
        known = {**above, **{name: given[name] for name in own}} if own else above
        if own:
            known |= {name: _worked_out(given[name], known, is_dark) for name in own}
        yield at.element, {name: _worked_out(value, known, is_dark) for name, value in given.items() if name not in own}
        for child in at.element:
            yield from self._styled(Within(child, at), is_dark, known)

    def _given(self, at: Within) -> Values:
        """What the rules that hold for an element say of it."""
        names = [("", ""), *(("class", each) for each in at.element.get("class", "").split())]
        near = [each for name in (*names, *(("attribute", name) for name in at.element.attrib))
                for each in self._rules.get(name, ())]  # fmt: skip
        given = Values()
        for _, rule in sorted(near, key=lambda each: each[0]):
            if rule.selector.fits(at):
                given |= rule.given
        return given


# Values


def _worked_out(value: str, known: Mapping[str, str], is_dark: bool) -> str:
    """A value without functions."""
    while call := re.search(r"\b(var|light-dark|color-mix)\(", value):
        close = _closing(value, call.end() - 1)
        inside = value[call.end() : close]
        if call[1] == "var":
            new = known[inside.strip()]
        else:
            parts = [_worked_out(each, known, is_dark) for each in _split(inside, ",")]
            new = parts[is_dark] if call[1] == "light-dark" else _mixed(*parts[1:])
        value = value[: call.start()] + new + value[close + 1 :]
    return value.strip()


def _mixed(one: str, other: str) -> str:
    """Two colours mixed; one of them has its share behind it."""
    (first, share), (second, rest) = (_shared(each) for each in (one, other))
    part = share if share is not None else 1 - rest if rest is not None else 0.5
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def _shared(text: str) -> tuple[str, float | None]:
    colour, _, share = text.strip().partition(" ")
    return colour, float(share.strip().removesuffix("%")) / 100 if share else None


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# Brackets


def _closing(text: str, at: int) -> int:
    """Where the bracket closes that opens at a place."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    raise ValueError(f"a bracket does not close: {text}")


def _split(text: str, sign: str) -> list[str]:
    """Split a text at a sign, outside brackets and quotes."""
    found, depth, quoted = [""], 0, False
    for each in text.strip():
        quoted ^= each == '"'
        depth += (each in "([") - (each in ")]")
        if (each == sign or (sign == " " and each.isspace())) and depth == 0 and not quoted:
            found.append("")
        else:
            found[-1] += each
    return [each.strip() for each in found if each.strip()]
