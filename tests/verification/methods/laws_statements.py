"""Statements with the link that shows them, and false neighbours with the words of the refusal."""

from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.formula.expression import Node
from verify.language import (
    PI,
    between,
    dot,
    expectation,
    external,
    indicator,
    inverse,
    law,
    matrix,
    natural,
    of_kind,
    positive,
    real,
    says,
    sequence,
    total,
    trace_of,
    vector,
)
from verify.language.circulant import Circulant
from verify.language.laws import (
    by_poisson,
    gaussian_noise,
    laplace_noise,
    uniform_in_a_ball,
    with_replacement,
    without_replacement,
)
from verify.methods.derive import (
    broken_turns,
    chebyshev,
    differentiate,
    exchange,
    expect,
    given,
    half_turn,
    inverse_trace,
    markov,
    mean_of_sum,
    multiply,
    quadratic_form,
    shown,
    square_of_squares,
    square_of_sum,
    summands_apart,
    term_apart,
    whole_turns,
)


@dataclass(frozen=True)
class Ring(Circulant):
    """1 + 2x on the diagonal and -x beside it, or without the 1."""

    singular: bool = False

    @property
    def bands(self) -> tuple[tuple[int, Node], ...]:
        x = Node("symbol", (), "x")
        return (0, 2 * x if self.singular else 1 + 2 * x), (1, -x)


V = SHARED.extended(
    d=natural(search=(1, 6)),
    n=natural(search=(1, 6)),
    j=natural(),
    p=real(unit="1"),
    x=positive(unit="1"),
    h=between(0, 1, unit="1"),
    m=natural(search=(1, 6)),
    a=sequence("d", unit="1"),
    two=sequence(2, unit="1"),
    g=vector("d", unit="1"),
    z=vector("d", unit="1"),
    Gauss=of_kind(gaussian_noise("d", "x"), unit="1"),
    Laplace=of_kind(laplace_noise("d", "x"), unit="1"),
    Ball=of_kind(uniform_in_a_ball("d", "x"), unit="1"),
    Without=of_kind(without_replacement("d", "m"), unit="1"),
    One=of_kind(without_replacement("d", 1), unit="1"),
    All=of_kind(without_replacement("d", "d"), unit="1"),
    With=of_kind(with_replacement("d", "m"), unit="1"),
    Poisson=of_kind(by_poisson("d", "h"), unit="1"),
    Free=law(unit="1", dimension="d"),
    A=of_kind(Ring("d", "pd"), unit="1"),
    S=of_kind(Ring("d", "invertible", True), unit="1"),
    M=matrix("d", unit="1", shape="pd"),
)
a, x, z, n, t, k, d, j, p, h, m, two = V.a, V.x, V.z, V.n, V.t, V.k, V.d, V.j, V.p, V.h, V.m, V.two
g, Gauss, Laplace, Ball, Without, One = V.g, V.Gauss, V.Laplace, V.Ball, V.Without, V.One
All, With, Poisson, Free, A, S, M = V.All, V.With, V.Poisson, V.Free, V.A, V.S, V.M


def E_of(law: Any, body: Any) -> Any:
    return expectation(law, z, body)


def every(term: Any) -> Any:
    return total(j, 1, d, term)


squares = every(a[j] ** 2)
ones = every(a[j])
drawn_sum = every(a[j] * z[j])


def turn(i: Any, first: Any, last: Any, k: Any, steps: Any, phase: Any = 0) -> Any:
    return total(i, first, last, (2 * PI * i * k / steps + phase).cos())


def around(k: Any, steps: Any = d, phase: Any = 0) -> Any:
    return turn(j, 1, d, k, steps, phase)


# A number that no prover looks into.
def squared(t: Any) -> Any:
    return float(t) ** 2


def computed(t: Any) -> Any:
    return external("f", squared, t)


def times(factor: Any) -> Any:
    return multiply(shown(x == x), factor)


computations = every(computed(j) / j)
roots = total(j, 1, 2, (1 + two[j] ** 2).sqrt())

SHOWN = {
    "a sum of computations as a factor": (
        computations * x == computations * x, times(computations)),
    "a sum of roots as a factor": (roots * x == roots * x, times(roots)),
    "every root is 1": (around(3 * d) == d, whole_turns(j, 1, d, 3 * d, quotient=3)),
    "every root is 1, from 0, with a phase": (
        turn(j, 0, d - 1, n * d, d, p) == d * p.cos(),
        whole_turns(j, 0, d - 1, n * d, quotient=n, phase=p)),
    "the roots cancel": (says(around(n) == 0, given=[n < d]), broken_turns(j, 1, d, n)),
    "the roots cancel, with a phase": (
        says(around(n, phase=p) == 0, given=[n < d]), broken_turns(j, 1, d, n, phase=p)),
    "backwards": (says(around(-n) == 0, given=[n < d]), broken_turns(j, 1, d, -n, quotient=-1)),
    "beyond the first turn": (
        says(around(n) == 0, given=[d < n, n < 2 * d]), broken_turns(j, 1, d, n, quotient=1)),
    "two steps": (turn(j, 1, 2, 2 * n, 2) == 2, whole_turns(j, 1, 2, 2 * n, quotient=n)),
    "half a turn": (
        says((h * p).cos() <= (h * x).cos(), given=[x <= p, p <= 3]),
        half_turn(multiply(given(x <= p), h))),
    "the order of two sums": (
        total(j, 1, d, total(t, 1, n, x**t * j)) == total(t, 1, n, total(j, 1, d, x**t * j)),
        exchange((j, 1, d), (t, 1, n), x**t * j)),
    "the last term apart": (
        total(j, 1, d, x**j / j) == total(j, 1, d - 1, x**j / j) + x**d / d,
        term_apart(j, 1, d, d, x**j / j)),
    "summands over one denominator": (
        total(j, 1, d, 1 / (j + 1) + x / (j + 2))
        == total(j, 1, d, 1 / (j + 1)) + x * total(j, 1, d, 1 / (j + 2)),
        summands_apart(j, 1, d, 1 / (j + 1), x / (j + 2))),
    "a slope": (
        3 * (x + 1) ** 2 == 3 * x**2 + 6 * x + 3,
        differentiate(x, shown((x + 1) ** 3 == x**3 + 3 * x**2 + 3 * x + 1))),
    "a slope where an end is left out": (
        says(2 * (h + 1) == 2 * h + 2, given=[h > 0, h < 1]),
        differentiate(h, shown((h + 1) ** 2 == h**2 + 2 * h + 1))),
    "the square of a Gaussian sum": (
        E_of(Gauss, drawn_sum**2) == x**2 * squares, square_of_sum(Gauss, z, j, a[j])),
    "the square of a Laplace sum": (
        E_of(Laplace, drawn_sum**2) == 2 * x**2 * squares, square_of_sum(Laplace, z, j, a[j])),
    "fourth moments of a Gaussian vector": (
        E_of(Gauss, every(a[j] * z[j] ** 2) ** 2) == x**4 * (2 * squares + ones**2),
        square_of_squares(Gauss, z, j, a[j])),
    "fourth moments of a Laplace vector": (
        E_of(Laplace, every(a[j] * z[j] ** 2) ** 2) == x**4 * (20 * squares + 4 * ones**2),
        square_of_squares(Laplace, z, j, a[j])),
    "the squared length of a Gaussian vector": (
        E_of(Gauss, dot(z, z)) == d * x**2, quadratic_form(Gauss, z)),
    "the squared length in a ball": (
        E_of(Ball, dot(z, z)) == d * x**2 / (d + 2), quadratic_form(Ball, z)),
    "a quadratic form": (
        E_of(Gauss, dot(z, M @ z)) == x**2 * trace_of(M), quadratic_form(Gauss, z, M)),
    "the mean of a batch": (
        E_of(Without, drawn_sum) == m / d * ones, mean_of_sum(Without, z, j, a[j])),
    "the mean of noise": (E_of(Gauss, drawn_sum) == 0, mean_of_sum(Gauss, z, j, a[j])),
    "the square of a batch's sum": (
        says(E_of(Without, drawn_sum**2)
        == m / d * squares + m * (m - 1) / (d * (d - 1)) * (ones**2 - squares),
        given=[m <= d, d >= 2]), square_of_sum(Without, z, j, a[j])),
    "the square of draws with replacement": (
        E_of(With, drawn_sum**2) == m / d * squares + m * (m - 1) / d**2 * ones**2,
        square_of_sum(With, z, j, a[j])),
    "the square of a Poisson batch": (
        E_of(Poisson, drawn_sum**2) == h * squares + h**2 * (ones**2 - squares),
        square_of_sum(Poisson, z, j, a[j])),
    "a batch of all records": (E_of(All, drawn_sum**2) == ones**2, square_of_sum(All, z, j, a[j])),
    "a batch of one record": (
        E_of(One, drawn_sum**2) == squares / d, square_of_sum(One, z, j, a[j])),
    "the trace of an inverse": (
        trace_of(inverse(A)) == every(1 / (1 + 2 * x - 2 * x * (2 * PI * j / d).cos())),
        inverse_trace(A, 1, j)),
    "Chebyshev's inequality": (
        expectation(Free, z, indicator(x <= abs(z[1]))) <= expectation(Free, z, z[1] ** 2) / x**2,
        chebyshev(Free, z, z[1], x)),
}  # fmt: skip

# The last text is of the refusal.
REFUSED = {
    "a divisor that is 0 for some entries": (
        says(x == x, forall="two"), times(1 / (3 + total(j, 1, 2, (2 * j - 3) * two[j]))),
        "the factor may have no value"),
    "a root of computations that differ": (
        x == x,
        times((total(j, 1, 2, computed(j)) ** 2 - 2 * total(j, 1, 2, computed(j) ** 2)).sqrt()),
        "the factor may have no value"),
    "a computation of what has no value": (
        x == x, times(computed(1 / (x - 1))), "the factor may have no value"),
    "computations of what has no value": (
        says(x == x, forall="d"), times(total(j, 1, d, computed(1 / (j - 1)))),
        "the factor may have no value"),
    "a wrong quotient": (
        around(3 * d) == d, whole_turns(j, 1, d, 3 * d, quotient=2), "the quotient"),
    "a broken quotient": (
        around(d / 2) == d, whole_turns(j, 1, d, d / 2, quotient=F(1, 2)), "may not be whole"),
    "a number that may be broken": (around(p) == 0, broken_turns(j, 1, d, p), "may not be whole"),
    "one step, whose root is 1": (
        turn(j, 1, 1, n, 1) == 0, broken_turns(j, 1, 1, n), "the quotient"),
    "two steps, both of whose roots are 1": (
        turn(j, 1, 2, 2 * n, 2) == 0, broken_turns(j, 1, 2, 2 * n), "the quotient"),
    "a number that may be the steps": (
        says(around(n) == 0, given=[n <= d]), broken_turns(j, 1, d, n), "the quotient"),
    "a number that may be 0": (around(k) == 0, broken_turns(j, 1, d, k), "the quotient"),
    "a wrong modulus": (
        says(around(n, steps=d + 1) == 0, given=[n < d]), broken_turns(j, 1, d, n), "left side"),
    "a wrong end": (
        says(turn(j, 1, d - 1, n, d) == 0, given=[n < d - 1]), broken_turns(j, 1, d - 1, n),
        "left side"),
    "a step too many": (
        says(turn(j, 0, d, n, d) == 0, given=[n < d]), broken_turns(j, 0, d, n), "left side"),
    "the number of turns for the steps": (
        around(3 * d) == 3, whole_turns(j, 1, d, 3 * d, quotient=3), "right side"),
    "no phase": (
        around(3 * d, phase=p) == d, whole_turns(j, 1, d, 3 * d, quotient=3, phase=p),
        "right side"),
    "an index that is a symbol": (
        says(total(j, 1, d, (2 * PI * j * 3).cos()) == d, forall="j"),
        whole_turns(j, 1, d, 3 * d, quotient=3), "something else"),
    "beyond half a turn": (
        says((h * p).cos() <= (h * x).cos(), given=[x <= p, p <= 4]),
        half_turn(multiply(given(x <= p), h)), "the larger angle"),
    "before half a turn": (
        says(p.cos() <= (-x).cos(), given=[-x <= p, p <= 3]), half_turn(given(-x <= p)),
        "the smaller angle"),
    "an inner end that moves": (
        total(j, 1, d, total(t, 1, j, x**t)) == total(t, 1, j, total(j, 1, d, x**t)),
        exchange((j, 1, d), (t, 1, j), x**t), "stands for"),
    "a place outside": (
        total(j, 1, d, x**j) == total(j, 1, d, x**j) + x ** (d + 1),
        term_apart(j, 1, d, d + 1, x**j), "the place"),
    "a broken place": (x == x, term_apart(j, 1, 2, F(3, 2), x**j), "may not be whole"),
    "a slope of an inequality": (
        2 * x <= 1, differentiate(x, shown(2 * x * x <= 2 * x * x + 1)), "only an identity"),
    "a slope at a single point": (
        says(2 * x == 1, given=[x == 1]), differentiate(x, shown(x**2 == x)), "more than a bound"),
    "a slope where a curve meets another": (
        says(2 * x == 2 * p, given=[x <= p, p <= x]), differentiate(x, shown(x**2 == p**2)),
        "more than a bound"),
    "a slope at an end": (
        2 * (h + 1) == 2 * h + 2, differentiate(h, shown((h + 1) ** 2 == h**2 + 2 * h + 1)),
        "an end of its set"),
    "a slope in whole numbers": (
        2 * n == 1, differentiate(n, shown(n**2 == n**2)), "ranges over an interval"),
    "fourth moments of the wrong law": (
        E_of(Laplace, every(a[j] * z[j] ** 2) ** 2) == x**4 * (2 * squares + ones**2),
        square_of_squares(Gauss, z, j, a[j]), "known by its moments"),
    "a Laplace vector as Gaussian": (
        E_of(Laplace, every(a[j] * z[j] ** 2) ** 2) == x**4 * (2 * squares + ones**2),
        square_of_squares(Laplace, z, j, a[j]), "right side"),
    "fourth moments of a batch": (
        E_of(Without, drawn_sum) == 0, square_of_squares(Without, z, j, a[j]), "noise alone"),
    "a batch's square as with replacement": (
        says(E_of(Without, drawn_sum**2) == m / d * squares + m * (m - 1) / d**2 * ones**2,
        given=[m <= d, d >= 2]), square_of_sum(Without, z, j, a[j]), "right side"),
    "a batch of all records as one of one": (
        E_of(All, drawn_sum**2) == squares, square_of_sum(All, z, j, a[j]), "right side"),
    "a batch of one record as one of all": (
        E_of(One, drawn_sum**2) == ones**2, square_of_sum(One, z, j, a[j]), "right side"),
    "a weight that is drawn": (
        E_of(Gauss, every(z[j] * z[j]) ** 2) == 0, square_of_sum(Gauss, z, j, z[j]),
        "stands for nothing"),
    "a matrix that is drawn": (
        E_of(Gauss, dot(z, M @ z)) == 0, quadratic_form(Gauss, z, M * z[1]), "stands for nothing"),
    "a vector for a matrix": (
        E_of(Gauss, dot(z, g)) == 0, quadratic_form(Gauss, z, g), "another shape"),
    "a quadratic form of a batch": (
        E_of(Without, z[1]) == 0, quadratic_form(Without, z, M), "must be of noise"),
    "an index that is the variable": (
        E_of(Gauss, total(z, 1, d, a[z] * z[z])) == 0, mean_of_sum(Gauss, z, z, a[z]),
        "something else"),
    "a law of unknown moments": (
        E_of(Free, drawn_sum**2) == squares, square_of_sum(Free, z, j, a[j]),
        "known by its moments"),
    "a variable that is a symbol": (
        says(E_of(Gauss, drawn_sum**2) == x**2 * squares, forall="z"),
        square_of_sum(Gauss, z, j, a[j]), "something else"),
    "Markov under a law of moments": (
        E_of(Gauss, dot(z, z)) <= x, markov(Gauss, z, dot(z, z), x), "what may have none"),
    "a mean that does not exist": (
        E_of(Gauss, z[1]) <= 1, expect(Gauss, z, shown(z[1] ** 6 == z[1] ** 6)),
        "what may have none"),
    "a sixth moment": (
        E_of(Gauss, z[1] ** 6) == E_of(Gauss, z[1] ** 6),
        shown(E_of(Gauss, z[1] ** 6) == E_of(Gauss, z[1] ** 6)), "is not proved"),
    "the trace of a matrix that is no ring": (
        trace_of(inverse(M)) == 0, inverse_trace(M, 1, j), "no circulant"),
    "the inverse of a matrix with an eigenvalue 0": (
        trace_of(inverse(S)) == 0, inverse_trace(S, 1, j), "an eigenvalue"),
    "Chebyshev at a level that may be negative": (
        E_of(Free, z[1] ** 2) <= p, chebyshev(Free, z, z[1], p), "the level"),
    "Chebyshev without the square": (
        expectation(Free, z, indicator(x <= abs(z[1]))) <= expectation(Free, z, z[1] ** 2) / x,
        chebyshev(Free, z, z[1], x), "right side"),
}  # fmt: skip
