"""Files to trees: finding, parsing, laying variants over their bases."""
