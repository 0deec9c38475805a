"""Substitutions and signs: what they must show, and statements just outside of what they cover."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from verification.notation import V as SHARED
from verification.notation import goal

from verify.formula.evaluate import Undefined, truth
from verify.language import Draft, between, natural, number, real, says
from verify.language.symbols import satisfied
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.decompose import Decompose
from verify.methods.evidence import Level

F = Fraction
V = SHARED.extended(
    x=real(unit="1"),
    y=real(unit="1"),
    momentum=between(0, 1, unit="1", ends="[)"),
    k=natural(least=2),
)
a, b, k, momentum, n, q, u, x, y = V.a, V.b, V.k, V.momentum, V.n, V.q, V.u, V.x, V.y


def proved(draft: Draft, **options: Any) -> Proof | None:
    found = Decompose(**options).prove(goal(draft), Context())
    assert found is None or isinstance(found, Proof)
    return found


def violation(draft: Draft, tries: int = 4000) -> Mapping[str, Any] | None:
    """A random or corner point at which a statement is false, exactly."""
    g, rng = goal(draft), np.random.default_rng(1)
    for i in range(tries):
        point: dict[str, Any] = {}
        for s in g.symbols:
            corners = s.kind.corners(point)
            at_corner = i % 2 == 0
            point[s.name] = (
                corners[int(rng.integers(len(corners)))]
                if at_corner
                else s.kind.draw(rng, {}, None)
            )
        try:
            if satisfied(g.symbols, g.given, point) and not truth(g.prove, point):
                return point
        except Undefined:
            continue
    return None


TRUE = {
    "a square": says(2 * x * y <= x**2 + y**2),
    "a set": says(u * q <= u),
    "an end of a set": says(2 / n <= 2),
    "a later start": says(k / (k - 1) <= 2),
    "a hypothesis": says(a / b <= 1, given=["a <= b"]),
    "a product below a bound": says(a * u / 2 <= a * u - b * a**2 * u / 2, given=["a*b <= 1"]),
    "an open end": says(momentum / (1 + momentum) < F(1, 2)),
    "momentum": says(number(1) <= (1 + momentum) / (1 - momentum)),
    "a root": says(V.of(lambda a, b: (a * b).sqrt()) <= (a + b) / 2),
    "a maximum": says(V.of(lambda a, b: max(a, b)) <= a + b),
    "an absolute value": says(abs(x + y) <= abs(x) + abs(y)),
    "a quadratic form": says(x**2 + x * y + y**2 >= 0),
}
# Each differs from its namesake in a constant, a relation or a set, and is false.
FALSE = {
    "a square": says(3 * x * y <= x**2 + y**2),
    "a set": says(u * a <= u),
    "an end of a set": says(2 / n <= F(199, 100)),
    "a later start": says(k / (k - 1) <= F(199, 100)),
    "a hypothesis": says(a / b <= 1, given=["a <= 2*b"]),
    "a product below a bound": says(a * u / 2 <= a * u - b * a**2 * u / 2, given=["a*b <= 2"]),
    "an open end": says(q / (1 + q) < F(1, 2)),
    "momentum": says(number(1) < (1 + momentum) / (1 - momentum)),
    "a root": says(V.of(lambda a, b: (a * b).sqrt()) <= (a + b) / 3),
    "a maximum": says(V.of(lambda x, y: max(x, y)) <= x + y),
    "an absolute value": says(abs(x) + abs(y) <= abs(x + y)),
    "a quadratic form": says(x**2 + 3 * x * y + y**2 >= 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_shown(name: str) -> None:
    found = proved(TRUE[name])
    assert found is not None
    assert found.level in (Level.EXACT, Level.CERTIFIED)
    assert found.fixed == {}


@pytest.mark.parametrize("name", FALSE)
def test_its_false_neighbour_is_not(name: str) -> None:
    assert violation(FALSE[name]) is not None
    assert proved(FALSE[name]) is None


def test_the_proof_names_its_substitutions() -> None:
    found = proved(TRUE["a later start"])
    assert found is not None
    assert "k = " in found.text


def test_equations_and_long_searches_are_left_alone() -> None:
    assert proved(says((x + 1) ** 2 == x**2 + 2 * x + 1)) is None
    assert proved(TRUE["a product below a bound"], limit=0) is None


def test_random_quadratics_are_shown_only_where_they_hold() -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        p, r, s = (F(int(rng.integers(-4, 5)), 2) for _ in range(3))
        draft = says(V.x**2 * p + V.x * V.y * r + V.y**2 * s >= 0)
        holds = p >= 0 and s >= 0 and 4 * p * s >= r**2
        assert (proved(draft) is not None) <= holds
