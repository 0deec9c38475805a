r"""Audits of the noise that the five papers print, at their own parameters.

A run is a method of the library, the noise that its paper prints, the printed budget and what an
account needs. What it spends is at least what the audit sees if the noise is Gaussian (Clopper and
Pearson's intervals, :mod:`dptheory.auditing`), and at most what the library's account has. Batches
are those of the account: Poisson batches where a record is added or removed, without replacement
where it is replaced. Momentum, moments and smoothing come after the noise and change nothing.

Laplace noise is audited by the log-likelihood ratio of all releases of a run; the bound from it
holds whatever the noise is.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.auditing import Audit, Claim, audit
from dptheory.auditing.canaries import neighbours
from dptheory.auditing.many_runs import judged
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import Perturbation, mean_of_bounded
from dptheory.methods import nesterov, nesterov_momentum
from dptheory.optimizers import momentum
from dptheory.optimizers.adam import Adam
from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.privacy import LaplaceSteps, Neighbouring, laplace_epsilon
from verify.papers.accelerated.settings import FULL_BATCH, NAG_RUN
from verify.papers.adambc.laboratory.accountants import DELTA, Run
from verify.papers.adambc.results import budgets
from verify.papers.groupwise.results import alg_1_noise as line_8
from verify.papers.lssgd.laboratory.calibration import theorem_1
from verify.papers.lssgd.settings import MNIST
from verify.papers.nsgd.settings import CIFAR10, CLIPPING, SST2

DRAWS, LAPLACE_DRAWS = 4 * 10**6, 3 * 10**5
OBSERVED, OBSERVED_DRAWS = 64, 10**6  # of steps on one batch, where a run is too quiet to be seen
SGD = Sgdm(1.0, 0.0)
SENSITIVITY = float(FULL_BATCH[0].values["S"])
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Printed:
    """A run of a paper.

    Attributes:
        method: how gradients are bounded, and the noise.
        claim: the printed budget, and what the account needs.
    """

    method: Private
    claim: Claim

    @property
    def account(self) -> float:
        """The library's account."""
        return self.claim.account(self.method)

    def seen(self, level: float, seed: int) -> float:
        """The lower bound of an audit that is wrong with at most the level."""
        return audited(self, level, seed).epsilon

    def with_noise(self, factor: float) -> "Printed":
        """The same with so many times the noise."""
        noise = self.method.noise
        changed = replace(noise, noise_multiplier=factor * noise.noise_multiplier)
        return replace(self, method=replace(self.method, noise=changed))


@cache
def audited(run: Printed, level: float, seed: int) -> Audit:
    """The audit of a run."""
    k, draws = (OBSERVED, OBSERVED_DRAWS) if run.claim.n is None else (1, DRAWS)
    return audit(
        run.method, run.claim, dimension=1, observed=k, draws=draws, confidence=1 - level, seed=seed
    )


def nsgd(place: str) -> dict[str, Printed]:
    """Yang et al., section 4 and appendix D, with the noise on the sum or on the mean."""
    found = {}
    for s in (*CIFAR10, SST2):
        v = s.values
        claim = Claim(float(v["eps"]), float(v["delta"]), v["T"], v["B"], v["N"])
        noise = Perturbation(float(v["noise"]), place, "bound")
        name, base = ("DP-NAdam", Adam(1.0)) if s is SST2 else ("DP-NSGD", SGD)
        rules = {name: PerSample("normalise", (1.0,), regulariser=0.01)}
        if s is CIFAR10[-1]:
            rules["DP-SGD"] = PerSample("clip", (float(CLIPPING[-1].values["c"]),))
        for method, rule in rules.items():
            found[f"{method}, {s.name}"] = Printed(Private(base, rule, noise), claim)
    return found


def root_of_the_bound() -> dict[str, Printed]:
    """The noise N(0, c sigma^2) of section 3.1 on the sum, at the largest c of their grid."""
    name = f"DP-SGD, {CIFAR10[-1].name}"
    run = nsgd("sum")[name]
    noise = replace(run.method.noise, unit="root-of-bound")
    return {f"{name}, at the largest c": replace(run, method=replace(run.method, noise=noise))}


def adambc() -> dict[str, Printed]:
    """Tang et al., appendices A and D: the shortest runs that are printed."""
    rows: tuple[tuple[str, Run, int, float], ...] = (
        ("SNLI, three epochs", budgets.SNLI_7, budgets.THREE, 0.1),
        ("QNLI, an epoch", budgets.QNLI_7, budgets.EPOCH, 0.1),
        ("CIFAR10, fifty epochs", budgets.CIFAR10_7, budgets.FIFTY, 1.0),
    )
    found = {}
    for name, run, T, C in rows:
        claim = Claim(float(run.most), DELTA, T, run.batch, run.n)
        noise = Perturbation(float(run.sigma), "sum", "bound")
        variance = noise.deviation(C, run.batch) ** 2
        for method, phi in (("DP-Adam", None), ("DP-AdamBC", variance)):
            base = Adam(1.0, noise_variance=phi)
            found[f"{method}, {name}"] = Printed(
                Private(base, PerSample("clip", (C,)), noise), claim
            )
    return found


def groupwise(thresholds: str) -> dict[str, Printed]:
    """Bu et al., CIFAR100 at epsilon 2: thresholds of 1/sqrt(M) as in (4), or of 1 as in line 8."""
    claim = Claim(2.0, float(line_8.DELTA), line_8.STEPS, line_8.BATCH, line_8.N)
    found = {}
    for M in (2, 4):
        bound = 1 / math.sqrt(M) if thresholds == "(4)" else 1.0
        rule = PerSample("normalise", (bound,) * M, (2,) * M, regulariser=0.01)
        noise = Perturbation(float(line_8.SIGMA) / rule.bound, "sum", "bound")
        found[f"{thresholds}, M = {M}"] = Printed(Private(Adam(1.0), rule, noise), claim)
    return found


def lssgd() -> dict[str, Printed]:
    """Wang et al., section 4.1: the noise of Theorem 1 on the mean, at G = 1."""
    found = {}
    for s in (MNIST[0], MNIST[-1]):
        v = s.values
        n, b, T, epsilon, delta = v["n"], v["b"], v["T"], float(v["epsilon"]), float(v["delta"])
        noise = theorem_1(n=n, batch=b, iterations=T, lipschitz=1.0, eps=epsilon, delta=delta).noise
        claim = Claim(epsilon, delta, T, b, n, Neighbouring.REPLACE_ONE)
        rule = PerSample("clip", (1.0,))
        found[s.name] = Printed(Private(SGD, rule, Perturbation(noise, "mean", "bound")), claim)
    return found


def of_a_batch() -> dict[str, Printed]:
    """So many steps of their largest budget on a batch with the record that they are seen."""
    name = MNIST[0].name
    run = lssgd()[name]
    return {name: replace(run, claim=replace(run.claim, n=None, iterations=OBSERVED))}


@dataclass(frozen=True)
class Laplace:
    """A run of DP-NAG of Kuru et al., section 5, on all records.

    Attributes:
        claim: the printed budget, which has no delta: that of the audit is beside it.
        factor: so many times the printed noise, b_t = S_1 T/(n epsilon).
    """

    claim: Claim
    factor: float = 1.0

    @property
    def scale(self) -> float:
        """Of the noise in a coordinate of the mean gradient."""
        return (
            self.factor
            * SENSITIVITY
            * self.claim.iterations
            / (self.claim.batch_size * self.claim.epsilon)
        )

    @property
    def account(self) -> float:
        """The library's account."""
        n = self.claim.batch_size
        run = LaplaceSteps(SENSITIVITY, (self.scale,) * self.claim.iterations, n, n)
        return laplace_epsilon(run, self.claim.delta, neighbouring=self.claim.neighbouring)

    def seen(self, level: float, seed: int) -> float:
        """The lower bound of an audit that is wrong with at most the level."""
        return whole_run_audited(self, level, seed).plain.epsilon

    def with_noise(self, factor: float) -> "Laplace":
        """The same with so many times the noise."""
        return replace(self, factor=factor * self.factor)


def accelerated() -> dict[str, Laplace]:
    """Kuru et al., section 5, m = n, with the fewest steps, which spend most at a given delta."""
    v = FULL_BATCH[0].values
    claim = Claim(float(v["eps"]), DELTA, v["T"], v["m"], None, Neighbouring.REPLACE_ONE)
    return {f"DP-NAG, T = {v['T']}": Laplace(claim)}


@cache
def whole_run_audited(run: Laplace, level: float, seed: int) -> Audit:
    """The audit of all releases of a run, in a coordinate in which a record moves the mean most."""
    rule, n = PerSample("clip", (SENSITIVITY / 2,)), run.claim.batch_size
    pair = neighbours(
        rule, batch_size=n, dimension=1, neighbouring=run.claim.neighbouring, other_records="zero"
    )
    size, opposite = (float(mean_of_bounded(g, rule)[0]) for g in (pair.present, pair.absent))
    rng = np.random.default_rng(seed)
    present, absent = (_log_ratios(run, mean, size, rng) for mean in (size, opposite))
    return judged(present, absent, run.claim, run.claim.iterations, 1 - level, None)


def _log_ratios(run: Laplace, mean: float, size: float, rng: np.random.Generator) -> Array:
    """Of runs whose gradient is the mean: the log-likelihood ratio of a mean size and -size."""
    alpha = float(NAG_RUN.values["alpha"])
    beta = float(nesterov_momentum(alpha, float(NAG_RUN.values["mu"])))
    method = nesterov(alpha, beta)
    state, ratios = momentum.init(np.zeros(LAPLACE_DRAWS)), np.zeros(LAPLACE_DRAWS)
    for _ in range(run.claim.iterations):
        after = momentum.update(method, state, mean + rng.laplace(0, run.scale, LAPLACE_DRAWS))
        released = (state.x + beta * (state.x - state.x_previous) - after.x) / alpha
        ratios += (np.abs(released + size) - np.abs(released - size)) / run.scale
        state = after
    return ratios
