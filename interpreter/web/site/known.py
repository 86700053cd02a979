"""What browsers ask first, answered beforehand: games, boards and the manual are shown while Python still loads."""

from __future__ import annotations

import json

from ...show.pages.manual import manual
from ...source.reading.files import shipped
from ..talk.desk import Desk
from .gallery import Drawing, drawing, gallery

FOLDER = "known"


def known_answers() -> tuple[dict[str, bytes], str]:
    """Return files, and the gallery as the page begins with it.

    The files are answers of the desk as JSON: the library with the words of the language, for each game its sheet and
    what is wrong with it, and the pages of the manual; and the board of each game as SVG.
    """
    desk = Desk()

    def answer(ask: str, **fields: object) -> dict[str, object]:
        return desk.answer({"id": None, "ask": ask, **fields})

    pages = list(manual())
    library = answer("library")
    answers = {"library": {"library": library, "highlight": answer("highlight"), "pages": pages}}
    drawings = dict[str, Drawing]()
    for name in shipped():
        sheet = answer("sheet", name=name)
        bases = {"bases": sheet["bases"]} if sheet["bases"] else {}
        check = answer("check", text=sheet["text"], **bases)
        answers[f"games/{name}"] = {"sheet": sheet, "check": check}
        drawings[name] = drawing(check["board"], f"{FOLDER}/boards/{name}.svg")
    answers |= {f"docs/{page}": {"docs": answer("docs", page=page)} for page in pages}
    files = {f"{FOLDER}/{name}.json": json.dumps(found, ensure_ascii=False).encode() for name, found in answers.items()}
    files |= {each.address: each.svg.encode() for each in drawings.values()}
    return files, gallery(library["games"], drawings)
