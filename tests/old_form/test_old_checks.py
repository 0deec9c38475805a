"""Every kind of check: true and false statements, witnesses, controls, error levels."""

import dataclasses
import json
import math
from fractions import Fraction as Q
from typing import Any

import numpy as np
import pytest
import sympy
from scipy import stats

from dptheory.numbers import sqrt
from verify.checks.base import Check, Control, run_controls
from verify.checks.behaviour import Behaviour
from verify.checks.boxes import Boxes
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.covariance import Covariance, covariance_of
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.checks.expectation import Expectation
from verify.checks.feasibility import Hypothesis
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split, orderings
from verify.checks.intervals import clopper_pearson, empirical_bernstein, nonnegative_lower
from verify.checks.moments import Routes
from verify.checks.probability import Probability
from verify.checks.run import run_claim
from verify.checks.sdp import Certified
from verify.checks.search import Search
from verify.checks.table import Recomputed
from verify.context import FAMILY_LEVEL, MAX_TESTS, Context
from verify.records import jsonable

QUICK = Context(mode="quick", stream="test")


def uniform(runs: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).random(runs)


def below(limit: float) -> Any:
    return lambda runs, seed: uniform(runs, seed) < limit


def unit(low: float, high: float, **more: Any) -> Domain:
    return Domain({"x": Range(low, high, corners=(Q(1, 2),))}, **more)


def certificate(alpha: str) -> Any:
    """No rate for gradient descent at mu = 1, L = 3, from the quadratic of curvature 3."""
    statement = {"says": "infeasible", "method": "gradient", "alpha": alpha, "beta": "0"}
    statement |= {"eta": "0", "mu": "1", "L": "3"}
    document = {"kind": "rate", "version": 1, "statement": statement}
    return lambda: (document | {"witness": {"curvature": "3"}}, "gradient descent diverges.")


def square_of_sum(sign: int) -> Identity:
    return Identity(
        name="square",
        lhs=lambda a, b: (a + b) ** 2,
        rhs=lambda a, b: a**2 + sign * 2 * a * b + b**2,
        symbols={"a": "real", "b": "positive"},
        instance={"a": Q(1), "b": Q(2)},
    )


def parabola(high: float) -> Inequality:
    return Inequality(name="parabola", lhs=lambda x: x**2, rhs=lambda x: x, domain=unit(0.1, high))


def scaling(power: int) -> Covariance:
    return Covariance(
        name="scaling",
        lhs=lambda a, x: a * x**power,
        rhs=lambda a, x: 3 * a * x**2,
        instance={"a": Q(2), "x": Q(5)},
        units={"a": "loss/length^2", "x": "length"},
    )


def euler(last: int) -> Cases:
    """n^2 - n + 41 is prime for n < 41."""
    return Cases(
        name="primes",
        cases=lambda _: ({"n": n} for n in range(1, last + 1)),
        holds=lambda n: bool(sympy.isprime(n * n - n + 41)),
        complete="all n in the range",
    )


def am_gm(factor: float) -> Search:
    return Search(
        name="means",
        propose=lambda rng: {"a": rng.random(), "b": rng.random()},
        measure=lambda p: (factor * math.sqrt(p["a"] * p["b"]), (p["a"] + p["b"]) / 2),
        move=lambda p, rng, step: {n: v * math.exp(step * rng.normal()) for n, v in p.items()},
        exact=lambda p: ({"a": Q(1), "b": Q(1)}, Q(3, 2), Q(1)),
    )


def geometric_sum(first: int) -> Routes:
    return Routes(
        name="geometric sum",
        cases=lambda _: ({"r": r, "n": n} for r in (0.1, 0.9) for n in (1, 20)),
        first=lambda r, n: sum(r**k for k in range(first, n)),
        second=lambda r, n: (1 - r**n) / (1 - r),
        tolerance=1e-12,
        meaning="closed form",
    )


def ratio_check(value: float) -> Behaviour:
    return Behaviour(
        name="cells",
        word="much less",
        cells=("small", "large"),
        ratio=lambda context, cell: (value, value - 0.01, value + 0.01),
    )


KINDS: dict[str, tuple[Check, Check]] = {
    "identity": (square_of_sum(1), square_of_sum(-1)),
    "inequality": (parabola(1), parabola(2)),
    "covariance": (scaling(2), scaling(3)),
    "cases": (euler(40), euler(41)),
    "search": (am_gm(1.0), am_gm(1.5)),
    "routes": (geometric_sum(0), geometric_sum(1)),
    "expectation": (
        Expectation(name="mean", sample=uniform, at_most=0.7, bounded=(0, 1)),
        Expectation(name="mean", sample=uniform, at_most=0.3, bounded=(0, 1)),
    ),
    "expectation of a nonnegative variable": (
        Expectation(name="mean", sample=uniform, equals=0.5, nonnegative=True, margin=0.2),
        Expectation(name="mean", sample=uniform, at_most=0.3, nonnegative=True),
    ),
    "probability": (
        Probability(name="event", event=below(0.5), at_least=0.4, at_most=0.6),
        Probability(name="event", event=below(0.5), at_most=0.4),
    ),
    "sdp": (
        Certified(name="kernel", find=certificate("1")),
        Certified(name="kernel", find=certificate("1"), refutes=True),
    ),
    "feasibility": (
        Hypothesis(name="setting", satisfied=lambda a: (a, Q(1)), parameters={"a": Q(1, 2)}),
        Hypothesis(name="setting", satisfied=lambda a: (a, Q(1)), parameters={"a": Q(3, 2)}),
    ),
    "table": (
        Recomputed(name="pi", printed={"pi": "3.142"}, computed=lambda: {"pi": math.pi}),
        Recomputed(name="pi", printed={"pi": "3.141"}, computed=lambda: {"pi": math.pi}),
    ),
    "behaviour": (ratio_check(0.05), ratio_check(0.5)),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_a_true_statement_holds_and_a_false_one_fails(kind: str) -> None:
    true, false = KINDS[kind]
    assert true.run(QUICK).outcome is Outcome.HOLDS
    assert false.run(QUICK).outcome is Outcome.FAILS


@each_kind
def test_same_seed_same_finding(kind: str) -> None:
    def finding(check: Check) -> Evidence:
        return dataclasses.replace(check.run(QUICK), seconds=0.0)

    for check in KINDS[kind]:
        assert finding(check) == finding(check)


@each_kind
def test_findings_are_json(kind: str) -> None:
    for check in KINDS[kind]:
        text = json.dumps(jsonable(dataclasses.asdict(check.run(QUICK))), allow_nan=False)
        assert json.loads(text)["check"] == check.name


@each_kind
def test_mutations_are_rejected(kind: str) -> None:
    true, _ = KINDS[kind]
    results = run_controls(true, Outcome.HOLDS, QUICK)
    assert all(r.behaves for r in results)
    if isinstance(true, Identity | Inequality):
        assert {"sign", "factor 1/2"} <= {r.name for r in results}


# Controls ---------------------------------------------------------------------------------------


def misbehaving(record: dict[str, Any]) -> list[str]:
    return [f"{c['name']} {c['found']}" for c in record["controls"] if not c["behaves"]]


def controlled(control: Control) -> dict[str, Any]:
    check = dataclasses.replace(euler(40), controls=(control,))
    claim = Claim(
        id="t/controls", where="here", title="primes", statement="primes", checks=(check,)
    )
    return run_claim(claim, QUICK)


def test_a_control_that_survives_is_a_defect() -> None:
    survivor = Control("too weak", euler(39), Outcome.FAILS, lambda: True)
    (defect,) = misbehaving(controlled(survivor))
    assert defect == "too weak holds"


def test_a_control_that_no_other_route_confirms_is_a_defect() -> None:
    unconfirmed = Control("unconfirmed", euler(41), Outcome.FAILS, lambda: False)
    (defect,) = misbehaving(controlled(unconfirmed))
    assert "not confirmed" in defect


def test_a_check_without_controls_is_a_defect() -> None:
    claim = Claim(
        id="t/none", where="here", title="primes", statement="primes", checks=(euler(40),)
    )
    assert "no control" in misbehaving(run_claim(claim, QUICK))[0]
    assert (
        misbehaving(controlled(Control("one more", euler(41), Outcome.FAILS, lambda: True))) == []
    )


# Identities and inequalities --------------------------------------------------------------------


def test_a_false_identity_comes_with_an_exact_witness() -> None:
    found = square_of_sum(-1).run(QUICK)
    a, b = found.instance["a"], found.instance["b"]
    assert isinstance(a, Q)
    assert (a + b) ** 2 != a**2 - 2 * a * b + b**2
    assert (found.level, found.measured, found.bound) == (Level.EXACT, "9", "1")


def test_identities_compare_every_entry_of_a_matrix() -> None:
    rows = {"lhs": lambda a: ((a, 1), (0, a)), "symbols": {"a": "positive"}}
    assert (
        Identity(name="same", rhs=lambda a: ((a, 1), (0, a)), **rows).run(QUICK).outcome == "holds"
    )
    found = Identity(name="other", rhs=lambda a: ((a, 1), (0, 2 * a)), **rows).run(QUICK)
    assert "in entry 3" in found.summary
    shape = Identity(name="shape", rhs=lambda a: (a,), **rows)
    assert shape.run(QUICK).outcome is Outcome.FAILS


def test_an_identity_that_is_neither_reduced_nor_contradicted_is_inconclusive() -> None:
    nearly = Identity(
        name="nearly",
        lhs=lambda a: a,
        rhs=lambda a: a + sympy.Rational(1, 10**25),
        symbols={"a": "positive"},
    )
    assert nearly.run(QUICK).outcome is Outcome.INCONCLUSIVE


def test_a_violated_inequality_comes_with_an_exact_witness() -> None:
    found = parabola(2).run(QUICK)
    x = found.instance["x"]
    assert isinstance(x, Q)
    assert (found.level, found.measured, found.bound) == (Level.EXACT, x**2, x)
    assert x > 1
    assert found.tightness == pytest.approx(2, rel=1e-3)


def test_witnesses_of_irrational_formulas_are_numeric() -> None:
    check = Inequality(
        name="root", lhs=lambda x: math.exp(x), rhs=lambda x: 1 + x, domain=unit(0.1, 1)
    )
    found = check.run(QUICK)
    assert (found.outcome, found.level) == (Outcome.FAILS, Level.NUMERIC)


@pytest.mark.parametrize("lhs", [lambda x: sqrt(x - 1), lambda x: 1 / (x - Q(1, 2))])
def test_a_formula_without_a_value_is_not_real(lhs: Any) -> None:
    check = Inequality(name="undefined", lhs=lhs, rhs=lambda x: x + 10**9, domain=unit(0, 2))
    found = check.run(QUICK)
    assert found.outcome is Outcome.NOT_REAL
    assert found.instance == {"x": Q(1, 2)}


def test_proofs_must_go_through() -> None:
    positive = Decomposition({"x": "positive"}, "x^2 >= 0")
    real = Decomposition({"x": "real"}, "1/4 - x^2 >= 0 by magic")
    wrong = Decomposition({"x": "positive"}, "terms of something else", terms=lambda x: (x,))
    cubic = Inequality(
        name="cubic", lhs=lambda x: 0 * x, rhs=lambda x: x**2, domain=unit(0, 1), proof=positive
    )
    found = cubic.run(QUICK)
    assert (found.outcome, found.level, found.scope) == ("holds", Level.EXACT, Scope.ALL)
    assert dataclasses.replace(cubic, proof=wrong).run(QUICK).outcome is Outcome.INCONCLUSIVE
    gap = Inequality(
        name="gap", lhs=lambda x: x**2, rhs=lambda x: Q(1, 4), domain=unit(0, 0.5), proof=real
    )
    assert gap.run(QUICK).outcome is Outcome.INCONCLUSIVE
    one_case = Split((positive, real), "both")
    assert dataclasses.replace(cubic, proof=one_case).run(QUICK).outcome is Outcome.HOLDS
    assert dataclasses.replace(gap, proof=one_case).run(QUICK).outcome is Outcome.INCONCLUSIVE


def test_a_violation_outweighs_a_proof() -> None:
    claimed = Decomposition({"x": "positive"}, "x/2 + x^2/4 >= 0", terms=lambda x: (x,))
    assert dataclasses.replace(parabola(2), proof=claimed).run(QUICK).outcome is Outcome.FAILS


def test_orderings_cover_all_permutations() -> None:
    cases = orderings("abc")
    assert len(cases) == 6
    spread = Inequality(
        name="triangle",
        lhs=lambda a, b, c: abs(a - c),
        rhs=lambda a, b, c: abs(a - b) + abs(b - c),
        domain=Domain({n: Range(-1, 1, corners=(0, 1)) for n in "abc"}),
        proof=Split(cases, "all orders"),
    )
    assert spread.run(QUICK).scope is Scope.ALL


def test_a_finite_statement_is_settled_by_its_corners() -> None:
    die = Domain({"n": Range(1, 6, integer=True, corners=(1, 2, 3, 4, 5, 6))})
    check = Inequality(name="die", lhs=lambda n: n, rhs=lambda n: 6, domain=die, complete=True)
    found = check.run(QUICK)
    assert (found.scope, found.level, found.tightness) == (Scope.ALL, Level.EXACT, 1)


def test_an_empty_domain_is_refused() -> None:
    with pytest.raises(ValueError, match=r"must contain points\. Found none"):
        unit(0, 1, where=lambda x: x > 2).draw(np.random.default_rng(0))


def test_negative_bounds_are_compared_with_their_sign() -> None:
    check = Inequality(
        name="negative", lhs=lambda x: -x, rhs=lambda x: -(x**2), domain=unit(0.1, 1)
    )
    assert check.run(QUICK).outcome is Outcome.HOLDS
    reverse = dataclasses.replace(check, lhs=check.rhs, rhs=check.lhs)
    assert reverse.run(QUICK).outcome is Outcome.FAILS


# Units ------------------------------------------------------------------------------------------


def test_wrong_units_refute_a_claim_that_sampling_does_not() -> None:
    """A loss of at most a length: true on the sampled range, false in other units."""
    check = Inequality(
        name="loss", lhs=lambda F, x: F, rhs=lambda F, x: 4 * x,
        domain=Domain({"F": Range(0.1, 1, corners=(Q(1, 2),)), "x": Range(0.5, 1)}),
    )  # fmt: skip
    claim = Claim(id="t/units", where="here", title="units", statement="", checks=(check,))
    assert run_claim(claim, QUICK)["verdict"] == "supported"
    units = {"F": "loss", "x": "length"}
    record = run_claim(dataclasses.replace(claim, units=units), QUICK)
    assert record["verdict"] == "refuted"
    assert "unit of" in record["reason"]


def test_covariance_needs_the_unit_of_every_symbol() -> None:
    check = parabola(1)
    assert covariance_of(check, {}) is None
    assert covariance_of(check, {"x": "1"}) is not None
    with pytest.raises(ValueError, match="a unit must be made of"):
        dataclasses.replace(scaling(2), units={"a": "metre", "x": "1"}).run(QUICK)


# Other exact kinds ------------------------------------------------------------------------------


def test_cases_stop_at_the_first_failure() -> None:
    found = euler(60).run(QUICK)
    assert found.instance == {"n": "41"}
    nothing = dataclasses.replace(euler(40), cases=lambda _: iter(()))
    assert nothing.run(QUICK).outcome is Outcome.INCONCLUSIVE
    assert dataclasses.replace(euler(40), complete="").run(QUICK).scope is Scope.SAMPLED


def test_a_search_reports_its_exact_witness() -> None:
    found = am_gm(1.5).run(QUICK)
    assert (found.level, found.measured, found.bound) == (Level.EXACT, Q(3, 2), 1)
    numeric = dataclasses.replace(am_gm(1.5), exact=None).run(QUICK)
    assert (numeric.outcome, numeric.level) == (Outcome.FAILS, Level.NUMERIC)
    assert am_gm(1.0).run(QUICK).tightness == pytest.approx(1, abs=1e-3)


def test_certificates_count_only_when_the_kernel_accepts_them() -> None:
    refused = Certified(name="kernel", find=certificate("1/2")).run(QUICK)
    assert refused.outcome is Outcome.INCONCLUSIVE
    assert Certified(name="kernel", find=lambda: None).run(QUICK).outcome is Outcome.INCONCLUSIVE
    accepted = Certified(name="kernel", find=certificate("1")).run(QUICK)
    assert accepted.level is Level.CERTIFIED
    assert accepted.witness["certificate"]["witness"] == {"curvature": "3"}


@pytest.mark.parametrize("outcome", [Outcome.HYPOTHESES_EMPTY, Outcome.WORTHLESS])
def test_hypotheses_that_cannot_hold_have_their_own_outcome(outcome: Outcome) -> None:
    check = Hypothesis(name="setting", satisfied=lambda: False, when_not=outcome)
    assert check.run(QUICK).outcome is outcome


def test_tables_are_compared_digit_by_digit() -> None:
    half = Recomputed(name="half", printed={"a": "0.13"}, computed=lambda: {"a": 0.125})
    assert half.run(QUICK).outcome is Outcome.HOLDS
    last = Recomputed(name="last", printed={"a": "0.14"}, computed=lambda: {"a": 0.125})
    assert "printed 0.14, computed 0.13" in last.run(QUICK).summary
    assert dataclasses.replace(last, slack=1).run(QUICK).outcome is Outcome.HOLDS


def test_a_cell_whose_interval_straddles_the_margin_is_inconclusive() -> None:
    assert ratio_check(0.1).run(QUICK).outcome is Outcome.INCONCLUSIVE


# Statistics -------------------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [5, 40])
@pytest.mark.parametrize("level", [0.05, 1e-3])
def test_clopper_pearson_covers(runs: int, level: float) -> None:
    """The exact coverage, summed over the binomial law, at every p of a grid."""
    limits = np.array([clopper_pearson(k, runs, level) for k in range(runs + 1)])
    for p in np.linspace(0.01, 0.99, 50):
        covered = (limits[:, 0] <= p) & (p <= limits[:, 1])
        law = stats.binom.pmf(np.arange(runs + 1), runs, p)
        assert float(law[covered].sum()) >= 1 - level - 1e-12


LAWS = {
    "fair coin": lambda rng, shape: (rng.random(shape) < 0.5).astype(float),
    "rare event": lambda rng, shape: (rng.random(shape) < 0.01).astype(float),
    "uniform": lambda rng, shape: rng.random(shape),
    "two clusters": lambda rng, shape: rng.beta(0.2, 0.8, shape),
}
MEANS = {"fair coin": 0.5, "rare event": 0.01, "uniform": 0.5, "two clusters": 0.2}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("runs", [20, 300])
def test_empirical_bernstein_covers(law: str, runs: int) -> None:
    level, repeats = 0.2, 1000
    samples = LAWS[law](np.random.default_rng(7), (repeats, runs))
    limits = np.array([empirical_bernstein(row, 0.0, 1.0, level) for row in samples])
    missed = np.sum((limits[:, 0] > MEANS[law]) | (limits[:, 1] < MEANS[law]))
    # A true error probability of `level` would exceed this count with probability below 1e-6.
    assert missed <= stats.binom.ppf(1 - 1e-6, repeats, level)
    assert np.all(limits[:, 0] < limits[:, 1])


def test_lower_limits_cover_heavy_tails() -> None:
    """A Pareto variable with mean 3 and no variance."""
    samples = np.random.default_rng(3).pareto(1.5, (1000, 200)) + 1
    limits = [nonnegative_lower(row, 12.0, 0.2) for row in samples]
    assert np.sum(np.array(limits) > 3) <= stats.binom.ppf(1 - 1e-6, 1000, 0.2)
    assert max(limits) > 1


class Loose(Context):
    """A context with an error level large enough to be seen in simulation."""

    level = 0.2  # type: ignore[assignment]


def test_sequential_tests_keep_their_level() -> None:
    """At the boundary of the hypothesis, looking again and again must not add up errors."""
    outcomes = []
    for seed in range(300):
        context = Loose(mode="quick", seed=seed, stream="boundary")
        check = Probability(name="boundary", event=below(0.5), at_most=0.5, budget=(4000,) * 3)
        outcomes.append(check.run(context).outcome)
    wrong = sum(outcome is Outcome.FAILS for outcome in outcomes)
    assert wrong <= stats.binom.ppf(1 - 1e-6, 300, 0.2)
    assert Outcome.INCONCLUSIVE in outcomes
    assert sum(6 * 0.2 / (math.pi * stage) ** 2 for stage in range(1, 1000)) <= 0.2
    assert QUICK.level * MAX_TESTS == pytest.approx(FAMILY_LEVEL)


def test_sampling_stops_when_the_question_is_decided() -> None:
    easy = Probability(name="easy", event=below(0.5), at_most=0.9).run(QUICK)
    assert easy.witness["runs"] == 1000
    hard = Probability(name="hard", event=below(0.5), at_most=0.5).run(QUICK)
    assert (hard.outcome, hard.witness["runs"]) == (Outcome.INCONCLUSIVE, 4000)
    more = Probability(name="hard", event=below(0.5), at_most=0.52, budget=(4000, 64000, 64000))
    assert more.run(Context(mode="standard", stream="test")).outcome is Outcome.HOLDS


def test_support_without_a_moment_bound_is_marked_asymptotic() -> None:
    found = Expectation(name="mean", sample=uniform, at_most=0.7).run(QUICK)
    assert "asymptotic" in found.witness["test"]
    bounded = Expectation(name="mean", sample=uniform, at_most=0.7, bounded=(0, 1)).run(QUICK)
    assert "asymptotic" not in bounded.witness["test"]


def test_streams_depend_on_seed_and_name_alone() -> None:
    first = Context(seed=1).named("a").stream_seed
    assert first == Context(mode="full", seed=1).named("a").stream_seed
    assert len({first, Context(seed=2).named("a").stream_seed, Context(seed=1).stream_seed}) == 3


def test_an_unbounded_mean_is_not_refuted_by_an_asymptotic_interval():
    def uniform(runs, seed):
        return np.random.default_rng(seed).uniform(size=runs)

    common = {"name": "mean", "sample": uniform, "at_most": 0.3}
    assert Expectation(**common).run(QUICK).outcome is Outcome.INCONCLUSIVE
    assert Expectation(**common, bounded=(0.0, 1.0)).run(QUICK).outcome is Outcome.FAILS
    assert Expectation(**common, nonnegative=True).run(QUICK).outcome is Outcome.FAILS


def test_boxes_prove_strict_inequalities_and_nothing_else():
    proof = Boxes({"x": (1, 3), "y": (1, 3)}, limit=8000)
    assert proof.proves(lambda x, y: 2 * x * y, lambda x, y: x**2 + y**2 + 1)
    assert not proof.proves(lambda x, y: 2 * x * y, lambda x, y: x**2 + y**2)
    assert not proof.proves(lambda x, y: 2 * x * y, lambda x, y: x**2 + y**2 - 1)
