"""Decisions, their effects and the script as generated text."""
