"""What certificates share, whichever command wrote them: a mapping in JSON that says which game it is about."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .play.game import Game

ABOUT = frozenset({"certificate", "game", "source", "options"})
"""The fields that all certificates have: the format, the game's name, the hash of its texts, its options."""


class Refused(Exception):  # noqa: N818 - named for what happens to the certificate
    """A certificate does not show what it says."""


def read(content: str | bytes) -> object:
    """Return what a certificate's text holds; raises Refused if it is no JSON, and where readers could differ: where a
    mapping has a key twice, or something is no number of JSON."""
    try:
        return json.loads(content, object_pairs_hook=_mapping, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise Refused("it is no text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise Refused(_damage(error)) from None
    except RecursionError:
        raise Refused("its lists are nested too deeply") from None
    except ValueError:
        raise Refused("a number in it has too many digits") from None


def _damage(error: json.JSONDecodeError) -> str:
    """Where a text is no JSON."""
    if not error.doc.strip():
        return "it is empty"
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
        return "it is cut off before its end"
    return f"it is no JSON from line {error.lineno}, column {error.colno} on"


def _mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise Refused("a mapping has a key twice")
    return dict(pairs)


def _refuse_constant(word: str) -> object:
    raise Refused(f"{word} is no number of JSON")


def framed(data: object, form: object, keys: frozenset[str], command: str) -> Mapping[str, object]:
    """Return a certificate's data; raises Refused for anything that is none of that command and form."""
    if not isinstance(data, dict) or data.get("certificate") != form:
        raise Refused(f"this is no certificate of `{command}`, or one of another version")
    if data.keys() != ABOUT | keys:
        odd = ", ".join(map(ascii, sorted(data.keys() ^ (ABOUT | keys))))
        raise Refused(f"it has fields too many or too few: {odd:.200}")
    if not isinstance(data["game"], str) or not isinstance(data["source"], str):
        raise Refused("its `game` and `source` are not texts")
    if not isinstance(data["options"], dict):
        raise Refused("its `options` are not a mapping")
    return data


def check_text(data: Mapping[str, object], name: str, source: str) -> None:
    """Raise Refused if a certificate is about another text than that of a game with this name and this hash."""
    if data["source"] == source:
        return
    if data["game"] == name:
        raise Refused("it was made for another text of the game")
    raise Refused(f"it is a certificate of another game, {data['game']!a:.80}, or of another text of the game")


def check_game(data: Mapping[str, object], game: Game) -> None:
    """Raise Refused if a certificate is about another game, or about other options."""
    check_text(data, game.name, game.source_hash)
    options = dict(game.identity.options)
    if data["options"] != options:
        raise Refused(f"it was made for other options than {options!a:.200}")
