"""Broken texts: where they break, what was probably meant, and what to say about it."""
