"""Mistakes that people bring from other languages, each recognised and explained in words of its own."""
