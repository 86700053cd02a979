"""How well mistakes are told: every token of every shipped game deleted, doubled, swapped with the next, misspelt.

`python tests/mutations.py` prints the full report; `--sample N` looks at N mutants of them, `--show KIND` lists those
that fell short.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase

import interpreter
from interpreter import Diagnostic, Severity, Source
from interpreter.source import tree
from interpreter.source.grammar import reserved_words
from interpreter.source.parse import parse
from interpreter.source.text import Span

GAMES = sorted((Path(__file__).resolve().parent.parent / "games").glob("*.hexgame"))
_TOKEN = re.compile(
    r'(?P<text>"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*")|(?P<comment>#[^\n]*)|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+)'
    r"|(?P<sign>==|!=|<=|>=|\.\.|[^\s\w])"
)
SEED = 1


@dataclass(frozen=True)
class Mutant:
    """A game with one mistake: the text, the lines it is on, and the word that was meant if one was misspelt."""

    game: str
    kind: str
    number: int
    text: str
    lines: range
    meant: str = ""
    role: str = ""
    """What the word is: `keyword`, `declaration`, `use`, `other`."""


@dataclass(frozen=True)
class Verdict:
    """What is said of a mutant."""

    mutant: Mutant
    accepted: bool
    on_line: bool
    marked: bool
    """Whether a range, or one that belongs to it, is on the line."""

    near: bool
    """Whether a range or one that belongs to it is on the line or the one before."""

    named: bool
    """Whether the help or what was expected names the word that was meant."""

    diagnostics: int


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a game."""
    text, game = path.read_text("utf-8"), path.stem
    tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup != "comment"]
    roles = _roles(text)
    dice = random.Random(f"{SEED} {game}")

    def mutant(kind: str, number: int, start: int, end: int, new: str, meant: str = "", role: str = "") -> Mutant:
        changed = text[:start] + new + text[end:]
        first, last = Source(game, changed).position(start)[0], Source(game, changed).position(start + len(new))[0]
        return Mutant(game, kind, number, changed, range(first, last + 1), meant, role)

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
    for node in _below(file):
        if isinstance(node, tree.Name):
            found[node.span.start] = "declaration" if node.span.start in declared else "use"
    words = reserved_words()
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word" and match.start() not in found and match.group() in words:
            found[match.start()] = "keyword"
    return found


def _declared(node: tree.Node) -> Iterator[tree.Name]:
    for child in _below(node):
        match child:
            case tree.File():
                yield from child.declared
            case tree.Define():
                yield from child.parameters
            case tree.Relation() | tree.Label() if child.parameter:
                yield child.parameter
            case tree.Quantified() | tree.Gathered() | tree.Binder() | tree.Chance() | tree.Let():
                yield child.name
            case tree.Target() if child.name:
                yield child.name


def _below(node: tree.Node) -> Iterator[tree.Node]:
    yield node
    for child in node.children:
        yield from _below(child)


def judge(mutant: Mutant) -> Verdict:
    """What `check` says of a mutant."""
    source = Source(f"{mutant.game}.hexgame", mutant.text)
    found = [each for each in interpreter.check(source) if each.severity is Severity.ERROR]
    ranges = [_lines(each.span, source) for each in found if each.span]
    marks = ranges + [_lines(span, source) for each in found for span, _ in each.related]
    before = range(mutant.lines.start - 1, mutant.lines.stop)
    return Verdict(
        mutant,
        not found,
        any(_meet(each, mutant.lines) for each in ranges),
        any(_meet(each, mutant.lines) for each in marks),
        any(_meet(each, before) for each in marks),
        any(_names(each, mutant.meant) for each in found),
        len(found),
    )


def _lines(span: Span, source: Source) -> range:
    if span.source is not source:
        return range(0)
    return range(span.line, span.source.position(max(span.start, span.end - 1))[0] + 1)


def _meet(one: range, other: range) -> bool:
    return max(one.start, other.start) < min(one.stop, other.stop)


def _names(found: Diagnostic, word: str) -> bool:
    return bool(word) and f"`{word}`" in found.help + found.expected


def all_mutants(sample: int | None = None, seed: int = 0) -> list[Mutant]:
    """All mutants of all games, or some of them."""
    every = [mutant for path in GAMES for mutant in mutants(path)]
    return every if sample is None else random.Random(seed).sample(every, sample)


def verdicts(chosen: Iterable[Mutant], processes: int = 1) -> list[Verdict]:
    if processes == 1:
        return list(map(judge, chosen))
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(judge, chosen, chunksize=100))


def became_another(verdict: Verdict) -> bool:
    """Whether the misspelling made another word that the file or the language knows."""
    mutant = verdict.mutant
    (line, *_) = mutant.lines
    del line
    return mutant.kind.startswith("misspell") and verdict.accepted


def share(part: int, whole: int) -> str:
    return f"{part:6d} of {whole:6d}  {100 * part / whole if whole else 100:7.2f} %"


def report(found: list[Verdict]) -> str:
    """The measures as text."""
    lines: list[str] = []
    rejected = [each for each in found if not each.accepted]
    spelt = [each for each in rejected if each.mutant.meant]
    lines.append(f"{len(found)} mutants of {len({each.mutant.game for each in found})} games, "
                 f"{len(rejected)} rejected, {len(found) - len(rejected)} still a game")  # fmt: skip
    lines.append(f"told on the line, by the range itself   {share(sum(e.on_line for e in rejected), len(rejected))}")
    lines.append(f"told on the line, by one of its marks   {share(sum(e.marked for e in rejected), len(rejected))}")
    lines.append(f"told there or on the line before        {share(sum(e.near for e in rejected), len(rejected))}")
    lines.append(f"told as one error                       "
                 f"{share(sum(e.diagnostics == 1 for e in rejected), len(rejected))}")  # fmt: skip
    lines.append(f"misspelt, and the right word is named   {share(sum(e.named for e in spelt), len(spelt))}")
    lines.append("")
    columns = {"mutants": 9, "accepted": 10, "on line": 10, "marked": 10, "near": 10, "one error": 11, "named": 9}
    lines.append(f"{'kind':20}" + "".join(f"{name:>{width}}" for name, width in columns.items()))
    for kind in sorted({each.mutant.kind for each in found}):
        those = [each for each in found if each.mutant.kind == kind]
        bad = [each for each in those if not each.accepted]
        named = [each for each in bad if each.mutant.meant]
        columns = [sum(e.on_line for e in bad), sum(e.marked for e in bad), sum(e.near for e in bad),
                   sum(e.diagnostics == 1 for e in bad)]  # fmt: skip
        percents = "".join(f"{100 * column / max(1, len(bad)):9.2f}%" for column in columns)
        percent = f"{100 * sum(e.named for e in named) / len(named):9.2f}%" if named else ""
        lines.append(f"{kind:20}{len(those):9}{len(those) - len(bad):10}{percents}{percent}")
    lines.append("")
    lines.append("misspelt words by what they are")
    for role in ("keyword", "declaration", "use", "other"):
        those = [each for each in found if each.mutant.meant and each.mutant.role == role]
        bad = [each for each in those if not each.accepted]
        lines.append(f"  {role:14}{len(those):7}   accepted {len(those) - len(bad):5}   "
                     f"named {share(sum(each.named for each in bad), len(bad))}")  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sample", type=int)
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--show", choices=("accepted", "line", "near", "many", "named"))
    asked = arguments.parse_args()
    found = verdicts(all_mutants(asked.sample), asked.processes)
    sys.stdout.write(report(found) + "\n")
    short = {
        "accepted": lambda each: each.accepted and each.mutant.role == "use",
        "line": lambda each: not each.accepted and not each.on_line,
        "near": lambda each: not each.accepted and not each.near,
        "many": lambda each: each.diagnostics > 1,
        "named": lambda each: not each.accepted and each.mutant.meant and not each.named,
    }
    for each in found:
        if asked.show and short[asked.show](each):
            mutant = each.mutant
            line = mutant.text.split("\n")[mutant.lines.start - 1]
            told = interpreter.check(Source(f"{mutant.game}.hexgame", mutant.text))
            head = f"{mutant.game}:{mutant.lines.start} {mutant.kind} {mutant.meant} {mutant.role}"
            sys.stdout.write(f"\n{head}: {line.strip()}\n")
            for one in told:
                sys.stdout.write(f"    {one.span} {one.code} {one.message} [{one.expected}] [{one.help}]\n")


if __name__ == "__main__":
    main()
