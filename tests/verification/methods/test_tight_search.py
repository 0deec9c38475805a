"""A search where hypotheses leave a thin set: points that meet them with equality, and the origin.

Most statements are of a function f of F(mu, L), by conditions on its values and gradients g at x,
with f = 0 and g = 0 at 0; worst functions of such are quadratics and the Huber function.
"""

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from verify.judgement.examine import examine
from verify.judgement.findings import covered
from verify.judgement.judge import run_claim
from verify.language import (
    Draft,
    claim,
    dot,
    expectation,
    external,
    instance,
    law,
    natural,
    nonnegative,
    notation,
    positive,
    real,
    says,
    vector,
)
from verify.language.formulas import Formula
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome
from verify.methods.search.float_screen import glance
from verify.methods.search.points import inside

QUICK = Context("quick")
V = notation(
    d=natural(search=(1, 3)),
    n=natural(least=0),
    mu=positive(unit="1"),
    L=positive(unit="1"),
    a=positive(unit="1"),
    s2=nonnegative(unit="1"),
    x=vector("d", unit="1"),
    g=vector("d", unit="1"),
    h=vector("d", unit="1"),
    w=vector("d", unit="1"),
    P=law("P", dimension="d", unit="1"),
    f=real(unit="1"),
    f1=real(unit="1"),
    y=positive(unit="1"),
    z=positive(unit="1"),
    r=real(unit="1"),
)


def sq(v: Formula) -> Formula:
    """The square of a length."""
    return dot(v, v)


def interpolated(a: Any, b: Any, mu: Any = 0) -> Formula:
    """A condition between two points (place, gradient, value) of a function of F(mu, L)."""
    step, turn = a[0] - b[0], a[1] - b[1]
    curved = sq(turn) + mu * V.L * sq(step) - 2 * mu * dot(turn, step)
    below: Formula = b[2] + dot(b[1], step) + curved / (2 * (V.L - mu)) <= a[2]
    return below


LEAST, HERE = (0 * V.x, 0 * V.x, 0), (V.x, V.g, V.f)
NEXT = V.x - V.g / V.L
POINTS = (LEAST, HERE, (NEXT, V.h, V.f1))
SMOOTH = [interpolated(p, q) for p in POINTS for q in POINTS if p is not q]
CURVED = [V.mu < V.L, interpolated(LEAST, HERE, V.mu), interpolated(HERE, LEAST, V.mu)]
COERCIVE = V.mu * V.L / (V.mu + V.L) * sq(V.x) + sq(V.g) / (V.mu + V.L) <= dot(V.g, V.x)
STEPPED = sq(V.x - V.a * V.g)
NOISY = [V.mu < V.L, V.a * (V.mu + V.L) <= 2, expectation(V.P, V.w, sq(V.w)) <= V.s2, COERCIVE]


def noise_step(share: F) -> Draft:
    """The mean square after a noisy step; it holds with the whole of the noise."""
    mean = expectation(V.P, V.w, sq(V.x - V.a * (V.g + V.w)))
    return says(mean <= (1 - V.a * V.mu) ** 2 * sq(V.x) + share * V.a**2 * V.s2, given=NOISY)


def potential(k: int) -> Formula:
    """Whether n (f - f*) + L |x|^2/2 falls in a step, with n + k after it; it does for k = 1."""
    return (V.n + k) * V.f1 + V.L / 2 * sq(NEXT) <= V.n * V.f + V.L / 2 * sq(V.x)


MISQUOTED = V.mu * sq(V.x) + sq(V.g) / V.L <= dot(V.g, V.x)
CONTRACTS = (1 - V.a * V.mu) ** 2 * sq(V.x)
FALSE = {
    "half of the noise": noise_step(F(1, 2)),
    "99 % of the noise": noise_step(F(99, 100)),
    "both constants in full": says(MISQUOTED, given=CURVED),
    "both in full, from coercivity": says(MISQUOTED, given=[V.mu < V.L, COERCIVE]),
    "a step up to 2/L": says(STEPPED <= CONTRACTS, given=[*CURVED, V.a * V.L <= 2]),
    "a step up to 3/(2L)": says(STEPPED <= CONTRACTS, given=[*CURVED, V.a * V.L <= F(3, 2)]),
    "coercivity with 1.1": says(
        F(11, 10) * sq(V.g) / V.L <= dot(V.g, V.x),
        given=[interpolated(LEAST, HERE), interpolated(HERE, LEAST)],
    ),
    "a value below the parabola": says(
        V.f <= F(49, 100) * V.L * sq(V.x),
        given=[interpolated(LEAST, HERE), interpolated(HERE, LEAST)],
    ),
    "on a surface": says(V.y <= V.z, given=[V.y * V.z + V.y == V.z + 3]),
}
TRUE = {
    "all of the noise": noise_step(F(1)),
    "coercivity": says(COERCIVE, given=CURVED),
    "a step up to 2/(mu + L)": says(STEPPED <= CONTRACTS, given=NOISY[:2] + [COERCIVE]),
    "a potential": says(potential(1), given=SMOOTH),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", FALSE)
def test_what_fails_where_hypotheses_are_tight_is_refuted(name: str, seed: int) -> None:
    finding = examine(FALSE[name].build(), Context("standard", seed))
    assert (finding.outcome, finding.level) == (Outcome.FAILS, Level.EXACT)


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_not_refuted_there(name: str) -> None:
    assert examine(TRUE[name].build(), QUICK).outcome is Outcome.HOLDS


def test_a_statement_of_every_n_that_is_proved_has_an_instance() -> None:
    """It is shown beside the largest ratio; where both sides are 0 there is none."""
    statement = TRUE["a potential"].build()
    finding = examine(statement, QUICK)
    assert covered(finding, statement)
    assert finding.point
    assert inside(statement, finding.point)


# The Huber function with slope 1/3: f(x1) = 1/6, and every condition between its points is tight.
HUBER = instance("d=1 L=1 x=(1,) g=(1/3,) h=(1/3,) f=5/18 f1=1/6")


def test_an_instance_that_meets_its_hypotheses_exactly_counts() -> None:
    statement = says(V.f1 <= V.L * sq(V.x) / 7, given=SMOOTH, at=HUBER).build()
    assert inside(statement, statement.look[0])
    finding = examine(statement, QUICK)
    assert (finding.outcome, finding.level) == (Outcome.FAILS, Level.EXACT)
    assert finding.text.startswith("1/6 is not at most 1/7 at d = 1, L = 1,")


def test_an_instance_that_misses_its_hypotheses_by_a_hair_does_not_count() -> None:
    at = HUBER | {"f1": F(1, 6) + F(1, 10**30)}
    assert not inside(says(V.f1 <= 0, given=SMOOTH, at=at).build(), at)


# 1/10 - 3/10 + 1/5 is 0, and 2.8e-17 in floating point: at three scales.
@pytest.mark.parametrize("scale", [F(1), F(10**12), F(1, 10**12)])
@pytest.mark.parametrize("sides", ["against 0", "both"])
def test_what_cancels_is_not_decided_in_floating_point(scale: F, sides: str) -> None:
    here = {"r": scale / 10, "y": 3 * scale / 10, "z": scale / 5}
    gap = V.r - V.y + V.z
    condition = gap <= 0 if sides == "against 0" else gap <= 0 * V.y - gap
    statement = says(V.r <= V.z, given=[condition], at=here).build()
    assert glance(statement.where[0], here) is not False
    assert inside(statement, here)
    beyond = here | {"r": scale * F(11, 100)}
    assert glance(statement.where[0], beyond) is False


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([V.y <= 1], "points, some of them where a hypothesis holds with equality; largest"),
        (
            [V.y.exp() <= V.z],
            "points, none of them where a hypothesis holds with equality; largest",
        ),
        ([V.y < V.z], "points; largest"),
        ([], "points; largest"),
    ],
)
def test_a_search_says_how_many_sets_of_hypotheses_were_tight(
    given: list[Formula], words: str
) -> None:
    share = external("share", lambda y, z: float(y / (y + z)), V.y, V.z)
    text = examine(says(share <= 1, given=given).build(), QUICK).text
    assert words in text


def test_a_proof_without_a_point_is_no_more_than_support() -> None:
    # Its only point is irrational.
    record = run_claim(claim("test/a", "x", "x", says(V.y <= 2, given=[V.y**3 == 2])), QUICK)
    assert record.verdict == "supported"
    assert "proved (" in record.reason
    assert "no point was found that meets the hypotheses: give one by `at`." in record.reason


# Sides that agree to order two or more at a point, and differ by 1e-9 next to it.
COSH, NEARLY = (V.r.exp() + (-V.r).exp()) / 2, (1 - F(1, 10**9)) * V.r**2 / 2
MEETING = {
    "cosh at 0": COSH <= NEARLY.exp(),
    "cos at 0": 1 - NEARLY <= V.r.cos(),
    "log at 1": V.y.log() <= (1 - F(1, 10**9)) * (V.y - 1),
    "a root at 1": V.y.sqrt() <= (1 + V.y) / 2 - F(1, 10**8) * abs(V.y - 1),
}


@pytest.mark.parametrize("name", MEETING)
def test_sides_that_all_but_meet_are_told_apart_next_to_that_point(name: str) -> None:
    for seed in range(4):
        finding = examine(says(MEETING[name]).build(), Context("quick", seed))
        assert finding.outcome is Outcome.FAILS, finding


@pytest.mark.parametrize("name", ["half of the noise", "coercivity", "cosh"])
def test_the_id_of_a_claim_does_not_move_its_record(name: str) -> None:
    draft = says(COSH <= NEARLY.exp()) if name == "cosh" else (FALSE | TRUE)[name]
    records = [
        replace(run_claim(claim(id, "x", "x", draft), QUICK), id="", paper="", seconds=0.0)
        for id in ("a/b", "f/cosh", "w/cosh", "z/1")
    ]
    assert all(record == records[0] for record in records[1:])
