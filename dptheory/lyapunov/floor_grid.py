"""Maps of certified noise floors over step sizes and momenta.

Source: :mod:`dptheory.lyapunov.floors` at each point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov.floors import noise_floor
from dptheory.lyapunov.grid import mesh, points
from dptheory.lyapunov.results import function_class
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.processes import in_processes
from dptheory.progress import Report, silent
from dptheory.ranges import count, require
from dptheory.results import Drawn

SECONDS = 2e-2  # a point
PAYS = 5.0  # seconds of work; a worker takes a second or two to start


@public
@dataclass(frozen=True)
class FloorMap(Drawn):
    """Certified noise floors on a grid.

    Attributes:
        alphas, betas: step sizes and momenta of the grid.
        mu, smoothness: of the class, loss/length^2.
        method: gradient, heavy-ball or nesterov.
        gain: bound of the mean of E F - F* per E|w|^2 (length^2/loss), shape (step sizes, momenta);
            infinite where none is certified.

    Example:
        >>> floor_map(["0.1"], ["0", "0.2"], 1, 10).gain.round(4).tolist()
        [[0.05, 0.0623]]
    """

    alphas: tuple[Fraction, ...]
    betas: tuple[Fraction, ...]
    mu: Fraction
    smoothness: Fraction
    method: str
    gain: np.ndarray

    @property
    def title(self) -> str:
        """The method and the class, in one line."""
        asked = rf"$\mu$ = {float(self.mu):g}, $L$ = {float(self.smoothness):g}"
        return f"{self.method}, {asked}: noise floors"

    def _columns(self) -> dict[str, list[Any]]:
        """A row a point; the floor is infinite where none is certified."""
        pairs = [(float(a), float(b)) for a in self.alphas for b in self.betas]
        return {
            "alpha": [alpha for alpha, _ in pairs],
            "beta": [beta for _, beta in pairs],
            "floor": self.gain.ravel().tolist(),
        }

    def _draw(self, axes: Any) -> None:
        """The floors over alpha L and beta, by their logarithm; white where none is certified."""
        from matplotlib.colors import LogNorm

        drawn = mesh(axes, self, np.ma.masked_invalid(self.gain), norm=LogNorm())
        if drawn is not None:
            words = r"floor of $E F - F^*$ per unit of $E|w|^2$"
            axes.figure.colorbar(drawn, ax=axes, label=words)


@public
def floor_map(
    alphas: Sequence[Number],
    betas: Sequence[Number],
    mu: Number,
    smoothness: Number,
    *,
    method: str = "heavy-ball",
    jobs: int = 1,
    report: Report = silent,
) -> FloorMap:
    """Certified noise floors of one method on a grid of step sizes and momenta.

    Args:
        alphas: step sizes, positive (floats are taken as the rationals they are).
        betas: momenta in [0, 1); ignored by gradient.
        mu, smoothness: 0 < mu < L.
        method: gradient, heavy-ball or nesterov.
        jobs: worker processes; there are none where the work is done before they have started.
        report: is told how many points are finished.

    Example:
        >>> floor_map(["0.05", "0.1"], ["0.5"], 1, 10).gain.round(4).tolist()
        [[0.0436], [0.111]]
    """
    steps, exact_betas, momenta = points(method, alphas, betas)
    count("jobs", jobs)
    mu, smoothness = function_class(mu, smoothness)
    require(mu < smoothness, "smoothness L", f"above mu = {mu}", smoothness)
    size = len(steps) * len(momenta)
    jobs = jobs if size * SECONDS > PAYS else 1
    report("points", 0, size)
    gain = np.empty((len(steps), len(momenta)))
    tasks = [(_row, (alpha, momenta, method, mu, smoothness)) for alpha in steps]
    for k, row in enumerate(in_processes(tasks, jobs)):
        gain[k] = row
        report("points", len(momenta) * (k + 1), size)
    return FloorMap(steps, exact_betas, mu, smoothness, method, gain)


def _row(
    alpha: Fraction,
    momenta: Sequence[tuple[Fraction, Fraction]],
    name: str,
    mu: Fraction,
    smoothness: Fraction,
) -> list[float]:
    """The floors of one step size."""
    found = [noise_floor(Method(name, alpha, b, e), mu, smoothness) for b, e in momenta]
    return [np.inf if floor is None else floor.gain for floor in found]
