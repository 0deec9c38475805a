"""The worst symmetric law: brute force, its own law, its line, both bounds."""

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from dptheory.distributions.symmetric_law import worst_symmetric

Case = tuple[float, float, float, bool]


@pytest.fixture(params=range(24))
def case(request: pytest.FixtureRequest) -> Case:
    """Gradient, deviation, stability constant, and whether on a line."""
    rng = np.random.default_rng(request.param)
    G, s, gamma = (float(math.exp(1.5 * rng.normal())) for _ in range(3))
    return G, s, gamma, bool(request.param % 2)


def pair_value(G: float, radius: Any, cosine: Any, gamma: float) -> Any:
    """The mean over both signs of what a normalised gradient keeps."""
    along = G * radius * cosine
    lengths = [np.sqrt(np.maximum(G**2 + radius**2 + 2 * s * along, 0)) for s in (1, -1)]
    return sum((G**2 + s * along) / (y + gamma) for s, y in zip((1, -1), lengths, strict=True)) / 2


def test_no_mixture_of_pairs_on_a_grid_does_worse(case: Case) -> None:
    G, s, gamma, line = case
    radii = np.concatenate([np.linspace(0, 2 * G, 81), np.geomspace(2 * G, 50 * (G + s), 40), [s]])
    cosines = np.ones(1) if line else np.linspace(0, 1, 9)
    r, c = (a.ravel() for a in np.meshgrid(radii, cosines))
    values = pair_value(G, r, c, gamma)
    found = linprog(
        values, A_ub=(r**2)[None], b_ub=[s**2], A_eq=np.ones((1, r.size)), b_eq=[1.0]
    ).fun
    exact = worst_symmetric(G, s, gamma, line=line).value
    assert exact <= found * (1 + 1e-9)
    assert found == pytest.approx(exact, rel=2e-2)


def test_the_law_has_its_value_and_mean_square_and_its_line_is_below_every_pair(case: Case) -> None:
    G, s, gamma, line = case
    law = worst_symmetric(G, s, gamma, line=line)
    weights = [p.weight for p in law.pairs]
    assert sum(weights) == pytest.approx(1)
    assert min(weights) >= 0
    assert sum(p.weight * p.radius**2 for p in law.pairs) == pytest.approx(s**2)
    assert not line or all(p.along or p.radius == 0 for p in law.pairs)
    values = [p.weight * pair_value(G, p.radius, float(p.along), gamma) for p in law.pairs]
    assert sum(values) == pytest.approx(law.value, rel=1e-12)
    rng = np.random.default_rng(1000)
    radii = np.concatenate(
        [[0.0], G * np.exp(rng.normal(size=3000)), s + G * np.linspace(0, 3, 99)]
    )
    cosines = np.ones(radii.size) if line else rng.random(radii.size)
    assert law.slope < 0
    gap = pair_value(G, radii, cosines, gamma) - law.value - law.slope * (radii**2 - s**2)
    assert gap.min() >= -1e-12 * (law.value - law.slope * radii.max() ** 2)


def test_both_closed_bounds_hold(case: Case) -> None:
    G, s, gamma, line = case
    value = worst_symmetric(G, s, gamma, line=line).value
    smooth = gamma * G**2 / (s**2 + gamma**2 + gamma * math.sqrt(4 * s**2 + G**2))
    assert smooth <= value * (1 + 1e-12)
    for rho in G * np.geomspace(1, 100, 20):
        bound = gamma * G**2 * (1 - (s / rho) ** 2) / ((rho + gamma) ** 2 - G**2)
        assert bound <= value * (1 + 1e-12)


def test_without_deviation_a_normalised_step_is_exact_and_without_gradient_none_is_kept() -> None:
    assert worst_symmetric(2.0, 0.0, 0.5).value == pytest.approx(4 / 2.5, rel=1e-15)
    assert worst_symmetric(0.0, 1.0, 0.5).value == 0


@pytest.mark.parametrize("kappa", [1e-12, 1e-6, 1e-2, 1e6, 1e12])
@pytest.mark.parametrize("line", [False, True])
def test_extreme_stability_constants_have_a_value_that_falls(kappa: float, line: bool) -> None:
    shares = (0.0, 1e-6, 0.3, 0.9, 1.0, 1.1, 3.0, 1e4)
    values = [worst_symmetric(1.0, s, kappa, line=line).value for s in shares]
    assert all(0 < b <= a * (1 + 1e-14) for a, b in pairwise(values))


@pytest.mark.parametrize("kappa", np.geomspace(1e-12, 1e12, 25))
def test_no_worst_law_has_a_pair_across_the_gradient(kappa: float) -> None:
    """The tangent starts at v = 0: from C(0) to A(1) it already falls faster than C does at 0.

    With G = 1: C(0) - A(1) = 1/(1 + kappa) - 1/(2 + kappa) >= 1/(2 (1 + kappa)^2) = -C'(0).
    """
    for share in (1e-6, 1e-3, 0.1, 0.5, 0.99, 1.0, 1.5):
        law = worst_symmetric(1.0, share, float(kappa))
        assert all(pair.along or pair.radius == 0 for pair in law.pairs)
        on_a_line = worst_symmetric(1.0, share, float(kappa), line=True)
        assert law.value == pytest.approx(on_a_line.value, rel=1e-12, abs=0)


def test_the_table_of_the_documentation_is_computed() -> None:
    text = (Path(__file__).parents[3] / "docs" / "worst_law.md").read_text()
    table = text[text.index(r"| $\gamma/G$ |") :].partition("\n\n")[0]
    lines = [line.strip("|").split("|") for line in table.splitlines()]
    shares = [float(cell.split("=")[1].strip().removesuffix("G$")) for cell in lines[0][1:]]
    for kappa, *cells in lines[2:]:
        for share, cell in zip(shares, cells, strict=True):
            gamma = float(kappa)
            value = worst_symmetric(1.0, share, gamma).value
            bound = gamma / (share**2 + gamma**2 + gamma * math.sqrt(4 * share**2 + 1))
            assert cell.strip() == f"{value:.3g}, {bound / value:.3f}"


@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize("gamma", [0.05, 0.5, 3.0, 40.0])
def test_without_deviation_the_slope_is_still_a_multiplier(gamma: float, line: bool) -> None:
    """Its line lies below every pair, though at once a pair along the gradient does worse."""
    law = worst_symmetric(1.0, 0.0, gamma, line=line)
    assert law.value == pytest.approx(1 / (1 + gamma), rel=1e-15)
    assert [pair.weight for pair in law.pairs] == [1.0]
    radii = np.geomspace(1e-3, 100, 400)
    for cosine in (1.0,) if line else (0.0, 0.5, 1.0):
        pairs = pair_value(1.0, radii, cosine, gamma)
        assert (law.value + law.slope * radii**2 <= pairs + 1e-12).all()
    assert law.slope == pytest.approx(worst_symmetric(1.0, 1e-9, gamma, line=line).slope)
