"""For each method: what it covers it proves, and a statement just outside of that it refuses.

The provers are asked alone, without the search that would find a counterexample first.
"""

import math
from fractions import Fraction
from typing import Any

import pytest
from sound import PROVERS, QUICK, judged, proves
from verification.notation import V as SHARED

from verify.judgement.examine import examine, prove
from verify.language import (
    Draft,
    between,
    dot,
    external,
    inverse,
    matrix,
    natural,
    nonnegative,
    norm,
    one_of,
    says,
    total,
)
from verify.language.statement import Goal
from verify.methods.base import Proof
from verify.methods.boxes import Boxes
from verify.methods.decide import Decide
from verify.methods.derive import Derive, chain, given, shown, substitute, words
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Outcome

F = Fraction
V = SHARED.extended(
    x=nonnegative(unit="1", search=(0, 1)),
    wide=between(F(-1, 1000), 1, unit="1"),
    n=natural(least=0),
    six=natural(least=1, most=6),
    seven=natural(least=1, most=7),
    bit=one_of([0, 1], unit="1"),
    trit=one_of([0, 1, 2], unit="1"),
    p=between(-1, 1, unit="1"),
    q=between(F(-1001, 1000), 1, unit="1"),
    A=matrix("d", unit="1", shape="invertible"),
    B=matrix("d", unit="1", shape="invertible"),
    S=matrix("d", unit="1", shape="symmetric"),
)
L, T, alpha, b, bit, n, p, q, seven = V.L, V.T, V.alpha, V.b, V.bit, V.n, V.p, V.q, V.seven
six, trit, wide, x = V.six, V.trit, V.wide, V.x
# By method: what it proves, then statements just outside.
PAIRS: dict[str, tuple[Draft, ...]] = {
    "enumerate, one value more": (says(six**2 <= 36), says(seven**2 <= 36), says(T**2 <= 36)),
    "enumerate, one symbol more": (says(bit <= 1), says(trit <= 1), says(V.y + bit <= 1)),
    "enumerate, irrational values": (
        says(six.exp() >= F(271, 100) * six),
        says(six.exp() >= F(2719, 1000) * six),
        says(six.sqrt() ** 2 < six),
        says(six.exp().log() < six),
    ),
    "enumerate, a value that is missing": (
        says(1 / six <= 1),
        says(trit / trit <= 1),
        says(trit.log() >= -1),
        says((six - 2).sqrt() <= 2),
    ),
    "decompose, a negative term": (
        says((V.a + b) ** 2 - 4 * V.a * b >= 0),
        says((V.a + b) ** 2 - F(401, 100) * V.a * b >= 0),
        says((V.a + V.r) ** 3 >= 0),
        says(wide >= 0),
    ),
    "decompose, a hypothesis": (
        says(alpha * L <= 1, given=["alpha*L <= 1"]),
        says(alpha * L <= 1, given=["alpha*L <= 1 + 1/1000000"]),
        says(alpha * L <= F(999999, 10**6), given=["alpha*L <= 1"]),
        says(alpha * L < 1, given=["alpha*L <= 1"]),
    ),
    "decide, the last digit": (
        says(V.a * b <= (V.a**2 + b**2) / 2),
        says(V.a * b <= F(499999, 10**6) * (V.a**2 + b**2)),
        says(V.a * b < (V.a**2 + b**2) / 2),
        says((V.r + V.s) ** 2 <= 2 * V.r**2 + F(199, 100) * V.s**2),
    ),
    "decide, branches": (
        says(V.of(lambda r: min(1, abs(r))) <= 1),
        says(V.of(lambda r: 2 if r == 7 else 1) <= 1),
        says(V.of(lambda r, s: 2 if r < s < r + F(1, 10**9) else 1) <= 1),
        says(V.of(lambda r: max(min(r, 1), -abs(r))) <= F(999, 1000)),
    ),
    "decide, whole numbers": (
        says(T**2 >= T),
        says((T - 2) ** 2 >= V.of(lambda T: F(1, 4))),
        says((2 * T - 5) ** 2 <= T),
        says(n * (n - 1) >= F(1, 2)),
    ),
    "decide, roots": (
        says((V.a * b).sqrt() <= (V.a + b) / 2),
        says((V.a * b).sqrt() <= F(999, 2000) * (V.a + b)),
        says(x.sqrt() <= x),
        says((V.r**2).sqrt() >= V.r + F(1, 10**9)),
        says((V.r**2).sqrt() == V.r),
    ),
    "decide, exp and log": (
        says(V.r.exp() >= 1 + V.r),
        says(V.r.exp() >= 1 + F(1001, 1000) * V.r),
        says(V.a.log() <= V.a - F(1001, 1000)),
        says(V.y.exp() <= 1 + F(17, 10) * V.y),
    ),
    "boxes, just beyond the box": (
        says(V.y * (1 - V.y) <= F(1, 4)),
        says(wide * (wide - 1) <= 0),
        says(x * (x - 1) <= 0),
        says(V.y * (1 - V.y) <= F(249999, 10**6)),
    ),
    "boxes, where the sides meet": (
        says(V.y.sin() <= V.y),
        says(p.sin() <= p),
        says(V.y.sin() < V.y),
        says(V.y.exp() - 1 <= V.y + V.y**2 / 2),
        says(V.y.sin() <= V.y - V.y**3 / F(61, 10)),
    ),
    "boxes, exact fractions": (
        says(V.half / 2 < V.half),
        says(V.y / 2 < V.y),
        says(V.half <= V.half * (1 - F(1, 10**30))),
    ),
    "boxes, powers": (
        says(2**V.y <= 1 + V.y),
        says(2**V.y <= V.of(lambda y: F(199, 100))),
        says(2**V.y <= 1 + F(99, 100) * V.y),
        says(2**V.y >= 1 + F(7, 10) * V.y),
    ),
    "induct, from 0 on": (
        says((1 + x) ** n >= 1 + n * x),
        says((1 + V.r) ** n >= 1 + n * V.r),
        says((1 + x) ** n >= 1 + (n + F(1, 100)) * x),
        says(1 + n * x < (1 + x) ** n),
        says((1 + q) ** n >= 1 + n * q),
    ),
    "induct, sums": (
        says(total(V.k, 1, V.T, V.k) == V.T * (V.T + 1) / 2),
        says(total(V.k, 1, V.T, V.k) == V.T**2 - V.T / 2 + F(1, 2)),
        says(total(V.k, 0, V.T, V.k + 1) == V.T * (V.T + 1) / 2),
        says(total(V.k, 1, V.T, V.k**2) <= V.T**3 / 3 + V.T**2 / 2 + V.T / 7),
        says(total(V.k, 1, V.n, V.k) == V.n * (V.n + 1) / 2 + (V.n - 1) * 0 + 1),
    ),
    "induct, a step that holds without its base": (
        says(T <= 2**T),
        says(T + F(3, 2) <= 2**T),
        says(n + 1 <= 2**n * F(99, 100)),
        says(total(V.k, 1, V.T, 2 * V.k) == V.T * (V.T + 1) + 1),
    ),
    "induct, hypotheses on the index": (
        says(T**2 <= 4**T),
        says(2 * T**2 <= 2**T, given=["T >= 6"]),
        says(2**T <= 8, given=["T <= 4"]),
        says(2**T <= 7 * T, given=["T != 6", "T != 7"]),
    ),
    "reduce, a sign": (
        says((V.r + V.s) * (V.r - V.s) == V.r**2 - V.s**2),
        says((V.r + V.s) * (V.r - V.s) == V.r**2 + V.s**2),
        says((V.r + V.s) ** 2 == V.r**2 + V.s**2),
        says(V.r + F(1, 10**40) == V.r),
    ),
    "reduce, signs of symbols": (
        says((V.a**2).sqrt() == V.a),
        says((V.r**2).sqrt() == V.r),
        says(abs(V.r) == V.r),
        says((wide**2).sqrt() == wide),
        says(
            (V.r**2).log()
            == V.of(
                lambda r: 2 * math.log(abs(r)) + (r == 0) * 0 if False else 2 * math.log(1 + abs(r))
            )
        ),
    ),
    "reduce, branches": (
        says(V.of(lambda r: max(r, 0) - max(-r, 0)) == V.r),
        says(V.of(lambda r: max(r, 0) - max(-r, 0)) == abs(V.r)),
        says(V.of(lambda r: 5 if r == 0 else r) == V.r),
        says(V.r / V.r == 1),
        says(V.of(lambda n: n**0 * 1 if False else 0**n) == 0),
    ),
    "reduce, sums": (
        says(total(V.k, 1, V.T, V.k + 1) == total(V.k, 1, V.T, V.k) + V.T),
        says(total(V.k, 0, V.T, V.k + 1) == total(V.k, 1, V.T, V.k) + V.T),
        says(total(V.k, 1, V.n - 1, V.k) + V.n == total(V.k, 1, V.n, V.k) + 1),
        says(total(V.k, 1, V.T, V.y**V.k) == (1 - V.y ** (V.T + 1)) / (1 - V.y)),
    ),
    "reduce, matrices": (
        says(inverse(V.A @ V.B) == inverse(V.B) @ inverse(V.A)),
        says(inverse(V.A @ V.B) == inverse(V.A) @ inverse(V.B)),
        says(V.A @ V.B == V.B @ V.A),
        says((V.A @ V.B).T == V.A.T @ V.B.T),
        says(V.A.T == V.A),
        says(V.S @ V.A == (V.S @ V.A).T),
        says(dot(V.A @ V.X, V.Y) == dot(V.X, V.A @ V.Y)),
        says(norm(V.A @ V.X) == norm(V.X)),
        says(inverse(V.A + V.B) == inverse(V.A) + inverse(V.B)),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_method_proves_what_it_covers(name: str) -> None:
    prover = name.partition(",")[0]
    by = {"boxes": Boxes(), "decide": Decide()}.get(prover, PROVERS[prover]())
    assert isinstance(prove(PAIRS[name][0].but(by=by).build(), QUICK), Proof)


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("name", PAIRS)
def test_no_method_proves_what_lies_just_outside(name: str, prover: str) -> None:
    for number, outside in enumerate(PAIRS[name][1:], 1):
        assert not proves(outside, prover), number


# derive, with the engine's own provers for the leaves: what is false gives nothing.
YOUNG = says(V.r * V.s <= (V.r**2 + V.s**2) / 2)
FALSE_YOUNG = says(V.r * V.s <= (V.r**2 + V.s**2) / 3)
SUM = says(2 * V.a <= 2 * V.a + b)
DOUBLED = substitute(YOUNG, {"r": V.r, "s": 2 * V.s})
# (whether it goes through, the statement, its links)
DERIVED: dict[str, tuple[bool, Draft, Any]] = {
    "an instance": (True, says(V.r * (2 * V.s) <= (V.r**2 + (2 * V.s) ** 2) / 2), DOUBLED),
    "another statement": (False, says(V.r * (2 * V.s) <= (V.r**2 + 3 * V.s**2) / 2), DOUBLED),
    "a false lemma": (False, FALSE_YOUNG, substitute(FALSE_YOUNG, {"r": V.r, "s": V.s})),
    "outside its set": (
        False,
        says(2 * V.a <= 2 * V.a + V.r),
        substitute(SUM, {"a": V.a, "b": V.r}),
    ),
    "a gap": (
        False,
        says(V.r <= V.r + 2),
        chain(shown(V.r <= V.r + 1), shown(V.r + F(3, 2) <= V.r + 2)),
    ),
    "a wrong direction": (False, says(V.r + 1 <= V.r), chain(shown(V.r <= V.r + 1))),
    "a false step": (False, says(V.r**2 <= V.r), chain(shown(V.r**2 <= V.r))),
    "no such hypothesis": (False, says(V.r <= 1), given(V.r <= 1)),
    "a hypothesis": (True, says(V.r <= 1, given=[V.r <= 1]), given(V.r <= 1)),
}


@pytest.mark.parametrize("name", DERIVED)
def test_derive_gives_what_its_links_give_and_no_more(name: str) -> None:
    through, draft, link = DERIVED[name]
    statement = draft.but(by=Derive((link,))).build()
    assert isinstance(prove(statement, QUICK), Proof) is through


def test_a_step_in_words_is_argued_and_never_more() -> None:
    half = external("half", lambda y: 0.5, V.y)
    verdicts = ((half <= 1, "argued"), (half <= F(1, 3), "refuted"), (x**2 <= x, "refuted"))
    for said, verdict in verdicts:
        assert judged(says(said).but(by=Derive((words("clearly", said),)))).verdict == verdict


# The search alone.
def test_a_search_alone_supports_and_says_how_it_looked() -> None:
    def bump(y: Any, z: Any) -> Any:
        return max(1, 1 + F(1, 1000) - 10 * max(abs(y - F(41, 100)), abs(z - F(57, 100))))

    class Nothing:
        name = "nothing"

        def prove(self, goal: Any, context: Any) -> None:
            return None

    held = examine(says(V.y * V.z <= 1, by=Nothing()).build(), QUICK)
    assert held.outcome is Outcome.HOLDS
    assert held.sampled
    assert "cells a side" in held.text
    for prover in (Nothing(), Boxes(), Decide(), None):
        found = examine(says(V.of(bump) <= 1, by=prover).build(), QUICK)
        assert found.outcome is Outcome.FAILS, prover


def test_a_prover_alone_does_not_prove_what_it_cannot_evaluate() -> None:
    half = external("half", lambda y: F(1, 2), V.y)
    for prover in PROVERS:
        assert not proves(says(half <= F(49, 100)), prover)
    assert not proves(says(external("half", lambda bit: 0.5, V.bit) <= 1), "enumerate")
    assert Enumerate(limit=5).prove(_goal(says(six <= 6)), QUICK) is None


def _goal(draft: Draft) -> Any:
    s = draft.build()
    return Goal(s.symbols, s.where, s.assertion.condition)
