"""Proofs and refutations of what rule sheets claim: one room for each method, cheapest first."""

from __future__ import annotations

from .limits import Limits
from .prove import claims_of, prove, prove_all
from .verdicts import CLAIMS, Proved, Refuted, Undecided, Verdict

__all__ = ["CLAIMS", "Limits", "Proved", "Refuted", "Undecided", "Verdict", "claims_of", "prove", "prove_all"]
