"""Models on public data, by name: for estimates of constants."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dptheory.problems.logistic import Logistic
from dptheory.problems.networks import Network, two_layer
from dptheory.ranges import count, require

Array = NDArray[np.float64]
MODELS = ("logistic", "two-layer")
REGULARISATION = 1e-4  # lambda of the logistic model
HIDDEN = 16


def public_model(
    name: str, features: Array, labels: NDArray[np.int64], *, seed: int
) -> tuple[Logistic | Network, Array]:
    """A model on the records, and where runs start.

    Args:
        name: ``logistic`` (two labels, from 0) or ``two-layer`` (from random weights).
        features: shape (N, p). labels: kinds 0, ..., K - 1, shape (N,).
        seed: of the weights, at least 0.

    Raises:
        ValueError: the name is unknown, or there are more than two labels for ``logistic``.
    """
    made: dict[str, Callable[[], tuple[Logistic | Network, Array]]] = {
        "logistic": lambda: _logistic(features, labels),
        "two-layer": lambda: _two_layer(features, labels, count("seed", seed, least=0)),
    }
    require(name in made, "model", f"one of {', '.join(MODELS)}", name)
    return made[name]()


def _logistic(features: Array, labels: NDArray[np.int64]) -> tuple[Logistic, Array]:
    kinds = int(labels.max()) + 1
    require(kinds == 2, "labels of the logistic model", "of two kinds", f"{kinds} kinds")
    signs = np.where(labels == 1, 1.0, -1.0)
    return Logistic(features, signs, REGULARISATION), np.zeros(features.shape[1])


def _two_layer(features: Array, labels: NDArray[np.int64], seed: int) -> tuple[Network, Array]:
    network = two_layer(features, labels, hidden=HIDDEN, classes=int(labels.max()) + 1)
    return network, network.first(seed)
