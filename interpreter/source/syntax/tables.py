"""The parser's tables as data, so that no start computes them: `grammar/hexgame.tables.json`.

The file begins with a checksum of the grammar and of itself. If that does not fit, the tables are not used.
"""

from __future__ import annotations

import json
import zlib
from typing import TypeAlias, TypedDict

from .parser import Parser, Row, Rule, Terminal

RuleData: TypeAlias = "tuple[str, str, str, bool]"
"""What a `Rule` is made of: origin, node, expansion, and whether it passes on a single child."""


class Tables(TypedDict):
    """What the file holds after the checksum."""

    terminals: list[tuple[str, str, str]]
    """Name; `str` or `re`; text or pattern."""

    ignore: list[str]
    rules: list[RuleData]
    lookaheads: list[str]
    """Sets of terminals, separated by spaces."""

    shifts: list[dict[str, int]]
    """The next state for each symbol."""

    states: list[tuple[int, list[tuple[int, int]]]]
    """For each state its row of `shifts`, and its reductions: a rule, and a row of `lookaheads`."""

    end: int
    """The state that accepts. Every parse starts in state 0."""


def sealed(tables: Tables, grammar: str) -> str:
    """Return the file's text for the tables of a grammar."""
    items = (f"{json.dumps(key)}: {_lines(value)}" for key, value in tables.items())
    body = "{" + ",\n".join(items) + "}]\n"
    return _seal(grammar, body) + body


def loaded(text: str, grammar: str) -> Parser | None:
    """Return the parser with the tables of a text; None if they do not fit the grammar."""
    _, _, body = text.partition("\n")
    return parser_of(json.loads(text)[1]) if text.startswith(_seal(grammar, body)) else None


def _seal(grammar: str, body: str) -> str:
    """Return the line before the body."""
    return f'["{zlib.crc32((grammar + body).encode()):08x}",\n'


def _lines(value: object) -> str:
    """Return a value as JSON, with a line for each entry of a list."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in value) + "]"
    return json.dumps(value)


def parser_of(tables: Tables) -> Parser:
    """Return the parser with some tables."""
    rules = tuple(Rule(*data) for data in tables["rules"])
    terminals = tuple(Terminal(*data) for data in tables["terminals"])
    return Parser(terminals, frozenset(tables["ignore"]), rules, _rows(tables, rules), tables["end"])


def _rows(tables: Tables, rules: tuple[Rule, ...]) -> list[Row]:
    lookaheads = [symbols.split() for symbols in tables["lookaheads"]]
    rows: list[Row] = []
    for moves, reduces in tables["states"]:
        row: dict[str, int | Rule] = {**tables["shifts"][moves]}
        for rule, symbols in reduces:
            row.update(dict.fromkeys(lookaheads[symbols], rules[rule]))
        rows.append(row)
    return rows
