"""The parser's tables as data, so that no start computes them: `grammar/hexgame.tables.json`.

The file begins with a hash of the grammar and of itself. If that does not fit, the tables are not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias, TypedDict

from lark import Lark
from lark.common import ParserCallbacks
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import Pattern, PatternRE, PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Action, IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

Step: TypeAlias = "tuple[Action, int | Rule]"
"""What a state does with a symbol."""

START = "file"
"""The rule of a whole text."""

RuleData: TypeAlias = "tuple[str, str, int, str | None, bool, bool, int | None, list[bool]]"
"""Origin, expansion, order and alias; then the options `keep_all_tokens`, `expand1`, `priority`, `empty_indices`.

In an expansion, a symbol that the tree leaves out begins with `-`.
"""


class Tables(TypedDict):
    """What the file holds after the hash."""

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


def tables_text(parser: Lark, grammar: str) -> str:
    """Return the file's text for the parser that was built from a grammar. It is the same for every build."""
    items = (f"{json.dumps(key)}: {_lines(value)}" for key, value in _tables(parser).items())
    body = "{" + ",\n".join(items) + "}]\n"
    return _seal(grammar, body) + body


def loaded(text: str, grammar: str, options: Mapping[str, object]) -> Lark | None:
    """Return the parser with the tables of a text; None if they do not fit the grammar or this version of Lark."""
    _, _, body = text.partition("\n")
    if not text.startswith(_seal(grammar, body)):
        return None
    try:
        return _parser(json.loads(text)[1], options)
    except Exception:  # another version of Lark may raise anything
        return None


def _seal(grammar: str, body: str) -> str:
    """Return the line before the body."""
    return f'["{hashlib.sha256((grammar + body).encode()).hexdigest()}",\n'


def _lines(value: object) -> str:
    """Return a value as JSON, with a line for each entry of a list."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in value) + "]"
    return json.dumps(value)


# From Lark to data


def _tables(parser: Lark) -> Tables:
    table = parser.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    numbers = _numbers(table)
    lookaheads: dict[str, int] = {}
    shifts: dict[tuple[tuple[str, int], ...], int] = {}
    states = []
    for state in numbers:
        row = sorted(table.states[state].items())
        moves = tuple((symbol, numbers[to]) for symbol, (_, to) in row if isinstance(to, int))
        reductions: dict[int, list[str]] = {}
        for symbol, (_, rule) in row:
            if isinstance(rule, Rule):
                reductions.setdefault(rules[rule], []).append(symbol)
        sets = {rule: " ".join(symbols) for rule, symbols in sorted(reductions.items())}
        reduces = [(rule, lookaheads.setdefault(symbols, len(lookaheads))) for rule, symbols in sets.items()]
        states.append((shifts.setdefault(moves, len(shifts)), reduces))
    return {
        "terminals": [(each.name, each.pattern.type, each.pattern.value) for each in parser.terminals],
        "ignore": sorted(parser.lexer_conf.ignore),
        "rules": [_rule_data(rule) for rule in parser.rules],
        "lookaheads": list(lookaheads),
        "shifts": [dict(moves) for moves in shifts],
        "states": states,
        "end": numbers[table.end_states[START]],
    }


def _numbers(table: IntParseTable) -> dict[int, int]:
    """Return numbers of the states that do not depend on hashes: the order in which sorted symbols reach them."""
    numbers = {table.start_states[START]: 0}
    waiting = list(numbers)
    for state in waiting:
        for _, (_, to) in sorted(table.states[state].items()):
            if isinstance(to, int) and to not in numbers:
                numbers[to] = len(numbers)
                waiting.append(to)
    return numbers


def _rule_data(rule: Rule) -> RuleData:
    expansion = " ".join("-" * getattr(symbol, "filter_out", False) + symbol.name for symbol in rule.expansion)
    given = rule.options
    options = given.keep_all_tokens, given.expand1, given.priority, list(given.empty_indices)
    return rule.origin.name, expansion, rule.order, rule.alias, *options


# From data to Lark


class _Ready(LALR_Parser):
    """Lark's parser around a finished table."""

    @classmethod
    def deserialize(  # type: ignore[override]
        cls, data: IntParseTable, memo: object, callbacks: ParserCallbacks, debug: bool = False
    ) -> _Ready:
        ready = cls.__new__(cls)
        ready._parse_table = data  # type: ignore[assignment]
        ready.parser = _Parser(data, callbacks, debug)
        return ready


_PATTERNS: dict[str, Callable[[str], Pattern]] = {"str": PatternStr, "re": PatternRE}


def _parser(tables: Tables, options: Mapping[str, object]) -> Lark:
    """Hand tables to Lark in the form in which it deserializes a parser, with terminals and rules already made."""
    terminals = [TerminalDef(name, _PATTERNS[kind](value), 0) for name, kind, value in tables["terminals"]]
    rules = [_rule(data) for data in tables["rules"]]
    memo = dict(enumerate([*terminals, *rules]))
    places = [{"@": number} for number in memo]
    of_terminals, of_rules = places[: len(terminals)], places[len(terminals) :]
    lexing = {"g_regex_flags": 0, "use_bytes": False, "lexer_type": options["lexer"], "__type__": "LexerConf"}
    parser = {
        "lexer_conf": {"terminals": of_terminals, "ignore": tables["ignore"], **lexing},
        "parser_conf": {"rules": of_rules, "start": [START], "parser_type": "lalr"},
        "parser": _table(tables, rules),
    }
    given = {**options, "_plugins": {"LALR_Parser": _Ready}}
    made: Lark = Lark._load_from_dict({"rules": of_rules, "options": given, "parser": parser}, memo)  # type: ignore[no-untyped-call]
    return made


def _table(tables: Tables, rules: list[Rule]) -> IntParseTable:
    reductions: list[Step] = [(Reduce, rule) for rule in rules]
    goals: list[Step] = [(Shift, state) for state in range(len(tables["states"]))]
    rows = [{symbol: goals[state] for symbol, state in moves.items()} for moves in tables["shifts"]]
    lookaheads = [symbols.split() for symbols in tables["lookaheads"]]
    states = {}
    for state, (moves, reduces) in enumerate(tables["states"]):
        states[state] = row = dict(rows[moves])
        for rule, symbols in reduces:
            row.update(dict.fromkeys(lookaheads[symbols], reductions[rule]))
    return IntParseTable(states, {START: 0}, {START: tables["end"]})  # type: ignore[no-untyped-call]


def _rule(data: RuleData) -> Rule:
    origin, expansion, order, alias, keep, expand, priority, empty = data
    options = RuleOptions(keep, expand, priority, None, tuple(empty))
    return Rule(NonTerminal(origin), [_symbol(each) for each in expansion.split()], order, alias, options)


@cache
def _symbol(text: str) -> Symbol:
    name = text.removeprefix("-")
    return Terminal(name, filter_out=name != text) if name.isupper() else NonTerminal(name)
