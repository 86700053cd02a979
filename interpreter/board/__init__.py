"""The board part of a tree, and option values, to a `Board`."""
