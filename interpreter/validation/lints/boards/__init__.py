"""Lints about boards: their parts, their edges, and items that change nothing."""
