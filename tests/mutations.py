"""How well mistakes are told: every token of every shipped game deleted, doubled, swapped with the next, misspelt.

`cd tests && python mutations.py` prints the full report; `--sample N` looks at N mutants of them, `--show KIND` lists
those that fell short, `--time` compares how long a mutant and its unbroken game are looked at.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase
from typing import TypeVar

import hexgame
from hexgame import Diagnostic, Severity, Source
from hexgame.diagnostics.text import Span
from hexgame.loading import compile_game
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree
from hexgame.source.syntax.grammar import reserved_words
from hexgame.values.grid import GRIDS
from hexgame.values.hints import POSITION_WORDS
from hexgame.values.operations import FUNCTIONS

GAMES = sorted((Path(__file__).resolve().parent.parent / "games").glob("*.hexgame"))
_TOKEN = re.compile(
    r'(?P<text>"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*")|(?P<comment>#[^\n]*)|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+)'
    r"|(?P<sign>==|!=|<=|>=|\.\.|[^\s\w])"
)
SEED = 1
LANGUAGE = reserved_words() | FUNCTIONS.keys() | PRIMITIVES.keys() | {*POSITION_WORDS, *GRIDS}
T = TypeVar("T")


@dataclass(frozen=True)
class Mutant:
    """A game with one mistake: the text, the lines it is on, and the word that was meant if one was misspelt."""

    game: str
    kind: str
    number: int
    text: str
    lines: range
    meant: str = ""
    written: str = ""
    """What stands there instead."""

    role: str = ""
    """What the word is: `keyword`, `declaration`, `use`, `other`."""

    @property
    def line(self) -> str:
        """The lines on which the mistake is."""
        return "\n".join(self.text.split("\n")[self.lines.start - 1 : self.lines.stop - 1])


@dataclass(frozen=True)
class Verdict:
    """What is said of a mutant."""

    mutant: Mutant
    told: tuple[Diagnostic, ...]
    ranges: tuple[range, ...]
    """The lines that the problems themselves mark."""

    marks: tuple[range, ...]
    """Those, and the lines of what belongs to them."""

    @property
    def rejected(self) -> bool:
        return bool(self.told)

    @property
    def misspelt(self) -> bool:
        """Whether it was rejected, and there is a word that was meant."""
        return self.rejected and bool(self.mutant.meant)

    @property
    def named(self) -> bool:
        """Whether the help or what was expected names the word that was meant."""
        return any(_names(each, self.mutant) for each in self.told)


Test = Callable[[Verdict], bool]
MEASURES: dict[str, tuple[Test, Test]] = {
    "on the line, by the range itself": (
        lambda each: each.rejected, lambda each: _on(each.ranges, each.mutant.lines)
    ),
    "on the line, by one of its marks": (
        lambda each: each.rejected, lambda each: _on(each.marks, each.mutant.lines)
    ),
    "there or on the line before, by the range itself": (
        lambda each: each.rejected, lambda each: _on(each.ranges, _with_the_line_before(each.mutant.lines))
    ),
    "there or on the line before, by one of its marks": (
        lambda each: each.rejected, lambda each: _on(each.marks, _with_the_line_before(each.mutant.lines))
    ),
    "as one error": (lambda each: each.rejected, lambda each: len(each.told) == 1),
    "misspelt, and the right word is named": (lambda each: each.misspelt, lambda each: each.named),
}  # fmt: skip
"""What is measured: of which mutants, and what is asked of each."""

ITSELF, MARKED, ITSELF_NEAR, NEAR, ONE, NAMED = MEASURES
SHORT = dict(zip(("line", "marked", "before", "near", "one", "named"), MEASURES, strict=True))
"""What the measures are called in tables and after `--show`."""


def fallen_short(found: Iterable[Verdict], name: str) -> list[Verdict]:
    """The mutants that a measure is taken of and that do not meet it."""
    taken, asked = MEASURES[name]
    return [each for each in found if taken(each) and not asked(each)]


def share(found: Iterable[Verdict], name: str) -> tuple[int, int]:
    """How many meet a measure, of how many."""
    taken, asked = MEASURES[name]
    chosen = [asked(each) for each in found if taken(each)]
    return sum(chosen), len(chosen)


def _on(lines: Iterable[range], wanted: range) -> bool:
    return any(max(each.start, wanted.start) < min(each.stop, wanted.stop) for each in lines)


def _with_the_line_before(lines: range) -> range:
    return range(lines.start - 1, lines.stop)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a game."""
    text, game = path.read_text("utf-8"), path.stem
    tokens = _tokens(text)
    roles = _roles(text)
    dice = random.Random(f"{SEED} {game}")

    def mutant(kind: str, number: int, start: int, end: int, new: str, meant: str = "", role: str = "") -> Mutant:
        changed = text[:start] + new + text[end:]
        first, last = Source(game, changed).position(start)[0], Source(game, changed).position(start + len(new))[0]
        return Mutant(game, kind, number, changed, range(first, last + 1), meant, new, role)

    for number, token in enumerate(tokens):
        start, end, old = token.start(), token.end(), token.group()
        yield mutant("delete", number, start, end, " ")
        yield mutant("double", number, start, end, f"{old} {old}")
        if number + 1 < len(tokens):
            following = tokens[number + 1]
            before, after = text[start - 1 : start], text[following.end() : following.end() + 1]
            new = _apart(following.group(), text[end : following.start()], old)
            new = f"{' ' * _joins(before, new)}{new}{' ' * _joins(new, after)}"
            if following.group() != old:
                yield mutant("swap", number, start, following.end(), new)
        if token.lastgroup == "text":
            quotes = 3 if old.startswith('"""') else 1
            yield mutant("quote lost", number, start, start + 1, "")
            if quotes == 1 or "\n" in old:
                yield mutant("quote lost", number, end - 1, end, "")
            continue
        for kind, new in _misspelt(old, str(token.lastgroup), dice):
            meant = old if token.lastgroup != "number" else ""
            yield mutant(f"misspell: {kind}", number, start, end, new, meant, roles.get(start, "other"))


def _tokens(text: str) -> list[re.Match[str]]:
    return [match for match in _TOKEN.finditer(text) if match.lastgroup != "comment"]


def _joins(one: str, other: str) -> bool:
    return bool(re.fullmatch(r"\w\w|[&|=<>.!]{2}", one[-1:] + other[:1]))


def _apart(one: str, between: str, other: str) -> str:
    return one + (between or " " * _joins(one, other)) + other


def _misspelt(old: str, group: str, dice: random.Random) -> Iterator[tuple[str, str]]:
    if len(old) > 1:
        at = dice.randrange(len(old))
        yield "drop", old[:at] + old[at + 1 :]
        places = [at for at in range(len(old) - 1) if old[at] != old[at + 1]]
        if places:
            at = dice.choice(places)
            yield "swap", old[:at] + old[at + 1] + old[at] + old[at + 2 :]
    if group in ("word", "number"):
        at = dice.randrange(len(old))
        letters = ascii_lowercase if group == "word" else "0123456789"
        letter = dice.choice([letter for letter in letters if letter != old[at].lower()])
        yield "replace", old[:at] + (letter.upper() if old[at].isupper() else letter) + old[at + 1 :]


def _roles(text: str) -> dict[int, str]:
    """What the word at each offset is."""
    file, _ = parse(Source("", text))
    assert file is not None
    declared = {name.span.start for name in _declared(file)}
    found: dict[int, str] = {}
    for node in file.below:
        if isinstance(node, tree.Name):
            found[node.span.start] = "declaration" if node.span.start in declared else "use"
    words = reserved_words()
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word" and match.start() not in found and match.group() in words:
            found[match.start()] = "keyword"
    return found


def _declared(node: tree.Node) -> Iterator[tree.Name]:
    for child in node.below:
        match child:
            case tree.File():
                yield from child.declared
            case tree.Define():
                yield from child.parameters
            case tree.Relation() | tree.Label() if child.parameter:
                yield child.parameter
            case tree.Binder() | tree.Chance() | tree.Let():
                yield child.name
            case tree.Target() if child.name:
                yield child.name


def judge(mutant: Mutant) -> Verdict:
    """What `check` says of a mutant."""
    source = Source(f"{mutant.game}.hexgame", mutant.text)
    game, found = compile_game(source, {})
    told = tuple(each for each in found if each.severity is Severity.ERROR)
    assert bool(told) is (game is None), f"no game, and nothing said: {mutant.game}, {mutant.line}"
    ranges = tuple(_lines(each.span, source) for each in told if each.span)
    marks = (*ranges, *(_lines(span, source) for each in told for span, _ in each.related))
    return Verdict(mutant, told, ranges, marks)


def _lines(span: Span, source: Source) -> range:
    if span.source is not source:
        return range(0)
    return range(span.line, span.source.position(max(span.start, span.end - 1))[0] + 1)


def _names(found: Diagnostic, mutant: Mutant) -> bool:
    """Whether the help or what was expected has the word that was meant, as the mutant's own line has not."""
    if not mutant.meant:
        return False
    word = rf"\b{mutant.meant}\b" if mutant.meant.isidentifier() else re.escape(mutant.meant)
    said, line = f"{found.help} {found.expected}", mutant.line
    return f"`{mutant.meant}`" in said or len(re.findall(word, said)) > len(re.findall(word, line))


def why_accepted(mutant: Mutant) -> str:
    """Why a misspelt name may pass; empty where it may not."""
    words = Counter(match.group() for match in _tokens(_text_of(mutant.game)))
    if mutant.written in words or mutant.written in LANGUAGE:
        return "another word of the game or the language, which fits as well"
    return "a name that stands nowhere else" if words[mutant.meant] == 1 else ""


def _text_of(game: str) -> str:
    return (GAMES[0].parent / f"{game}.hexgame").read_text("utf-8")


def all_mutants(sample: int | None = None, seed: int = 0, games: Sequence[Path] = GAMES) -> list[Mutant]:
    """All mutants of some games, or a sample of them."""
    every = [mutant for path in games for mutant in mutants(path)]
    return every if sample is None else random.Random(seed).sample(every, sample)


def verdicts(chosen: Iterable[Mutant], processes: int = 1) -> list[Verdict]:
    if processes == 1:
        return list(map(judge, chosen))
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(judge, chosen, chunksize=100))


def slowness(chosen: Iterable[Mutant]) -> list[tuple[float, Mutant]]:
    """How much longer a mutant is looked at than its unbroken game, the grammar being loaded."""
    whole = {path.stem: _seconds(path.stem, path.read_text("utf-8"), 5) for path in GAMES}
    return [(_seconds(each.game, each.text, 2) / whole[each.game], each) for each in chosen]


def _seconds(game: str, text: str, times: int) -> float:
    """The least that one look at a text takes."""
    found = []
    for _ in range(times + 1):  # the first reads what comes late
        begun = time.process_time()
        hexgame.check(Source(f"{game}.hexgame", text))
        found.append(time.process_time() - begun)
    return min(found[1:])


def report(found: list[Verdict]) -> str:
    """The measures as text."""
    games, rejected = {each.mutant.game for each in found}, sum(each.rejected for each in found)
    lines = [f"{len(found)} mutants of {len(games)} games, {rejected} rejected, {len(found) - rejected} still a game"]
    lines += [f"{name:50}{_percent(*share(found, name))}" for name in MEASURES]
    lines += ["", f"{'in percent, by kind':24}{'mutants':>8}" + "".join(f"{name:>10}" for name in SHORT)]
    kinds = _grouped(found, lambda each: each.mutant.kind)
    for kind in sorted(kinds):
        shares = (share(kinds[kind], name) for name in MEASURES)
        percents = (f"{100 * part / whole:10.2f}" if whole else f"{'–':>10}" for part, whole in shares)
        lines.append(f"  {kind:22}{len(kinds[kind]):8}{''.join(percents)}")
    lines += ["", "misspelt words by what they are"]
    for role, those in _grouped([each for each in found if each.mutant.meant], lambda each: each.mutant.role).items():
        accepted = sum(not each.rejected for each in those)
        lines.append(f"  {role:14}{len(those):6}, {accepted:4} still a game, named {_percent(*share(those, NAMED))}")
    lines += ["", "misspelt names that still make a game"]
    passed = [each.mutant for each in found if not each.rejected and each.mutant.role in ("declaration", "use")]
    for why, some in _grouped(passed, why_accepted).items():
        lines.append(f"  {len(some):4} {why or 'NOT NOTICED'}")
        lines += [f"         {each.game}: `{each.meant}` as `{each.written}`" for each in some[:MOST_SHOWN]]
    return "\n".join(lines)


MOST_SHOWN = 5


def _grouped(items: Iterable[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def _percent(part: int, whole: int) -> str:
    return f"{part:6d} of {whole:6d}  {100 * part / whole if whole else 100:7.2f} %"


def shown(verdict: Verdict) -> str:
    """A mutant's line and what is said of it."""
    mutant = verdict.mutant
    head = f"{mutant.game}:{mutant.lines.start} {mutant.kind} {mutant.meant} {mutant.role}"
    return "\n".join([f"\n{head}: {mutant.line.strip()}", *(
        f"    {one.span} {one.code} {one.message} [{one.expected}] [{one.help}]" for one in verdict.told)])  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sample", type=int)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--show", choices=SHORT)
    arguments.add_argument("--time", action="store_true")
    asked = arguments.parse_args()
    chosen = all_mutants(asked.sample, asked.seed)
    if asked.time:
        ratios = sorted(slowness(chosen), key=lambda each: each[0])
        sys.stdout.write(f"a mutant to its unbroken game: median {ratios[len(ratios) // 2][0]:.2f}\n")
        for ratio, mutant in ratios[: -MOST_SHOWN - 1 : -1]:
            sys.stdout.write(
                f"  {ratio:6.2f}  {mutant.game}:{mutant.lines.start} {mutant.kind}: {mutant.line.strip()}\n"
            )
        return
    found = verdicts(chosen, asked.processes)
    sys.stdout.write(report(found) + "\n")
    if asked.show:
        sys.stdout.write("\n".join(map(shown, fallen_short(found, SHORT[asked.show]))) + "\n")


if __name__ == "__main__":
    main()
