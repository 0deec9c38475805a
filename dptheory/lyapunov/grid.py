"""Maps of certified rates over step sizes and momenta.

Every point called feasible has passed an exact test, and so has every proof that one is not. The
rates lie about 1e-9 above the solver's numerical infimum; a proof from below is the business of
:func:`dptheory.lyapunov.rates.rate`.

Source: Kuru et al. (2020), (22), or the full inequality of docs/lmi.md.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov import duals, solver
from dptheory.lyapunov.criterion import heavy_ball_feasible
from dptheory.lyapunov.exact import lmi_holds
from dptheory.lyapunov.full_rates import Query, point
from dptheory.lyapunov.paper_rates import STEPS
from dptheory.lyapunov.results import Inequality, Status, exact_method, function_class, root_up
from dptheory.methods import Method, gradient, heavy_ball
from dptheory.numbers import Number
from dptheory.processes import in_processes
from dptheory.progress import Report, silent
from dptheory.ranges import count, require
from dptheory.results import Drawn

# Seconds a point takes, and a task at most; a worker takes a second or two to start.
SECONDS = {Inequality.FULL: 2e-3, Inequality.PAPER: 5e-5}
PART, PAYS = 5.0, 5.0
MOST = 20_000  # points of a task, which is told when it is finished
# Momentum and extrapolation of each family, from beta.
FAMILIES: dict[str, Callable[[Fraction], tuple[Fraction, Fraction]]] = {
    "gradient": lambda beta: (Fraction(0), Fraction(0)),
    "heavy-ball": lambda beta: (beta, Fraction(0)),
    "nesterov": lambda beta: (beta, beta),
}


@public
@dataclass(frozen=True)
class RateMap(Drawn):
    """Certified rates on a grid.

    Attributes:
        alphas, betas: step sizes and momenta of the grid.
        mu, smoothness: of the class, loss/length^2.
        method: gradient, heavy-ball or nesterov.
        inequality: full or paper.
        status: shape (step sizes, momenta), words of :class:`dptheory.lyapunov.results.Status`.
        rho: certified rates, same shape; 1 where no rate below 1 is certified.

    Example:
        >>> found = rate_map(["0.1"], ["0", "0.2"], 1, 10, inequality="paper")
        >>> found.status.tolist()
        [['feasible', 'feasible']]
    """

    alphas: tuple[Fraction, ...]
    betas: tuple[Fraction, ...]
    mu: Fraction
    smoothness: Fraction
    method: str
    inequality: str
    status: np.ndarray
    rho: np.ndarray

    @property
    def title(self) -> str:
        """The method, the class and the inequality, in one line."""
        asked = rf"$\mu$ = {float(self.mu):g}, $L$ = {float(self.smoothness):g}"
        words = {"full": "all interpolation conditions", "paper": "inequality (22)"}
        return f"{self.method}, {asked}: {words[self.inequality]}"

    def _columns(self) -> dict[str, list[Any]]:
        """A row a point; the rate is NaN where none is certified."""
        pairs = [(float(a), float(b)) for a in self.alphas for b in self.betas]
        rates = np.where(self.rho < 1, self.rho, np.nan)
        return {
            "alpha": [alpha for alpha, _ in pairs],
            "beta": [beta for _, beta in pairs],
            "status": self.status.ravel().tolist(),
            "rho": rates.ravel().tolist(),
        }

    def _draw(self, axes: Any) -> None:
        """The rates over alpha L and beta; white where none is certified."""
        drawn = mesh(axes, self, np.ma.masked_greater_equal(self.rho, 1.0))
        if drawn is not None:
            axes.figure.colorbar(drawn, ax=axes, label=r"certified rate $\rho$")


class Grid(Protocol):
    """What a map is over."""

    @property
    def alphas(self) -> tuple[Fraction, ...]:
        """The step sizes."""

    @property
    def betas(self) -> tuple[Fraction, ...]:
        """The momenta."""

    @property
    def smoothness(self) -> Fraction:
        """L, loss/length^2."""

    @property
    def title(self) -> str:
        """What the map is of."""


def mesh(axes: Any, grid: Grid, values: np.ma.MaskedArray, **options: Any) -> Any:
    """Draw cells of colour over alpha L and beta; None where every one is masked.

    Args:
        grid: with its title. values: shape (step sizes, momenta). options: of ``pcolormesh``.
    """
    steps = np.array([float(alpha * grid.smoothness) for alpha in grid.alphas])
    momenta = np.array([float(beta) for beta in grid.betas])
    across, up = np.argsort(steps), np.argsort(momenta)
    ends = _edges(steps[across].tolist()), _edges(momenta[up].tolist())
    found = axes.pcolormesh(*ends, values[across][:, up].T, **options)
    axes.set(xlabel=r"$\alpha L$", ylabel=r"$\beta$", title=grid.title)
    return found if values.count() else None


def _edges(centres: Sequence[float]) -> list[float]:
    """Ends of cells about increasing points: the middles between them, and as far outside."""
    if len(centres) == 1:
        return [centres[0] - 0.5, centres[0] + 0.5]
    inner = [(a + b) / 2 for a, b in pairwise(centres)]
    return [2 * centres[0] - inner[0], *inner, 2 * centres[-1] - inner[-1]]


def _infeasible(method: Method, mu: Fraction, smoothness: Fraction) -> bool:
    """Whether no rate below 1 exists, proved exactly."""
    if method.extrapolation == 0:
        return not heavy_ball_feasible(method.alpha, method.beta, mu, smoothness)
    return duals.excluding(method, mu, smoothness, Fraction(1)) is not None


def _rows(
    alphas: Sequence[Fraction],
    momenta: Sequence[tuple[Fraction, Fraction]],
    name: str,
    mu: Fraction,
    smoothness: Fraction,
) -> tuple[list[list[str]], list[list[float]]]:
    """Status and rate for every step size (a row each) and momentum."""
    width = len(momenta)
    m = np.repeat([float(alpha * mu) for alpha in alphas], width)
    ell = np.repeat([float(alpha * smoothness) for alpha in alphas], width)
    beta, eta = (np.tile([float(pair[k]) for pair in momenta], len(alphas)) for k in (0, 1))
    gaps, points = solver.propose_many(m, ell, beta, eta, STEPS[0])
    status, rho = [], []
    for i, (gap, first) in enumerate(zip(gaps[:, 0].tolist(), points.tolist(), strict=True)):
        alpha, (b, e) = alphas[i // width], momenta[i % width]
        point, step = (alpha, b, e, mu, smoothness), float(alpha)
        word, value = Status.UNDECIDED, 1.0
        for attempt in STEPS if gap > 0.0 else ():
            if attempt == STEPS[0]:
                rho2, p11, p12, p22, c0, c = first
            else:
                rho2, (p11, p12, p22), c0, c = solver.proposal(
                    m[i], ell[i], beta[i], eta[i], gap, attempt
                )
            if lmi_holds(point, rho2, (p11, p12, p22), c0 * step * step, c * step):
                word, value = Status.FEASIBLE, root_up(rho2)
                break
        if gap == 0.0 and _infeasible(Method(name, alpha, b, e), mu, smoothness):
            word = Status.INFEASIBLE
        status.append(word.value)
        rho.append(value)
    starts = range(0, len(status), width)
    return [status[k : k + width] for k in starts], [rho[k : k + width] for k in starts]


def _full_rows(
    alphas: Sequence[Fraction],
    momenta: Sequence[tuple[Fraction, Fraction]],
    name: str,
    mu: Fraction,
    smoothness: Fraction,
) -> tuple[list[list[str]], list[list[float]]]:
    """The same by the full inequality."""
    answers = [
        [point(Query(Method(name, alpha, b, e), mu, smoothness)) for b, e in momenta]
        for alpha in alphas
    ]
    status = [[word.value for word, _ in row] for row in answers]
    return status, [[value for _, value in row] for row in answers]


def points(
    method: str, alphas: Sequence[Number], betas: Sequence[Number]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], list[tuple[Fraction, Fraction]]]:
    """The exact step sizes and momenta of a grid, and each momentum with its extrapolation."""
    require(method in FAMILIES, "method", f"one of {', '.join(FAMILIES)}", method)
    require(len(alphas) > 0, "step sizes", "at least one number", alphas)
    require(len(betas) > 0, "momenta", "at least one number", betas)
    steps = tuple(exact_method(gradient(alpha)).alpha for alpha in alphas)
    exact_betas = tuple(exact_method(heavy_ball(1, beta)).beta for beta in betas)
    return steps, exact_betas, [FAMILIES[method](beta) for beta in exact_betas]


@public
def rate_map(
    alphas: Sequence[Number],
    betas: Sequence[Number],
    mu: Number,
    smoothness: Number,
    *,
    method: str = "heavy-ball",
    inequality: str = Inequality.FULL,
    jobs: int = 1,
    report: Report = silent,
) -> RateMap:
    """Certified rates of one method on a grid of step sizes and momenta.

    Args:
        alphas: step sizes, positive (floats are taken as the rationals they are).
        betas: momenta in [0, 1); ignored by gradient.
        mu, smoothness: 0 < mu <= L.
        method: gradient, heavy-ball or nesterov.
        inequality: "full", with all interpolation conditions, or "paper", (22).
        jobs: worker processes; there are none where the work is done before they have started.
        report: is told how many points are finished.

    Example:
        >>> found = rate_map(["0.1", "0.2"], ["0", "0.2"], 1, 10, inequality="paper")
        >>> found.rho.round(3).tolist()
        [[0.9, 0.876], [1.0, 1.0]]
    """
    asked = Inequality(inequality)
    steps, exact_betas, momenta = points(method, alphas, betas)
    count("jobs", jobs)
    mu, smoothness = function_class(mu, smoothness)
    # Interleaved rows: infeasible points, at large steps, cost less than feasible ones.
    size = len(steps) * len(momenta)
    paper = asked is Inequality.PAPER or mu == smoothness
    seconds = size * SECONDS[Inequality.PAPER if paper else Inequality.FULL]
    jobs = jobs if seconds > PAYS else 1
    number = min(len(steps), max(jobs, math.ceil(seconds / PART), size // MOST))
    parts = [steps[k::number] for k in range(number)]
    rest = (momenta, method, mu, smoothness)
    report("points", 0, size)
    solve = _rows if paper else _full_rows
    found = in_processes([(solve, (part, *rest)) for part in parts], jobs)
    status = np.empty((len(alphas), len(betas)), dtype="<U10")
    rho = np.ones((len(alphas), len(betas)))
    for k, (words, values) in enumerate(found):
        status[k::number], rho[k::number] = words, values
        report("points", size * (k + 1) // number, size)
    return RateMap(steps, exact_betas, mu, smoothness, method, asked.value, status, rho)
