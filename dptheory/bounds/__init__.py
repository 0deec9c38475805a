"""Bounds a user may rely on: only forms that are proved."""
