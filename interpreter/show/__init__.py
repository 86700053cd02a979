"""The faces of a game: boards as text, records, pages, and a session at a terminal."""
