"""The parser's tables computed from the grammar, by Lark. Only a changed grammar needs it."""

from __future__ import annotations

from lark import Lark
from lark.grammar import Rule
from lark.parsers.lalr_analysis import IntParseTable

from .parser import ABSENT, LEFT_OUT
from .tables import RuleData, Tables

START = "file"
"""The rule of a whole text."""


def compute(grammar: str, *, strict: bool = False) -> Tables:
    """Return the tables of a grammar, the same each time; `strict` refuses terminals that overlap."""
    parser = Lark(grammar, parser="lalr", start=START, maybe_placeholders=True, strict=strict)
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
        "rules": [_rule(rule) for rule in parser.rules],
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


def _rule(rule: Rule) -> RuleData:
    """Return a rule as `parser.Rule` has it."""
    keeps = rule.options.keep_all_tokens
    symbols = iter(rule.expansion)
    absent = rule.options.empty_indices or [False] * len(rule.expansion)
    parts = (ABSENT if each else next(symbols) for each in absent)
    expansion = (
        part if isinstance(part, str) else LEFT_OUT * (not keeps and getattr(part, "filter_out", False)) + part.name
        for part in parts
    )
    passes_on = bool(rule.options.expand1 and not rule.alias)
    return str(rule.origin.name), str(rule.alias or rule.origin.name), " ".join(expansion), passes_on
