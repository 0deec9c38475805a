"""A step of DP-SGD as people write it, and the same with a mistake, for ``dptheory audit``."""

import numpy as np

C, Z = 1.0, 0.61  # clipping norm and noise multiplier


def right(gradients, rng):
    """Clip every record, sum, add noise for the sum, divide by the batch size."""
    lengths = np.linalg.norm(gradients, axis=1, keepdims=True)
    clipped = gradients * np.minimum(1, C / np.maximum(lengths, 1e-12))
    return (clipped.sum(axis=0) + rng.normal(0, Z * C, gradients.shape[1])) / len(gradients)


def clips_the_mean(gradients, rng):
    """The mistake: the gradient of the batch is clipped in place of those of its records."""
    mean = gradients.mean(axis=0)
    mean = mean * min(1, C / max(np.linalg.norm(mean), 1e-12)) / len(gradients)
    return mean + rng.normal(0, Z * C / len(gradients), len(mean))
