"""Reports what no writer should have written: names that some path leaves unset, numbers of more than 63 bits, indexes
outside their section or table, functions that return nothing on some path.

Each function is followed once, with what is known of every name: between which bounds its number lies where that
follows from constants, tables, loops and tests. So an index is checked where it is constant or runs over a known range;
what depends on the state is taken to be right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from .nodes import (
    FLOAT,
    INT,
    Binary,
    Bind,
    Block,
    Both,
    Call,
    Choice,
    Compare,
    Constant,
    Copy,
    Entry,
    Expression,
    For,
    Function,
    If,
    Jump,
    Length,
    Load,
    Not,
    Raise,
    Return,
    Set,
    Statement,
    Store,
    Unary,
    Variable,
    While,
    walk,
)
from .read import Program
from .spans import ANY, BITS, FLIPPED, NEGATED, OPERATORS, TRUE_OR_FALSE, Span, around, between

STATE = "S"
"""The vector whose sections are known."""


class Finding(NamedTuple):
    """Something that a text must not say."""

    function: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.function}, line {self.line}: {self.message}"


class Place(int):
    """A number that is a place in a state: it lies in a section, as long as only other numbers are added to it."""

    section: str | None
    """None where two sections were added."""

    def __new__(cls, place: int, section: str | None) -> Place:
        """Make a number that knows its section."""
        found = super().__new__(cls, place)
        found.section = section
        return found

    def __add__(self, other: int) -> Place:
        return Place(int(self) + int(other), None if isinstance(other, Place) else self.section)

    __radd__ = __add__

    def __sub__(self, other: int) -> Place:
        return Place(int(self) - int(other), None if isinstance(other, Place) else self.section)


Known = dict[Expression, Span]
"""The variables that are set at one point of a function, with what is known of them, and of sums that a test bounds."""


def findings(program: Program, sections: Mapping[str, range]) -> list[Finding]:
    """Return what is wrong with a program whose state has these sections; their names are `Place`s in it."""
    found: dict[Finding, None] = {}
    for function in program.functions.values():
        found |= dict.fromkeys(_Function(function, program, sections).check())
    return [*found]


class _Function:
    """Follows one function."""

    def __init__(self, function: Function, program: Program, sections: Mapping[str, range]) -> None:
        self._function, self._program, self._sections = function, program, sections
        self._found: list[Finding] = []
        self._breaks: list[list[Known]] = []
        self._continues: list[list[Known]] = []
        self._line = 0
        self._kept: dict[str, Expression] = {}
        """What was last put into each variable."""

    def check(self) -> list[Finding]:
        """Return what is wrong with it."""
        parameters = (self._variable(each) for each in self._function.parameters)
        if self._run(self._function.body, dict.fromkeys(parameters, ANY)) is not None and self._function.results:
            self._wrong("returns different numbers of values, or none on some path")
        return self._found

    def _wrong(self, message: str) -> None:
        self._found.append(Finding(self._function.name, self._line, message))

    def _variable(self, name: str) -> Variable:
        return Variable(name, self._function.types[name])

    # Statements: each takes what is known before it and returns what is known after it, None where nothing runs

    def _run(self, block: Block, known: Known | None) -> Known | None:
        for each in block:
            if known is None:
                break
            self._line = self._function.lines.get(id(each), self._line)
            known = self._statement(each, known)
        return known

    def _statement(self, node: Statement, known: Known) -> Known | None:
        match node:
            case Set(name, value):
                self._kept[name] = value
                return self._set(known, {name: self._value(value, known)})
            case Store(vector, value, index):
                self._value(value, known)
                self._index(vector, index, known)
            case Copy():
                self._copy(node, known)
            case If(test, then, other):
                self._value(test, known)
                return _joined(self._run(then, self._narrowed(test, known, True)),
                               self._run(other, self._narrowed(test, known, False)))  # fmt: skip
            case For():
                return self._for(node, known)
            case While(test, body):
                return self._while(test, body, known)
            case Return(values):
                for each in values:
                    self._value(each, known)
                return None
            case Bind(names, call):
                self._value(call, known)
                return self._set(known, dict.fromkeys(names, ANY))
            case Raise():
                return None
            case Jump(word):
                (self._breaks if word == "break" else self._continues)[-1].append(known)
                return None
        return known

    def _set(self, known: Known, values: Mapping[str, Span]) -> Known:
        for name in values:
            if name in self._program.tables or name in self._sections:
                self._wrong(f"`{name}` is not a variable")
        return _without(known, values.keys()) | {self._variable(name): span for name, span in values.items()}

    def _for(self, node: For, known: Known) -> Known | None:
        numbers = between(self._value(node.low, known), self._value(node.high, known), node.step)
        if node.name.endswith("."):  # the number of an entry, of which the reader knows that it is there
            for each in walk(node.body[0]):
                if isinstance(each, Entry) and each.index == Variable(node.name, INT):
                    numbers = Span(0, len(self._program.tables[each.table].numbers) - 1)
        before = self._loosened(known, node)
        end, breaks = self._loop(node.body, {**before, self._variable(node.name): numbers})
        return _joined(end and {**end, **before}, breaks)

    def _while(self, test: Expression, body: Block, known: Known) -> Known | None:
        before = self._loosened(known, body)
        self._value(test, before)
        end, breaks = self._loop(body, self._narrowed(test, before, True))
        if isinstance(test, Constant):
            return breaks
        return _joined(end and self._narrowed(test, {**end, **before}, False), breaks)

    def _loop(self, body: Block, known: Known | None) -> tuple[Known | None, Known | None]:
        """What is known where a loop's body ends, and where it breaks off; it is taken to run at least once."""
        self._breaks.append([])
        self._continues.append([])
        end = self._run(body, known)
        return _joined(end, *self._continues.pop()), _joined(*self._breaks.pop())

    def _loosened(self, known: Known, body: object) -> Known:
        """What is still known wherever a loop begins anew: nothing of the variables that it changes."""
        changed = set(_changed(body))
        kept = (self._variable(name) for name in changed)
        return _without(known, changed) | dict.fromkeys((each for each in kept if each in known), ANY)

    # Expressions: what is known of their values

    def _value(self, node: Expression, known: Known) -> Span:
        if getattr(node, "type", INT) == FLOAT:
            self._wrong("a game's numbers are integers")
        match node:
            case Constant(value):
                if not Span(value, value).fits:
                    self._wrong(f"the constant {value} has more than {BITS} bits")
                return Span(int(value), int(value))
            case Variable(name):
                if node not in known:
                    self._wrong(f"`{name}` may be undefined")
                return known.get(node, ANY)
            case Binary():
                return known.get(node) or self._operation(node, known)
            case Both(word, a, b):
                self._value(a, known)
                way = self._narrowed(a, known, word == "and")
                if way is not None:
                    self._value(b, way)
                return TRUE_OR_FALSE
            case Choice(test, a, b):
                self._value(test, known)
                ways = (a, self._narrowed(test, known, True)), (b, self._narrowed(test, known, False))
                return around(self._value(each, way) for each, way in ways if way is not None)
            case Entry():
                return self._entry(node, known)
        return self._other(node, known)

    def _other(self, node: Expression, known: Known) -> Span:
        """What is known of what is neither a number, a sum nor a choice."""
        match node:
            case Load(vector, index):
                self._index(vector, index, known)
            case Length():
                return Span(0, None)
            case Call():
                for each in node.arguments:
                    if isinstance(each.type, str):
                        self._value(each, known)
            case Compare() | Not() | Unary():
                for each in node.parts():
                    if not isinstance(each, str):
                        self._value(each, known)
                return ANY if isinstance(node, Unary) and node.op != "truth" else TRUE_OR_FALSE
        return ANY

    def _operation(self, node: Binary, known: Known) -> Span:
        one, other = self._value(node.a, known), self._value(node.b, known)
        if node.op in ("<<", ">>") and other.high is not None and not 0 <= other.high <= BITS:
            self._wrong(f"a shift by {other.high} bits")
        if node.op in ("//", "%") and other == (0, 0):
            self._wrong("a division by 0")
        return OPERATORS[node.op](one, other) if node.op in OPERATORS else ANY

    # Indexes

    def _entry(self, node: Entry, known: Known) -> Span:
        table = self._program.tables[node.table]
        numbers = table.level(node.level)
        index = self._value(node.index, known)
        is_even = None not in table.widths[: node.level]
        where = [(index, len(numbers), is_even)]
        if isinstance(node.index, Binary) and node.index.op == "+" and node.level < table.depth - 1:
            begin, within = self._value(node.index.a, known), self._value(node.index.b, known)
            is_of_rows = table.widths[node.level] is not None
            where = [(index, len(numbers), is_even and is_of_rows), (begin, len(numbers), is_even),
                     (within, table.longest(node.level + 1), is_of_rows)]  # fmt: skip
        for span, size, is_sure in where:
            if span.leaves(size, surely=not is_sure):
                self._wrong(f"an index leaves its table, `{node.table}`, which has {size} entries there")
        return Span(min(numbers), max(numbers)) if index.is_known and numbers else ANY

    def _index(self, vector: str, index: Expression, known: Known) -> None:
        """Check that a place in the state lies in the section that is named, the first one if none is."""
        self._value(index, known)
        if vector != STATE:
            if (self._value(index, known).high or 0) < 0:
                self._wrong(f"an index of {vector} lies before the first number")
            return
        if isinstance(index, Variable) and index.name.endswith("."):  # kept by the reader for this statement
            index = self._kept[index.name]
        terms = [(sign, self._value(term, known), term) for sign, term in _terms(index)]
        named = [term.value for _, _, term in terms if isinstance(term, Constant) and isinstance(term.value, Place)]
        if len(named) > 1 or any(place.section is None for place in named):
            self._wrong("an index names two sections")
            return
        name = named[0].section if named else next(iter(self._sections))
        assert name is not None
        where, size = self._sections[name], len(self._sections[name])
        lows = [sign * bound for sign, span, _ in terms if (bound := span.low if sign > 0 else span.high) is not None]
        highs = [sign * bound for sign, span, _ in terms if (bound := span.high if sign > 0 else span.low) is not None]
        low, high = sum(lows) - where.start, sum(highs) - where.start
        # what is not known is taken to be 0 or more
        all_rise = all(sign > 0 or span.high is not None for sign, span, _ in terms)
        is_known = len(lows) == len(highs) == len(terms)
        if (is_known and (low < 0 or high >= size)) or (all_rise and low >= size):
            self._wrong(f"an index leaves section {name}, which has {size} numbers")

    def _copy(self, node: Copy, known: Known) -> None:
        """A slice lies inside one section, or inside the whole state if none is named."""
        count = self._value(node.count, known)
        for at in (node.at, node.begin):
            span = self._value(at, known)
            place = at.value if isinstance(at, Constant) else None
            section = place.section if isinstance(place, Place) else None
            end = max(its.stop for name, its in self._sections.items() if section in (None, name))
            inside = span.is_known and count.is_known and (span.low or 0) >= 0
            inside = inside and (span.high or 0) + (count.high or 0) <= end
            if not inside or (count.low or 0) < 0:
                self._wrong("what is copied is not a known part of a state")

    # What a test tells

    def _narrowed(self, test: Expression, known: Known | None, holds: bool) -> Known | None:
        """What is known after a test that holds, or that does not; None where that cannot be."""
        match test:
            case Not(a):
                return self._narrowed(a, known, not holds)
            case Both(word, a, b) if (word == "and") == holds:
                return self._narrowed(b, self._narrowed(a, known, holds), holds)
            case Compare(sign, a, b):
                sign = sign if holds else NEGATED[sign]
                known = self._bounded(a, sign, b, known)
                return self._bounded(b, FLIPPED[sign], a, known)
        return known

    def _bounded(self, node: Expression, sign: str, other: Expression, known: Known | None) -> Known | None:
        if known is None or not all(isinstance(each, Variable | Constant | Binary) for each in walk(node)):
            return known
        span = self._value(node, known).where(sign, self._value(other, known))
        if span is None:
            return None
        known = known if isinstance(node, Constant) else {**known, node: span}
        if sign in (">", ">=") and isinstance(node, Variable) and isinstance(other, Variable):
            return self._bounded(Binary("-", node, other, INT), sign, Constant(0), known)
        return known


def _joined(*ways: Known | None) -> Known | None:
    """What is known where several ways meet."""
    reached = [way for way in ways if way is not None]
    if not reached:
        return None
    nodes = set(reached[0]).intersection(*reached[1:])
    return {node: around(way[node] for way in reached) for node in nodes}


def _without(known: Known, names: Collection[str]) -> Known:
    """What is still known where some variables have changed."""
    return {
        node: span for node, span in known.items()
        if not any(isinstance(each, Variable) and each.name in names for each in walk(node))
    }  # fmt: skip


def _changed(body: object) -> Iterator[str]:
    """The variables that a loop changes."""
    for each in walk(body):
        match each:
            case Set(name) | For(name):
                yield name
            case Bind(names):
                yield from names


def _terms(node: Expression, sign: int = 1) -> Iterator[tuple[int, Expression]]:
    """The terms of a sum, each with its sign."""
    match node:
        case Binary("+" | "-" as op, a, b):
            yield from _terms(a, sign)
            yield from _terms(b, sign if op == "+" else -sign)
        case _:
            yield sign, node
