"""Each inequality of the contours against a slow formula: aliases, cells, decay, rounding."""

import cmath
import math
from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
from flint import acb, arb, ctx
from scipy.integrate import quad
from scipy.stats import ncx2

from dptheory.distributions import arb_tails, contour
from dptheory.distributions.arb_tails import Group, Series
from dptheory.distributions.contour import ROUNDING, Terms

Vector = np.ndarray
# Ratios and sizes: a pair, one with a gradient only long ago, a few, many.
LAWS = {
    "alike": ([1.0, 1.0, 1.0], [0.0, 0.0, 0.0]),
    "pair": ([1.0, 0.3], [0.4, 2.0]),
    "spike": ([1.0, 0.05], [0.0, 30.0]),
    "few": ([1.0, 0.7, 0.49, 0.343], [0.0, 1.0, 0.0, 3.0]),
    "many": (list(0.97 ** np.arange(40)), [0.1] * 40),
}
BENT, LONG = ("alike", "pair", "spike", "few"), ("alike", "few", "many")


def law(name: str) -> tuple[Vector, Vector]:
    r, lam = LAWS[name]
    return np.array(r), np.array(lam)


def terms(name: str) -> Terms:
    r, lam = law(name)
    return Terms(lambda reach: contour.heavy(r, lam), False)


def log_m(s: complex, r: Vector, lam: Vector) -> complex:
    """The logarithm of the generating function, term by term."""
    return sum(
        (
            b * s * a / (1 - 2 * s * a) - cmath.log(1 - 2 * s * a) / 2
            for a, b in zip(r, lam, strict=True)
        ),
        0j,
    )


def integrand(u: float, d: float, angle: float, x: float, r: Vector, lam: Vector) -> float:
    """|exp(-sx) M(s) (ds/du)/s| on a hyperbola."""
    w = complex(u, angle)
    s = d + (0.5 - d) * cmath.cosh(w)
    size = math.exp(max((log_m(s, r, lam) - s * x).real, -700.0))
    return size * abs((0.5 - d) * cmath.sinh(w) / s)


def truth(name: str, x: float, upper: bool) -> float:
    """The tail by balls, which are checked against other laws elsewhere."""
    r, lam = law(name)
    found = arb_tails.enclosed_exceedance(
        [F(v) for v in r], [F(math.sqrt(v)) for v in lam], F(1), F(x)
    )
    return float(found.mid()) if upper else float((1 - found).mid())


def thresholds(name: str) -> list[tuple[float, bool]]:
    """Places below and above the mean, and which tail they lie in."""
    r, lam = law(name)
    mean, deviation = float(r @ (1 + lam)), math.sqrt(float(r**2 @ (2 + 4 * lam)))
    above = [(mean + k * deviation, True) for k in (0.2, 2.0, 6.0)]
    return [*((mean * share, False) for share in (0.2, 0.7)), *above]


AIMS = (1e-2, 1e-4, 1e-7)  # relative to the tail, so that the bounds are seen and not rounding


@pytest.mark.parametrize("name", LONG)
def test_a_line_errs_by_its_bound_at_most(name: str) -> None:
    for x, upper in thresholds(name):
        exact, (c, _, size) = truth(name, x, upper), contour.saddle(terms(name), x, upper)
        for aim in AIMS:
            found = contour.line(terms(name), x, c, aim * size, nodes=10**6)
            assert found is not None
            assert abs(found.value - exact) <= found.error <= 6 * aim * size


@pytest.mark.parametrize("name", BENT)
def test_a_hyperbola_errs_by_its_bound_at_most(name: str) -> None:
    for x, upper in thresholds(name):
        exact, (c, _, size) = truth(name, x, upper), contour.saddle(terms(name), x, upper)
        for aim in AIMS:
            found = contour.hyperbola(*law(name), x, c, aim * size)
            assert found is not None
            assert abs(found.value - exact) <= found.error <= 2.1 * aim * size


@pytest.mark.parametrize("name", BENT)
def test_a_coarse_tail_is_a_probability(name: str) -> None:
    for x, c in ((1e-6, 0.1), (1e-6, -10.0)):
        for found in (
            contour.line(terms(name), x, c, 0.3, nodes=10**6),
            contour.hyperbola(*law(name), x, c, 0.3),
        ):
            assert found is None or 0 <= found.value <= 1


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("lam", [0.0, 1.5])
def test_aliases_are_those_of_poissons_sum(n: int, lam: float) -> None:
    even = Terms(lambda reach: contour.heavy(np.ones(n), np.full(n, lam)), False)
    mean = n * (1 + lam)
    for x, upper in ((0.3 * mean, False), (1.2 * mean, True), (4 * mean, True)):
        c, _, _ = contour.saddle(even, x, upper)
        tail = ncx2.sf if upper else ncx2.cdf
        for aim in (0.3, 1e-3):
            h, other = contour.spacing(even, x, c, aim)
            added = sum(
                math.exp(min(2 * math.pi * k * c / h, 700.0))
                * float(tail(x + 2 * math.pi * k / h, n, n * lam))
                for k in range(-3, 4)
                if k != 0
            )
            assert added <= contour.aliases(even, x, c, h, other) <= 3 * aim


@pytest.mark.parametrize("name", BENT)
@pytest.mark.parametrize(("d", "angle"), [(0.0, 0.4), (0.0, 1.2), (-0.3, 1.3), (-3.0, 1.5)])
def test_cells_and_what_is_beyond_are_integrals_from_above(
    name: str, d: float, angle: float
) -> None:
    r, lam = law(name)
    for x, _ in thresholds(name):
        given = d, angle, x, r, lam
        for end in (2.1, 3.5):
            whole = quad(integrand, 0, end, given, epsabs=0, limit=500)[0]
            rest = quad(integrand, end, end + 8, given, epsabs=0, limit=500)[0]
            points = np.linspace(0, end, 800)
            cells = contour._cells(points, d, x, angle, r, lam)
            assert whole * (1 - 1e-9) <= cells <= 1.3 * whole
            beyond = math.exp(contour._beyond(end, d, x, angle, r, lam))
            assert rest * (1 - 1e-9) <= beyond


@pytest.mark.parametrize("name", BENT)
def test_a_bend_is_off_the_cut_and_the_pole_and_wide_enough_for_its_spacing(name: str) -> None:
    r, lam = law(name)
    for x, upper in thresholds(name):
        c, _, size = contour.saddle(terms(name), x, upper)
        for aim in (1e-3, 1e-14):
            aimed = aim * size
            chosen = contour.bend(r, lam, x, c, aimed)
            assert chosen is not None
            near, far = chosen.angle - chosen.width, chosen.angle + chosen.width
            assert (chosen.d == 0) == upper
            pole = math.acos(-chosen.d / (0.5 - chosen.d))
            assert (0 < near < far < pole) if upper else (pole < near < far < math.pi / 2)
            both = sum(
                2 * quad(integrand, 0, chosen.range, (chosen.d, v, x, r, lam), limit=500)[0]
                for v in (near, far)
            )
            turned = math.expm1(2 * math.pi * chosen.width / chosen.spacing)
            assert both / (2 * math.pi * turned) <= aimed
            left_out = quad(
                integrand, chosen.range, chosen.range + 4, (chosen.d, chosen.angle, x, r, lam)
            )
            assert left_out[0] / math.pi <= aimed


@pytest.mark.parametrize("c", [-20.0, -3.0, -0.4, 0.1, 0.4])
@pytest.mark.parametrize("y", [0.1, 1.0, 30.0])
def test_decay_is_the_slope_of_the_modulus_and_no_more_for_light_terms(c: float, y: float) -> None:
    r, squares = 0.8 ** np.arange(30), np.zeros(30)
    step = 1e-4
    low, high = (log_m(complex(c, y * k), r, squares).real for k in (1 - step, 1 + step))
    heavy = contour._decay(c, y, r, 0.0, 0.0)
    assert heavy == pytest.approx(-(high - low) / (2 * step), rel=1e-5)
    for split in (0, 4, 12):
        light = float(r[split]), float((r[split:] ** 2).sum())
        assert heavy / 8 <= contour._decay(c, y, r[:split], *light) <= heavy * (1 + 1e-12)


@pytest.mark.parametrize("orders", [1, 2, 5, 30])
@pytest.mark.parametrize("s", [-0.45, 0.45, 0.45j, 0.2 - 0.4j])
@pytest.mark.parametrize("size", [0.0, 200.0])
def test_a_series_of_light_terms_is_off_by_its_remainder_at_most(
    orders: int, s: complex, size: float
) -> None:
    r, lam, x = 0.8 ** np.arange(4, 30), np.full(26, size), 3.0
    ratios = r / r[0]
    b = np.array([(ratios**k * (0.5 / k + lam / 2)).sum() for k in range(1, orders + 1)])
    none = np.zeros(0)
    found, parts, remainder = contour._exponent(complex(s), x, none, none, float(r[0]), b)
    exact = log_m(s, r, lam) - s * x
    assert abs(found - exact) <= remainder + ROUNDING * parts
    assert orders < 30 or remainder <= 1e-4 * abs(exact)


def rounded(points: Vector, weights: Vector, x: float, r: Vector, lam: Vector) -> float:
    """The rounding allowance of a sum of weights times exp(-sx) M(s) at points s."""
    total = 0.0
    for s, weight in zip(points, weights, strict=True):
        size = abs(s) * x
        for a, b in zip(r, lam, strict=True):
            z = 2 * s * a
            far = 1 + 1 / abs(1 - z)
            size += (
                abs(cmath.log(1 - z)) / 2 + max(abs(z), 0.5) * far + abs(b * z / (1 - z)) / 2 * far
            )
        total += abs(weight * cmath.exp(log_m(s, r, lam) - s * x)) * (size + 8)
    return ROUNDING * total


@pytest.mark.parametrize("k", [0, 2, 4])
def test_the_rounding_allowance_of_a_line_is_that_of_the_module(k: int) -> None:
    (r, lam), (x, upper) = law("many"), thresholds("many")[k]
    c, _, size = contour.saddle(terms("many"), x, upper)
    aimed = 1e-30 * size  # so that rounding is all
    h, _ = contour.spacing(terms("many"), x, c, aimed)
    n = np.arange(3000)
    s = c + 1j * n * h
    weights = np.where(n > 0, 2, 1) / s * (h / (2 * math.pi))
    found = contour.line(terms("many"), x, c, aimed)
    assert found is not None
    assert found.error == pytest.approx(rounded(s, weights, x, r, lam), rel=1e-6, abs=0)


@pytest.mark.parametrize("name", BENT)
@pytest.mark.parametrize("k", [0, 2, 4])
def test_the_rounding_allowance_of_a_hyperbola_is_that_of_the_module(name: str, k: int) -> None:
    (r, lam), (x, upper) = law(name), thresholds(name)[k]
    c, _, size = contour.saddle(terms(name), x, upper)
    aimed = 1e-25 * size
    chosen = contour.bend(r, lam, x, c, aimed)
    found = contour.hyperbola(r, lam, x, c, aimed)
    assert chosen is not None
    assert found is not None
    n = np.arange(math.ceil(chosen.range / chosen.spacing) + 1)
    w, A = n * chosen.spacing + 1j * chosen.angle, 0.5 - chosen.d
    s = chosen.d + A * np.cosh(w)
    weights = np.where(n > 0, 2, 1) * A * np.sinh(w) / s * (chosen.spacing / (2 * math.pi))
    assert found.error == pytest.approx(rounded(s, weights, x, r, lam), rel=1e-6, abs=0)


@pytest.mark.parametrize(("ratio", "size", "place"), [(0.01, 1e5, 1.0126), (1e-6, 1e6, 0.5)])
def test_a_hyperbola_farther_off_the_cut_is_found_for_a_steep_term(
    ratio: float, size: float, place: float
) -> None:
    r, lam = np.array([1.0, ratio]), np.array([0.0, size])
    steep, x = Terms(lambda reach: contour.heavy(r, lam), False), place * float(r @ (1 + lam))
    c, _, tail = contour.saddle(steep, x, place > 1)
    found = contour.hyperbola(r, lam, x, c, 1e-10 * tail)
    means = [F(0), F(math.sqrt(size))]
    ball = arb_tails.enclosed_exceedance([F(1), F(ratio)], means, F(1), F(x))
    exact = float((ball if place > 1 else 1 - ball).mid())
    assert found is not None
    assert abs(found.value - exact) <= found.error <= 1e-8 * exact


def groups(r: Vector, lam: Vector) -> list[Group]:
    return [Group(arb(a), arb(0.5), arb(b) / 2) for a, b in zip(r, lam, strict=True)]


@pytest.mark.parametrize("name", BENT)
def test_coarse_balls_hold_the_tail_and_are_as_wide_as_their_bounds(name: str) -> None:
    (r, lam), none = law(name), arb_tails.NO_SERIES
    for x, upper in thresholds(name):
        exact, (c, _, size) = truth(name, x, upper), contour.saddle(terms(name), x, upper)
        for aim in (1e-2, 1e-4):
            bent = contour.bend(r, lam, x, c, aim * size)
            assert bent is not None
            found = arb_tails._hyperbola(arb(x), groups(r, lam), bent, upper)
            assert abs(float(found.mid()) - exact) <= float(found.rad()) <= 3 * aim * size
            if name in LONG:
                h, other = contour.spacing(terms(name), x, c, aim * size)
                found = arb_tails._line(arb(x), groups(r, lam), none, c, h, other, aim * size)
                assert abs(float(found.mid()) - exact) <= float(found.rad()) <= 6 * aim * size


@pytest.mark.parametrize("name", BENT)
def test_the_radius_of_a_hyperbola_s_ball_is_that_of_the_strip(name: str) -> None:
    r, lam = law(name)
    for x, upper in thresholds(name):
        c, _, size = contour.saddle(terms(name), x, upper)
        bent = contour.bend(r, lam, x, c, 1e-3 * size)
        assert bent is not None
        # A shorter range and a wider spacing, so that both parts of the bound are seen.
        for spacing, end in ((bent.spacing, bent.range), (1.3 * bent.spacing, 2.1)):
            chosen = replace(bent, spacing=spacing, range=end)
            both = sum(
                2 * quad(integrand, 0, 9, (bent.d, v, x, r, lam), limit=500)[0]
                for v in (bent.angle - bent.width, bent.angle + bent.width)
            )
            turned = math.expm1(2 * math.pi * bent.width / spacing)
            beyond = quad(integrand, end, end + 6, (bent.d, bent.angle, x, r, lam), limit=500)[0]
            least = both / (2 * math.pi * turned) + beyond / math.pi
            found = arb_tails._hyperbola(arb(x), groups(r, lam), chosen, upper)
            assert least <= float(found.rad()) * (1 + 1e-9)


@pytest.mark.parametrize("s", [0.45, -0.45, 0.46 + 0.05j, -0.3 - 0.3j])
def test_a_series_in_balls_holds_the_terms_that_it_stands_for(s: complex) -> None:
    """A term of a large lambda alone: the remainder is nearly its bound."""
    with ctx.workprec(arb_tails.BITS):
        ratio, size = arb("0.83"), arb(1000)
        at = acb(s) if isinstance(s, complex) else arb(s)
        series = tuple((arb(0.5) / k + size / 2) * ratio**k for k in range(1, arb_tails.ORDERS + 1))
        light = Series(series, ratio, arb(0.5) + size / 2)
        found = arb_tails._exponent(at, arb(2), [], light)
        exact = arb_tails._exponent(
            at, arb(2), [Group(ratio, arb(0.5), size / 2)], arb_tails.NO_SERIES
        )
        assert found.contains(exact)
        assert float(abs(found - exact).abs_upper()) <= 1e-7


@pytest.mark.parametrize("in_series", [False, True])
@pytest.mark.parametrize("place", [0.6, 1.4])
def test_what_a_line_in_balls_leaves_out_is_bounded_by_its_decay(
    in_series: bool, place: float
) -> None:
    """One term of a large lambda, so that a series may hold it along the whole line."""
    r, lam, x = np.array([0.05]), np.array([4000.0]), place * 0.05 * 4001
    only = Terms(lambda reach: contour.heavy(r, lam), False)
    c, _, size = contour.saddle(only, x, place > 1)
    enough, h = 1e-3 * size, 0.02
    y = np.arange(1, 1000) * h
    left = [
        math.exp((log_m(complex(c, v), r, lam) - complex(c, v) * x).real)
        / (math.pi * (0.1 * v) ** 2 / (abs(1 - 0.1 * complex(c, v)) ** 2) / 2)
        for v in y
    ]
    rest = next(v for v in left if v < enough)
    ratio, half = arb(r[0]), arb(lam[0]) / 2
    powers = range(1, arb_tails.ORDERS + 1)
    series = Series(tuple((arb(0.5) / k + half) * ratio**k for k in powers), ratio, arb(0.5) + half)
    parts = ([], series) if in_series else (groups(r, lam), arb_tails.NO_SERIES)
    found = arb_tails._line(arb(x), *parts, c, h, c + math.copysign(0.05, c), enough)
    exact = ncx2.sf(x / 0.05, 1, 4000) if place > 1 else ncx2.cdf(x / 0.05, 1, 4000)
    assert abs(float(found.mid()) - exact) <= float(found.rad())
    # To the right of 0 a series takes p = 1 - 2cr from above.
    most = 1.3 if in_series and place > 1 else 1.02
    assert rest * (1 - 1e-6) <= float(found.rad()) <= most * rest


@pytest.mark.parametrize("name", ["spike", "few"])
@pytest.mark.parametrize("c", [-1.5, 0.2])
def test_what_a_line_leaves_out_is_its_last_node_over_the_decay(name: str, c: float) -> None:
    (r, lam), x, h = law(name), 3.0, 0.05
    none = (0.0, np.zeros(1), 0.0)
    found = contour._nodes(c, h, x, 0, 10**6, 1e-2, r, lam, *none)
    rest, y = found[3], (found[4] - 1) * h
    last = complex(c, y)
    q = (2 * r * y) ** 2
    decay = float((q / ((1 - 2 * c * r) ** 2 + q)).sum()) / 2
    left = math.exp((log_m(last, r, lam) - last * x).real) / (math.pi * decay)
    assert rest == pytest.approx(left, rel=1e-9)
    assert rest <= 1e-2


def test_a_line_that_decays_slowly_is_left_at_last() -> None:
    alone = Terms(lambda reach: contour.heavy(np.ones(1), np.zeros(1)), True)  # it is not many
    assert contour.line(alone, 2e8, -5e-5, 4e-16) is None
