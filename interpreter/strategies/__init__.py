"""Checks certificates of solutions; nothing here knows how they were found."""
