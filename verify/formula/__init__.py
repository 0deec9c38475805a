"""What a formula is: trees, tracing, evaluation over any numbers."""
