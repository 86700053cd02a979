"""What editors and highlighters know of the language."""
