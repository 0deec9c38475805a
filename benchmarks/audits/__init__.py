"""How far the project's own checks can be relied on: changed code, changed proofs, bad calls."""
