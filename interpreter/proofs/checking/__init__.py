"""Checks certificates with other code than the searches that made them."""
