"""The worst law of a deviation: the time of one point, with its certificate; one thread."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
from scipy.optimize import linprog

from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import row_of_parts
from dptheory.distributions.worst_law import Clip, Normalise, worst_descent

Rule = Clip | Normalise
PLACES = 200  # of the grid, on the circle and on the line through the mean gradient
TAU1, ALPHA = Fraction(1, 4), Fraction(1, 20)  # beside tau0 = 1


def on_a_grid(rule: Rule, gradient: Fraction) -> float:
    """The least value over laws on a grid of places, by a linear program."""
    s = float(gradient)
    radius, turn = 1 + float(TAU1) * s, np.linspace(0, np.pi, PLACES)
    x = s + radius * np.concatenate([np.cos(turn), np.linspace(-1, 1, PLACES)])
    length = np.hypot(x, radius * np.concatenate([np.sin(turn), np.zeros(PLACES)]))
    factor = np.array([float(rule.factor(y)) for y in length])
    values = factor * (s * x - float(ALPHA) * s * s)
    found = linprog(values, A_eq=np.vstack([np.ones(x.size), x]), b_eq=[1.0, s])
    return float(found.fun)


def worst_laws() -> list[Row]:
    """A point in rational arithmetic, against a linear program on a grid."""
    points = [
        (rule(Fraction(scale)), Fraction(s))
        for rule in (Clip, Normalise)
        for scale in ("1/10", "8/5", "64/5")
        for s in ("1/10", "3/2", "10")
    ]

    def each(method: Callable[[Rule, Fraction], object]) -> None:
        for rule, gradient in points:
            method(rule, gradient)

    def certified(rule: Rule, gradient: Fraction) -> object:
        return worst_descent(rule, gradient, Fraction(1), TAU1, ALPHA)

    ours = partial(each, certified)
    seconds, grid = interleaved([(ours, len(points)), (partial(each, on_a_grid), len(points))])
    baseline = f"HiGHS, a linear program on {2 * PLACES} places"
    name = "worst law of a deviation, with a certificate"
    return [row_of_parts(name, ours, seconds, baseline, grid)]
