"""The language itself: words, grammar, and the tree that a text is parsed to."""
