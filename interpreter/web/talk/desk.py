"""What a page asks of no game in progress: the library, and whatever helps to write a sheet."""

from __future__ import annotations

from typing import assert_never

from ...diagnostics.diagnostic import OUT_OF_TIME, Diagnostic, HexgameError
from ...diagnostics.pages import explanation
from ...diagnostics.text import Source
from ...loading import Sheet
from ...play.game import Game
from ...play.moves import MoveError
from ...show.editors.vocabulary import patterns, words
from ...show.library import entries
from ...show.pages.manual import page
from ...source.layout.format import formatted
from ...source.reading.fixes import fixes_of
from ...source.syntax import tree
from ...validation.play import Play
from ...validation.validation import validate
from . import messages
from .answers import Answer, Refused, answered
from .envelopes import Envelope
from .fields import Shipped, Written
from .sheets.completing import complete
from .sheets.examples import examples
from .sheets.finding import NAME, sheet_of, written
from .sheets.hovering import hover
from .sheets.library import library, options_of, sheet_text
from .sheets.texts import Units, read_as_typed, stored_text
from .shown import Verbatim
from .sight import Sight, scene_of
from .thumbnail import thumbnail

_NO_PLAY = Play.of(0, None, 0)


class Desk:
    """Answers what is asked about sheets. It remembers nothing but what it would find again."""

    def answer(self, message: object) -> dict[str, object]:
        """Return the answer to a message, whatever it is; work ends with the time limit of the caller."""
        return answered(message, self._work)

    def _work(self, envelope: Envelope) -> Answer:
        ask = envelope.ask
        if not isinstance(ask, messages.AtDesk):
            raise Refused(f"`{type(ask).__name__.lower()}` is asked at a table")
        match ask:
            case messages.Library():
                return library()
            case messages.Sheet():
                return sheet_text(ask.name)
            case messages.Check():
                return check(ask)
            case messages.Preview():
                return preview(ask.sheet)
            case messages.Format():
                return {"text": Verbatim(formatted(Source(NAME, stored_text(ask.text))))}
            case messages.Complete():
                return complete(ask)
            case messages.Hover():
                return hover(ask)
            case messages.Explain():
                return {"text": _found(explanation(ask.code))}
            case messages.Docs():
                text = _found(page(ask.page))
                return {"text": text, "examples": examples(text)}
            case messages.Qr():
                return {"rows": qr_rows(ask.text)}
            case messages.Highlight():
                return {"words": {kind: sorted(found) for kind, found in words().items()}, "patterns": patterns()}
            case _:
                assert_never(ask)


def check(ask: messages.Check) -> Answer:
    """Return what is wrong with a sheet, as `hexgame validate` says it, and its board."""
    source = read_as_typed(NAME, ask.text)
    sheet, options = written(source, ask.bases), dict[str, object](ask.options)
    game, problems = _validated(sheet, options, ask.quick) if isinstance(sheet, Sheet) else (None, sheet)
    units = Units(source.text)
    sight, played = _tried(game, ask.moves) if game and ask.board else (None, 0)
    return {
        "problems": [_problem(each, source, units) for each in problems],
        "title": _title(sheet) if isinstance(sheet, Sheet) else "",
        "options": options_of(sheet.file, options) if isinstance(sheet, Sheet) else [],
        "board": scene_of(sight, ask.has) if sight else None,
        "played": played,
    }


def preview(asked: Shipped | Written) -> Answer:
    """Return a small picture of a game, and the moves that lead to what it shows."""
    sheet = sheet_of(asked)
    game = sheet.compiled({})[0] if isinstance(sheet, Sheet) else None
    if game is None:
        raise Refused("this sheet has no board")
    known = (each.moves for each in entries() if isinstance(asked, Shipped) and each.name == asked.name)
    moves = next(known, ())
    sight, played = _tried(game, moves or None)
    svg = scene_of(sight)["svg"]
    assert isinstance(svg, dict)
    return {"svg": thumbnail(svg["board"], svg["stones"], svg["view"], svg["seen"]), "moves": list(moves[:played])}


def _title(sheet: Sheet) -> str:
    """The title of a sheet that can be parsed, whatever else is wrong with it."""
    return next((item.text.value for item in sheet.file.items if isinstance(item, tree.Title)), "")


def _validated(sheet: Sheet, options: dict[str, object], is_quick: bool) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    if is_quick:
        return sheet.compiled(options)
    found = validate(sheet, options, _NO_PLAY)
    return found.game, found.diagnostics


def _tried(game: Game, moves: tuple[str, ...] | None) -> tuple[Sight, int]:
    """What a game shows after moves, with how many of them could be played. Chance decides alike every time."""
    state = game.start(decide_chance=False)
    if moves is None:
        return Sight(state), 0
    played = 0
    for move in moves:
        state.let_chance_decide(seed=played)
        try:
            state.play(move)
        except MoveError:
            break
        played += 1
    state.let_chance_decide(seed=played)
    return Sight(state, state.legal_moves, awaits="over" if state.is_over else "you"), played


def _problem(found: Diagnostic, source: Source, units: Units) -> Answer:
    """A problem as a message. What is wrong in another text, of which this one is a variant, stands at the beginning
    and says where."""
    span = found.span if found.span and found.span.source is source else None
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        **(units.span(span) if span else {"from": 0, "to": 0}),
        "where": str(found.span) if found.span and not span else "",
        "label": found.label,
        "expected": found.expected,
        "help": "" if found.code == OUT_OF_TIME else found.help,  # more time is for the command line
        "related": [{**units.span(place), "text": text} for place, text in found.related if place.source is source],
        "fix": [
            {"from": units.of(fix.start), "to": units.of(fix.end), "insert": Verbatim(fix.new)}
            for fix in list(fixes_of(found, source))[:1]
        ],
    }


def qr_rows(text: str) -> list[str]:
    """Return the rows of a QR code, `1` for each dark square; raises Refused where what makes them is not installed."""
    try:
        import segno  # noqa: PLC0415 - it comes with the extra `web`
    except ImportError:
        raise Refused("there are no QR codes here: they need the extra `web`") from None
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make_qr(text, error="m").matrix]


def _found(text: str | Diagnostic) -> str:
    if isinstance(text, Diagnostic):
        raise HexgameError([text])
    return text
