"""Kernels over the states of many games."""
