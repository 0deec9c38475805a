r"""Logistic regressions to tune private methods for, and the runs of what tuning proposes.

The constants that tuning asks for are known without the data: :math:`\mu = 2\lambda`,
:math:`L = R_2^2/4 + 2\lambda` and :math:`S = 2R_1` for covariates of L1 and L2 lengths at most
:math:`R_1` and :math:`R_2`, and for :math:`E_0` the largest loss that records can have at the
start. Full batches, Laplace noise, a pure budget, the replace-one relation.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dptheory.methods import heavy_ball, nesterov
from dptheory.optimizers.momentum import Methods
from dptheory.optimizers.stage_plans import Stage, multistage
from dptheory.problems.logistic import Logistic, l1_sensitivity
from dptheory.simulation.engine import Execution, Noise, simulate
from dptheory.tuning import Problem, Proposal, tune
from dptheory.tuning.baseline import output_perturbation
from verify.papers.accelerated.laboratory.accelerated_logistic import (
    SECTION_5,
    breast_cancer,
    problem,
)

Array = NDArray[np.float64]
RUNS, SEED = 200, 0
THINNING = 20  # of Section 5's records, see section_5
SHARPER = "output, L2"  # output perturbation with an L2 sensitivity of its own


@dataclass(frozen=True)
class Case:
    """A logistic regression and what is known of it without its data.

    Attributes:
        name: as printed.
        data: what F(x_T) - F* is measured on.
        n: the number of records that the noise belongs to.
        start: every coordinate of x_0.
        radius, radius_l2: R_1 and R_2, the largest L1 and L2 length of covariates.
    """

    name: str
    data: Logistic
    n: int
    start: float
    radius: float
    radius_l2: float

    @property
    def tuned(self) -> Problem:
        """The question to :func:`tune`, for a budget of 1; S is the L2 sensitivity too."""
        mu, d = self.data.mu, self.data.dimension
        S = l1_sensitivity(self.radius)
        # The start is nonnegative in every coordinate: no margin is below -R_1 times its entry.
        loss = float(np.logaddexp(0.0, self.radius * self.start))
        return Problem(
            mu=mu,
            smoothness=self.radius_l2**2 / 4 + mu,
            dimension=d,
            n=self.n,
            batch_size=self.n,
            sensitivity=S,
            sensitivity_l2=S,
            gap=loss + mu / 2 * d * self.start**2,
            epsilon=1.0,
        )


def section_5(thinning: int = THINNING) -> Case:
    """Section 5 of Kuru et al. (2020).

    Every 20th record stands for 20 equal ones: again a data set of 100,000 records.
    """
    d = SECTION_5.dimension
    data = problem(SECTION_5, thinning)
    return Case("Section 5", data, SECTION_5.n, SECTION_5.start, float(d), math.sqrt(d))


def cancer() -> Case:
    """scikit-learn's breast cancer, each record of L1 length 1."""
    data = breast_cancer(SECTION_5.regularisation)
    return Case("breast cancer", data, data.size, 0.0, 1.0, 1.0)


def digits() -> Case:
    """scikit-learn's digits, odd against even: pixels and a constant, of L1 length 1 together."""
    from sklearn.datasets import load_digits

    table = load_digits()
    features = np.column_stack([table.data, np.full(len(table.data), 16.0)])
    features /= features.sum(axis=1, keepdims=True)
    data = Logistic(features, 2.0 * (table.target % 2) - 1, SECTION_5.regularisation)
    return Case("digits", data, data.size, 0.0, 1.0, 1.0)


def proposals(case: Case, eps: float) -> tuple[Proposal, ...]:
    """What tuning proposes; also output perturbation with 2 R_2, where that is less than S."""
    asked = replace(case.tuned, epsilon=eps)
    found = tune(asked)
    sharper = 2 * case.radius_l2
    if sharper >= asked.sensitivity:
        return found
    again = output_perturbation(replace(asked, sensitivity_l2=sharper))
    return (*found, replace(again, method=SHARPER))


def steps(proposal: Proposal, mu: float) -> Methods:
    """The methods of a proposal that iterates."""
    chosen = proposal.parameters
    if proposal.method == "multistage":
        return multistage([Stage(*stage) for stage in chosen["stages"]], mu)
    family = nesterov if proposal.method == "nesterov" else heavy_ball
    return family(chosen["alpha"], chosen["beta"])


def losses(case: Case, proposal: Proposal, runs: int = RUNS, jobs: int = 1) -> Array:
    """F(x_T) - F* of the runs of a proposal with its noise, shape (runs,)."""
    data, d = case.data, case.data.dimension
    start = np.full(d, case.start)
    if proposal.schedule is not None:
        last = proposal.iterations
        noise = Noise("laplace", tuple(proposal.schedule.scales.tolist()))
        done = simulate(
            data, steps(proposal, data.mu), noise, start, last,
            runs=runs, seed=SEED, record=[last], execution=Execution(jobs, keep_losses=True),
        )  # fmt: skip
        return done.kept_losses[:, 0]
    released = np.tile(start, (runs, 1))
    if proposal.parameters:
        generator = np.random.Generator(np.random.Philox(SEED))
        direction = generator.standard_normal((runs, d))
        direction /= np.linalg.norm(direction, axis=1, keepdims=True)
        length = generator.gamma(d, proposal.parameters["scale"], (runs, 1))
        released = data.minimiser + length * direction
    return data.value(released) - data.optimal_value
