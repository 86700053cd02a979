"""Proofs by looking at every full board."""
