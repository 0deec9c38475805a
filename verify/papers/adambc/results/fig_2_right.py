r"""Section 3, Figure 2 right: a constant added to the second moment of Adam without noise.

As printed the moments are not divided by :math:`1-\beta^t`. Two ill-scaled problems of
``laboratory/twins``, 100 data sets of each; the loss after 100 steps without noise,
with the step size of the least mean logarithm over the data sets for each bias. A bias is given
over the mean square of the first gradients, and is at most a hundredth of it.
"""

from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dptheory.optimizers import sgdm
from verify.language import Draft, behaves, claim, nonnegative, positive, real, says
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.adambc import notation
from verify.papers.adambc.laboratory.twins import BATCH, RECORDS, SIZE, drawn, interval, seed_of

Array = NDArray[np.float64]
RUNS, STEPS, SIZES = 100, 100, np.geomspace(0.003, 10, 14)
PROBLEMS = ("quadratic", "scaled")
BIASES = ("0", "0.0001", "0.01")
SGD = "SGD with momentum"
BETA1, BETA2 = 0.9, 0.999


@cache
def losses(problem: str, name: str, seed: int) -> Array:
    """The last loss with a bias, or of SGD with momentum, at its best step size; shape (runs,)."""
    rng = np.random.Generator(np.random.Philox(seed))
    problems = drawn(problem, rng, RUNS)
    start = np.zeros((RUNS, len(SIZES), SIZE))
    square = float((problems.gradient(start[:, :1], None) ** 2).mean())
    batches = (rng.random((STEPS, RUNS, 1, RECORDS)) * RECORDS < BATCH).astype(float)
    # Too large a step leaves the range of floats: its loss is infinite.
    with np.errstate(over="ignore", invalid="ignore"):
        if name == SGD:
            plain, here = sgdm.Sgdm(1.0), sgdm.init(start)
            sizes = SIZES[:, None] / square**0.5
            for batch in batches:
                here = sgdm.update(plain, here, problems.gradient(here.x, batch), sizes)
            found = problems.loss(here.x)
        else:
            share, x, m, v = float(name), start, 0.0 * start, 0.0 * start
            sizes = SIZES[:, None] * (1 + share) ** 0.5
            for batch in batches:
                gradient = problems.gradient(x, batch)
                m = BETA1 * m + (1 - BETA1) * gradient
                v = BETA2 * v + (1 - BETA2) * gradient**2
                x = x - sizes * m / np.sqrt(v + share * square)
            found = problems.loss(x)
        means = np.log(found).mean(axis=0)
    return np.asarray(found[:, np.where(np.isnan(means), np.inf, means).argmin()])


def loss_over_that_at_the_larger_bias(cell: str, context: Context) -> Ratio:
    """The loss with the first of two biases over that with the second."""
    problem, pair = cell.split(": ")
    seed = seed_of(context, f"added bias, {problem}")
    first, second = (losses(problem, name, seed) for name in pair.split(" against "))
    return interval(np.log(first / second), lambda x: float(np.exp(x)))


def compared(*pairs: tuple[str, str]) -> Draft:
    """The first of each pair has the smaller loss."""
    cells = tuple(f"{p}: {a} against {b}" for p in PROBLEMS for a, b in pairs)
    return behaves("less", cells, loss_over_that_at_the_larger_bias)


V = notation.V.extended(
    bias=positive(r"\Phi'", unit=notation.SQUARE, search=(0.01, 4)),
    second=nonnegative("v_t^c", unit=notation.SQUARE, search=(0, 4)),
    first=real("m_t^c", unit=notation.GRADIENT, search=(-2, 2)),
)
# Under a large bias the update is m over its root, which is SGD with momentum.
TRANSITION = says(
    abs(V.first / (V.second + V.bias).sqrt() - V.first / V.bias.sqrt())
    <= V.second / (2 * V.bias) * (abs(V.first) / V.bias.sqrt())
)
DEGRADES = compared(*pairwise(BIASES))
ADDED_BIAS = (
    claim("adambc/added-bias", "§3, Fig 2 right", "A bias added to Adam")
    .says(
        {"Adam beats SGD": compared(("0", SGD)), "a larger bias, up to 1/100": DEGRADES},
        notes=(TRANSITION,),
        needs_data=("SNLI, test accuracy against the added bias (Figure 2, right)",),
    )
    .quoting(
        r"\Delta=m^c/\sqrt{v^c+\Phi'}",
        part="Adam beats SGD",
        reading="Runs with this update are compared.",
    )
    .rejects("the other way round", compared(*(p[::-1] for p in pairwise(BIASES))))
)
