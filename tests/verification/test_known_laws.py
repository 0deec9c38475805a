"""Laws that are known by their moments, against all their batches and against integrals."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

import numpy as np
import pytest

from dptheory import smoothing
from verify.formula.degree import degree
from verify.formula.evaluate import EXACT, FLOATS, Undecided, evaluate
from verify.formula.expression import Node, dot, expectation, lift, total
from verify.judgement.examine import examine
from verify.language import expectation as mean_of
from verify.language import natural, notation, number, of_kind, positive, says, vector
from verify.language.laws import (
    Batch,
    KnownLaw,
    Moments,
    by_poisson,
    gaussian_noise,
    laplace_noise,
    uniform_in_a_ball,
    with_replacement,
    without_replacement,
)
from verify.methods.context import Context
from verify.methods.evidence import Outcome
from verify.papers.lssgd.notation import SmoothingMatrix

F = Fraction
L, X = Node("symbol", (), "L"), Node("symbol", (), "X")


def value(law: KnownLaw, **point: Any) -> Moments:
    """What a search gives the law as its value, which lies in its set."""
    found = law.draw(np.random.default_rng(0), point, None)
    assert law.contains(found, point)
    assert law.corners(point) == (found,)
    return found


def mean(law: Any, powers: tuple[int, ...]) -> Fraction:
    """E of a monomial, from atoms up to its degree."""
    law = law.atoms(sum(powers)) if isinstance(law, Moments) else law
    terms = (p * prod(x**k for x, k in zip(at, powers, strict=True)) for p, at in law)
    return sum(terms, F(0))


def exponents(size: int, most: int) -> Iterator[tuple[int, ...]]:
    return (p for p in itertools.product(range(most + 1), repeat=size) if sum(p) <= most)


def of_gaussian(k: int) -> Fraction:
    return F(0) if k % 2 else F(prod(range(1, k, 2)))


def of_laplace(k: int) -> Fraction:
    return F(0) if k % 2 else F(factorial(k))


MOMENTS = [(gaussian_noise, of_gaussian), (laplace_noise, of_laplace)]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize(("make", "one"), MOMENTS)
def test_noise_has_the_moments_of_its_law(
    size: int, make: Callable[..., KnownLaw], one: Callable[[int], Fraction]
) -> None:
    scale = F(3, 2)
    noise = value(make("d", "s"), d=size, s=scale)
    for powers in exponents(size, noise.law.degree):
        assert mean(noise, powers) == scale ** sum(powers) * prod(map(one, powers))


@pytest.mark.parametrize("size", [1, 3, 5])
def test_a_ball_has_the_moments_of_its_marginals(size: int) -> None:
    """A coordinate has the density (1 - z^2)^((d-1)/2), a rotation mixes two of them."""

    def integral(k: int) -> Fraction:
        half = (size - 1) // 2
        return sum((F((-1) ** j * comb(half, j) * 2, 2 * j + k + 1) for j in range(half + 1)), F(0))

    law = value(uniform_in_a_ball("d", "R"), d=size, R=F(2))
    rest = (0,) * (size - 1)
    for k in (2, 4):
        assert mean(law, (k, *rest)) == 2**k * integral(k) / integral(0)
    if size > 1:
        # E (x + y)^4/4 = E x^4: the mixed moment is a third of the fourth.
        assert 3 * mean(law, (2, 2, *rest[1:])) == mean(law, (4, *rest))


def equally_likely(n: int, batches: list[tuple[int, ...]]) -> Any:
    share = F(1, len(batches))
    return [(share, tuple(F(b.count(i)) for i in range(n))) for b in batches]


@pytest.mark.parametrize(("n", "m"), [(n, m) for n in range(1, 6) for m in range(1, n + 1)])
def test_a_batch_has_the_moments_of_all_batches(n: int, m: int) -> None:
    rate = F(m, n + 1)
    poisson = [
        (prod(rate if z else 1 - rate for z in included), tuple(map(F, included)))
        for included in itertools.product((0, 1), repeat=n)
    ]
    laws: list[tuple[Batch, Any]] = [
        (
            without_replacement("n", "m"),
            equally_likely(n, list(itertools.combinations(range(n), m))),
        ),
        (
            with_replacement("n", "m"),
            equally_likely(n, list(itertools.product(range(n), repeat=m))),
        ),
        (by_poisson("n", "q"), poisson),
    ]
    for law, every in laws:
        found = value(law, n=n, m=m, q=rate)
        for powers in exponents(n, law.degree):
            assert mean(found, powers) == mean(every, powers), (law.name, powers)


def test_a_mean_beyond_the_moments_is_not_known() -> None:
    law = value(gaussian_noise("d", 1), d=1)
    assert evaluate(expectation(L, X, X[1] ** 4), {"L": law}, EXACT) == 3
    for body in (X[1] ** 6, X[1].exp(), abs(X[1]), 1 / (1 + X[1] ** 2), lift(2) ** X[1]):
        with pytest.raises(Undecided, match="degree 5"):
            evaluate(expectation(L, X, body), {"L": law}, EXACT)
    many = value(gaussian_noise("d", 1), d=10**6)
    with pytest.raises(Undecided, match="many dimensions"):
        evaluate(expectation(L, X, X[1]), {"L": many}, EXACT)


def test_a_law_that_does_not_exist_is_no_instance() -> None:
    laws = (
        (without_replacement("n", "m"), {"n": 2, "m": 3}),
        (without_replacement("n", "m"), {"n": 2, "m": F(1, 2)}),
        (with_replacement("n", "m"), {"n": 2, "m": -1}),
        (by_poisson("n", "q"), {"n": 2, "q": F(3, 2)}),
        (by_poisson("n", "q"), {"n": 2, "q": F(-1, 2)}),
        (gaussian_noise("n", "s"), {"n": 2, "s": -1}),
    )
    for law, point in laws:
        assert not law.contains(law.at(point), point), law.name
    for point in ({"n": 2, "m": 2, "q": F(1)}, {"n": 1, "m": 0, "q": F(0)}):
        for make, size in ((without_replacement, "m"), (with_replacement, "m"), (by_poisson, "q")):
            value(make("n", size), **point)


def test_an_expectation_is_judged_where_its_law_exists_and_its_moments_are_known() -> None:
    V = notation(
        n=natural(search=(1, 4)),
        m=natural(search=(1, 4)),
        s=positive(unit="1"),
        z=vector("n", unit="1"),
        B=of_kind(without_replacement("n", "m"), unit="1"),
        G=of_kind(gaussian_noise("n", "s"), unit="1"),
    )
    spread = mean_of(V.B, V.z, (V.z[1] - V.m / V.n) ** 2)
    examined = [
        examine(says(said).build(), Context("quick"))
        for said in (number(0) <= spread, mean_of(V.G, V.z, abs(V.z[1])) <= V.s)
    ]
    assert [found.outcome for found in examined] == [Outcome.HOLDS, Outcome.INCONCLUSIVE]


def test_the_degree_of_a_formula() -> None:
    j = Node("symbol", (), "j")
    known = {X[1] * X[2]: 2, dot(X, X) ** 2: 4, lift(3): 0, total(j, 1, 3, X[j]) ** 3: 3}
    for body, most in (known | {X[1] / j: 1}).items():
        assert degree(body, "X") == most
    unknown = (j / X[1], X[1] ** -1, X[1] ** F(1, 2), X[1] ** j, X[1].cos(), j[X[1]])
    for body in (*unknown, total(j, 1, X[1], j)):
        assert degree(body, "X") is None


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_the_matrix_of_3_and_its_eigenvalues_are_those_of_the_library(size: int) -> None:
    kind, sigma = SmoothingMatrix("d", "pd"), F(7, 3)
    point = {"d": size, "sigma": sigma}
    assert kind.corners(point) == (smoothing.matrix(size, sigma),)
    assert kind.needs == ("sigma",)
    values = [float(evaluate(kind.eigenvalue(lift(i)), point, FLOATS)) for i in range(1, size + 1)]
    matrix = np.array(smoothing.matrix(size, sigma), dtype=float)
    assert np.allclose(sorted(values), np.linalg.eigvalsh(matrix), rtol=1e-12)
