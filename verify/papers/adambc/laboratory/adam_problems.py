r"""Private training with Adam, its corrected form, and SGD with momentum, many lanes at once.

What the figures use, and claims may:

* problems of a data seed: :func:`scaled_points` (a quadratic whose coordinates have curvatures over
  several decades) and :func:`rare_features` (logistic regression on features that are the rarer,
  the later they come, where Adam beats SGD without privacy);
* :class:`Release`, the private gradient: clipping bound, noise multiplier, expected batch;
* :class:`Lanes`, a method and the step sizes to run it with, all side by side;
* :func:`train`, which runs lanes on common batches and noise and returns what ``observe`` sees.

One coordinate of a released gradient has noise of variance :math:`\Phi = (\sigma C/B)^2`
(``Release.variance``), which is what the methods' ``noise_variance`` is to be. For example, DP-Adam
against its twin on the iterates, and every method's excess loss at its own best step size::

    problem = rare_features(seed)
    release = Release(clip=1.0, noise_multiplier=4.0, batch=64)
    phi = release.variance
    adam, twin = Adam(0.1, gamma=0.0), Sgdm(0.1, noise_variance=phi)
    at = train(problem, release, [Lanes(adam), Lanes(twin)], 200, seed=seed, observe=points)
    sizes = (0.01, 0.03, 0.1, 0.3)
    lanes = [Lanes(adam, sizes), Lanes(Adam(0.1, noise_variance=phi, floor=0.05 * phi), sizes)]
    losses = train(problem, release, lanes, 200, seed=seed)

A run of 200 steps with ten lanes takes about 30 ms. Batches are Poisson samples with the divisor
B, as in the paper's algorithm. Every draw is a pure function of the seeds
(:mod:`dptheory.simulation.streams`).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dptheory.blas import one_thread
from dptheory.optimizers import adam, dp2_rmsprop, sgdm
from dptheory.problems.logistic import Logistic, logistic_weight
from dptheory.problems.records import FiniteSum
from dptheory.ranges import count, nonnegative, positive, require
from dptheory.simulation.streams import GAUSSIAN, UNIFORM, check_seed, draws, fill_noise

Array = NDArray[np.float64]


class OwnState(Protocol):
    """A state of somebody's own method: of whatever it has, the iterates."""

    @property
    def x(self) -> Array:
        """The iterates, shape (step sizes, d)."""


class OwnMethod(Protocol):
    """Somebody's own method, which brings its two functions with it."""

    @property
    def alpha(self) -> float:
        """The step size."""

    def init(self, x0: Array) -> Any:
        """The state before the first step."""

    def update(self, method: Any, state: Any, released: Array, sizes: Array) -> Any:
        """The next state."""


Method = adam.Adam | sgdm.Sgdm | dp2_rmsprop.DelayedRMSProp | OwnMethod
State = adam.AdamState | sgdm.SgdmState | dp2_rmsprop.DelayedState | OwnState

_UPDATES: dict[type, ModuleType] = {
    adam.Adam: adam,
    sgdm.Sgdm: sgdm,
    dp2_rmsprop.DelayedRMSProp: dp2_rmsprop,
}
# Iteration numbers of the batches' draws, beyond those of the noise.
_BATCHES = 2**40


class Problem(FiniteSum, Protocol):
    """A mean over records, at points of shape (lanes, dimension)."""

    def loss(self, x: Array) -> Array:
        """The mean loss less its minimum where that is known, shape (lanes,)."""

    def clipped(
        self, x: Array, batch: NDArray[np.int64], bound: float, scale: Array | None
    ) -> Array:
        """The sum over a batch of gradients over a scale, clipped; shape (lanes, dimension)."""

    def penalty(self, x: Array) -> Array | float:
        """The gradient of what depends on no record."""


# Problems ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Points:
    r"""The quadratic :math:`\frac1n\sum_i\frac12\sum_jh_j(x_j-a_{ij})^2`, less its minimum.

    Attributes:
        spectrum: h, positive, shape (d,).
        records: a, shape (n, d).
    """

    spectrum: Array
    records: Array

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.spectrum)

    @property
    def size(self) -> int:
        """n."""
        return len(self.records)

    @property
    def minimiser(self) -> Array:
        """The mean of the records."""
        mean: Array = self.records.mean(axis=0)
        return mean

    def loss(self, x: Array) -> Array:
        """The excess over the minimum."""
        excess: Array = ((x - self.minimiser) ** 2 @ self.spectrum) / 2
        return excess

    def clipped(
        self, x: Array, batch: NDArray[np.int64], bound: float, scale: Array | None
    ) -> Array:
        """See :class:`Problem`."""
        rows = self.records[batch]
        slopes = np.broadcast_to(self.spectrum if scale is None else self.spectrum / scale, x.shape)
        here = slopes * x
        squares = (here**2).sum(axis=-1, keepdims=True)
        squares = squares - 2 * (slopes * here) @ rows.T + slopes**2 @ (rows**2).T
        factors = clip_factor(np.sqrt(np.maximum(squares, 0.0)), bound)
        found: Array = factors.sum(axis=-1, keepdims=True) * here - slopes * (factors @ rows)
        return found

    def penalty(self, x: Array) -> float:
        """None."""
        return 0.0


@dataclass(frozen=True, eq=False)
class Rows:
    """Logistic regression, less its minimum; the penalty is not clipped.

    Attributes:
        model: the regression.
    """

    model: Logistic

    @property
    def dimension(self) -> int:
        """d."""
        return self.model.dimension

    @property
    def size(self) -> int:
        """n."""
        return self.model.size

    def loss(self, x: Array) -> Array:
        """The excess over the minimum."""
        with one_thread():
            found: Array = self.model.value(x) - self.model.optimal_value
        return found

    def clipped(
        self, x: Array, batch: NDArray[np.int64], bound: float, scale: Array | None
    ) -> Array:
        """See :class:`Problem`: a record's gradient is a number times the record."""
        rows = self.model.signed_features[batch]
        weights = logistic_weight(x @ rows.T)
        squares = np.einsum("ij,ij->i", rows, rows) if scale is None else scale**-2.0 @ (rows**2).T
        weights *= clip_factor(weights * np.sqrt(squares), bound)
        total: Array = -weights @ rows
        return total if scale is None else total / scale

    def penalty(self, x: Array) -> Array:
        """The gradient of the penalty."""
        return self.model.mu * x


def clip_factor(norms: Array, bound: float) -> Array:
    """min(1, C/norm), and 1 where the norm is 0."""
    if math.isinf(bound):
        return np.ones_like(norms)
    factors: Array = bound / np.maximum(norms, bound)
    return factors


def scaled_points(
    seed: int, *, n: int = 256, d: int = 20, decades: float = 3.0, spread: float = 0.5
) -> Points:
    """Curvatures 10^(-decades u) with u uniform on (0, 1); records around a point of +-1 each.

    Args:
        seed: of the data.
        n: number of records.
        d: number of coordinates.
        decades: range of the curvatures.
        spread: standard deviation of a record's coordinate.
    """
    n, d = count("data size n", n), count("dimension d", d)
    level, side = draws("uniform", seed=seed, runs=[0], iterations=[0, 1], dimension=d)[0]
    noise = draws("gaussian", seed=seed, runs=[0], iterations=[2], dimension=n * d).reshape(n, d)
    centre = np.where(side < 0.5, -1.0, 1.0)
    return Points(10.0 ** (-decades * level), centre + spread * noise)


def rare_features(
    seed: int, *, n: int = 1000, d: int = 50, regularisation: float = 1e-4, size: float = 2.0
) -> Rows:
    """Feature j of a record is 1 with probability 1/(1+j), j = 1, ..., d, and 0 otherwise.

    The label is drawn from the logistic model with Gaussian weights.

    Args:
        seed: of the data.
        n: number of records.
        d: number of features.
        regularisation: lambda > 0.
        size: standard deviation of a weight.
    """
    n, d = count("data size n", n), count("dimension d", d)
    uniform = draws("uniform", seed=seed, runs=[0], iterations=[0], dimension=n * (d + 1))
    uniform = uniform.reshape(n, d + 1)
    features = np.where(uniform[:, :d] < 1 / (2.0 + np.arange(d)), 1.0, 0.0)
    weights = size * draws("gaussian", seed=seed, runs=[0], iterations=[1], dimension=d)[0, 0]
    labels = np.where(uniform[:, d] < logistic_weight(-features @ weights), 1.0, -1.0)
    return Rows(Logistic(features, labels, regularisation))


# Runs -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Release:
    """How a gradient is released: clipped, summed over a Poisson batch, noised, over B.

    Attributes:
        clip: C, positive; infinite for none, then without noise.
        noise_multiplier: sigma, nonnegative: the noise of the sum has deviation sigma C.
        batch: the expected size B of a batch; at least the data's size for all records.

    Raises:
        ValueError: an entry is out of its range, or there is noise without clipping.
    """

    clip: float
    noise_multiplier: float
    batch: int

    def __post_init__(self) -> None:
        nonnegative("noise multiplier sigma", self.noise_multiplier)
        count("expected batch B", self.batch)
        if math.isinf(self.clip) and self.clip > 0:
            unbounded = self.noise_multiplier == 0
            require(unbounded, "noise multiplier", "0 without clipping", self.noise_multiplier)
        else:
            positive("clipping bound C", self.clip)

    @property
    def deviation(self) -> float:
        """The standard deviation sigma C/B of the noise in a coordinate."""
        return 0.0 if self.noise_multiplier == 0 else self.noise_multiplier * self.clip / self.batch

    @property
    def variance(self) -> float:
        """Phi = (sigma C/B)^2."""
        return self.deviation**2


@dataclass(frozen=True)
class Lanes:
    """A method, run with several step sizes side by side.

    Attributes:
        method: its hyper-parameters.
        step_sizes: instead of the method's own; empty for that one alone.
    """

    method: Method
    step_sizes: tuple[float, ...] = ()

    @property
    def sizes(self) -> Array:
        """The step sizes, shape (step sizes, 1)."""
        return np.array(self.step_sizes or (self.method.alpha,), dtype=np.float64)[:, None]


Observe = Callable[[Problem, Array], Array]


def excess(problem: Problem, x: Array) -> Array:
    """The loss at points (lanes, d); shape (lanes,)."""
    return problem.loss(x)


def points(problem: Problem, x: Array) -> Array:
    """The points themselves, shape (lanes, d)."""
    return x.copy()


def train(
    problem: Problem,
    release: Release,
    lanes: Sequence[Lanes],
    steps: int,
    *,
    seed: int,
    run: int = 0,
    record: Sequence[int] | None = None,
    observe: Observe = excess,
) -> list[Array]:
    """Run all lanes from 0 on common batches and noise.

    A lane that leaves the range of floats shows infinite losses from there on.

    Args:
        problem: what is trained.
        release: the private gradient.
        lanes: methods and step sizes.
        steps: number of steps T.
        seed, run: of batches and noise.
        record: increasing steps in 0..T to observe after; all of them by default.
        observe: what is recorded of points of shape (lanes, d); excess losses by default.

    Returns:
        One array for each of ``lanes``, of shape (step sizes, points in time, ...).
    """
    steps = count("steps", steps, least=0)
    seed, run = check_seed(seed), count("run", run, least=0)
    recorded = range(steps + 1) if record is None else record
    edges = np.cumsum([0] + [len(group.sizes) for group in lanes])
    states = [
        _functions(group.method).init(np.zeros((len(group.sizes), problem.dimension)))
        for group in lanes
    ]
    kept: list[Array] = []
    # The products are small: more threads would only wait for one another.
    with one_thread(), np.errstate(over="ignore", invalid="ignore"):
        for t in range(steps + 1):
            if t in recorded:
                kept.append(_infinite(observe(problem, np.concatenate([s.x for s in states]))))
            if t < steps:
                states = _step(problem, release, lanes, states, seed, run, t)
    series = np.stack(kept, axis=1)
    return [series[a:b] for a, b in pairwise(edges)]


def _functions(method: Method) -> Any:
    """What has ``init`` and ``update`` of a method."""
    return _UPDATES.get(type(method), method)


def _infinite(values: Array) -> Array:
    return np.where(np.isnan(values), np.inf, values)


def batch_of(problem: Problem, release: Release, seed: int, run: int, t: int) -> NDArray[np.int64]:
    """The records of step t >= 0: each with probability B/n, independently."""
    if release.batch >= problem.size:
        return np.arange(problem.size)
    uniform = np.empty(problem.size)
    fill_noise(UNIFORM, seed, run, _BATCHES + t, uniform)
    return np.flatnonzero(uniform * problem.size < release.batch)


def noise_of(problem: Problem, release: Release, seed: int, run: int, t: int) -> Array | float:
    """The noise of step t >= 0, shape (d,); 0 where there is none."""
    if release.deviation == 0:
        return 0.0
    standard = np.empty(problem.dimension)
    fill_noise(GAUSSIAN, seed, run, t, standard)
    return release.deviation * standard


def _step(
    problem: Problem,
    release: Release,
    lanes: Sequence[Lanes],
    states: Sequence[State],
    seed: int,
    run: int,
    t: int,
) -> list[State]:
    batch = batch_of(problem, release, seed, run, t)
    noise = noise_of(problem, release, seed, run, t)
    divisor = min(release.batch, problem.size)
    plain = [k for k, group in enumerate(lanes) if not _scaled(group.method, states[k])]
    sums: dict[int, Array] = {}
    if plain:
        x = np.concatenate([states[k].x for k in plain])
        total = problem.clipped(x, batch, release.clip, None)
        ends = np.cumsum([len(states[k].x) for k in plain])[:-1]
        sums = dict(zip(plain, np.split(total, ends), strict=True))
    following: list[State] = []
    for k, (group, state) in enumerate(zip(lanes, states, strict=True)):
        scale = None
        if k not in sums:
            scale = dp2_rmsprop.preconditioner(group.method, state)  # type: ignore[arg-type]
            sums[k] = problem.clipped(state.x, batch, release.clip, scale)
        penalty = problem.penalty(state.x)
        released = sums[k] / divisor + noise + (penalty if scale is None else penalty / scale)
        sizes = group.sizes
        following.append(_functions(group.method).update(group.method, state, released, sizes))
    return following


def _scaled(method: Method, state: State) -> bool:
    """Whether gradients are divided by a preconditioner before they are clipped."""
    if isinstance(method, dp2_rmsprop.DelayedRMSProp) and isinstance(
        state, dp2_rmsprop.DelayedState
    ):
        return dp2_rmsprop.adaptive(method, state)
    return False
