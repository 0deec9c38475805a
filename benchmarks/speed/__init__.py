"""Times of what users call, as ratios of interleaved runs in one process, and of the ledger."""
