r"""Data drawn from public constants alone: five laws of records with labels of a random model.

Each record has at most the stated lengths; the laws differ in the spectrum of the features, which
is what the best step size, momentum and number of iterations depend on.

Source: own; docs/allocation.md.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.prediction.linear_models import LOGISTIC, LinearModel, Loss
from dptheory.problems.logistic import logistic_weight
from dptheory.ranges import count, positive

Array = NDArray[np.float64]
ROWS = 1000  # of a surrogate, at most
SIGNAL = 3.0  # root mean square of the margins that labels are drawn with
NOISE = 0.3  # share of a quadratic label's size that is noise


def _directions(generator: np.random.Generator, n: int, d: int) -> Array:
    return generator.standard_normal((n, d))


def _spectrum(generator: np.random.Generator, n: int, d: int) -> Array:
    features: Array = generator.standard_normal((n, d)) / np.arange(1, d + 1)
    return features


def _positive(generator: np.random.Generator, n: int, d: int) -> Array:
    features: Array = generator.random((n, d))
    return features


def _intercept(generator: np.random.Generator, n: int, d: int) -> Array:
    features: Array = generator.standard_normal((n, d)) / d
    features[:, -1] = 1.0  # the curvature along it is near the largest that the radius allows
    return features


def _sparse(generator: np.random.Generator, n: int, d: int) -> Array:
    features: Array = (generator.random((n, d)) < min(1.0, 3.0 / d)).astype(float)
    features[:, 0] += ~features.any(axis=1)
    return features


LAWS: dict[str, Callable[[np.random.Generator, int, int], Array]] = {
    "every direction alike": _directions,
    "variance 1/k^2 along coordinate k": _spectrum,
    "positive features": _positive,
    "an intercept before all": _intercept,
    "three features in a record": _sparse,
}


def within(features: Array, radius_l1: float, radius_l2: float) -> Array:
    """The records, those that are longer shortened to the radius, each by itself."""
    of_l1 = np.abs(features).sum(axis=1) / radius_l1
    of_l2 = np.linalg.norm(features, axis=1) / radius_l2
    shortened: Array = features / np.maximum(1.0, np.maximum(of_l1, of_l2))[:, None]
    return shortened


@public
def surrogate(
    law: str,
    n: int,
    dimension: int,
    radius_l1: float,
    radius_l2: float,
    regularisation: float,
    *,
    loss: Loss = LOGISTIC,
    label_bound: float = 1.0,
    seed: int = 0,
) -> LinearModel:
    """Records of one of the laws, the longest of length the radius.

    Args:
        law: of ``LAWS``.
        n, dimension: data size (at most ``ROWS`` records are drawn) and dimension.
        radius_l1, radius_l2: bounds of a record's length.
        regularisation, loss: of the risk.
        label_bound: of the labels' size, quadratic loss.
        seed: at least 0.

    Example:
        >>> model = surrogate("every direction alike", 100, 3, 1.5, 1.0, regularisation=0.01)
        >>> model.features.shape
        (100, 3)
    """
    positive("radius_l1", radius_l1)
    positive("radius_l2", radius_l2)
    key = count("seed", seed, least=0), list(LAWS).index(law)
    generator = np.random.default_rng(key)
    features = LAWS[law](generator, min(count("n", n), ROWS), count("d", dimension))
    # Typical records reach the radius: shorter ones keep their length, longer ones are shortened.
    typical = np.median(np.abs(features).sum(axis=1) / radius_l1)
    typical_l2 = np.median(np.linalg.norm(features, axis=1) / radius_l2)
    features = within(features / max(typical, typical_l2), radius_l1, radius_l2)
    outputs = features @ generator.standard_normal(dimension)
    outputs -= outputs.mean()  # both labels are common, whatever the law
    outputs *= SIGNAL / (float(np.sqrt(np.mean(outputs**2))) or 1.0)
    if loss is LOGISTIC:
        chance = logistic_weight(-outputs)
        labels = np.where(generator.random(len(outputs)) < chance, 1.0, -1.0)
    else:
        clean = outputs / SIGNAL + NOISE * generator.standard_normal(len(outputs))
        labels = np.clip(clean * label_bound / 2, -label_bound, label_bound)
    return LinearModel(features, labels, regularisation, loss)
