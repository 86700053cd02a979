"""Random games and random fillings as generated text."""
