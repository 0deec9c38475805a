"""The worst law of a deviation: brute force, closed forms, certificates that the kernel reads."""

import copy
import math
import re
from fractions import Fraction as F
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar

from dptheory.distributions.worst_law import Clip, Normalise, worst_descent
from dptheory.distributions.worst_law.exact import certify
from dptheory.distributions.worst_law.problem import Problem, drift
from dptheory.distributions.worst_law.solver import solve
from verify import kernel

RULES = (Normalise, Clip)
GRID = 16  # lengths and directions of brute force


def parameters(k: int) -> tuple[Any, ...]:
    """Rational parameters: scale of the rule, s, tau0, tau1, alpha; whether d = 1."""
    rng = np.random.default_rng(k)
    scale, s, tau0 = (F(f"{math.exp(1.2 * rng.normal()):.3g}") for _ in range(3))
    tau1, alpha = (F(f"{rng.choice((0, rng.random())):.2f}") * F(99, 100) for _ in range(2))
    return scale, s, tau0, tau1, alpha, bool(rng.random() < 0.25)


def drawn(k: int) -> Problem:
    scale, s, tau0, tau1, alpha, line = parameters(k)
    return drift(RULES[k % 2](scale), s, tau0, tau1, alpha, line)


def brute_force(problem: Problem) -> float:
    """The least mean over the laws on three points of a grid of the ball.

    For given points it is a linear program with two equations, which has a solution on two.
    """
    s, radius = float(problem.gradient), float(problem.radius)
    disc = np.outer(np.sqrt(np.linspace(0, 1, GRID)), np.exp(1j * np.linspace(0, np.pi, GRID)))
    straight = np.linspace(-1, 1, GRID * GRID)  # finer where b = 0
    points = radius * (straight if problem.line else np.append(disc, straight))
    a, b = points.real, points.imag
    x, y = s + a, np.hypot(s + a, b)
    if isinstance(problem.rule, Clip):
        h = np.minimum(1, float(problem.rule.clip) / np.maximum(y, 1e-300))
    else:
        h = 1 / (float(problem.rule.regulariser) + y)
    values = h * (float(problem.along) * x + float(problem.constant))
    left, right = a <= 0, a > 0
    a0, f0, a1, f1 = a[left, None], values[left, None], a[None, right], values[None, right]
    return float(((a1 * f0 - a0 * f1) / (a1 - a0)).min())


@pytest.mark.parametrize("block", range(10))
def test_no_law_on_a_grid_is_worse(block: int) -> None:
    """1,000 points in all; the grid misses the worst law by little, and never falls below."""
    missed = []
    for k in range(100 * block, 100 * block + 100):
        problem = drawn(k)
        found, least = solve(problem).value, brute_force(problem)
        longest = float(problem.value(problem.gradient, problem.radius))
        size = max(map(abs, (found, least, longest)))
        assert least >= found - 1e-12 * size
        missed.append((least - found) / size)
    assert np.median(missed) <= 0.01
    assert max(missed) <= 0.2


def mean_of(problem: Problem, e: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """E h (p <u, g> + q) for laws with atoms e of shape (..., atoms, 3), u the first axis."""
    g = e + np.array([float(problem.gradient), 0.0, 0.0])
    h = np.vectorize(problem.rule.factor, otypes=[float])(np.linalg.norm(g, axis=-1))
    return (weights * h * (float(problem.along) * g[..., 0] + float(problem.constant))).sum(axis=-1)


def test_no_law_on_three_atoms_of_space_is_worse() -> None:
    rng = np.random.default_rng(7)
    for k in range(0, 400, 2):
        scale, s, tau0, tau1, alpha, _ = (float(v) for v in parameters(k))
        problem = drift(RULES[k // 2 % 2](scale), s, tau0, tau1, alpha)
        weights = rng.dirichlet((0.5, 0.5, 0.5), size=20)
        e = rng.normal(size=(20, 3, 3)) * rng.choice((1.0, 0.05), size=(20, 1, 3))
        e -= (weights[..., None] * e).sum(axis=1, keepdims=True)
        e *= problem.radius / np.linalg.norm(e, axis=-1).max(axis=-1)[:, None, None]
        found = solve(problem).value
        assert (mean_of(problem, e, weights) >= found - 1e-12 * abs(found)).all()


def test_the_atoms_are_a_law_of_space_that_attains_the_value() -> None:
    for k in range(60):
        problem = drawn(k)
        found = certify(problem)
        both = [(a, sign) for a in found.atoms for sign in (1, -1)]
        e = np.array([[float(a.x - problem.gradient), s * a.across, 0.0] for a, s in both])
        weights = np.array([float(a.weight) / 2 for a, _ in both])
        assert weights @ e == pytest.approx([0, 0, 0], abs=1e-12)
        assert np.linalg.norm(e, axis=1).max() <= float(problem.radius) * (1 + 1e-12)
        assert mean_of(problem, e, weights) == pytest.approx(float(found.upper), rel=1e-9)
        assert found.upper == sum(a.weight * problem.value(a.x, a.y) for a in found.atoms)
        assert solve(problem).value == pytest.approx(float(found.upper), rel=1e-9)


# Certificates -----------------------------------------------------------------------------------


def certificate(k: int) -> dict[str, Any]:
    scale, *others = parameters(k)
    return worst_descent(RULES[k % 2](scale), *others).certificate


def test_every_certificate_is_accepted_and_its_gap_is_small() -> None:
    for document in map(certificate, range(60)):
        assert kernel.accepts(document)
        lower, upper = (F(document["statement"][name]) for name in ("lower", "upper"))
        assert 0 <= upper - lower <= abs(upper) / 10**9


def edited(document: dict[str, Any], part: str, **values: Any) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    changed[part] |= values
    return changed


def test_a_perturbed_certificate_is_refused() -> None:
    for document in map(certificate, range(100, 120)):
        said, witness = document["statement"], document["witness"]
        size = max(abs(F(said["upper"])), F(said["gradient"]) / 10**6)
        for name, sign in (("lower", 1), ("upper", -1)):
            value = str(F(said[name]) + sign * size / 10**6)
            assert not kernel.accepts(edited(document, "statement", **{name: value}))
        slope = F(witness["slope"])
        if len(witness["atoms"]) == 2:
            for factor in (F(99, 100), F(101, 100)):
                assert not kernel.accepts(edited(document, "witness", slope=str(factor * slope)))
            # One atom alone has another mean; the value of one of them is below the law's.
            for atom in witness["atoms"]:
                alone = [atom | {"weight": "1"}]
                assert not kernel.accepts(edited(document, "witness", atoms=alone))
        longer = str(F(said["gradient"]) * F(11, 10))
        assert not kernel.accepts(edited(document, "statement", gradient=longer))
        for name, change in (("weight", F(1, 100)), ("x", F(1, 100)), ("y", F(-1, 100))):
            atoms = copy.deepcopy(witness["atoms"])
            atoms[0][name] = str(F(atoms[0][name]) + change * max(1, size))
            assert not kernel.accepts(edited(document, "witness", atoms=atoms))


TOY = worst_descent(Normalise(F(1)), F(1, 10), F(1)).certificate


def test_statements_outside_the_ranges_are_refused() -> None:
    assert kernel.accepts(TOY)
    outside = {"tau0": "0 -1", "tau1": "1 -1/2", "alpha": "1 -1/10", "regulariser": "0 -1"}
    changes = [{name: value} for name, values in outside.items() for value in values.split()]
    for change in [*changes, {"gradient": "-1/10"}, {"d": "= 1", "lower": "0"}]:
        assert not kernel.accepts(edited(TOY, "statement", **change)), change


def test_a_law_of_space_is_none_of_the_line() -> None:
    space = worst_descent(Normalise(F(1)), F(3), F(1)).certificate
    assert float(space["witness"]["atoms"][0]["x"] != space["witness"]["atoms"][0]["y"])
    line = worst_descent(Normalise(F(1)), F(3), F(1), line=True).certificate
    assert kernel.accepts(space)
    assert kernel.accepts(line)
    assert F(line["statement"]["upper"]) > F(space["statement"]["upper"])
    witness = line["witness"] | {"atoms": space["witness"]["atoms"]}
    assert not kernel.accepts(line | {"witness": witness})


def test_missing_pieces_are_refused_and_missing_fields_malformed() -> None:
    cuts, atoms = TOY["witness"]["cuts"], TOY["witness"]["atoms"]
    for wrong in (cuts[:-1], [*cuts, []]):
        assert not kernel.accepts(edited(TOY, "witness", cuts=wrong))
    malformed = [
        *(edited(TOY, "witness", cuts=wrong) for wrong in ([], "1", [["x"]] * len(cuts))),
        *(edited(TOY, "witness", atoms=wrong) for wrong in ([], [{"x": "0", "y": "0"}], atoms * 2)),
        *(edited(TOY, "statement", **wrong) for wrong in ({"d": "2"}, {"threshold": "1"})),
        edited(TOY, "statement", lower=0),
    ]
    for document in malformed:
        with pytest.raises(kernel.Malformed):
            kernel.check(document)


def test_more_cuts_than_are_needed_do_no_harm() -> None:
    first, *rest = TOY["witness"]["cuts"]
    # The first piece goes from 0 to 11/10.
    many = sorted({*map(F, first), *(F(k, 40) for k in range(1, 44))})
    cuts = [list(map(str, many)), *rest]
    assert kernel.accepts(edited(TOY, "witness", cuts=cuts))
    assert not kernel.accepts(edited(TOY, "witness", cuts=[cuts[0][::-1], *rest]))


def test_the_sentence_names_the_problem() -> None:
    assert kernel.check(TOY).startswith(
        "grad f of length 1/10, g = grad f + e, e on R^d with E e = 0, |e| <= 1 + 0 * |grad f|, "
        "d >= 2, h = 1/(1 + |g|): the least E h <grad f, g> - 0 * E h |grad f|^2 is between "
    )


# Closed forms and corners ---------------------------------------------------------------------


def normalised(r: float, s: float, radius: float, alpha: float) -> tuple[float, float]:
    """The closed form, and the place of its left atom."""
    less, more, lever = r - alpha * s, r + alpha * s, s + radius - alpha * s
    a, b = more + 2 * lever, less * lever
    z = (math.sqrt(b * b + a * b * (more + lever - less)) - b) / a
    return s * (less * (1 - alpha) * s - z * z) / (less + z) ** 2, alpha * s - z


def clipped(c: float, s: float, radius: float) -> float:
    """The closed form for s <= radius."""
    if s + radius <= c:
        return s * s
    if s + c <= radius:
        return s * c * (s + c - radius) / (s + c + radius)
    return s * (s + c - radius) / 2


def test_the_closed_forms_are_the_values() -> None:
    used = 0
    for k in range(300):
        scale, s, tau0, tau1, alpha, line = parameters(k)
        radius = tau0 + tau1 * s
        if alpha * s < scale:
            bound, left = normalised(*map(float, (scale, s, radius, alpha)))
            found = solve(drift(Normalise(scale), s, tau0, tau1, alpha, line)).value
            size = abs(bound) + float(s * s / (scale + s))
            assert found >= bound - 1e-12 * size
            if float(s - radius) <= left <= 0:
                assert found == pytest.approx(bound, abs=1e-12 * size)
                used += 1
        if s <= radius:
            found = solve(drift(Clip(scale), s, tau0, tau1, 0, line)).value
            assert found == pytest.approx(clipped(*map(float, (scale, s, radius))), rel=1e-9)
    assert used >= 50


def test_the_atoms_of_the_closed_form_are_exact_to_many_digits() -> None:
    """The left place is -(z - alpha s); z solves an equation that polished rationals satisfy."""
    used = 0
    for k in range(60):
        r, s, tau0, tau1, alpha, line = parameters(k)
        radius = tau0 + tau1 * s
        if alpha * s >= r or not s - radius <= normalised(r, s, radius, alpha)[1] <= 0:
            continue
        less, more, lever = r - alpha * s, r + alpha * s, s + radius - alpha * s
        atoms = certify(drift(Normalise(r), s, tau0, tau1, alpha, line)).atoms
        if len(atoms) == 2 and atoms[0].x > s - radius:
            z = alpha * s - atoms[0].x
            right = less * lever * (more + lever - less)
            left = (more + 2 * lever) * z**2 + 2 * less * lever * z
            assert abs(left - right) <= F(1, 10**25) * right
            assert atoms[1].x == s + radius
            used += 1
    assert used >= 5


@pytest.mark.parametrize("s", [F(1, 1000), F(1, 10), F(1, 2)])
def test_clipping_goes_uphill_just_below_the_threshold_tau_0(s: F) -> None:
    level = 1 + s / 2 - s  # the radius less s
    for sign in (-1, 0, 1):
        upper = certify(drift(Clip(level + F(sign, 10**6)), s, F(1), F(1, 2))).upper
        assert (upper > 0) - (upper < 0) == sign


def test_corners() -> None:
    # Large gradients meet deviations across.
    found = certify(drift(Clip(F(1)), F(10), F(1)))
    assert len(found.atoms) == 1
    assert float(found.upper) == pytest.approx(100 / math.sqrt(101), rel=1e-12)
    assert certify(drift(Clip(F(1)), F(10), F(1), line=True)).upper == 10
    # A threshold beyond the longest gradient clips nothing.
    loose = certify(drift(Clip(F(3)), F(1), F(2), alpha=F(1, 4)))
    assert loose.lower == loose.upper == F(3, 4)
    # Without a gradient there is no descent.
    for rule, line in product((Clip(F(1)), Normalise(F(1))), (False, True)):
        still = worst_descent(rule, F(0), F(1), F(1, 2), F(1, 2), line)
        assert still.found.lower == still.found.upper == 0
        assert kernel.accepts(still.certificate)


@pytest.mark.parametrize("scale", [F(1, 10**6), F(7), F(10**6)])
def test_other_units_change_nothing(scale: F) -> None:
    for rule, power in ((Clip, 2), (Normalise, 1)):
        one = solve(drift(rule(F(2, 3)), F(1, 5), F(1), F(1, 3), F(1, 7)))
        other = solve(drift(rule(scale * F(2, 3)), scale / 5, scale, F(1, 3), F(1, 7)))
        assert other.value == pytest.approx(one.value * float(scale) ** power, rel=1e-9)


def test_any_functional_of_the_shape_is_solved() -> None:
    """The mean factor: at least h at the longest gradient's two ends, at most 1/r."""
    rule, s, radius = Normalise(F(1)), F(1, 2), F(1)
    least = certify(Problem(rule, s, radius, F(0), F(1)))
    most = certify(Problem(rule, s, radius, F(0), F(-1)))
    assert float(least.upper) == pytest.approx(1 / (1 + math.sqrt(1.25)), rel=1e-12)
    # 1/(1 + |x|) on 0 and 3/2: probabilities 2/3 and 1/3.
    assert most.lower == most.upper == -F(2, 3) - F(1, 3) * F(2, 5)


PAGE = Path(__file__).parents[3] / "docs" / "worst_law.md"
TABLE = re.findall(r"^\| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", PAGE.read_text(), re.M)


@pytest.mark.parametrize("r", ["0.1", "1", "10", "100", "1000"])
def test_the_table_of_the_page_is_computed(r: str) -> None:
    assert len(TABLE) == 5
    (printed,) = (row[1:] for row in TABLE if row[0] == r)

    def value(s: float) -> float:
        return solve(drift(Normalise(float(r)), s, 1.0)).value

    zero = brentq(value, 1e-6, 0.999, xtol=1e-12)
    least = minimize_scalar(value, bounds=(0, zero), method="bounded", options={"xatol": 1e-8}).fun
    s = np.linspace(0.0025, 1, 400)
    lost = max(v * v / (float(r) + 2) - value(float(v)) for v in s) * float(r) * (float(r) + 1)
    for text, found in zip(printed, (zero * float(r), -least * float(r) ** 3, lost), strict=True):
        digits = len(text.partition(".")[2])
        assert f"{found:.{digits}f}" == text
