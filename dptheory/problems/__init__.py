"""Objectives with their known constants."""
