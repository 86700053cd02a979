"""Writes the strategies that prove a solution."""
