"""The lexer. A word is a keyword where the grammar accepts that keyword, and a name anywhere else.

Lark's contextual lexer does the same with one pattern for each state of the parser. One pattern for all of them is much
faster, and keywords are whole words without further ado.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lark import Token
from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters
from lark.grammar import Rule
from lark.lexer import Lexer, LexerState, PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Reduce
from lark.parsers.lalr_parser_state import ParserState


class WordLexer(Lexer):
    """A lexer for grammars whose keywords are words and whose names are the terminal NAME."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: LexerConf) -> None:
        fixed = _fixed(lexer_conf.terminals)
        self._keywords = {value: name for name, value in fixed.items() if value.isalpha()}
        self._ignored = frozenset(lexer_conf.ignore)
        self._pattern = terminal_pattern(lexer_conf.terminals)

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        """Give the tokens of a text, each kind chosen by what the parser accepts."""
        text = lexer_state.text
        position = text.start
        while position < text.end:
            match = self._pattern.match(text.text, position, text.end)
            if match is None:
                raise UnexpectedCharacters(text.text, position, 0, 0)  # type: ignore[no-untyped-call]
            kind, position = str(match.lastgroup), match.end()
            if kind in self._ignored:
                continue
            if kind == "NAME":
                kind = self._word(match.group(), parser_state)
            token = Token(kind, match.group(), match.start(), 0, 0, 0, 0, match.end())
            lexer_state.last_token = token
            yield token

    def _word(self, word: str, parser_state: ParserState[int]) -> str:
        keyword = self._keywords.get(word)
        if keyword is None:
            return "NAME"
        may_be_name = "NAME" in parser_state.parse_conf.states[parser_state.position]
        return "NAME" if may_be_name and not _is_shifted(keyword, parser_state) else keyword


def _is_shifted(terminal: str, parser_state: ParserState[int]) -> bool:
    """Whether the parser takes a terminal here: LALR tables may reduce on one that is refused after all."""
    states, stack = parser_state.parse_conf.states, parser_state.state_stack
    action, argument = states[stack[-1]].get(terminal, (None, None))
    if action is Reduce:
        stack = list(stack)
    while action is Reduce:
        assert isinstance(argument, Rule)
        del stack[len(stack) - len(argument.expansion) :]
        stack.append(states[stack[-1]][argument.origin.name][1])
        action, argument = states[stack[-1]].get(terminal, (None, None))
    return action is not None


def terminal_pattern(terminals: Iterable[TerminalDef]) -> re.Pattern[str]:
    """All words, numbers, texts and signs, each in a group named for its terminal; words are `NAME`."""
    known = list(terminals)
    fixed = _fixed(known)
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in known if terminal.name not in fixed}
    signs = sorted((name for name, value in fixed.items() if not value.isalpha()), key=lambda name: -len(fixed[name]))
    patterns.update((name, re.escape(fixed[name])) for name in signs)
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items()))


def _fixed(terminals: Iterable[TerminalDef]) -> dict[str, str]:
    """The text of each terminal that has only one."""
    return {terminal.name: terminal.pattern.value for terminal in terminals
            if isinstance(terminal.pattern, PatternStr)}  # fmt: skip
