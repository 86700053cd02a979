"""Where a text looks at the clock: before whatever is expensive, in loops that may take long.

The steps of each function are bounded: a statement is a step and whatever it calls, a loop multiplies. Where more than
SHORT steps could pass, `look()` is written before the statements that cost most. All else is left as it is. A loop
that looks wherever it turns, as it was written, costs what one turn does.
"""

from __future__ import annotations

from .nodes import INT, Binary, Block, Call, Constant, Entry, For, If, Look, Statement, Variable, While, walk
from .read import Program
from .words import LOOK

SHORT = 10_000_000
"""Steps that may pass without a look: about half a second in plain Python, a hundredth of that compiled."""

CHEAP = SHORT // 100
"""Steps that are not worth a look of their own."""


def with_looks(text: str, program: Program, most: int) -> str:
    """Return the text that a program was read from with its looks. A loop turns at most so often, if nothing else is
    known of it."""
    lines = text.split("\n")
    for number in sorted(_Looks(program, most).found, reverse=True):
        at = number - 1
        indent = len(lines[at]) - len(lines[at].lstrip())
        while lines[at].startswith("elif ", indent):  # a look stands before the whole chain of tests
            at = next(k for k in reversed(range(at)) if lines[k].startswith(("if ", "elif "), indent))
        lines.insert(at, " " * indent + LOOK)
    return "\n".join(lines)


class _Looks:
    """Counts the steps of functions, each once, and finds the lines before which there must be looks."""

    def __init__(self, program: Program, most: int) -> None:
        self.found: set[int] = set()
        self._program, self._most = program, most
        self._lines = {key: line for each in program.functions.values() for key, line in each.lines.items()}
        self._functions: dict[str, int] = {}
        self._owns: dict[int, int] = {}
        self._steps: dict[int, int] = {}
        for function in program.functions.values():  # none calls a later one
            self._functions[function.name] = self._sum(function.body)
        for function in program.functions.values():
            if self._functions[function.name] > SHORT:
                self._place(function.body)

    # Counting

    def _sum(self, block: Block) -> int:
        return sum(map(self._of, block))

    def _of(self, node: Statement) -> int:
        """The most steps that a statement takes, with what stands in it."""
        if id(node) not in self._steps:
            steps = self._own(node) + sum(map(self._sum, _blocks(node)))
            if isinstance(node, For | While) and not any(isinstance(each, Look) for each in node.body):
                steps *= self._turns(node)
            self._steps[id(node)] = steps
        return self._steps[id(node)]

    def _own(self, node: Statement) -> int:
        """The most steps that it takes itself, once."""
        if id(node) not in self._owns:
            self._owns[id(node)] = 1 + sum(self._functions[name] for name in _called(node))
        return self._owns[id(node)]

    def _turns(self, loop: For | While) -> int:
        """How often a loop turns at most."""
        if isinstance(loop, While):
            return self._most
        match loop.low, loop.high:
            case Constant(low), Constant(high):
                return len(range(low, high, loop.step))
            case low, Binary("+", also, Constant(width)) if low == also:
                return width
            case Entry(table, level), Entry() if level:
                return self._program.tables[table].longest(level)
        read = (each for each in walk(loop.body) if isinstance(each, Entry) and each.index == Variable(loop.name, INT))
        return min((len(self._program.tables[each.table].level(each.level)) for each in read), default=self._most)

    # Placing

    def _place(self, block: Block) -> None:
        """Place looks before the expensive statements of a block, and where many cheap ones follow on each other."""
        passed = 0
        for node in block:
            own, steps, is_loop = self._own(node), self._of(node), isinstance(node, For | While)
            passed += steps if steps <= CHEAP else 0
            if own > CHEAP and not is_loop:
                self._look(node)
                self._enter(node, own)
            if isinstance(node, For | While) and steps > SHORT:
                self._loop(node, own)
            elif steps > CHEAP and isinstance(node, If):
                for each in _blocks(node):
                    self._place(each)
            elif steps > CHEAP or passed > 10 * CHEAP:
                self._look(node)
                passed = 0

    def _loop(self, loop: For | While, own: int) -> None:
        inside = own + self._sum(loop.body)
        if not _laps(loop.body) and self._turns(loop) * (own + sum(map(self._light, loop.body))) > SHORT:
            self._look(*loop.body)
            if inside <= SHORT:
                return
        self._place(loop.body)

    def _light(self, node: Statement) -> int:
        """The steps of a statement that are taken without a look, once looks are placed in it."""
        if self._of(node) <= CHEAP:
            return self._of(node)
        if isinstance(node, For | While):
            return 0
        own = self._own(node)
        return (own if own <= CHEAP else 0) + sum(self._light(each) for block in _blocks(node) for each in block)

    def _enter(self, node: Statement, own: int) -> None:
        """Where a statement calls much, what it calls looks, too."""
        for name in _called(node) if own > SHORT else ():
            if CHEAP < self._functions[name] <= SHORT:
                self._look(*self._program.functions[name].body)

    def _look(self, *block: Statement) -> None:
        """Look before the first statement of a block."""
        self.found.add(next(line for each in block if (line := self._lines.get(id(each)))))


def _laps(block: Block) -> bool:
    """Whether a block of a loop looks as it stands, if only on the way that may be gone often."""
    return any(isinstance(each, Look) or (isinstance(each, If) and any(map(_laps, _blocks(each)))) for each in block)


def _blocks(node: Statement) -> tuple[Block, ...]:
    match node:
        case If(_, then, other):
            return then, other
        case For() | While():
            return (node.body,)
    return ()


def _called(node: Statement) -> list[str]:
    """The functions that a statement calls itself."""
    match node:
        case If(test) | While(test):
            parts: object = test
        case For(_, low, high):
            parts = low, high
        case _:
            parts = node
    return [each.function for each in walk(parts) if isinstance(each, Call)]
