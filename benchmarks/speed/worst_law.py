"""The worst law of a deviation: the time of one point, with its certificate; one thread."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import linprog

from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import row_of_parts
from dptheory.distributions.worst_law import Clip, Normalise
from dptheory.distributions.worst_law.exact import certify
from dptheory.distributions.worst_law.problem import Problem, drift
from dptheory.distributions.worst_law.solver import solve

PLACES = 200  # of the grid, an edge


def on_a_grid(problem: Problem) -> float:
    """The least value over laws on a grid of places, by a linear program."""
    xs, values = [], []
    for piece in problem.pieces():
        for y in np.linspace(float(piece.start), float(piece.end), PLACES):
            xs.append(float(piece.place(y)))
            values.append(float(problem.value(xs[-1], y)))
    constraints = np.vstack([np.ones(len(xs)), xs])
    found = linprog(values, A_eq=constraints, b_eq=[1.0, float(problem.gradient)])
    return float(found.fun)


def worst_laws() -> list[Row]:
    """A point in floats and in rational arithmetic, against a linear program on a grid."""
    problems = [
        drift(rule(Fraction(scale)), Fraction(s), Fraction(1), Fraction(1, 4), Fraction(1, 20))
        for rule in (Clip, Normalise)
        for scale in ("1/10", "8/5", "64/5")
        for s in ("1/10", "3/2", "10")
    ]

    def each(method: Callable[[Problem], object]) -> None:
        for problem in problems:
            method(problem)

    cases: list[tuple[str, Callable[[Problem], Any]]] = [
        ("in floats", solve),
        ("with a certificate", certify),
    ]
    *times, grid = interleaved(
        [
            *((partial(each, method), len(problems)) for _, method in cases),
            (lambda: each(on_a_grid), len(problems)),
        ]
    )
    baseline, title = (
        f"HiGHS, a linear program on {PLACES} places an edge",
        "worst law of a deviation",
    )
    return [
        row_of_parts(f"{title}, {name}", partial(each, method), seconds, baseline, grid)
        for (name, method), seconds in zip(cases, times, strict=True)
    ]
