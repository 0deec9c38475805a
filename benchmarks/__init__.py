"""Speed claims, measured as ratios of interleaved runs in one process."""
