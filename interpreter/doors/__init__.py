"""Doors: where texts and files come in from outside and go out again."""
