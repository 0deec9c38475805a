r"""Problems of ``python -m benchmarks.studies.tuning`` that no rule of the choice was tuned on.

Other spectra, margins, condition numbers and budgets than in :mod:`.tuning_problems`;
correlated features; other tables, standardised over both halves. The last ones leave the batch
size, the bound of the gradients or both to the search, as ``dptheory tune data --batch-size auto
--clip auto``, four with a quadratic loss.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.studies.tuning_problems import (
    DELTA,
    DRAWN,
    LABEL_BOUND,
    Case,
    case,
    drawn,
    shuffled,
)
from dptheory.extras import module
from dptheory.prediction.linear_models import QUADRATIC

Array = NDArray[np.float64]
BATCH, CLIP, BOTH = ("batch",), ("clip",), ("batch", "clip")
NOISE = 0.2  # deviation of quadratic labels about a linear model's


def correlated(
    d: int, n: int, kappa: float, epsilon: float, delta: float | None = None, *, seed: int
) -> Case:
    """scikit-learn's ``make_classification``: half of the features are mixtures of the others."""
    features, labels = module("sklearn.datasets").make_classification(
        2 * min(n, DRAWN), d, n_informative=d // 3, n_redundant=d // 2, n_clusters_per_class=2,
        flip_y=0.05, class_sep=0.8, shuffle=False, random_state=seed,
    )  # fmt: skip
    name = f"correlated, d {d}"
    return shuffled(name, features, 2.0 * labels - 1, kappa, epsilon, delta, n=n)


def table(
    name: str, load: str, ones: Callable[[Array], Any], kappa: float, epsilon: float,
    delta: float | None = None,
) -> Case:  # fmt: skip
    """A table of scikit-learn, its features standardised, with a constant; labels made two."""
    found = getattr(module("sklearn.datasets"), load)()
    labels = np.where(ones(found.target), 1.0, -1.0)
    return shuffled(name, _standard(found.data), labels, kappa, epsilon, delta)


def _standard(features: Array) -> Array:
    spread = (features - features.mean(axis=0)) / features.std(axis=0)
    return np.column_stack([spread, np.ones(len(spread))])


def iris(kappa: float, epsilon: float) -> Case:
    """scikit-learn's iris, the two kinds that no plane separates."""
    found = module("sklearn.datasets").load_iris()
    kept = found.target > 0
    labels = 2.0 * found.target[kept] - 3
    return shuffled(
        "iris, kinds 1 and 2", _standard(found.data[kept]), labels, kappa, epsilon, None
    )


def squares(
    d: int, fall: float, n: int, kappa: float, epsilon: float, delta: float | None = None,
    *, seed: int, auto: tuple[str, ...] = CLIP,
) -> Case:  # fmt: skip
    """Gaussian records as in :func:`.tuning_problems.drawn`; noisy linear labels."""
    generator = np.random.default_rng(seed)
    features = generator.standard_normal((2 * min(n, DRAWN), d)) / np.arange(1.0, d + 1) ** fall
    outputs = features @ generator.standard_normal(d)
    labels = outputs / (3 * np.std(outputs)) + NOISE * generator.standard_normal(len(outputs))
    labels = np.clip(labels, -LABEL_BOUND, LABEL_BOUND)
    name = f"squares, d {d}"
    return case(name, features, labels, kappa, epsilon, delta, n=n, loss=QUADRATIC, auto=auto)


def diabetes(kappa: float, epsilon: float, delta: float | None = None) -> Case:
    """scikit-learn's diabetes: the course of the disease, scaled to [-1, 1]."""
    found = module("sklearn.datasets").load_diabetes()
    low, high = found.target.min(), found.target.max()
    labels = 2 * (found.target - low) / (high - low) - 1
    features = _standard(found.data)
    return shuffled(
        "squares, diabetes", features, labels, kappa, epsilon, delta, loss=QUADRATIC, auto=CLIP
    )


HELD_OUT: tuple[Callable[[], Case], ...] = (
    partial(drawn, 15, 0.3, 50_000, 30, 2, seed=101, margin=1.0),
    partial(drawn, 40, 1.5, 5_000, 500, 5, seed=102, margin=4.0),
    partial(drawn, 8, 0.7, 20_000, 60, 0.3, DELTA, seed=103, margin=0.7),
    partial(correlated, 24, 20_000, 150, 3, seed=104),
    partial(correlated, 12, 5_000, 400, 1, DELTA, seed=105),
    partial(table, "wine, kind 1", "load_wine", lambda kind: kind == 1, 50, 10),
    partial(table, "wine, kind 0", "load_wine", lambda kind: kind == 0, 300, 3, DELTA),
    partial(iris, 30, 10),
    partial(table, "diabetes, above 140", "load_diabetes", lambda y: y > 140, 80, 5),
    partial(drawn, 20, 0.5, 20_000, 100, 1, seed=111, auto=BATCH),
    partial(drawn, 12, 1, 20_000, 100, 1, DELTA, seed=112, auto=BATCH),
    partial(drawn, 20, 0.5, 5_000, 60, 2, seed=113, auto=CLIP),
    partial(drawn, 12, 0.8, 10_000, 200, 3, seed=114, auto=BOTH),
    partial(squares, 10, 0.5, 20_000, 50, 1, seed=115),
    partial(squares, 20, 1, 50_000, 200, 1, DELTA, seed=116),
    partial(squares, 10, 0.3, 20_000, 50, 3, seed=117, auto=BOTH),
    partial(diabetes, 40, 10),
)
