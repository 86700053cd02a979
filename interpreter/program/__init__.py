"""Restricted Python as a typed program: what generated modules and kernels are before they become machine code."""
