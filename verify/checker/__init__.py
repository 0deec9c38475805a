"""A second reader of proofs: rationals of its own, nothing of the engine, nothing but Python."""
