"""Figures of results of our own."""
