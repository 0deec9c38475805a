"""The links of derivations: each goes through where it should, and is refused just outside."""

from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import (
    PI,
    E,
    Formula,
    Real,
    conjunction,
    dot,
    expectation,
    external,
    indicator,
    largest,
    law,
    natural,
    nonnegative,
    norm,
    number,
    positive,
    product,
    real,
    says,
    sequence,
    total,
    vector,
)
from verify.language.special import SPECIAL, factorial
from verify.language.symbols import Symbol
from verify.methods.derive import (
    add,
    cases,
    cauchy_schwarz,
    chain,
    entry_of,
    expect,
    given,
    having,
    jensen,
    markov,
    monotone,
    multiply,
    normal,
    same_whole,
    shares,
    shown,
    square,
    square_root,
    stirling,
    substitute,
    sum_over,
    telescope,
    two_means,
    union,
    words,
)
from verify.methods.evidence import Level

V = SHARED.extended(
    y=nonnegative(unit="1"),
    z=real(unit="1"),
    p=positive(unit="1"),
    i=natural(),
    a=sequence("T", unit="1", entry=Real(F(0))),
    s=sequence("T", unit="1"),
    m=sequence("n", unit="1", entry=Real(F(0), F(1))),
    g=vector("d", unit="1"),
    h=vector("d", unit="1"),
    L=law(unit="1"),
    w=vector(1, unit="1"),
)
s, a, L, x, u, y, z, q, n, T, p, i = V.s, V.a, V.L, V.x, V.u, V.y, V.z, V.q, V.n, V.T, V.p, V.i
m, g, h, w = V.m, V.g, V.h, V.w

# The levels of what is derived; no level where the words do not matter.
EXACT, DECIDED, ANY, REFUSED = {Level.EXACT}, {Level.DECIDED}, set(Level), ""


def mean(value: Any) -> Any:
    return expectation(L, w, value)


# Cited theorems.
FACTORIAL = Formula(factorial(n.tree), V)
NEAR_FACTORIAL = (2 * PI * n).sqrt() * (n / E) ** n * (1 / (12 * n + 1)).exp()


def normal_at(value: Formula) -> Formula:
    """The normal distribution's function."""
    return Formula(SPECIAL[r"\Phi"](value.tree), V)


# Markov's inequality.
def tail(size: Any) -> Any:
    return says(mean(indicator(p <= size)) <= mean(size) / p)


def sum_to(last: Any, term: Any, first: Any = 1) -> Any:
    return total(i, first, last, term)


LOG = says((1 + u).log() <= u).build()
INSTANCE = q * (x.exp() - 1)
AT_INSTANCE = substitute(LOG, {"u": INSTANCE})
FALSE_LOG = says((1 + u).log() <= u / 2).build()
AT_LEAST_1 = says(z <= z**2, given=["1 <= z"]).build()
WHOLE = says(number(1) <= n).build()
SUM_OF_TWO = says(total(i, 1, 2, z * i) == 3 * z).build()
R = V.extended(r=positive(unit="1"))
BALL = R.extended(M=law(unit="1", radius=R.r))
IN_BALL = says(expectation(BALL.M, BALL.w, norm(BALL.w)) <= BALL.r).build()
MORE = shown(x <= x + y)
YET_MORE = shown(x + y <= x + 2 * y)
OTHER = shown(y <= x + y)
STRICT = shown(x < x + 1)
SIGNED = shown(z <= z + x)
TERM = shown(1 / i <= 1 + x)
FALL = shown(1 / (i * (i + 1)) <= 1 / i - 1 / (i + 1))
FALLING = 1 / (i * (i + 1))
ROOT = external("root", lambda x: x, x)
ROOT_HERE = words("it is one", 0 <= ROOT)
ROOT_BOUND = shown(ROOT <= ROOT**2 + 1)
PRODUCT = product(i, 1, T, a[i])
SIGNED_PRODUCT = product(i, 1, T, s[i])
MAXIMUM = largest(x, y) <= x + y
CUBIC = x - x**3 / 6
ARGUMENT = Symbol("t", "t", "1", Real())
POSITIVE_ARGUMENT = Symbol("t", "t", "1", Real(F(0)))
SQUARED = Formula(ARGUMENT.node**2)
CUBED = Formula(ARGUMENT.node**3)
SIZE = norm(w)
LARGE = SIZE >= p
SMALL = SIZE <= x
EITHER = mean(indicator(LARGE, SMALL))
EACH = [mean(indicator(LARGE)), mean(indicator(SMALL))]
OF_CUBES = says(mean(SIZE) ** 3 <= mean(SIZE**3))
DRAWN = external("first", lambda x: x[0], w)


def OF_ENTRIES(last: Any, of: Any) -> Any:
    return sum_to(last, of[i]) + x - x == sum_to(last, of[i])


ENTRIES = says(OF_ENTRIES(T, a)).build()
MEAN_SQUARE = says(sum_to(T, s[i]) ** 2 <= T * sum_to(T, s[i] ** 2))

# A statement, the levels of what is derived or words of the refusal, and the steps.
LINKS: dict[str, list[Any]] = {
    "an instance of a lemma": [
        ((1 + INSTANCE).log() <= INSTANCE, DECIDED, AT_INSTANCE),
        ((1 + INSTANCE).log() <= q * x.exp() - q, DECIDED, AT_INSTANCE),
        ((1 + INSTANCE).log() <= INSTANCE / 2, "right side", AT_INSTANCE),
        ((1 + INSTANCE).log() < INSTANCE, "does not show lt", AT_INSTANCE),
        ((1 + INSTANCE).log() >= INSTANCE, REFUSED, AT_INSTANCE),
    ],
    "a lemma outside its set": [((1 + z).log() <= z, "is not proved", substitute(LOG, {"u": z}))],
    "a lemma that is not proved": [
        ((1 + x).log() <= x / 2, "the lemma", substitute(FALSE_LOG, {"u": x})),
    ],
    "sides that may have no value": [
        ((1 + x).log() <= x * z / z, "may have no value", substitute(LOG, {"u": x})),
    ],
    "hypotheses of a lemma": [
        (x + 1 <= (x + 1) ** 2, DECIDED, substitute(AT_LEAST_1, {"z": x + 1})),
        (x <= x**2, "a hypothesis of the lemma", substitute(AT_LEAST_1, {"z": x})),
        (says(x <= x**2, given=["1 <= x"]), DECIDED, substitute(AT_LEAST_1, {"z": x})),
    ],
    "a hypothesis of the statement": [
        (z <= x, "not among", given(z <= x)),
        (says(z <= x, given=["z <= x"]), EXACT, given(z <= x)),
    ],
    "a lemma in whole numbers": [
        (1 <= T + i, DECIDED, substitute(WHOLE, {"n": T + i})),
        (1 <= T + i / 2, "may not be whole", substitute(WHOLE, {"n": T + i / 2})),
    ],
    "an index of the lemma does not hide a symbol": [
        (total(n, 1, 2, i * n) == 3 * i, ANY, substitute(SUM_OF_TWO, {"z": i})),
        (says(sum_to(2, i * i) == 3 * i, forall="i"), REFUSED, substitute(SUM_OF_TWO, {"z": i})),
    ],
    "a law inside a lemma stands for itself": [
        (expectation(BALL.M, BALL.w, norm(BALL.w)) <= BALL.r / 2, "another one in the lemma",
         substitute(IN_BALL, {"r": BALL.r / 2})),
    ],
    "chains, sums and multiples": [
        (x <= x + 2 * y, DECIDED, MORE, YET_MORE),
        (x <= x + 2 * y, DECIDED, chain(MORE, YET_MORE)),
        (x <= x + 2 * y, "a chain breaks", YET_MORE, MORE),
        (2 * x + y <= 2 * x + 3 * y, DECIDED, add(MORE, YET_MORE)),
        (p * x <= p * (x + y), DECIDED, multiply(MORE, p)),
        (z * x <= z * (x + y), "the factor", multiply(MORE, z)),
    ],
    "strictness": [
        (p * x < p * (x + 1), ANY, multiply(STRICT, p)),
        (y * x < y * (x + 1), REFUSED, multiply(STRICT, y)),
        (y * x <= y * (x + 1), ANY, multiply(STRICT, y)),
    ],
    "sums over an index": [
        (sum_to(T, 1 / i) <= T * (1 + x), DECIDED, sum_over(i, 1, T, TERM)),
        (sum_to(T + 1, 1 / i) <= T * (1 + x), REFUSED, sum_over(i, 1, T, TERM)),
        (sum_to(T, 1 / i, first=0) <= (T + 1) * (1 + x), "is not proved", sum_over(i, 0, T, TERM)),
        (says(sum_to(T, 1 / i) <= T * (1 + x), forall="i"), "something else",
         sum_over(i, 1, T, TERM)),
        (sum_to(x, z * 0) <= sum_to(x, 1), "may not be whole",
         sum_over(i, 1, x, shown(number(0) <= 1))),
    ],
    "a sum that may be empty is not strict": [
        (sum_to(T, x, first=2) <= sum_to(T, x + 1, first=2), DECIDED, sum_over(i, 2, T, STRICT)),
        (sum_to(T, x, first=2) < sum_to(T, x + 1, first=2), "does not show lt",
         sum_over(i, 2, T, STRICT)),
    ],
    "products of shares": [
        (1 - product(i, 1, T, 1 / i) <= sum_to(T, 1 - 1 / i), DECIDED, shares(i, 1, T, 1 / i)),
        (1 - product(i, 1, T, 1 / i) <= sum_to(T, 1 - 1 / i) / 2, REFUSED, shares(i, 1, T, 1 / i)),
        (1 - product(i, 1, T, 1 + y) <= sum_to(T, 0 - y), "a product of shares",
         shares(i, 1, T, 1 + y)),
        (1 - product(i, 1, T, 0 - y) <= sum_to(T, 1 + y), "a product of shares",
         shares(i, 1, T, 0 - y)),
    ],
    "whole numbers less than 1 apart": [
        (says(z**n == z**T, given=[n <= T, T < n + 1]), ANY, same_whole(i, n, T, z**i)),
        (says(z**n == z**T, given=[n <= T, T <= n + 1]), "the distance", same_whole(i, n, T, z**i)),
        (says(z**n == z**T, given=[T < n + 1]), "the distance", same_whole(i, n, T, z**i)),
        (says(p * x == p * y, given=[x <= y, y < x + 1]), "may not be whole",
         same_whole(i, x, y, p * i)),
        (says(1 / (n - 1) == 1 / (T - 1), given=[n <= T, T < n + 1]), REFUSED,
         same_whole(i, n, T, 1 / (i - 1))),
        (says(n == T, given=[n <= T, T < n + 1], forall="i"), "something else",
         same_whole(i, n, T, i)),
    ],
    "telescopes": [
        (sum_to(T, FALLING) <= 1 - 1 / (T + 1), DECIDED, telescope(i, 1, T, 1 / i, FALL)),
        (sum_to(T, FALLING) <= 1 - 1 / (T + 1), "difference of two values",
         telescope(i, 1, T, 2 / i, FALL)),
        (sum_to(T, FALLING) <= 1 - 2 / (T + 1), REFUSED, telescope(i, 1, T, 1 / i, FALL)),
        (sum_to(T, FALLING, first=2) <= F(1, 2) - 1 / (T + 1), DECIDED,
         telescope(i, 2, T, 1 / i, FALL)),
        # at T = 1: v(3) - v(2) < 0
        (sum_to(T, FALLING, first=3) <= F(1, 3) - 1 / (T + 1), "the ends of a telescope",
         telescope(i, 3, T, 1 / i, FALL)),
    ],
    "monotone functions": [
        (x**2 <= (x + y) ** 2, ANY, square(MORE)),
        (x.sqrt() <= (x + y).sqrt(), ANY, square_root(MORE)),
        (x.exp() <= (x + y).exp(), ANY, monotone("exp", MORE)),
        (-(x + y) <= -x, ANY, monotone("negative", MORE)),
        (z**2 <= (z + x) ** 2, "the smaller side", square(SIGNED)),
        (1 / (x + y) <= 1 / x, "the smaller side", monotone("reciprocal", MORE)),
        (x.log() <= (x + y).log(), "the smaller side of log", monotone("log", MORE)),
    ],
    "cases": [
        (MAXIMUM, DECIDED, cases(y <= x, MORE, OTHER)),
        (MAXIMUM, DECIDED, cases(y < x, MORE, OTHER)),
        (MAXIMUM, REFUSED, cases(y <= 2 * x, MORE, OTHER)),
        (MAXIMUM, REFUSED, cases(conjunction(y <= x, x <= 1), MORE, OTHER)),
        (says(0 <= x, forall="z"), "may have no value",
         cases(1 / z <= 1, shown(0 <= x), shown(0 <= x))),
    ],
    "a case inside a derivation says its conclusion": [
        (p * largest(x, y) <= p * (x + y), DECIDED,
         multiply(cases(y <= x, MORE, OTHER, conclusion=MAXIMUM), p)),
        (p * largest(x, y) <= p * (x + y), "must say its conclusion",
         multiply(cases(y <= x, MORE, OTHER), p)),
    ],
    "facts are hypotheses of a step, and no others are": [
        (x <= x**2, "is not proved", having([shown(0 <= x)], shown(x <= x**2))),
        (x <= x**2, "is not proved", having([shown(1 <= x)], shown(x <= x**2))),
        (says(z**2 <= z**3, given=["1 <= z"]), ANY,
         having([given(1 <= z)], multiply(shown(1 <= z), z**2))),
        (p * ROOT <= p * ROOT**2 + p, ANY,
         having([ROOT_HERE], multiply(shown(ROOT <= ROOT**2 + 1), p))),
        (ROOT**2 <= ROOT**3 + ROOT, "the factor", multiply(ROOT_BOUND, ROOT)),
        (ROOT**2 <= ROOT**3 + ROOT, ANY, having([ROOT_HERE], multiply(ROOT_BOUND, ROOT))),
    ],
    "a product of nonnegative factors": [
        (PRODUCT * x <= PRODUCT * (x + y), ANY, multiply(MORE, PRODUCT)),
        (SIGNED_PRODUCT * x <= SIGNED_PRODUCT * (x + y), "the factor",
         multiply(MORE, SIGNED_PRODUCT)),
    ],
    "a sequence in place of a lemma's": [
        (OF_ENTRIES(n, m), ANY, substitute(ENTRIES, {"a": m, "T": n})),
        (OF_ENTRIES(T, m), "no sequence of that length", substitute(ENTRIES, {"a": m})),
        (OF_ENTRIES(T, s), "no sequence of that length in its set", substitute(ENTRIES, {"a": s})),
    ],
    "a divisor that is not 0": [
        (says(x / z * z <= x + y, given=["z != 0"]), ANY, MORE),
        (says(x / (z - 2) * (z - 2) <= x + y, given=["1 <= (z - 2)**2"]), ANY, MORE),
        (x / z * z <= x + y, "is not proved", MORE),
    ],
    "a computation is one number in a sum and many in a mean": [
        (sum_to(T, ROOT) <= T * (ROOT**2 + 1), ANY, sum_over(i, 1, T, ROOT_BOUND)),
        (x + mean(DRAWN * SIZE) - mean(DRAWN) * mean(SIZE) <= x + y, "left side", MORE),
        (x / sum_to(T, ROOT**2 + 1) * sum_to(T, ROOT**2 + 1) <= x + y, ANY, MORE),
    ],
    "a sampled leaf is no leaf": [(CUBIC <= x.sin(), REFUSED, shown(CUBIC <= x.sin()))],
    "expectations are monotone": [
        (0 <= mean(SIZE), DECIDED, expect(L, w, shown(SIZE >= 0))),
        (1 <= mean(SIZE), REFUSED, expect(L, w, shown(SIZE >= 0))),
    ],
    "Markov needs a nonnegative variable": [
        (tail(SIZE), DECIDED, markov(L, w, SIZE, p)),
        (tail(SIZE - 1), "Markov", markov(L, w, SIZE - 1, p)),
    ],
    "Jensen needs a convex function": [
        (mean(SIZE) ** 2 <= mean(SIZE**2), EXACT, jensen(L, w, SIZE, ARGUMENT, SQUARED)),
        (OF_CUBES, "second derivative", jensen(L, w, SIZE, ARGUMENT, CUBED)),
        (OF_CUBES, DECIDED, jensen(L, w, SIZE, POSITIVE_ARGUMENT, CUBED)),
        (OF_CUBES, "Jensen's variable", jensen(L, w, SIZE - 1, POSITIVE_ARGUMENT, CUBED)),
    ],
    "Cauchy and Schwarz": [
        (dot(g, h) <= norm(h) * norm(g), EXACT, cauchy_schwarz(g, h)),
        (dot(g, h) <= norm(h) * norm(g) / 2, REFUSED, cauchy_schwarz(g, h)),
        (MEAN_SQUARE, EXACT, cauchy_schwarz(s[i], 1, i, 1, T)),
        (MEAN_SQUARE, "may have no value", cauchy_schwarz(s[i], 1, i, 1, T + 1)),
    ],
    "two means of what is not negative": [
        (product(i, 1, T, a[i]) <= (total(i, 1, T, a[i]) / T) ** T, ANY,
         two_means(i, 1, T, shown(0 <= a[i]))),
        (product(i, 1, T, s[i]) <= (total(i, 1, T, s[i]) / T) ** T, "is not proved",
         two_means(i, 1, T, shown(0 <= s[i]))),
        (product(i, 2, T, a[i]) <= (total(i, 2, T, a[i]) / (T - 2 + 1)) ** (T - 2 + 1),
         "the number of factors", two_means(i, 2, T, shown(0 <= a[i]))),
        (product(i, 1, T, a[i]) <= (total(i, 1, T, a[i]) / T) ** T, "the sign of the factors",
         two_means(i, 1, T, shown(-1 <= a[i]))),
    ],
    "factorials of whole numbers from 1 on": [
        (NEAR_FACTORIAL <= FACTORIAL, ANY, stirling(n, above=True)),
        (FACTORIAL <= NEAR_FACTORIAL, REFUSED, stirling(n, above=False)),
        (0 <= n, "the number of a factorial", stirling(n - 1, above=True)),
        (0 <= x, "may not be whole", stirling(x, above=True)),
    ],
    "an entry that there is": [
        (g[1] ** 2 <= norm(g) ** 2, ANY, entry_of(g, 1)),
        (g[2] ** 2 <= norm(g) ** 2, "may have no value", entry_of(g, 2)),
        (g[1] ** 2 <= norm(g) ** 2, "declared vector", entry_of(g + h, 1)),
    ],
    "the normal distribution": [
        (number(0) < normal_at(z), ANY, normal(z, "positive")),
        (normal_at(-y) <= (-((-y) ** 2) / 2).exp() / 2, ANY, normal(-y, "tail")),
        (normal_at(z) <= (-(z**2) / 2).exp() / 2, "the sign of the argument", normal(z, "tail")),
        (normal_at(y) <= number(1) / 2 + y / (2 * PI).sqrt(), ANY, normal(y, "tangent")),
        (0 <= y, "the sign of the argument", normal(-y, "tangent")),
        (0 <= z, "may have no value", normal(z.log(), "positive")),
    ],
    "unions": [
        (EITHER <= EACH[0] + EACH[1], EXACT, union(L, w, LARGE, SMALL)),
        (EITHER <= EACH[0], REFUSED, union(L, w, LARGE, SMALL)),
    ],
}  # fmt: skip
