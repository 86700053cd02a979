"""Positions as pictures: SVG and PNG."""
