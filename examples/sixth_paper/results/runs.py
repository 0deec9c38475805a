"""Runs: where the best of K stands among all, by the generating function and by simulation."""

import math
from fractions import Fraction

import numpy as np
from scipy.stats import beta

from dptheory.privacy import NegativeBinomial
from verify.language import behaves, claim, external, put, says, table
from verify.methods.behave import Ratio
from verify.methods.context import Context

from ..notation import V
from .definition_1 import MEAN, MEAN_LOGARITHMIC
from .theorem_2 import generating

SHARE = 0.1  # the best tenth of all runs
RUNS = 1_000_000
TENTH = {"gamma": Fraction(1, 10)}
CELLS = {"geometric, mean 10": (1.0, 0.1), "eta = 1/2": (0.5, 0.05), "eta = 3": (3.0, 0.3)}


def chance_of_library(eta: float, gamma: float, share: float) -> float:
    """That the best run is in the best share of all, as dptheory has it."""
    shape, stop = float(eta), float(gamma)
    mean = shape * (1 - stop) / (stop * (1 - stop**shape))
    return NegativeBinomial(mean, shape).chance(0.0, float(share))


LIBRARY = claim(
    "sixth-paper/best-share",
    "Theorem 2, proof",
    "the best of K is in the best share x of all with the chance 1 - f(1 - x)",
    says(
        1 - generating(1 - V.x, V.eta)
        == external("chance", chance_of_library, V.eta, V.gamma, V.x),
        given=[V.eta >= 0.1, V.eta <= 5, V.gamma >= 0.01, V.gamma <= 0.9, V.x >= 0.01],
    ),
)


def simulated_over_predicted(name: str, context: Context) -> Ratio:
    """How often the best of K is in the best tenth, over 1 - f(9/10)."""
    eta, gamma = CELLS[name]
    rng = context.named(f"best-of-k/{name}").rng()
    drawn = rng.negative_binomial(eta, gamma, size=RUNS)
    counts = drawn[drawn > 0]
    # The best of k uniform scores is the k-th root of one.
    hits = int(np.sum(rng.random(counts.size) ** (1 / counts) >= 1 - SHARE))
    misses = counts.size - hits
    low = beta.ppf(context.level / 2, hits, misses + 1)
    high = beta.isf(context.level / 2, hits + 1, misses)
    predicted = 1 - math.expm1(-eta * math.log1p(-(1 - gamma) * (1 - SHARE))) / math.expm1(
        -eta * math.log(gamma)
    )
    low, value, high = (x / predicted for x in (low, hits / counts.size, high))
    return Ratio(low=low, value=value, high=high, data_sets=None, method="Clopper-Pearson")


SIMULATED = claim(
    "sixth-paper/best-share-simulated",
    "Theorem 2, proof",
    "a million draws of K: the best is in the best tenth about as often as f says",
    behaves("about", tuple(CELLS), simulated_over_predicted),
)
MEANS = claim(
    "sixth-paper/means",
    "(consequence, not printed)",
    "mean numbers of runs at gamma = 1/10, to three digits",
    table(
        {
            "eta = 0": ("3.91", put(MEAN_LOGARITHMIC, TENTH)),
            "eta = 1": ("10.0", put(MEAN, TENTH | {"eta": 1})),
            "eta = 2": ("18.2", put(MEAN, TENTH | {"eta": 2})),
        }
    ),
    ours=True,
)
