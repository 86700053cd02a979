"""Tilings of the plane: a catalogue of them, and the cells that their faces, vertices and edges make."""
