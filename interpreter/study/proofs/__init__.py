"""Proofs and refutations of what rule sheets claim: one room for each method, cheapest first."""
