"""Figures of the accelerated-methods paper."""
