"""Expressions of the rules: checked, and turned into `ir`."""
