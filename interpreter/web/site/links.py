"""Links that hold all of a game: `#/s/` and the sheet, its options and the moves, deflated."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping


def shared(content: Mapping[str, object]) -> str:
    """Return the fragment of a link: JSON, as a raw deflate stream, in base64 for addresses."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    return "#/s/" + base64.urlsafe_b64encode(packed).decode().rstrip("=")
