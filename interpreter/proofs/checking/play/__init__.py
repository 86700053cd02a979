"""Checks of what certificates say of play: of measures, of searches over positions, of counterexamples by moves."""
