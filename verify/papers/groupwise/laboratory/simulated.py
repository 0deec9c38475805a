r"""Runs of group-wise DP-SGD with the learning rate of the proof, beside (16) at the best r.

A cell is a law of the noise and a number of groups of a quadratic in eight coordinates, all of
curvature 1, started where its gradient has the length :math:`\sqrt{2\mathcal L(L_0-L_*)}`, the
largest there is. The noise of a record has one direction in every group and mean square
:math:`\xi^2/M`: two opposite atoms, or rare ones (0 for 18 of 20 records). Batches are drawn
independently, :math:`\gamma=0.01`. The statistic is the
:math:`1-\varrho` quantile of :math:`\Vert g_t\Vert` at the best t over the bound,
:math:`a=2\sqrt MD/(\varrho\sqrt T)`. Its interval is distribution-free, at an error probability of
1e-6: from above by the order statistics of the last step, whose quantile is the value shown, from
below by those of :math:`\min_t\Vert g_t\Vert`.

Without symmetry (two thirds of the records pull one way, half as strongly as the others the other
way) runs stop where the clipped gradients balance. The best r is looked for where
:math:`\mathcal M` takes the value a.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

import numpy as np
from scipy import stats

from dptheory.bounds.grouped import Grouped, gradient_quantile
from dptheory.gradients.grouping import layer_wise
from dptheory.optimizers.private import dp_grouped
from dptheory.optimizers.sgdm import Sgdm
from dptheory.problems.grouped import BlockQuadratic, of_blocks
from dptheory.simulation.grouped import descend_in_groups
from verify.formula.evaluate import in_floats
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.groupwise.formulas.printed_r import RADIUS

GAMMA, ERROR = 0.01, 1e-6
LAWS = {
    "two atoms": (1.0, -1.0),
    "rare atoms": (1.0, -1.0, *(0.0,) * 18),
    "one-sided": (2.0, -1.0, -1.0),
}


@dataclass(frozen=True)
class Cell:
    """A run: M groups of one or more of d coordinates, and its scales.

    Attributes:
        law: of the noise. M, d: groups and coordinates. xi, first: the noise and the length of the
            first gradient. multiplier: sigma. batch, steps, failure: B, T and rho.
    """

    law: str
    M: int
    d: int
    xi: float
    first: float
    multiplier: float
    batch: int
    steps: int
    failure: float

    @property
    def runs(self) -> int:
        """So many that the largest of them is above the quantile."""
        return math.ceil(math.log(ERROR / 4) / math.log(1 - self.failure))

    @property
    def spread(self) -> float:
        """1 + sigma^2 d/B^2."""
        return 1 + self.multiplier**2 * self.d / self.batch**2

    @property
    def bound(self) -> float:
        """(16) at the best r; D is the first norm times the root of the spread."""
        a = 2 * math.sqrt(self.M * self.spread / self.steps) * self.first / self.failure
        top = math.sqrt(1 + 2 * GAMMA / a)
        point = {"M": self.M, "xi": self.xi, "gamma": GAMMA, "a": a}
        radii = [1 + (top - 1) * share for share in np.geomspace(1e-3, 1, 200)[:-1]]
        return min(float(in_floats((RADIUS.tree,), point | {"r": r})[0]) for r in radii)

    @property
    def proven(self) -> float:
        """The bound of :mod:`dptheory.bounds.grouped`, without a union over the groups."""
        s = self.xi / math.sqrt(self.M)
        # A number of numpy's, whose root is a float.
        M = cast(int, np.int64(self.M))
        run = Grouped(self.first**2 / 2, 1.0, s, M, GAMMA, self.multiplier, self.d, self.batch)
        return float(gradient_quantile(run, self.rate / self.batch, self.steps, self.failure))

    @property
    def rate(self) -> float:
        """eta B = eta_0/sqrt(T)."""
        return self.first / math.sqrt(self.spread * self.steps)

    @property
    def problem(self) -> BlockQuadratic:
        """The quadratic and its records."""
        return of_blocks(np.ones(self.d), groups=self.M, law=LAWS[self.law], deviation=self.xi)


CELLS = {
    f"{law}, M = {M}, rho = {failure:g}": Cell(law, M, 8, xi, 0.1, 1.0, 4, steps, failure)
    for law, M, xi, steps, failure in (
        *(("two atoms", M, 0.05, 20_000, 0.5) for M in (1, 2, 4, 8)),
        ("rare atoms", 4, 0.05, 20_000, 0.5),
        ("two atoms", 1, 0.02, 10_000, 0.1),
    )
}
ONE_SIDED = {
    f"one-sided, M = {M}": Cell("one-sided", M, M, 0.1, 0.06, 0.0, 1, 300_000, 0.5) for M in (1, 2)
}


@cache
def norms(name: str, seed: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The last gradient norm and the smallest one of every run, in order."""
    cell = {**CELLS, **ONE_SIDED}[name]
    problem = cell.problem
    rule = layer_wise(problem.layout, 1.0).rule("auto", regulariser=GAMMA)
    method = dp_grouped(Sgdm(cell.rate, 0.0), rule, noise_multiplier=cell.multiplier, on="sum")
    found = descend_in_groups(
        problem,
        method,
        np.full(cell.d, cell.first / math.sqrt(cell.d)),
        cell.steps,
        batch_size=cell.batch,
        runs=cell.runs,
        seed=seed,
        record=(cell.steps - 1,),
    )
    return tuple(sorted(found.norms[:, 0].tolist())), tuple(sorted(found.least.tolist()))


def measured(name: str, context: Context) -> tuple[float, float, float]:
    """An interval for the quantile at the best t, and its value at the last one."""
    cell = {**CELLS, **ONE_SIDED}[name]
    share, runs = 1 - cell.failure, cell.runs
    # One stream: the same runs for every statement.
    seed = replace(context, stream="groupwise/thm-1-runs").stream_seed % 2**31
    last, least = norms(name, seed)
    # At most k - 1 of n values are below the quantile, or at least k, with the error's half each.
    below = int(stats.binom.ppf(ERROR / 2, runs, share))
    above = int(stats.binom.isf(ERROR / 2, runs, share)) + 1
    value = last[math.ceil(runs * share) - 1]
    return least[below - 1] if below > 0 else 0.0, value, last[above - 1]


def over(bound: float, name: str, context: Context) -> Ratio:
    """The quantile over a number."""
    low, value, high = (x / bound for x in measured(name, context))
    return Ratio(low=low, value=value, high=high, data_sets=None, method="order statistics")


def exact(value: float) -> Ratio:
    """A ratio of numbers."""
    return Ratio(low=value, value=value, high=value, data_sets=None)
