"""The whole check of a rule sheet."""
