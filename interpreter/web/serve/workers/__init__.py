"""Processes for work that is not trusted: what they are told, what they do, and what is done about them."""
