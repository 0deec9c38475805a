"""Where pages have numbers from that no claim proves: runs, sweeps, comparisons."""
