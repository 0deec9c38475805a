"""The numbered results, in the paper's order; each module lists its claims."""
