"""Exact moment recursions, counter-based random streams and the Monte-Carlo engine."""
