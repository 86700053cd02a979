"""The Go Text Protocol, version 2, with the dialect of programs that play Hex: our players as an engine for a GUI."""
