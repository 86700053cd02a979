"""Pages of the library in Markdown: each game with its board, rules, figures, claims, puzzles and sheet."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path

import hexgame
from hexgame.experiments.puzzles.ready import kept as puzzles_kept
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.proofs.limits import Limits
from hexgame.proofs.prove import claims_of, prove_all
from hexgame.proofs.verdicts import Proved, Refuted
from hexgame.reports.library.kept import MEANING, SHARES, Figures, kept
from hexgame.reports.library.places import likes_of, places_of
from hexgame.resources import resource
from hexgame.show.library import Entry, entries
from hexgame.show.sheets.puzzles import answers, task
from hexgame.source.syntax import tree
from hexgame.values.settings import spelt
from hexgame.web.dress import dressed

BOARDS = {False: "{}.svg", True: "{}-dark.svg"}
"""The pictures of a game, on light and on dark pages."""

SHOWN = 6
"""The most puzzles on a page."""


def write_library(folder: Path, seconds: float, live: str) -> None:
    """Write the pages of all games and one that lists them.

    `seconds` is how long each game's claims may take to prove; `live` is where boards can be played, as seen from a
    page, or nothing.
    """
    (folder / "boards").mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_text("\n\n".join(_listed()) + "\n", "utf-8")
    for entry in entries():
        game = hexgame.load(entry.name)
        for is_dark, name in BOARDS.items():
            (folder / "boards" / name.format(entry.name)).write_text(
                dressed(_middle(entry, game), "wood", is_dark), "utf-8"
            )
        (folder / f"{entry.name}.md").write_text("\n\n".join(_page(entry, game, seconds, live)) + "\n", "utf-8")


def plain(text: str) -> str:
    """Return a text of a sheet for Markdown that shows it as it is."""
    return re.sub(r"[\\`*_\[\]{}#|~^=:!<>&]", lambda sign: f"&#{ord(sign[0])};", text)


def _listed() -> Iterator[str]:
    yield "# The library"
    yield f"{len(entries())} games. Their pages are made by the tool: boards are drawn, claims are proved or refuted, "\
        "and figures are measured."  # fmt: skip
    for family, members in groupby(entries(), lambda each: each.family):
        yield f"## {plain(family)}"
        yield "\n\n".join(['<div class="grid cards" markdown>', *map(_card, members), "</div>"])


def _card(entry: Entry) -> str:
    told = ", ".join([*[f"{entry.minutes} minutes"] * bool(entry.minutes), *entry.tags])
    return (
        f"-   [{_board(entry, 200)}]({entry.name}.md)\n\n    **[{plain(entry.title)}]({entry.name}.md)**\n\n"
        f"    {plain(entry.about)}" + f"\n\n    *{told}*" * bool(told)
    )


def _page(entry: Entry, game: Game, seconds: float, live: str) -> Iterator[str]:
    yield f"# {plain(entry.title)}"
    yield plain(entry.about)
    yield _board(entry, 460)
    yield " · ".join(_facts(entry, game))
    if live:
        yield f"[Play it]({live}/#/new/{entry.name}){{ .md-button .md-button--primary }}"
    yield f"## Rules\n\n{_rules(game)}"
    if game.settings.options:
        rows = [f"| `{each.name}` | {spelt(game.options[each.name])} | {plain(str(each))} | {plain(each.text)} |"
                for each in game.settings.options]  # fmt: skip
        yield "\n".join(["| Option | Usual value | Values | |", "|---|---|---|---|", *rows])
    if entry.name in kept():
        yield from _figures(kept()[entry.name].figures, entry.name, kept()[entry.name].date)
    yield from _claims(game, seconds)
    yield from _puzzles(entry.name)
    sheet = (resource("games") / f"{entry.name}.hexgame").read_text("utf-8").strip()
    yield f"## Sheet\n\n```hexgame\n{sheet}\n```"


def _facts(entry: Entry, game: Game) -> Iterator[str]:
    authors = [each for each in game.tree.items if isinstance(each, tree.Author)]
    if authors:
        yield "by " + ", ".join(
            plain(each.name.value) + (f" ({each.year.value})" if each.year else "") for each in authors
        )
    yield ", ".join(map(plain, entry.players))
    if entry.minutes:
        yield f"about {entry.minutes} minutes"
    if entry.also:
        yield "also known as, or like: " + ", ".join(map(plain, entry.also))


def _rules(game: Game) -> str:
    text = next((each.text.value for each in game.tree.items if isinstance(each, tree.Rules)), "")
    return "\n".join(map(plain, textwrap.dedent(text).strip().splitlines()))


def _figures(figures: Figures, stem: str, date: str) -> Iterator[str]:
    """What was measured, with intervals, and where that stands in the library."""
    stands = {each.figure: each.phrase for each in places_of(figures, stem)}
    yield "## Figures"
    rows = list[str]()
    for name, figure in figures.items():
        unit, scale = (" %", 100.0) if name in SHARES else ("", 1.0)
        value, low, high = (f"{each * scale:.1f}" for each in (figure.value, figure.low, figure.high))
        rows.append(f"| {MEANING[name]} | {value}{unit} | {low} to {high} | {figure.n:,} | {stands.get(name, '')} |")
    yield "\n".join(["| Measured | Value | 95 % interval | n | In the library |", "|---|---|---|---|---|", *rows])
    paged = {each.name for each in entries()}
    likes = [(f"[{plain(each.title)}]({each.stem}.md)" if each.stem in paged else plain(each.title))
             + (f", {each.phrase}" if each.phrase else "") for each in likes_of(figures, stem)]  # fmt: skip
    yield f"Measured on {date}." + (f" Most like {'; '.join(likes)}." if likes else "")


def _claims(game: Game, seconds: float) -> Iterator[str]:
    """What the sheet claims, or all that can be claimed, with what `prove` finds out in so many seconds."""
    rows = list[str]()
    for each in prove_all(game, claims_of(game), Limits(seconds)):
        if isinstance(each, Proved):
            rows.append(f"| `{each.claim}` | **proved** | {plain(each.method)}; {plain(each.reach)} |")
        elif isinstance(each, Refuted):
            rows.append(f"| `{each.claim}` | **refuted** | {plain(each.method)} |")
        else:
            rows.append(f"| `{each.claim}` | not decided in {seconds:g} s | `hexgame prove` takes longer if asked |")
    yield "## Claims"
    yield "\n".join(["| Claim | Verdict | |", "|---|---|---|", *rows])


def _puzzles(stem: str) -> Iterator[str]:
    ready = puzzles_kept().get(stem)
    game = hexgame.load(stem, **ready.options) if ready else None
    if not ready or not game or ready.sheet != game.source_hash:
        return
    puzzles = [each.puzzle(game) for each in ready.puzzles[:SHOWN]]
    yield "## Puzzles"
    chosen = ", ".join(f"`{name} = {value}`" for name, value in ready.options.items())
    yield (f"With {chosen}: in" if chosen else "In") + " each position, exactly one move wins."
    for number, each in enumerate(puzzles, 1):
        yield f"**{number}.** {plain(task(game, each))}"
        yield f'<div class="puzzle">{dressed(each.state(game), "wood")}</div>'
    told = "\n".join(f"    {plain(each).replace('.', '. ', 1)}  " for each in answers(game, puzzles))
    yield f'??? note "Answers"\n\n{told}'


def _middle(entry: Entry, game: Game) -> State:
    """The middle of a game, or what comes before the first move that chance or a secret keeps from being played."""
    state = game.start(decide_chance=False)
    with suppress(hexgame.IllegalMove):
        state.play_all(entry.moves)
    return state


def _board(entry: Entry, width: int) -> str:
    """The picture of a game, which follows the colours of the page."""
    marks = {False: "only-light", True: "only-dark"}
    return "".join(f"![The middle of a game of {plain(entry.title)}](boards/{name.format(entry.name)}#{marks[is_dark]})"
                   f"{{ width={width} }}" for is_dark, name in BOARDS.items())  # fmt: skip
