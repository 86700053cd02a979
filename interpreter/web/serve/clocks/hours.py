"""The seconds that servers have run on a store: time that people have at tables passes by them and by nothing else."""

from __future__ import annotations

from time import monotonic


class Hours:
    """Goes on from where the last server on the same store has come to."""

    def __init__(self, lived: float = 0.0) -> None:
        self._lived, self._begun = lived, monotonic()

    @property
    def now(self) -> float:
        """The seconds by now."""
        return self._lived + monotonic() - self._begun
