"""A game at a table: its beginning, its course, and what each browser may see and do there."""
