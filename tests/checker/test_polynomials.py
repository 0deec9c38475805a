"""Polynomials of the second checker, beside their values at points."""

import random
from fractions import Fraction

import pytest

from verify.checker.polynomials import (
    MOST_ATOMS,
    MOST_POWER,
    UNITS,
    Poly,
    Ratio,
    Ring,
    atom_of,
    coefficient,
    content,
    degree,
    powers_of,
    quotient,
    share,
)
from verify.checker.text import Refused, Spent, Work

ATOMS = (0, 1, MOST_ATOMS - 1)


def _value(p: Poly, point: dict[int, Fraction]) -> Fraction:
    total = Fraction(0)
    for monomial, c in p.items():
        term = Fraction(c)
        for atom, power in powers_of(monomial):
            term *= point[atom] ** power
        total += term
    return total


def _drawn(rng: random.Random) -> Poly:
    monomials = [sum(rng.randrange(4) * UNITS[atom] for atom in ATOMS) for _ in range(4)]
    return {m: share(rng.choice((-3, -1, 2, 5)), rng.choice((1, 1, 2, 3))) for m in monomials}


def test_arithmetic_is_exact_and_agrees_with_the_values_at_points() -> None:
    rng, ring = random.Random(7), Ring(Work())
    for _ in range(200):
        p, q = _drawn(rng), _drawn(rng)
        point = {atom: Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for atom in ATOMS}
        product, total = ring.times(p, q), ring.plus(p, q)
        assert _value(product, point) == _value(p, point) * _value(q, point)
        assert _value(total, point) == _value(p, point) + _value(q, point)
        assert ring.divided(product, q) == p
        rest = ring.divided(ring.plus(product, {0: 1}), q)
        assert rest is None or not any(q)  # only a number divides q p + 1
        shared, other = content(p)
        assert ring.times({shared: 1}, other) == p
        for atom in ATOMS:
            parts = [coefficient(p, atom, k) for k in range(degree(p, atom) + 1)]
            back = [ring.times(part, atom_of(atom, k)) for k, part in enumerate(parts)]
            assert ring.plus(*back) == p
        numbers = [c for made in (p, product, total) for c in made.values()]
        assert {type(c) for c in numbers} <= {int, Fraction}


def test_quotients_agree_with_the_values_at_points() -> None:
    rng, ring = random.Random(8), Ring(Work(10**7))
    for _ in range(60):
        p, q = _drawn(rng), _drawn(rng)
        point = {atom: Fraction(rng.randint(1, 99), rng.randint(1, 99)) for atom in ATOMS}
        if not _value(q, point):
            continue
        made = ring.add(ring.multiply(Ratio(p), ring.inverse(Ratio(q))), Ratio(q))
        below = Fraction(1)
        for key, power in made.below:
            below *= _value(dict(key), point) ** power
        expected = _value(p, point) / _value(q, point) + _value(q, point)
        assert _value(made.top, point) / below == expected


def test_a_power_never_runs_into_that_of_the_next_atom() -> None:
    ring = Ring(Work())
    high = atom_of(1, MOST_POWER)
    with pytest.raises(Refused, match="too high"):
        atom_of(1, MOST_POWER + 1)
    with pytest.raises(Refused, match="too high"):
        ring.times(high, atom_of(1))
    (monomial,) = high
    assert powers_of(monomial) == ((1, MOST_POWER),)
    assert quotient(UNITS[0], UNITS[1]) is None  # nor is one borrowed from it
    assert quotient(monomial, UNITS[1]) == (MOST_POWER - 1) * UNITS[1]
    assert quotient(0, UNITS[MOST_ATOMS - 1]) is None


def test_a_division_that_would_need_too_high_a_power_is_refused() -> None:
    ring = Ring(Work())
    p: Poly = {UNITS[0] + MOST_POWER * UNITS[1]: 1, 0: 1}
    q: Poly = {UNITS[0]: 1, UNITS[1]: 1, 0: 1}
    with pytest.raises(Refused, match="too high"):
        ring.divided(p, q)


def test_a_product_costs_the_words_of_its_numbers() -> None:
    short, long = ({k * UNITS[0]: c + k for k in range(20)} for c in (1, 10**400))
    Ring(Work(1_000)).times(short, short)
    with pytest.raises(Spent):
        Ring(Work(100_000)).times(long, long)
