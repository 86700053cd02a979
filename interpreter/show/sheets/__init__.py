"""Sheets to print: puzzles, the library as a map, openings as a tree."""
