"""What becomes of a statement: obligations, controls, repairs, extent, verdict."""
