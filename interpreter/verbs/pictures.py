"""Positions as pictures in files: plain, or in a theme as pages show them."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from ..diagnostics.diagnostic import Diagnostic
from ..record import Record
from .command import Command, fail, picture_option, write_file

if TYPE_CHECKING:
    from ..play.state import State

MOST_PIXELS = 10_000
"""How wide and how high a picture may be."""

THEMES = ("wood", "flat", "contrast")
"""How boards can look; the first is the usual way."""


class Pictures(Record):
    """The files that a position is drawn to, and how it looks there."""

    svg: Path | None
    png: Path | None
    theme: str | None
    is_dark: bool
    scale: float
    is_whole: bool

    @property
    def are_wanted(self) -> bool:
        """Whether there is any file to write."""
        return self.svg is not None or self.png is not None

    def write(self, state: State) -> None:
        """Draw a position to the files, or report why that fails and exit."""
        from ..show.pictures import picture

        drawn = self._drawn(state)
        try:
            raster = picture.png(drawn, self._width(state)) if self.png else b""
        except picture.MissingExtra as error:
            fail([Diagnostic("HG611", str(error))])
        for path, content in ((self.svg, drawn.encode()), (self.png, raster)):
            if path:
                write_file(path, content)

    def _drawn(self, state: State) -> str:
        from ..show.pictures.picture import svg

        if self.theme is None and not self.is_dark:
            return svg(state, follows=not self.is_whole)
        from ..web.dress import dressed

        return dressed(state, self.theme or THEMES[0], self.is_dark, follows=not self.is_whole)

    def _width(self, state: State) -> int:
        from ..show.pictures.picture import ground_of, part

        ground = ground_of(state.game)
        _, _, width, height = ground.frame if self.is_whole else part([state], ground)
        if self.scale * max(width, height) > MOST_PIXELS:
            most = MOST_PIXELS / max(width, height)
            raise click.UsageError(
                f"--scale {self.scale:g} gives more than {MOST_PIXELS:,} pixels; use at most {most:.2g}."
            )
        return max(1, round(self.scale * width))


def picture_options(shown: str) -> Callable[[Command], Command]:
    """Return the decorator that adds the options for pictures, given together as `pictures`."""

    def with_options(command: Command) -> Command:
        @wraps(command)
        def run(
            svg: Path | None, png: Path | None, theme: str | None, dark: bool, scale: float, whole: bool, **more: object
        ) -> object:
            pictures = Pictures(svg, png, theme, dark, scale, whole)
            if not pictures.are_wanted and (theme or dark or scale != 1 or whole):
                options = "--theme, --dark, --scale and --whole"
                raise click.UsageError(f"{options} are for pictures: add --svg FILE or --png FILE.")
            if scale != 1 and png is None:
                raise click.UsageError("--scale needs --png: an SVG file has no fixed size.")
            return command(pictures=pictures, **more)

        options = (
            picture_option("--svg", f"Write the {shown} to an SVG file; print nothing else."),
            picture_option("--png", f"Write the {shown} to a PNG file; print nothing else."),
            click.option("--theme", type=click.Choice(THEMES), help="Theme of pictures; without it, they are plain."),
            click.option("--dark", is_flag=True, help="Draw pictures for dark pages."),
            click.option("--scale", type=click.FloatRange(0.1, 20), default=1, show_default=True,
                         help="Scale factor of a PNG file."),
            click.option("--whole", is_flag=True,
                         help="Draw the whole board, even if all pieces lie in a small part of it."),
        )  # fmt: skip
        for option in reversed(options):
            run = option(run)
        return cast("Command", run)

    return with_options
