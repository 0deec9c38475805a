"""The membership checker: certified, refuted, open; constants by hand; misuse."""

from fractions import Fraction as F

import numpy as np
import pytest

from dptheory.numbers import exp
from dptheory.problems import PROFILES, smoothness_class
from dptheory.problems.smoothness_class import (
    gap_at,
    generalised_smoothness,
    steepest,
    violating_pair,
)

SMOOTH = [name for name, profile in PROFILES.items() if profile.L1 == 0]
RIPPLE = PROFILES["ripple"]


def sinh(x):
    return (exp(x) - exp(-x)) / 2


def cosh(x):
    return (exp(x) + exp(-x)) / 2


@pytest.mark.parametrize("name", SMOOTH)
def test_rational_profiles_are_certified_on_the_whole_line_with_sharp_constants(name: str) -> None:
    profile = PROFILES[name]
    found = generalised_smoothness(profile.slope, profile.curvature, profile.L0, profile.L1)
    assert (found.outcome, found.route) == ("member", "curvature")
    less = generalised_smoothness(profile.slope, profile.curvature, profile.L0 * F(99, 100), 0)
    assert less.outcome == "violated"


def violates(slope, L0, L1, pair) -> bool:
    """In rationals or floats, independent of the checker."""
    x, y = pair
    return abs(slope(x) - slope(y)) > (L0 + L1 * abs(slope(x))) * abs(x - y)


def test_ripple_is_certified_on_an_interval_and_open_on_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arguments = RIPPLE.slope, RIPPLE.curvature, RIPPLE.L0, RIPPLE.L1
    found = generalised_smoothness(*arguments, interval=(-4, 4))
    assert (found.outcome, found.route) == ("member", "boxes")
    assert generalised_smoothness(*arguments).outcome == "undecided"
    monkeypatch.setattr(smoothness_class, "MOST_BOXES", 5)
    assert generalised_smoothness(*arguments, interval=(-4, 4)).boxes == 5


def test_what_the_notion_was_made_for_is_refused_on_the_line() -> None:
    """A quartic and cosh: with a critical point the gradient may grow linearly only."""

    found = generalised_smoothness(lambda x: x**3, lambda x: 3 * x**2, 10**6, 10**6)
    assert found.outcome == "violated"
    assert violates(lambda x: x**3, 10**6, 10**6, found.pair)
    # cosh'' <= 1 + |sinh| everywhere, yet far pairs violate: sinh(y) <= y fails.
    found = generalised_smoothness(sinh, cosh, 1, 1, interval=(-3, 3))
    assert found.outcome == "violated"
    assert violates(np.sinh, 1, 1, [float(z) for z in found.pair])


def test_what_is_certified_or_stays_open_where_it_is_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smoothness_class, "MOST_BOXES", 50)
    within = {"interval": (-1, 1)}
    assert generalised_smoothness(sinh, cosh, 2, 1, **within).outcome == "member"
    # Equality inside a box.
    flat = generalised_smoothness(lambda x: 2 * x - sinh(x), lambda x: 2 - cosh(x), 1, 0, **within)
    assert (flat.outcome, flat.boxes) == ("undecided", 50)
    for L0, outcome in ((3, "member"), (F(299, 100), "violated")):
        found = generalised_smoothness(lambda x: 3 * x, lambda x: 3 + 0 * x, L0, 0)
        assert found.outcome == outcome


def test_pairs_in_several_dimensions_are_seen() -> None:
    assert violating_pair(lambda x: x**3, 3, 1.0, 1.0, radius=4.0, seed=0) is not None
    assert violating_pair(lambda x: 2 * x, 3, 2.0, 0.0, radius=4.0, seed=0) is None


def test_the_gap_s_bound_is_the_integral_along_the_flow_and_meets_the_smooth_one() -> None:
    s, L0, L1 = 3.0, 2.0, 0.7
    t = np.linspace(0, s / L0, 20_001)
    falls = (s - L0 * t) / (1 + L1 * t)
    # Trapezia: error about a second derivative times the spacing squared.
    integral = float(((falls[1:] + falls[:-1]) / 2 * np.diff(t)).sum())
    assert gap_at(s, L0, L1) == pytest.approx(integral, rel=1e-8)
    assert gap_at(s, L0, 0.0) == s**2 / (2 * L0)
    for u in (0.99e-4, 1.01e-4):
        assert gap_at(1.0, 1.0, u) == pytest.approx(0.5 - u / 6, rel=1e-8)


@pytest.mark.parametrize("name", PROFILES)
def test_no_profile_has_a_gap_below_the_bound(name: str) -> None:
    profile, x = PROFILES[name], np.linspace(-20, 20, 4001)
    gaps, norms = profile.value(x) - profile.minimum, np.abs(profile.slope(x))
    L0, L1 = float(profile.L0), float(profile.L1)
    assert all(gap >= gap_at(norm, L0, L1) - 1e-12 for gap, norm in zip(gaps, norms, strict=True))


def test_the_steepest_gradient_inverts_the_gap() -> None:
    for L1 in (0.0, 0.3, 10.0):
        for gap in (1e-9, 1.0, 1e4):
            assert gap_at(steepest(gap, 2.0, L1), 2.0, L1) == pytest.approx(gap, rel=1e-12)
    assert steepest(0.0, 1.0, 1.0) == 0


def test_a_gap_below_every_float_is_answered():
    assert steepest(F("1e-400"), 0.5, 0.9) == 0.0
