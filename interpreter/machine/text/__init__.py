"""Expressions and sets of cells as generated text."""
