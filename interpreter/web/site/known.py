"""What browsers ask first, answered beforehand: games, boards and the manual are shown while Python still loads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ...show.pages.manual import manual
from ...source.reading.files import shipped
from ..talk.desk import Desk
from .gallery import gallery

FOLDER = "known"


def known_answers() -> tuple[dict[str, bytes], str]:
    """Return files, and the gallery as the page begins with it.

    The files are answers of the desk as JSON: the library with the words of the language, for each game its sheet and
    what is wrong with it, and its small board, and the pages of the manual.
    """
    desk = Desk()

    def answer(ask: str, **fields: object) -> dict[str, object]:
        return desk.answer({"id": None, "ask": ask, **fields})

    pages = list(manual())
    library = answer("library")
    answers = {"library": {"library": library, "highlight": answer("highlight"), "pages": pages}}
    views, boards = dict[str, str](), dict[str, str]()
    for name in shipped():
        sheet = answer("sheet", name=name)
        bases = {"bases": sheet["bases"]} if sheet["bases"] else {}
        check = answer("check", text=sheet["text"], **bases)
        answers[f"games/{name}"] = {"sheet": sheet, "check": check}
        preview = answer("preview", sheet={"name": name})
        answers[f"boards/{name}"], boards[name] = {"preview": preview}, str(preview["svg"])
        views[name] = _view(check["board"])
    answers |= {f"docs/{page}": {"docs": answer("docs", page=page)} for page in pages}
    files = {f"{FOLDER}/{name}.json": json.dumps(found, ensure_ascii=False).encode() for name, found in answers.items()}
    return files, gallery(_listed(library["games"]), _listed(library["filters"]), views, boards)


def _view(board: object) -> str:
    """The frame of a scene's board, as SVG writes it."""
    assert isinstance(board, dict)
    return " ".join(map(str, board["svg"]["view"]))


def _listed(games: object) -> list[Mapping[str, Any]]:
    assert isinstance(games, list)
    return games
