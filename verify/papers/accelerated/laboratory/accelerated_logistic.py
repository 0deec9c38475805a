r"""The experiment of Kuru et al. (2020), Section 5: six private methods on logistic regression.

Every cell is a method, a batch size m, a horizon T and a factor c of the step size
:math:`\alpha = c/L` with the printed L. Gradient descent, heavy ball, Nesterov and multistage spend
:math:`\epsilon/T` an iteration; the two ``-opt`` methods choose the horizon :math:`T' \le T` that
minimises (32) with the guess :math:`E_0`, and divide the budget by Proposition 4.2. The scale of
an iteration follows from its budget by (11), so that every run is :math:`\epsilon`-DP, under
sampling too. All methods start at rest at :math:`(10, \dots, 10)`.

What Section 5 leaves open is fixed here: the length of the first stage
(:func:`~dptheory.optimizers.stage_plans.first_stage_length`), and the data seed, whose data start
at :math:`F(x_0) - F^* = 10^{1.46}` like the paper's curves.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dptheory.extras import module
from dptheory.methods import gradient, heavy_ball, nesterov_momentum
from dptheory.optimizers.momentum import Methods
from dptheory.optimizers.stage_plans import Stage, multistage, stages
from dptheory.privacy.laplace import laplace_variance, step_laplace_scale
from dptheory.privacy.subsampling import covariance_factor
from dptheory.problems.logistic import Logistic, synthetic
from dptheory.simulation.engine import Execution, Noise, simulate
from dptheory.store import computed

if TYPE_CHECKING:
    import xarray as xr

Array = NDArray[np.float64]
FOLDER = Path("build/experiments/accelerated-logistic")
# What the numbers depend on, within this package.
SOURCES = (
    "verify/papers/accelerated/laboratory/accelerated_logistic.py",
    "dptheory/methods.py",
    "dptheory/numbers.py",
    "dptheory/optimizers/momentum.py",
    "dptheory/optimizers/stage_plans.py",
    "dptheory/privacy/laplace.py",
    "dptheory/privacy/subsampling.py",
    "dptheory/problems",
    "dptheory/simulation",
)
PLAIN = ("DP-GD", "DP-HB", "DP-NAG", "DP-MASG")
OPTIMISED = ("DP-NAG-opt", "DP-MASG-opt")
DATA_FIELDS = ("data", "n", "dimension", "regularisation", "data_seed")


@dataclass(frozen=True)
class Setting:
    """What all cells share; the defaults are Section 5's.

    Attributes:
        data: ``synthetic`` (:func:`~dptheory.problems.logistic.synthetic`) or ``breast-cancer``
            (:func:`breast_cancer`).
        n, dimension, regularisation, data_seed: of the data; the seed of synthetic ones.
        sensitivity: S_1, unit of a gradient.
        epsilon: the budget of a run.
        start: every coordinate of x_0.
        guess: the guess of E_0 in (32).
        batch_sizes, horizons, factors: the values of m, T and c.
        runs, seed: number of runs of a cell, and the seed of their streams.
        points: intervals between the recorded iterations of a cell, at most.
        thinning: cells use every so-many-th record only, with the Laplace noise that belongs to n
            and the sampling noise that belongs to n and m (:func:`kept_batch`); 1 for the
            experiment itself, more for a quick look.
    """

    data: str = "synthetic"
    n: int = 100_000
    dimension: int = 20
    regularisation: float = 0.01
    data_seed: int = 104
    sensitivity: float = 40.0
    epsilon: float = 1.0
    start: float = 10.0
    guess: float = 10.0
    batch_sizes: tuple[int, ...] = (1000, 100_000)
    horizons: tuple[int, ...] = (100, 200, 500, 1000)
    factors: tuple[float, ...] = (0.1, 1.0)
    runs: int = 20
    seed: int = 0
    points: int = 200
    thinning: int = 1


@dataclass(frozen=True)
class Cell:
    """One entry of the experiment: algorithm, batch size m, horizon T, factor c."""

    algorithm: str
    m: int
    T: int
    c: float


SECTION_5 = Setting()
# The paper's released code (its footnote 2) draws noise of standard deviation b_t, half the
# variance of Laplace(b_t), and doubles E_0 in (32), as the proved bound does.
AS_DRAWN = Setting(sensitivity=40 / math.sqrt(2), guess=20.0, batch_sizes=(100_000,))
QUICK = replace(SECTION_5, points=10, thinning=20)
# The same comparison on real data: at n = 569 a budget of 1 leaves little, so 10 is shown.
BREAST_CANCER = Setting(
    data="breast-cancer",
    n=569,
    dimension=31,
    sensitivity=2.0,
    epsilon=10.0,
    start=0.0,
    guess=0.5,
    batch_sizes=(57, 569),
)


def cells(setting: Setting) -> tuple[Cell, ...]:
    """All cells, the paper's order: batch size, factor, algorithm, horizon."""
    return tuple(
        Cell(algorithm, m, T, c)
        for m in setting.batch_sizes
        for c in setting.factors
        for algorithm in PLAIN + OPTIMISED
        for T in setting.horizons
    )


def breast_cancer(regularisation: float) -> Logistic:
    """scikit-learn's breast-cancer records (extra ``data``), each scaled to L1 norm 1.

    A record is replaced by ln(1 + u) with a constant 1 appended, divided by its L1 norm: nothing
    depends on other records, so that the sensitivity of a gradient is 2 in the L1 norm.
    """
    table = module("sklearn.datasets").load_breast_cancer()
    features = np.log1p(np.column_stack([table.data, np.full(len(table.data), math.e - 1)]))
    features /= np.abs(features).sum(axis=1, keepdims=True)
    return Logistic(features, 2.0 * table.target - 1, regularisation)


def _only(setting: Setting, names: Sequence[str]) -> Setting:
    """The setting as far as the named fields go."""
    return replace(SECTION_5, **{name: getattr(setting, name) for name in names})


def problem(setting: Setting, thinning: int = 1) -> Logistic:
    """The data, or every so-many-th record of them."""
    # What does not change the data must not split the cache.
    return _problem(_only(setting, DATA_FIELDS), thinning)


@lru_cache(maxsize=4)  # all records of Section 5 take 16 MB
def _problem(setting: Setting, thinning: int) -> Logistic:
    if thinning > 1:
        everything, kept = _problem(setting, 1), slice(None, None, thinning)
        return Logistic(everything.features[kept], everything.labels[kept], setting.regularisation)
    if setting.data == "breast-cancer":
        return breast_cancer(setting.regularisation)
    return synthetic(setting.n, setting.dimension, setting.regularisation, seed=setting.data_seed)


def stated_smoothness(data: Logistic) -> float:
    """The recipe's L: the largest singular value of U'U/n + 2 lambda I.

    It is valid and up to four times the sharp constant ``data.L``.
    """
    return 4 * (data.L - data.mu) + data.mu


def _stages(algorithm: str, alpha: float, data: Logistic, steps: int) -> tuple[Stage, ...]:
    if "MASG" in algorithm:
        L = stated_smoothness(data)
        return stages(steps, data.mu, L, alpha_scale=alpha * L)
    return (Stage(steps, alpha),)


@cache
def bound_steps(setting: Setting, algorithm: str, c: float, T: int) -> tuple[Array, Array]:
    r"""What every iteration does to the bounds (29) and (34) as printed: (decays, weights).

    An iteration multiplies the bound by its decay and adds its weight times :math:`E\|w_t\|^2`. A
    new stage doubles the bound; the first one does not (as printed: half the proved factor).
    """
    data = problem(setting)
    L = stated_smoothness(data)
    decays, weights = [], []
    for k, stage in enumerate(_stages(algorithm, c / L, data, T)):
        alpha = float(stage.alpha)
        decay = 1 - math.sqrt(alpha * data.mu)
        decays += [2 * decay if k else decay] + [decay] * (stage.iterations - 1)
        weights += [alpha * (1 + alpha * L) / 2] * stage.iterations
    return np.array(decays), np.array(weights)


@cache
def _eq_32(setting: Setting, algorithm: str, c: float, T: int) -> Array:
    """(32) at T' = 1, ..., T: the bound with the scales (31) and the guess of E_0."""
    spread = setting.sensitivity / (setting.n * setting.epsilon)
    decays, weights = bound_steps(setting, algorithm, c, T)
    # One more iteration multiplies all weights of the noise by its decay, and adds its own.
    sums, total = [], 0.0
    for decay, weight in zip(np.cbrt(decays), np.cbrt(weights), strict=True):
        total = decay * total + weight
        sums.append(total)
    noise = setting.dimension * laplace_variance(spread) * np.array(sums) ** 3
    return np.asarray(np.cumprod(decays) * setting.guess + noise)


def chosen_horizon(setting: Setting, algorithm: str, c: float, T: int) -> int:
    """The T' <= T that minimises (32), the smallest one of equals."""
    longest = max(T, *setting.horizons)
    known = _only(setting, (*DATA_FIELDS, "sensitivity", "epsilon", "guess"))
    return int(np.argmin(_eq_32(known, algorithm, c, longest)[:T])) + 1


def plan(setting: Setting, cell: Cell) -> tuple[Methods, Array]:
    """The methods and Laplace scales of a cell, one an iteration."""
    data = problem(setting)
    alpha = cell.c / stated_smoothness(data)
    steps = cell.T
    if cell.algorithm in OPTIMISED:
        steps = chosen_horizon(setting, cell.algorithm, cell.c, cell.T)
        decays, weights = bound_steps(_only(setting, DATA_FIELDS), cell.algorithm, cell.c, steps)
        roots = np.cbrt(weights * np.append(np.cumprod(decays[:0:-1])[::-1], 1.0))
        budgets = setting.epsilon * roots / roots.sum()
    else:
        budgets = np.full(steps, setting.epsilon / steps)
    scales = np.asarray(step_laplace_scale(setting.sensitivity, budgets, setting.n, cell.m))
    plain = {
        "DP-GD": gradient(alpha),
        "DP-HB": heavy_ball(alpha, nesterov_momentum(alpha, data.mu)),
    }
    if cell.algorithm in plain:
        return plain[cell.algorithm], scales
    return multistage(_stages(cell.algorithm, alpha, data, steps), data.mu), scales


def kept_batch(setting: Setting, m: int) -> int:
    """The batch size at which a mean of the kept records varies as a mean of m of all n does.

    By (39): (k - m')/(m'(k - 1)) = (n - m)/(m(n - 1)) for m' of k records; m' = m without thinning.
    """
    kept = -(-setting.n // setting.thinning)
    factor = float(covariance_factor(setting.n, m))
    return round(kept / (1 + (kept - 1) * factor))


def recorded(steps: int, points: int) -> NDArray[np.int64]:
    """The recorded iterations: 0, the last one and points - 1 between them, or all."""
    return np.round(np.linspace(0, steps, min(steps, points) + 1)).astype(np.int64)


def run_cell(setting: Setting, cell: Cell) -> dict[str, Array]:
    """The recorded iterations, F(x_t) - F* of all runs there, and the Laplace scales."""
    full = cell.m == setting.n
    data = problem(setting, setting.thinning)
    schedule, scales = plan(setting, cell)
    at = recorded(len(scales), setting.points)
    result = simulate(
        data,
        schedule,
        Noise("laplace", tuple(scales)),
        np.full(setting.dimension, setting.start),
        len(scales),
        runs=setting.runs,
        # Every cell has streams of its own, so that cells are independent.
        seed=setting.seed * 10_000 + cells(setting).index(cell),
        batch_size=None if full else kept_batch(setting, cell.m),
        record=at.tolist(),
        execution=Execution(keep_losses=True),
    )
    return {"t": at.astype(np.float64), "gap": result.kept_losses, "scale": scales}


def results(
    setting: Setting,
    folder: Path,
    chosen: Sequence[Cell] | None = None,
    *,
    jobs: int = 1,
    progress: bool = False,
) -> dict[Cell, dict[str, Array]]:
    """The results of all cells (or the chosen ones), computing those that are missing.

    Args:
        setting: what all cells share.
        folder: where finished cells are kept.
        chosen: the cells wanted; all by default.
        jobs: the number of workers.
        progress: show a bar (on a terminal).
    """
    wanted = cells(setting) if chosen is None else chosen
    # The expensive cells first, so that workers finish together.
    order = sorted(wanted, key=lambda cell: (-cell.m, -cell.T))
    arguments = [(setting, cell) for cell in order]
    arrays = computed(folder, SOURCES, run_cell, arguments, jobs=jobs, progress=progress)
    found = dict(zip(order, arrays, strict=True))
    return {cell: found[cell] for cell in wanted}


def digest(found: Mapping[Cell, dict[str, Array]]) -> str:
    """A hash of all numbers, to compare computations bit by bit."""
    total = hashlib.sha256()
    for cell, arrays in found.items():
        total.update(repr(cell).encode())
        for name in sorted(arrays):
            total.update(np.ascontiguousarray(arrays[name]).tobytes())
    return total.hexdigest()


def dataset(setting: Setting, found: Mapping[Cell, dict[str, Array]]) -> "xr.Dataset":
    """All cells as one labelled dataset, padded with NaN where a cell has fewer iterations.

    Variables: ``gap`` F(x_t) - F* (loss) over (m, c, algorithm, T, run, point), ``t`` the recorded
    iteration and ``laplace_scale`` its noise scale, over the same without run.
    """
    axes: dict[str, list[Any]] = {
        "m": list(setting.batch_sizes),
        "c": list(setting.factors),
        "algorithm": list(PLAIN + OPTIMISED),
        "T": list(setting.horizons),
    }
    shape = tuple(len(axis) for axis in axes.values())
    t = np.full((*shape, setting.points + 1), np.nan)
    scale = t.copy()
    gap = np.full((*shape, setting.runs, setting.points + 1), np.nan)
    for cell, arrays in found.items():
        place = tuple(axes[name].index(getattr(cell, name)) for name in axes)
        points = arrays["t"].size
        t[place][:points] = arrays["t"]
        # The noise of iteration t makes x_{t+1}: there is none after the last one.
        scale[place][: points - 1] = arrays["scale"][arrays["t"][:-1].astype(int)]
        gap[place][:, :points] = arrays["gap"]
    labelled: xr.Dataset = module("xarray").Dataset(
        {
            "gap": ((*axes, "run", "point"), gap),
            "t": ((*axes, "point"), t),
            "laplace_scale": ((*axes, "point"), scale),
        },
        coords=axes,
        attrs={name: value for name, value in asdict(setting).items() if np.isscalar(value)},
    )
    return labelled


def output_perturbation(setting: Setting, runs: int) -> Array:
    r"""F(x) - F* of the minimiser plus noise, the baseline of one release; shape (runs,).

    Replacing a record moves the minimiser by at most :math:`\Delta = S_1/(n\mu)` in the Euclidean
    norm, so noise with density proportional to :math:`e^{-\epsilon\|x\|/\Delta}` (a direction and a
    Gamma(d) length) is :math:`\epsilon`-DP (Chaudhuri, Monteleoni and Sarwate, 2011).
    """
    data = problem(setting)
    generator = np.random.Generator(np.random.Philox(setting.seed))
    direction = generator.standard_normal((runs, setting.dimension))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    reach = setting.sensitivity / (setting.n * data.mu * setting.epsilon)
    length = generator.gamma(setting.dimension, reach, (runs, 1))
    return data.value(data.minimiser + length * direction) - data.optimal_value
