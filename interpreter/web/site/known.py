"""What every browser asks first, answered beforehand: games and their boards are shown while Python still loads."""

from __future__ import annotations

import json

from ...source.reading.files import shipped
from ..talk.desk import Desk

FOLDER = "known"


def known_answers() -> dict[str, bytes]:
    """Return answers of the desk as JSON, by the names of their files: for each game its sheet and what is wrong with
    it, and the library with the words of the language."""
    desk = Desk()

    def answer(ask: str, **fields: object) -> dict[str, object]:
        return desk.answer({"id": None, "ask": ask, **fields})

    answers = {"library": {"library": answer("library"), "highlight": answer("highlight")}}
    for name in shipped():
        sheet = answer("sheet", name=name)
        bases = {"bases": sheet["bases"]} if sheet["bases"] else {}
        answers[f"games/{name}"] = {"sheet": sheet, "check": answer("check", text=sheet["text"], **bases)}
    return {f"{FOLDER}/{name}.json": json.dumps(found, ensure_ascii=False).encode() for name, found in answers.items()}
