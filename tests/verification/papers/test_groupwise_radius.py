"""The radius of (16): the best r and the short form, against a grid of r; the slope, by a run."""

import math

import numpy as np
import pytest

from verify.formula.evaluate import value_at
from verify.papers.groupwise.formulas import printed_r
from verify.papers.groupwise.results import thm_1_leading
from verify.papers.groupwise.results.r_minimum import BEST, BEST_R, SHORT

POINTS = [
    {"M": 1, "xi": 2.0, "gamma": 0.01, "a": 1e-4},
    {"M": 4, "xi": 0.3, "gamma": 0.5, "a": 1e-3},
    {"M": 147, "xi": 5.0, "gamma": 0.01, "a": 1e-5},
    {"M": 2, "xi": 0.002, "gamma": 0.2, "a": 1e-6},
]


@pytest.mark.parametrize("point", POINTS)
def test_no_r_of_a_grid_is_better_than_the_best_one(point: dict[str, float]) -> None:
    best = float(value_at(BEST.tree, point))
    top = math.sqrt(1 + 2 * point["gamma"] / point["a"])
    grid = 1 + (top - 1) * (np.arange(400) + 0.5) / 400
    found = [float(value_at(printed_r.RADIUS.tree, point | {"r": float(r)})) for r in grid]
    assert min(found) >= best * (1 - 1e-9)
    assert min(found) == pytest.approx(best, rel=1e-2)


@pytest.mark.parametrize("point", POINTS)
def test_the_best_r_reaches_the_best_radius_below_the_short_form(point: dict[str, float]) -> None:
    r = float(value_at(BEST_R.tree, point))
    assert r > 1
    best = float(value_at(BEST.tree, point))
    assert float(value_at(printed_r.RADIUS.tree, point | {"r": r})) == pytest.approx(best, rel=1e-6)
    assert best <= float(value_at(SHORT.tree, point)) * (1 + 1e-12)


def test_every_gradient_of_the_run_on_a_slope_has_its_size() -> None:
    run = thm_1_leading.RUN
    gap, smooth, slope = (float(run[name]) for name in ("gap", "smooth", "slope"))
    noise, batch = float(run["noise"]), float(run["B"])
    spread = 1 + noise**2 * float(run["d"]) / batch**2
    steps, step = run["T"], math.sqrt(2 * gap / (smooth * spread * run["T"]))
    shaken = step / batch * noise * np.random.default_rng(5).standard_normal(int(steps))
    w, gradients = gap / slope + slope / (2 * smooth), []
    for shake in shaken:
        gradients.append(min(slope, smooth * w))
        w -= step * gradients[-1] / (gradients[-1] + 0.01) + shake
    leading = {name: float(x) for name, x in run.items()} | {"M": 1, "xi": 0.0}
    assert min(gradients) == slope
    assert float(value_at(printed_r.LEADING.tree, leading)) < slope
