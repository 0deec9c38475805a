"""Bounds for every function of a class: multipliers that are found, and functions that refute."""
