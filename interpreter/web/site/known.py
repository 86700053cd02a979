"""What browsers ask first, answered beforehand: games, boards and the manual are shown while Python still loads."""

from __future__ import annotations

import json

from ...show.pages.manual import manual
from ...source.reading.files import shipped
from ..talk.desk import Desk

FOLDER = "known"


def known_answers() -> dict[str, bytes]:
    """Return answers of the desk as JSON, by the names of their files: the library with the words of the language, for
    each game its sheet and what is wrong with it, and the pages of the manual."""
    desk = Desk()

    def answer(ask: str, **fields: object) -> dict[str, object]:
        return desk.answer({"id": None, "ask": ask, **fields})

    pages = list(manual())
    answers = {"library": {"library": answer("library"), "highlight": answer("highlight"), "pages": pages}}
    for name in shipped():
        sheet = answer("sheet", name=name)
        bases = {"bases": sheet["bases"]} if sheet["bases"] else {}
        answers[f"games/{name}"] = {"sheet": sheet, "check": answer("check", text=sheet["text"], **bases)}
    answers |= {f"docs/{page}": {"docs": answer("docs", page=page)} for page in pages}
    return {f"{FOLDER}/{name}.json": json.dumps(found, ensure_ascii=False).encode() for name, found in answers.items()}
