r"""Predicted errors of noisy momentum methods, for many settings and every number of iterations.

.. math:: E F(x_T) - F^* \approx F(\bar x_T) - F^* + \sum_{t<T} w_{T-1-t}v_t,\qquad
          w_k = \tfrac12\alpha^2\operatorname{tr}(p_k(J)^\top H p_k(J))

with the noiseless run :math:`\bar x`, the variances :math:`v_t` of a coordinate's noise, the
Hessian H of F and the Jacobian J of the field where the field is 0, and the response
:math:`p_{k+1} = (1+\beta)p_k-\beta p_{k-1}-\alpha J((1+\eta)p_k-\eta p_{k-1})`. The weights depend
on :math:`T-1-t` alone: one run tells the sums of all T.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.releases import Task
from dptheory.privacy.subsampling import covariance_factor
from dptheory.tuning.noise import Noise

Array = NDArray[np.float64]
FAR = 1e8  # a noiseless run that comes as far, in lengths of the minimiser, is left
SETTLED = 0.01  # what is left of the error without noise, by that with noise
MODELS = 15  # whose modes are kept: five surrogates, whole and in halves
DENSE, RATIO = 12, 1.12  # numbers of iterations looked at: all up to one, then geometric


@dataclass(frozen=True)
class Settings:
    """Methods x+ = x - alpha g(y) + beta (x - x_prev), y = x + eta (x - x_prev).

    Attributes:
        alpha, beta, eta: shape (k,) each.
    """

    alpha: Array
    beta: Array
    eta: Array

    def __getitem__(self, kept: NDArray[np.int64]) -> "Settings":
        return Settings(self.alpha[kept], self.beta[kept], self.eta[kept])


@dataclass(frozen=True)
class Explored:
    """What the noiseless runs tell, shape (k, number of lengths) each; infinite where left.

    Attributes:
        lengths: the numbers of iterations T, shape (number of lengths,).
        left: F(x_T) - F* without noise.
        roots: the sum of w_k^(1/p) to the power p, for a schedule that fits the weights.
        sums: the sum of w_k.
        sampled: the sum of the weights of a mean of records drawn one at a time, loss.
    """

    lengths: NDArray[np.int64]
    left: Array
    roots: Array
    sums: Array
    sampled: Array


def lengths(most: int) -> NDArray[np.int64]:
    """Numbers of iterations that are looked at, up to ``most``."""
    found = [float(T) for T in range(1, min(DENSE, most) + 1)]
    while found[-1] * RATIO < most:
        found.append(found[-1] * RATIO)
    return np.unique(np.round([*found, most]).astype(np.int64))


@dataclass(frozen=True)
class Modes:
    """The field linearised where it is 0.

    Of r < d dimensions that all records span (:attr:`LinearModel.span`) there are r modes; the
    others are alike, and one mode before them stands for all.

    Attributes:
        eigenvalues: of the Jacobian J, rising, shape (m,), m = d or r + 1.
        hessian, covariance: H and the covariance of the records' gradients in its eigenvectors,
            shape (m, m) each; sums over modes that are alike.
    """

    eigenvalues: Array
    hessian: Array
    covariance: Array

    @property
    def diagonal(self) -> Array:
        """Of the Hessian, shape (m,)."""
        return np.diag(self.hessian)

    @staticmethod
    @lru_cache(maxsize=MODELS)
    def of(model: LinearModel) -> "Modes":
        """Those of a model."""
        small = model.narrow
        centre, alike = small.centre, model.dimension - small.dimension
        values, vectors = np.linalg.eigh(small.jacobian(centre))
        gradients = small.slopes(centre[None])[0][:, None] * small.features @ vectors
        spread = gradients - gradients.mean(axis=0)
        hessian = vectors.T @ small.hessian(centre) @ vectors
        found = values, hessian, spread.T @ spread / model.size
        if not alike:
            return Modes(*found)
        values, hessian, covariance = (np.pad(part, (1, 0)) for part in found)
        values[0], hessian[0, 0] = model.mu, alike * model.mu
        return Modes(values, hessian, covariance)


def explore(
    model: LinearModel,
    settings: Settings,
    task: Task,
    limit: int,
    *,
    enough: float,
    slack: float,
    batches: bool,
) -> Explored:
    """Noiseless runs of all settings from 0, with the sums of their weights.

    A run ends where more iterations cannot help: the noise of full batches alone costs ``enough``,
    or ``slack`` times the best error so far, or all but the whole error.

    Args:
        model: its records stand for those of the task.
        settings: k methods.
        task: the budget.
        limit: the largest number of iterations.
        batches: whether the sums of sampled batches are wanted.
    """
    modes = Modes.of(model)
    diagonal = modes.diagonal.copy()
    power, unit = full_noise(task)
    at = lengths(limit)
    shape = (settings.alpha.size, at.size)
    found = Explored(at, *(np.full(shape, np.inf) for _ in range(4)))
    alive = np.arange(shape[0])
    state = _State.rest(shape[0], model.dimension, modes.eigenvalues.size)
    far = FAR * (1.0 + float(np.linalg.norm(model.centre)))
    floor = float(model.value(model.centre[None])[0]) - model.optimal_value  # of bounded gradients
    for t in range(1, limit + 1):
        now = settings[alive]
        state = state.weighed(now, diagonal, modes, power, batches).moved(model, now, modes)
        place, useful = int(np.searchsorted(at, t)), np.ones(alive.size, dtype=bool)
        noise = unit * state.roots**power
        if at[place] == t:
            left = model.value(state.x) - model.optimal_value
            found.left[alive, place] = left
            enough = min(enough, slack * float((left + noise).min()))
            found.roots[alive, place] = state.roots**power
            found.sums[alive, place] = state.sums
            found.sampled[alive, place] = state.sampled
            useful = left - floor > SETTLED * noise
        kept = np.flatnonzero(useful & (noise < enough) & (np.abs(state.x).max(axis=1) < far))
        if kept.size < alive.size:
            alive, state = alive[kept], state.only(kept)
        if not alive.size:
            break
    return found


def full_noise(task: Task) -> tuple[int, float]:
    """Power p and unit c of full batches: the least noise is c (sum of w^(1/p))^p."""
    power = 3 if task.delta is None else 2
    return power, task.gradient_noise(task.n).least(((1.0, 1.0, 1.0),)) / task.dimension


@dataclass(frozen=True)
class _State:
    """Runs, responses and sums of the settings that are still alive."""

    x: Array
    before: Array
    response: Array
    response_before: Array
    roots: Array
    sums: Array
    sampled: Array

    @classmethod
    def rest(cls, k: int, d: int, modes: int) -> "_State":
        """At 0, before the first iteration."""
        x, before, none = np.zeros((k, d)), np.zeros((k, modes)), np.zeros(k)
        return cls(x, x, np.ones((k, modes)), before, none, none, none)

    def weighed(
        self, s: Settings, diagonal: Array, modes: Modes, power: int, batches: bool
    ) -> "_State":
        """With the next weight in the sums."""
        weights = s.alpha**2 / 2 * (self.response**2 @ diagonal)
        sampled = self.sampled
        if batches:
            product = modes.hessian * modes.covariance
            both = np.einsum("ki,ij,kj->k", self.response, product, self.response, optimize=True)
            sampled = sampled + s.alpha**2 / 2 * both
        return _State(
            self.x, self.before, self.response, self.response_before,
            self.roots + weights ** (1 / power), self.sums + weights, sampled,
        )  # fmt: skip

    def moved(self, model: LinearModel, s: Settings, modes: Modes) -> "_State":
        """After one iteration; the responses too."""
        alpha, beta, eta = s.alpha[:, None], s.beta[:, None], s.eta[:, None]
        step = self.x - self.before
        x = self.x - alpha * model.field(self.x + eta * step) + beta * step
        turn = self.response - self.response_before
        pulled = modes.eigenvalues * (self.response + eta * turn)
        response = self.response - alpha * pulled + beta * turn
        return _State(x, self.x, response, self.response, self.roots, self.sums, self.sampled)

    def only(self, kept: NDArray[np.int64]) -> "_State":
        """Some of the settings."""
        return _State(*(getattr(self, name)[kept] for name in self.__dataclass_fields__))


def predicted(explored: Explored, task: Task, m: int) -> Array:
    """The predicted errors on batches of m records, shape (k, number of lengths)."""
    if m == task.n:
        _, unit = full_noise(task)
        return explored.left + unit * explored.roots
    noise = task.gradient_noise(m)
    each = np.array([_variance(noise, int(T), task.dimension) for T in explored.lengths])
    factor = float(covariance_factor(task.n, m))
    with np.errstate(invalid="ignore"):
        found = explored.left + each * explored.sums + factor * explored.sampled
    return np.where(np.isnan(found), np.inf, found)


def _variance(noise: Noise, T: int, dimension: int) -> float:
    """Of a coordinate's noise, equal in all T iterations."""
    found = noise.least(((1.0, 1.0, float(T)),))
    return found / (T * dimension) if math.isfinite(found) else math.inf
