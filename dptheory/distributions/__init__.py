"""Exact laws: what the noise does to a second moment, with proved error bounds."""
