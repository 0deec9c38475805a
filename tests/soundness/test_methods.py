"""For each method: what it covers it proves, and a statement just outside of that it refuses.

The provers are asked alone, without the search that would find a counterexample first.
"""

import math
from fractions import Fraction
from typing import Any

import pytest
from sound import PROVERS, QUICK, judged, proves

from verify.formula.expression import Node, dot, external, inverse, norm, total
from verify.judgement.examine import examine, prove
from verify.language.notation import (
    between,
    matrix,
    natural,
    nonnegative,
    notation,
    one_of,
    positive,
    real,
    vector,
)
from verify.language.says import Draft, at_least, at_most, equal, less
from verify.methods.base import Proof
from verify.methods.boxes import Boxes
from verify.methods.decide import Decide
from verify.methods.derive import Derive, chain, given, shown, substitute, words
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Outcome

F = Fraction
V = notation(
    x=nonnegative(unit="1", search=(0, 1)),
    y=between(0, 1, unit="1"),
    z=between(0, 1, unit="1"),
    half=between(0, 1, unit="1", ends="(]"),
    wide=between(F(-1, 1000), 1, unit="1"),
    a=positive(unit="1"),
    b=positive(unit="1"),
    r=real(unit="1"),
    s=real(unit="1"),
    n=natural(least=0),
    T=natural(),
    k=natural(least=0),
    six=natural(least=1, most=6),
    seven=natural(least=1, most=7),
    bit=one_of([0, 1], unit="1"),
    trit=one_of([0, 1, 2], unit="1"),
    alpha=positive(unit="1"),
    L=positive(unit="1"),
    p=between(-1, 1, unit="1"),
    q=between(F(-1001, 1000), 1, unit="1"),
    d=natural(),
    X=vector("d", unit="1"),
    Y=vector("d", unit="1"),
    A=matrix("d", unit="1", shape="invertible"),
    B=matrix("d", unit="1", shape="invertible"),
    S=matrix("d", unit="1", shape="symmetric"),
)
# (prover, what it proves, statements just outside)
PAIRS: dict[str, tuple[str, Draft, tuple[Draft, ...]]] = {
    "enumerate, one value more": (
        "enumerate",
        at_most(V, lambda six: six**2, 36),
        (at_most(V, lambda seven: seven**2, 36), at_most(V, lambda T: T**2, 36)),
    ),
    "enumerate, one symbol more": (
        "enumerate",
        at_most(V, lambda bit: bit, 1),
        (at_most(V, lambda trit: trit, 1), at_most(V, lambda y, bit: y + bit, 1)),
    ),
    "enumerate, irrational values": (
        "enumerate",
        at_least(V, lambda six: math.exp(six), lambda six: F(271, 100) * six),
        (
            at_least(V, lambda six: math.exp(six), lambda six: F(2719, 1000) * six),
            less(V, lambda six: math.sqrt(six) ** 2, lambda six: six),
            less(V, lambda six: math.log(math.exp(six)), lambda six: six),
        ),
    ),
    "enumerate, a value that is missing": (
        "enumerate",
        at_most(V, lambda six: 1 / six, 1),
        (
            at_most(V, lambda trit: trit / trit, 1),
            at_least(V, lambda trit: math.log(trit), -1),
            at_most(V, lambda six: math.sqrt(six - 2), 2),
        ),
    ),
    "decompose, a negative term": (
        "decompose",
        at_least(V, lambda a, b: (a + b) ** 2 - 4 * a * b, 0),
        (
            at_least(V, lambda a, b: (a + b) ** 2 - F(401, 100) * a * b, 0),
            at_least(V, lambda a, r: (a + r) ** 3, 0),
            at_least(V, lambda wide: wide, 0),
        ),
    ),
    "decompose, a hypothesis": (
        "decompose",
        at_most(V, lambda alpha, L: alpha * L, 1, where=["alpha*L <= 1"]),
        (
            at_most(V, lambda alpha, L: alpha * L, 1, where=["alpha*L <= 1 + 1/1000000"]),
            at_most(V, lambda alpha, L: alpha * L, F(999999, 10**6), where=["alpha*L <= 1"]),
            less(V, lambda alpha, L: alpha * L, 1, where=["alpha*L <= 1"]),
        ),
    ),
    "decide, the last digit": (
        "decide",
        at_most(V, lambda a, b: a * b, lambda a, b: (a**2 + b**2) / 2),
        (
            at_most(V, lambda a, b: a * b, lambda a, b: F(499999, 10**6) * (a**2 + b**2)),
            less(V, lambda a, b: a * b, lambda a, b: (a**2 + b**2) / 2),
            at_most(V, lambda r, s: (r + s) ** 2, lambda r, s: 2 * r**2 + F(199, 100) * s**2),
        ),
    ),
    "decide, branches": (
        "decide",
        at_most(V, lambda r: min(1, abs(r)), 1),
        (
            at_most(V, lambda r: 2 if r == 7 else 1, 1),
            at_most(V, lambda r, s: 2 if r < s < r + F(1, 10**9) else 1, 1),
            at_most(V, lambda r: max(min(r, 1), -abs(r)), F(999, 1000)),
        ),
    ),
    "decide, whole numbers": (
        "decide",
        at_least(V, lambda T: T**2, lambda T: T),
        (
            at_least(V, lambda T: (T - 2) ** 2, lambda T: F(1, 4)),
            at_most(V, lambda T: (2 * T - 5) ** 2, lambda T: T),
            at_least(V, lambda n: n * (n - 1), F(1, 2)),
        ),
    ),
    "decide, roots": (
        "decide",
        at_most(V, lambda a, b: math.sqrt(a * b), lambda a, b: (a + b) / 2),
        (
            at_most(V, lambda a, b: math.sqrt(a * b), lambda a, b: F(999, 2000) * (a + b)),
            at_most(V, lambda x: math.sqrt(x), lambda x: x),
            at_least(V, lambda r: math.sqrt(r**2), lambda r: r + F(1, 10**9)),
            equal(V, lambda r: math.sqrt(r**2), lambda r: r),
        ),
    ),
    "decide, exp and log": (
        "decide",
        at_least(V, lambda r: math.exp(r), lambda r: 1 + r),
        (
            at_least(V, lambda r: math.exp(r), lambda r: 1 + F(1001, 1000) * r),
            at_most(V, lambda a: math.log(a), lambda a: a - F(1001, 1000)),
            at_most(V, lambda y: math.exp(y), lambda y: 1 + F(17, 10) * y),
        ),
    ),
    "boxes, just beyond the box": (
        "boxes",
        at_most(V, lambda y: y * (1 - y), F(1, 4)),
        (
            at_most(V, lambda wide: wide * (wide - 1), 0),
            at_most(V, lambda x: x * (x - 1), 0),
            at_most(V, lambda y: y * (1 - y), F(249999, 10**6)),
        ),
    ),
    "boxes, where the sides meet": (
        "boxes",
        at_most(V, lambda y: math.sin(y), lambda y: y),
        (
            at_most(V, lambda p: math.sin(p), lambda p: p),
            less(V, lambda y: math.sin(y), lambda y: y),
            at_most(V, lambda y: math.exp(y) - 1, lambda y: y + y**2 / 2),
            at_most(V, lambda y: math.sin(y), lambda y: y - y**3 / F(61, 10)),
        ),
    ),
    "boxes, exact fractions": (
        "boxes",
        less(V, lambda half: half / 2, lambda half: half),
        (
            less(V, lambda y: y / 2, lambda y: y),
            at_most(V, lambda half: half, lambda half: half * (1 - F(1, 10**30))),
        ),
    ),
    "boxes, powers": (
        "boxes",
        at_most(V, lambda y: 2**y, lambda y: 1 + y),
        (
            at_most(V, lambda y: 2**y, lambda y: F(199, 100)),
            at_most(V, lambda y: 2**y, lambda y: 1 + F(99, 100) * y),
            at_least(V, lambda y: 2**y, lambda y: 1 + F(7, 10) * y),
        ),
    ),
    "induct, from 0 on": (
        "induct",
        at_least(V, lambda x, n: (1 + x) ** n, lambda x, n: 1 + n * x),
        (
            at_least(V, lambda r, n: (1 + r) ** n, lambda r, n: 1 + n * r),
            at_least(V, lambda x, n: (1 + x) ** n, lambda x, n: 1 + (n + F(1, 100)) * x),
            less(V, lambda x, n: 1 + n * x, lambda x, n: (1 + x) ** n),
            at_least(V, lambda q, n: (1 + q) ** n, lambda q, n: 1 + n * q),
        ),
    ),
    "induct, sums": (
        "induct",
        equal(V, total(V.k, 1, V.T, V.k), V.T * (V.T + 1) / 2),
        (
            equal(V, total(V.k, 1, V.T, V.k), V.T**2 - V.T / 2 + F(1, 2)),
            equal(V, total(V.k, 0, V.T, V.k + 1), V.T * (V.T + 1) / 2),
            at_most(V, total(V.k, 1, V.T, V.k**2), V.T**3 / 3 + V.T**2 / 2 + V.T / 7),
            equal(V, total(V.k, 1, V.n, V.k), V.n * (V.n + 1) / 2 + (V.n - 1) * 0 + 1),
        ),
    ),
    "induct, a step that holds without its base": (
        "induct",
        at_most(V, lambda T: T, lambda T: 2**T),
        (
            at_most(V, lambda T: T + F(3, 2), lambda T: 2**T),
            at_most(V, lambda n: n + 1, lambda n: 2**n * F(99, 100)),
            equal(V, total(V.k, 1, V.T, 2 * V.k), V.T * (V.T + 1) + 1),
        ),
    ),
    "induct, hypotheses on the index": (
        "induct",
        at_most(V, lambda T: T**2, lambda T: 4**T),
        (
            at_most(V, lambda T: 2 * T**2, lambda T: 2**T, where=["T >= 6"]),
            at_most(V, lambda T: 2**T, 8, where=["T <= 4"]),
            at_most(V, lambda T: 2**T, lambda T: 7 * T, where=["T != 6", "T != 7"]),
        ),
    ),
    "reduce, a sign": (
        "reduce",
        equal(V, lambda r, s: (r + s) * (r - s), lambda r, s: r**2 - s**2),
        (
            equal(V, lambda r, s: (r + s) * (r - s), lambda r, s: r**2 + s**2),
            equal(V, lambda r, s: (r + s) ** 2, lambda r, s: r**2 + s**2),
            equal(V, lambda r: r + F(1, 10**40), lambda r: r),
        ),
    ),
    "reduce, signs of symbols": (
        "reduce",
        equal(V, lambda a: math.sqrt(a**2), lambda a: a),
        (
            equal(V, lambda r: math.sqrt(r**2), lambda r: r),
            equal(V, lambda r: abs(r), lambda r: r),
            equal(V, lambda wide: math.sqrt(wide**2), lambda wide: wide),
            equal(
                V,
                lambda r: math.log(r**2),
                lambda r: (
                    2 * math.log(abs(r)) + (r == 0) * 0 if False else 2 * math.log(1 + abs(r))
                ),
            ),
        ),
    ),
    "reduce, branches": (
        "reduce",
        equal(V, lambda r: max(r, 0) - max(-r, 0), lambda r: r),
        (
            equal(V, lambda r: max(r, 0) - max(-r, 0), lambda r: abs(r)),
            equal(V, lambda r: 5 if r == 0 else r, lambda r: r),
            equal(V, lambda r: r / r, 1),
            equal(V, lambda n: n**0 * 1 if False else 0**n, 0),
        ),
    ),
    "reduce, sums": (
        "reduce",
        equal(V, total(V.k, 1, V.T, V.k + 1), total(V.k, 1, V.T, V.k) + V.T),
        (
            equal(V, total(V.k, 0, V.T, V.k + 1), total(V.k, 1, V.T, V.k) + V.T),
            equal(V, total(V.k, 1, V.n - 1, V.k) + V.n, total(V.k, 1, V.n, V.k) + 1),
            equal(V, total(V.k, 1, V.T, V.y**V.k), (1 - V.y ** (V.T + 1)) / (1 - V.y)),
        ),
    ),
    "reduce, matrices": (
        "reduce",
        equal(V, inverse(V.A @ V.B), inverse(V.B) @ inverse(V.A)),
        (
            equal(V, inverse(V.A @ V.B), inverse(V.A) @ inverse(V.B)),
            equal(V, V.A @ V.B, V.B @ V.A),
            equal(V, (V.A @ V.B).T, V.A.T @ V.B.T),
            equal(V, V.A.T, V.A),
            equal(V, V.S @ V.A, (V.S @ V.A).T),
            equal(V, dot(V.A @ V.X, V.Y), dot(V.X, V.A @ V.Y)),
            equal(V, norm(V.A @ V.X), norm(V.X)),
            equal(V, inverse(V.A + V.B), inverse(V.A) + inverse(V.B)),
        ),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_method_proves_what_it_covers(name: str) -> None:
    prover, covered, _ = PAIRS[name]
    statement = covered.but(
        by={"boxes": Boxes(), "decide": Decide()}.get(prover, PROVERS[prover]())
    ).build()
    assert isinstance(prove(statement, QUICK), Proof)


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("name", PAIRS)
def test_no_method_proves_what_lies_just_outside(name: str, prover: str) -> None:
    for number, outside in enumerate(PAIRS[name][2]):
        assert not proves(outside, prover), number


# derive: every link is checked, and the last one is the statement.
YOUNG = at_most(V, lambda r, s: r * s, lambda r, s: (r**2 + s**2) / 2)


def derives(draft: Draft, *links: Any) -> bool:
    """Whether a derivation goes through."""
    statement = draft.but(by=Derive(links)).build()
    return isinstance(prove(statement, QUICK), Proof)


def test_derive_refuses_what_its_links_do_not_give() -> None:
    r, s, a = V.r, V.s, V.a
    instance = {"r": r, "s": 2 * s}
    good = at_most(V, r * (2 * s), (r**2 + (2 * s) ** 2) / 2)
    assert derives(good, substitute(YOUNG, instance))
    assert not derives(at_most(V, r * (2 * s), (r**2 + 3 * s**2) / 2), substitute(YOUNG, instance))
    assert not derives(at_most(V, r * s, (r**2 + s**2) / 3), substitute(YOUNG, {"r": r, "s": s}))
    # A lemma that is false gives nothing, and one for positive numbers nothing for others.
    false = at_most(V, lambda r, s: r * s, lambda r, s: (r**2 + s**2) / 3)
    assert not derives(at_most(V, r * s, (r**2 + s**2) / 3), substitute(false, {"r": r, "s": s}))
    means = at_most(V, lambda a, b: 2 * a, lambda a, b: 2 * a + b)
    assert not derives(at_most(V, 2 * a, 2 * a + r), substitute(means, {"a": a, "b": r}))
    # A chain with a gap, a wrong direction, a step that is false.
    assert not derives(at_most(V, r, r + 2), chain(shown(r <= r + 1), shown(r + F(3, 2) <= r + 2)))
    assert not derives(at_most(V, r + 1, r), chain(shown(r <= r + 1)))
    assert not derives(at_most(V, r**2, r), chain(shown(r**2 <= r)))
    # A hypothesis that the statement does not have.
    assert not derives(at_most(V, r, 1), given(r <= 1))
    assert derives(at_most(V, r, 1, where=[r <= 1]), given(r <= 1))


def test_a_step_in_words_is_argued_and_never_more() -> None:
    half = external("half", lambda y: 0.5, V.y)
    spoken = at_most(V, half, 1).but(by=Derive((words("as everybody knows", half <= 1),)))
    assert judged(spoken).verdict == "argued"
    false = at_most(V, half, F(1, 3)).but(by=Derive((words("clearly", half <= F(1, 3)),)))
    assert judged(false).verdict == "refuted"
    clear = at_most(V, V.x**2, V.x).but(by=Derive((words("clearly", V.x**2 <= V.x),)))
    assert judged(clear).verdict == "refuted"


# The search alone.
def test_a_search_alone_supports_and_says_how_it_looked() -> None:
    def bump(y: Any, z: Any) -> Any:
        return max(1, 1 + F(1, 1000) - 10 * max(abs(y - F(41, 100)), abs(z - F(57, 100))))

    class Nothing:
        name = "nothing"

        def prove(self, goal: Any, context: Any) -> None:
            return None

    held = examine(at_most(V, lambda y, z: y * z, 1, by=Nothing()).build(), QUICK)
    assert held.outcome is Outcome.HOLDS
    assert held.sampled
    assert "cells a side" in held.text
    for prover in (Nothing(), Boxes(), Decide(), None):
        found = examine(at_most(V, bump, 1, by=prover).build(), QUICK)
        assert found.outcome is Outcome.FAILS, prover


def test_a_prover_alone_does_not_prove_what_it_cannot_evaluate() -> None:
    half = external("half", lambda y: F(1, 2), V.y)
    for prover in PROVERS:
        assert not proves(at_most(V, half, F(49, 100)), prover)
    assert not proves(at_most(V, external("half", lambda bit: 0.5, V.bit), 1), "enumerate")
    assert Enumerate(limit=5).prove(_goal(at_most(V, lambda six: six, 6)), QUICK) is None


def _goal(draft: Draft) -> Any:
    from verify.language.says import Compare, Goal

    s = draft.build()
    assert isinstance(s.assertion, Compare)
    return Goal(s.symbols, s.where, Node("le", (s.assertion.left, s.assertion.right)))
