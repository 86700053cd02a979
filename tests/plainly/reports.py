"""The numbers that `study` publishes, beside exact ones."""

from __future__ import annotations

import json
from fractions import Fraction

from hexgame.reports.report import Clock, Effort, all_studied, report_of
from hexgame.reports.work import Crewing
from hexgame.statistics.estimates import EXACT

from .bulk import Bulk, check_share
from .compare import expect
from .exact import DRAW

Part = dict

DRAWN = "Draw", "nobody (a draw)"
"""What rows of draws are called."""


class Report:
    """The report on one sheet, as `--json` prints it."""

    def __init__(self, bulk: Bulk) -> None:
        self.case, self.bulk = bulk.case, bulk
        effort = Effort(Clock(60.0), {"random": bulk.number, "walks": 20}, self.case.seed, Crewing(1), is_kept=False)
        studies, _ = all_studied([self.case.game], effort, pages=1)
        data = json.loads(json.dumps(report_of(studies, 1).as_dict(), allow_nan=False))
        self.sections = {section["name"]: section for section in data["games"][0]["sections"]}

    def compare(self) -> None:
        """Compare the shares of winners, the numbers of games, the shortest games, the length."""
        whole, names = self.case.whole, self.case.sheet.players
        self.case.said["reports"] += 1
        size = self.sections.get("size", {}).get("numbers") or {}
        if size.get("exact"):
            expect("the number of games", size["games"], str(whole.games))
            self.case.said["reports: exact sizes"] += 1
        shortest, ours = self.sections.get("shortest-win", {}).get("numbers") or {}, whole.shortest()
        for name, found in shortest.items():
            if found.get("exact"):
                expect(f"the shortest win of {name}", found["moves"], ours.get(names.index(name)))
                self.case.said["reports: exact shortest wins"] += 1
        self._rows(self.bulk.winners())

    def _rows(self, shares: dict[int, object]) -> None:
        """Each share of a table of winners or endings is that of its games, and hardly impossible."""
        names = [*self.case.sheet.players]
        exact = {
            **{f"{name} wins": shares[number] for number, name in enumerate(names)},
            **dict.fromkeys(DRAWN, shares[DRAW]),
        }
        rows = [row for section in ("who-wins", "endings") for part in self.sections.get(section, {}).get("parts", ())
                if part["is"] == "table" for row in part["rows"]]  # fmt: skip
        for row in rows:
            shown = next((cell for cell in row if isinstance(cell, dict) and "value" in cell and "n" in cell), None)
            if shown is not None and shown["how"] == EXACT:
                self._exact(row[0], shown, exact.get(row[0], exact.get(f"{row[0]} wins")))
                continue
            number = row[-1]
            if shown is None or not isinstance(number, int) or shown["n"] != self.bulk.number:
                continue
            expect(f"the share of {row[0]}", round(shown["value"], 9), round(number / shown["n"], 9))
            expect(f"the interval of {row[0]}", shown["low"] <= shown["value"] <= shown["high"], True)
            self.case.said["reports: shares"] += 1
            share = exact.get(row[0], exact.get(f"{row[0]} wins"))
            if share is not None:
                check_share(f"the share of {row[0]} in the report", shown["n"], number, share)

    def _exact(self, name: str, shown: Part, share: Fraction | None) -> None:
        """A share of all games that there are is the same number, but for how it is rounded."""
        expect(f"the games behind the share of {name}", shown["n"], self.case.whole.games)
        expect(f"the interval of {name}", (shown["low"], shown["high"]), (shown["value"], shown["value"]))
        if share is not None:
            expect(f"the share of {name}", round(shown["value"], 9), round(float(share), 9))
            self.case.said["reports: exact shares"] += 1
