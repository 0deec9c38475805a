"""Certificates by multipliers: that they multiply out, what refuses them, and what has none."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from verification.methods.multipliers_statements import PROVED, V
from verification.notation import goal
from verification.statements import drafts

from verify.checker.goals import show
from verify.checker.text import Refused, conjuncts, read, symbol
from verify.checker.values import Goal as Told
from verify.judgement.checked import goal_text
from verify.language import Draft, says
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.multipliers import LONG, Multipliers
from verify.methods.reals.branches import paths
from verify.methods.reals.charts import Condition
from verify.methods.reals.multipliers import QUICK, Certificate, Effort, Product, Work, refuted
from verify.methods.reals.negation import known
from verify.methods.reals.polynomials import Ring

F = Fraction
TRUE = drafts(PROVED)


def proof(draft: Draft) -> Proof:
    found = Multipliers().prove(goal(draft), Context())
    assert isinstance(found, Proof)
    return found


def certificates(draft: Draft, effort: Effort = LONG) -> list[tuple[Ring, Certificate | None]]:
    """The certificates of a goal without asking z3 first."""
    found = []
    for path in paths(goal(draft)):
        here, negations = known(path)
        for negation in negations:
            conditions = (negation, *here.conditions)
            one = refuted(here.ring, here.signs, conditions, effort, Work())
            found.append((here.ring, one))
    return found


def read_by_the_checker(draft: Draft) -> None:
    g, how = goal(draft), proof(draft).how
    said = goal_text(g.symbols, g.given, g.prove)
    given = tuple(part for text in said["given"] for part in conjuncts(read(text)))
    show(Told(tuple(map(symbol, said["symbols"])), given, read(said["prove"])), how)


@pytest.mark.parametrize("name", TRUE)
def test_a_certificate_is_accepted_by_the_checker(name: str) -> None:
    read_by_the_checker(TRUE[name])


@pytest.mark.parametrize("name", TRUE)
def test_a_certificate_multiplies_out_and_no_longer_where_a_number_changes(name: str) -> None:
    for ring, found in certificates(TRUE[name]):
        assert found is not None
        assert found.holds(ring)
        first, *others = found.products
        more = replace(found, products=(replace(first, times=first.times + 1), *others))
        assert more.holds(ring) == first_is_zero(ring, first)
        turned = replace(found, products=(replace(first, times=-first.times), *others))
        assert not turned.holds(ring)


def first_is_zero(ring: Ring, product: Product) -> bool:
    """Whether a product is zero as a polynomial, so that its number does not matter."""
    return bool(Certificate((product,), ()).total(ring).is_zero())


def test_a_sum_without_a_positive_term_refutes_nothing() -> None:
    ring = Ring(("t",))
    t = ring.gens["t"]
    above, below = Condition("ge", t, None), Condition("ge", -t, None)
    products = tuple(Product(F(1), {c: 1}, None) for c in (above, below))
    assert not Certificate(products, ()).holds(ring)
    strict = Product(F(1), {Condition("gt", t, None): 1}, None)
    assert Certificate((strict, products[1]), ()).holds(ring)
    squared = replace(strict, square=ring.one * 0)
    assert not Certificate((squared,), ()).holds(ring)


def test_an_inequality_is_no_equation() -> None:
    ring = Ring(("t",))
    t = ring.gens["t"]
    strict = Product(F(1), {Condition("gt", t, None): 1}, None)
    equation, bound = Condition("eq", t, None), Condition("ge", t, None)
    assert Certificate((strict,), ((equation, -ring.one),)).holds(ring)
    assert not Certificate((strict,), ((bound, -ring.one),)).holds(ring)
    assert not Certificate((replace(strict, conditions={equation: 1}),), ()).holds(ring)


def test_random_false_statements_have_no_certificate() -> None:
    rng = np.random.default_rng(26)
    left = 300
    while left:
        effort = LONG if left % 60 == 0 else QUICK
        numbers = [F(int(c), 2) for c in rng.integers(-4, 5, size=6)]
        draft, value = _random(numbers, int(rng.integers(0, 3)))
        points = rng.integers(0, 9, size=(60, 2))
        if not any(value(F(int(x), 8), F(int(y), 8)) < 0 for x, y in points):
            continue
        left -= 1
        assert not all(one for _, one in certificates(draft, effort)), numbers


def _random(
    numbers: list[Fraction], kind: int
) -> tuple[Draft, Callable[[Fraction, Fraction], Fraction]]:
    """A polynomial that may be negative on a set, and its value there (0 elsewhere)."""
    p, q, r, s, t, u = numbers
    inside: Callable[[Fraction, Fraction], bool] = (
        lambda y, z: True,
        lambda y, z: y <= z,
        lambda y, z: y * z <= F(1, 2),
    )[kind]

    def form(y: Fraction, z: Fraction) -> Fraction:
        return p * y**3 + q * y * z + r * z**2 + s * y + t * z + u

    given = ([], [V.y <= V.z], [V.y * V.z <= F(1, 2)])[kind]
    y, z = V.y, V.z
    said = says(y**3 * p + y * z * q + z**2 * r + y * s + z * t + u >= 0, given=given)
    return said, lambda y, z: form(y, z) if inside(y, z) else F(0)


@pytest.mark.parametrize("contact", [F(1, 3), F(22, 7), F(10**6 + 1, 10**6)])
def test_a_contact_is_met_exactly(contact: Fraction) -> None:
    square = (V.r - contact) ** 2 * (V.s**2 + 1)
    assert all(one for _, one in certificates(says(square >= 0)))
    assert not all(one for _, one in certificates(says(square > 0)))
    assert not all(one for _, one in certificates(says(square >= F(1, 10**12))))


def test_a_changed_number_is_refused_by_the_checker() -> None:
    g = goal(TRUE["nesbitt"])
    how = proof(TRUE["nesbitt"]).how
    assert how is not None
    first, *others = how["terms"]
    changed = {**how, "terms": [{**first, "c": str(F(first["c"]) + 1)}, *others]}
    said = goal_text(g.symbols, g.given, g.prove)
    with pytest.raises(Refused):
        show(Told(tuple(map(symbol, said["symbols"])), (), read(said["prove"])), changed)
