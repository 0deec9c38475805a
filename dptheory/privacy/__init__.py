"""Mechanisms, subsampling and accounting, for a named neighbouring relation."""
