"""Whole sheets from some of their sections, as the pages show them: what an example leaves out is filled in."""

import re

SECTIONS = {
    "game": 'game "Test"',
    "players": "players Red, Blue",
    "board": "board { shape rhombus(5) }",
    "turn|round": "turn { place stone on empty }",
    "win|lose|draw": "win when count(own) > 5",
}
EDGED = "board { shape rhombus(5) edge top, bottom: Red edge left, right: Blue }"


def complete(text: str) -> str:
    """A game file from some of its sections: those that are missing are filled in below, but for `# no players`."""
    lines = [text]
    is_variant = re.search(r"^\s*variant", text, re.MULTILINE)
    for words, section in SECTIONS.items():
        if is_variant and words != "game":
            continue
        if not re.search(rf"^\s*(# no )?({words})\b", text, re.MULTILINE):
            lines.append(EDGED if words == "board" and "own.edge" in text else section)
    return "\n".join(lines) + "\n"
