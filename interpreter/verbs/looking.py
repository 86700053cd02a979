"""What there is to read: the library, a game, its board, what it is compiled to, the manual."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar, Unpack

import click

from ..reports.library.places import SEARCHED
from .command import compile_or_fail, read_record_or_fail, show_page
from .edge import showing_options
from .pictures import Pictures, picture_options
from .telling import Told, tell, telling_options

Listing = TypeVar("Listing", bound=Callable[..., object])


def figure_options(command: Listing) -> Listing:
    """Add an option for each word by which figures are searched."""
    for word in reversed(SEARCHED):
        command = click.option(f"--{word.name}", word.name, is_flag=True, help=f"Only where {word.about}.")(command)
    return command


@click.command(name="list")
@click.argument("words", nargs=-1)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only games with this tag; may be repeated.")
@click.option("--tags", "all_tags", is_flag=True, help="List the tags instead.")
@click.option("--figures", is_flag=True, help="Show length, width, balance, draws and depth instead of summaries.")
@figure_options
def list_games(words: tuple[str, ...], tags: tuple[str, ...], all_tags: bool, figures: bool, **wanted: bool) -> None:
    """List the shipped games, with what is unusual about them.

    With WORDS, list only games that have them all in their title, other names, tags, colours or summary. --fair,
    --short and the like use figures measured with the default options; games without that figure are left out.

    Example: hexgame list torus --fair --short
    """
    from ..diagnostics.diagnostic import did_you_mean
    from ..show.library import folded
    from ..show.pages.games import library, tag_list
    from ..show.tags import TAGS

    if all_tags:
        click.echo(tag_list())
        return
    names = {folded(tag.name): tag.name for tag in TAGS}
    for tag in tags:
        if folded(tag) not in names:
            advice = did_you_mean(folded(tag), names) or "`hexgame list --tags` lists them"
            raise click.UsageError(f"There is no tag `{tag}`: {advice}")
    asked = [name for name, is_wanted in wanted.items() if is_wanted]
    text = library(" ".join(words), [names[folded(tag)] for tag in tags], asked, figures=figures)
    if not text:
        raise click.ClickException("No game matches. `hexgame list --tags` lists the tags that you can search for.")
    click.echo(text)


@click.command()
@click.argument("game", required=False)
@showing_options
@click.option("--from", "record", metavar="RECORD", help="Show the final position of a saved game.")
@click.option("--ply", type=click.IntRange(0), help="Show the position after this many moves of the saved game.")
@telling_options
@picture_options("position")
def show(
    game: str | None,
    options: dict[str, str],
    record: str | None,
    ply: int | None,
    pictures: Pictures,
    **told: Unpack[Told],
) -> None:
    """Show a game's rules, options and board.

    Example: hexgame show hex --set size=5
    """
    from ..show.boards.palette import face_for
    from ..show.boards.text import scene
    from ..show.boards.words import standing
    from ..show.pages.games import rule_sheet

    if bool(game) == bool(record):
        raise click.UsageError("Name either a game or, with --from, a saved game.")
    if options and record:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    if any(told.values()) and not record:
        raise click.UsageError("--animate and --card need a saved game: name one with --from.")
    if ply is not None and not record:
        raise click.UsageError("--ply needs a saved game: --from RECORD.")
    if ply is not None and any(told.values()):
        raise click.UsageError("--animate and --card show the whole game: leave out --ply, which picks one position.")
    saved = read_record_or_fail(record) if record else None
    if saved and any(told.values()):
        tell(saved, told)
        if not pictures.are_wanted:
            return
    state = saved.end if saved else compile_or_fail(str(game), options).start(decide_chance=False)
    last = len(state.moves)
    if ply is not None and ply > last:
        raise click.UsageError(f"the saved game has {last} moves.")
    for _ in range(0 if ply is None else last - ply):
        state.undo()
    face = face_for(state.game, sys.stdout)
    if pictures.are_wanted:
        pictures.write(state)
    elif saved is None:
        click.echo(rule_sheet(state.game, face))
    else:
        outcome = saved.outcome if len(state.moves) == last else ""
        click.echo(f"{scene(state, face)}\n\n{outcome or standing(state)}")


@click.command()
@click.argument("game")
@showing_options
@click.option("--text", is_flag=True, help="Draw the board and nothing else.")
@picture_options("board")
def board(game: str, options: dict[str, str], text: bool, pictures: Pictures) -> None:
    """Describe a game's board: cells, links, surface, seams, edges.

    Example: hexgame board hex --svg board.svg
    """
    from ..show.boards.palette import face_for
    from ..show.pages.boards import board_page, board_text

    compiled = compile_or_fail(game, options)
    if pictures.are_wanted:
        pictures.write(compiled.start(decide_chance=False))
        return
    face = face_for(compiled, sys.stdout)
    click.echo(board_text(compiled, face) if text else board_page(compiled, face))


@click.command()
@click.argument("game")
@showing_options
@click.option("--plan", is_flag=True, help="Print the plan of the generated module instead.")
@click.option("--source", is_flag=True, help="Print the generated module instead.")
def inspect(game: str, options: dict[str, str], plan: bool, source: bool) -> None:
    """Show what a game is compiled to: decisions, state, facts, bounds.

    Example: hexgame inspect hex --set size=3
    """
    from ..show.pages.games import inspection
    from ..show.pages.plans import plan_page

    compiled = compile_or_fail(game, options)
    click.echo(compiled.machine.source if source else plan_page(compiled) if plan else inspection(compiled))


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Explain an error code.

    Example: hexgame explain HG201
    """
    from ..diagnostics.pages import explanation

    show_page(explanation(code))


@click.command()
@click.argument("page", required=False)
@click.argument("section", nargs=-1)
def docs(page: str | None, section: tuple[str, ...]) -> None:
    """Show the documentation.

    Without PAGE, list the pages. With SECTION, a heading of the page, show only that section. Error codes are pages
    too.

    Example: hexgame docs language edges
    """
    from ..show.pages.manual import contents
    from ..show.pages.manual import page as find

    show_page(find(page, " ".join(section)) if page else contents())
