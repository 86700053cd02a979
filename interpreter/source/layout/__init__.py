"""Trees to text, in the one canonical layout."""
