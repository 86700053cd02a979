"""Positions as text and pictures."""
