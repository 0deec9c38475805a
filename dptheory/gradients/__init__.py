"""From per-sample gradients to the gradient that is released."""
