"""Proofs that are told with what the checker knows of its own: values that exist, and norms."""

import itertools
import math
import random
from typing import Any

import pytest

from verify.checker.documents import answer
from verify.formula.evaluate import FLOATS, evaluate
from verify.judgement.checked import statement_text
from verify.judgement.examine import prove
from verify.language import (
    dot,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    positive,
    says,
    sequence,
    vector,
)
from verify.methods import gram
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level

V = notation(
    c=positive("c", unit="1"),
    d=natural("d", unit="1"),
    m=positive("m", unit="1"),
    p=nonnegative("p", unit="1"),
    q=nonnegative("q", unit="1"),
    r=positive("r", unit="1"),
    s=nonnegative("s", unit="1"),
    x=vector("d", "x", unit="1"),
    y=vector("d", "y", unit="1"),
)
DECIDED = {
    "a root that is divided by": says(
        V.m / (V.q + V.p).sqrt() < V.m / V.q.sqrt(), given=[V.m**2 <= V.q, number(0) < V.p]
    ),
    "a triangle": says(1 / (V.m + norm(V.y)) <= 1 / (V.m + norm(V.x) - V.s)).but(
        given=[norm(V.y - V.x) <= V.s, V.s < V.m]
    ),
    "Cauchy and Schwarz": says(
        dot(V.x, V.y - V.x) <= norm(V.x) ** 2, given=[norm(V.y - V.x) <= norm(V.x)]
    ),
    "two cases": says(
        V.c * V.q**2 / ((V.r + V.c) ** 2 - V.q**2) * (1 - V.m**2 / V.r**2)
        <= V.c * V.q**2 / ((V.m + V.c) ** 2 - V.q**2),
        given=[V.q <= V.m, V.q <= V.r],
    ),
}


@pytest.mark.parametrize("name", DECIDED)
def test_what_z3_decides_is_told_with_what_is_known_beside(name: str) -> None:
    statement = DECIDED[name].build()
    proof = prove(statement, Context("quick"))
    assert isinstance(proof, Proof)
    assert proof.level is Level.EXACT
    assert proof.how is not None
    assert answer({"statement": statement_text(statement), **proof.how}).word == "accepted"


def test_the_bounds_of_norms_are_true() -> None:
    statement = says(norm(V.s * V.x + V.y) + norm(V.x - V.y) <= norm(V.x) + dot(V.x, V.y)).build()
    (goal,) = gram.lowered(statement)
    rng, found = random.Random(7), gram.bounds(statement)
    assert len(found) == 2 + 2 * (3 + 4)
    for _ in range(200):
        s = abs(rng.gauss(0, 1))
        x, y = ([rng.gauss(0, 1) * rng.choice((0, 1, 5)) for _ in range(3)] for _ in range(2))
        point = {"s": s} | _numbers(s, x, y)
        assert {symbol.name for symbol in goal.symbols} == {"d", *point}
        for condition in found:
            left, right = (evaluate(side, point, FLOATS) for side in condition.args)
            assert left <= right + 1e-9 * (1 + abs(right)), condition


def _numbers(s: float, x: list[float], y: list[float]) -> dict[str, Any]:
    """The norms and inner products of a point, by the names of the lowered goal."""
    inner = {
        (a, b): math.fsum(u * v for u, v in zip(p, q, strict=True))
        for (a, p), (b, q) in itertools.product((("x", x), ("y", y)), repeat=2)
    }
    sums = (
        [s * u + v for u, v in zip(x, y, strict=True)],
        [u - v for u, v in zip(x, y, strict=True)],
    )
    return {
        "|x|": math.sqrt(inner["x", "x"]),
        "|y|": math.sqrt(inner["y", "y"]),
        "x.y": inner["x", "y"],
    } | {f"|#{k}|": math.hypot(*w) for k, w in enumerate(sums, 1)}


def test_a_proof_tells_the_parts_of_its_statement_alone() -> None:
    # That the places exist are goals of the engine behind them; the checker asks by itself.
    letters = notation(n=natural("n", unit="1"), g=sequence("n", "g", unit="1"))
    g, n = letters.g, letters.n
    statement = says(g[1] <= g[1] + g[n] ** 2, forall="n g").build()
    proof = prove(statement, Context("quick"))
    assert isinstance(proof, Proof)
    assert proof.how is not None
    assert len(gram.lowered(statement)) > gram.parts(statement) == len(proof.how["goals"]) == 1
    assert answer({"statement": statement_text(statement), **proof.how}).word == "accepted"
