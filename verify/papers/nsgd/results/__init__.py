"""The numbered results, in the paper's order; each module names its claims."""
