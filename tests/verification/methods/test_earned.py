"""What words must leave to the machine: neighbours of the statement in words earn it nothing."""

from fractions import Fraction as F

import pytest

from verify.judgement.examine import examine
from verify.language import external, index, natural, notation, number, positive, says, total
from verify.language.formulas import Formula
from verify.language.statement import Compare
from verify.methods.context import Context
from verify.methods.derivation.circularity import unearned
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, chain, multiply, shown, square, words
from verify.methods.evidence import Level

V = notation(x=positive(unit="1"), y=positive(unit="1"))
x, y = V.x, V.y
# A computation that no prover looks into: below 1, and known to nobody but its author.
share = external("share", lambda a, b: float(a / (a + b)), x, y)
twice = external("twice", lambda a, b: 2 * float(a / (a + b)), x, y)
AT_MOST = share <= 1 + x

NOT_EARNED = {
    "itself": (AT_MOST, words("clearly", AT_MOST)),
    "scaled by a formula": (AT_MOST, multiply(words("clearly", y * share <= y * (1 + x)), 1 / y)),
    "scaled by a number": (
        AT_MOST,
        multiply(words("clearly", 3 * share <= 3 + 3 * x), number(1) / 3),
    ),
    "shifted": (AT_MOST, add(words("clearly", share - y <= 1 + x - y), shown(y <= y))),
    "under a root": (AT_MOST, square(words("clearly", share.sqrt() <= (1 + x).sqrt()))),
    "sharper": (
        AT_MOST,
        chain(words("clearly", share <= (1 + x) / 2), shown((1 + x) / 2 <= 1 + x)),
    ),
    "sharper by a term": (
        AT_MOST,
        chain(words("clearly", share <= 1 + x - x / (1 + x)), shown(1 + x - x / (1 + x) <= 1 + x)),
    ),
    "sharper by a factor": (
        AT_MOST,
        chain(
            words("clearly", share <= (1 + x) * y / (y + 1)), shown((1 + x) * y / (y + 1) <= 1 + x)
        ),
    ),
    "scaled, and a term on the other side": (
        share - x <= 1,
        add(
            multiply(words("clearly", 2 * share <= 2 + 2 * x), number(1) / 2),
            shown(-x <= x - 2 * x),
        ),
    ),
    "sharper inside of a root": (
        share <= 2 * (2 + x).sqrt(),
        chain(
            words("clearly", share <= 2 * (1 + x).sqrt()),
            shown(2 * (1 + x).sqrt() <= 2 * (2 + x).sqrt()),
        ),
    ),
    "sharper inside of an exponential": (
        share <= (2 * x).exp(),
        chain(words("clearly", share <= x.exp()), shown(x.exp() <= (2 * x).exp())),
    ),
    "sharper by a term inside of an exponential": (
        share <= (2 * x).exp(),
        chain(
            words("clearly", share <= (x - x / (1 + x)).exp()),
            shown((x - x / (1 + x)).exp() <= (2 * x).exp()),
        ),
    ),
    "a constant in an exponent": (
        share <= (1 + x) ** F(3, 2),
        chain(
            words("clearly", share <= (1 + x) ** F(4, 3)),
            shown((1 + x) ** F(4, 3) <= (1 + x) ** F(3, 2)),
        ),
    ),
    "with nothing proved": (
        share <= 2,
        chain(words("first", share <= twice), words("then", twice <= 2)),
    ),
    "with nothing proved but that x is x": (
        share + x <= 2 + x,
        add(chain(words("first", share <= twice), words("then", twice <= 2)), shown(x <= x)),
    ),
    "an identity": (twice == 2 * share, words("clearly", 2 * share == twice)),
}
EARNED = {
    "a step, and algebra": (
        share <= (1 + x) ** 2,
        chain(words("a share", share <= 1 + 2 * x), shown(1 + 2 * x <= (1 + x) ** 2)),
    ),
    "a quotient of another form": (
        share <= 3 * (1 + x) ** 2 / x,
        chain(words("a share", share <= 1 + x), shown(1 + x <= 3 * (1 + x) ** 2 / x)),
    ),
    "a sum of small steps": (
        share + twice <= 3 + x,
        add(words("a share", share <= 1), words("twice", twice <= 2), shown(0 <= x)),
    ),
}


def level(said: Formula, link: Link) -> Level:
    return examine(says(said, by=Derive(link)).build(), Context("quick")).level


@pytest.mark.parametrize("name", NOT_EARNED)
def test_the_statement_in_other_words_is_supported(name: str) -> None:
    assert level(*NOT_EARNED[name]) is Level.NUMERIC


# The statement, and what words conclude: the same with other numbers, in another order, as a
# logarithm, a power or a quotient.
LESS, LEAST = (1 - F(1, 10**9)) * x**2 / 2, (1 - F(2, 10**9)) * x**2 / 2
T, k = notation(T=natural()).T, index("k")
ROOTS = total(k, 1, T, 1 / k ** F(1, 2))
# At most 1.644934 up to T = 1.5e7.
SQUARES, LIMIT = total(k, 1, T, 1 / k**2), F(1644934, 10**6)
COSH = (x.exp() + (-x).exp()) / 2
LOWER, WORDS = 2 * T ** F(1, 2) - F(14603, 10000), 2 * (T + F(1, 4)) ** F(1, 2)
SHARPER = [
    (LOWER <= ROOTS, WORDS - F(14603, 10000) <= ROOTS),
    (LOWER <= ROOTS, WORDS <= ROOTS + F(14602, 10000)),
    (LOWER <= ROOTS, (WORDS - F(14603, 10000)).exp() <= ROOTS.exp()),
    (COSH <= LESS.exp(), COSH <= LEAST.exp()),
    (COSH <= LESS.exp(), COSH.log() <= LEAST),
    (COSH <= LESS.exp(), COSH**2 <= (2 * LEAST).exp()),
    (COSH <= LESS.exp(), COSH.sqrt() <= (LEAST / 2).exp()),
    (COSH <= LESS.exp(), 1 / LEAST.exp() <= 1 / COSH),
    (COSH <= LESS.exp(), COSH / LEAST.exp() <= 1),
    (COSH <= LESS.exp(), COSH <= (LEAST - x**4 / 10**9).exp()),
    (ROOTS <= 3 * T.sqrt(), ROOTS**2 <= 8 * T),
    (ROOTS <= T**2, ROOTS <= T ** F(199, 100)),
    # a bound that is a number, with a term or a factor more
    (SQUARES <= LIMIT, SQUARES <= LIMIT - 1 / (T + 1)),
    (SQUARES <= LIMIT, SQUARES <= LIMIT - F(1, 10**9) - 1 / (T + 1)),
    (SQUARES <= LIMIT, SQUARES + 1 / (T + 1) <= LIMIT),
    (SQUARES <= LIMIT, SQUARES <= LIMIT * T / (T + F(1, 2))),
]
OTHER = [
    (share <= 2, share <= x / (1 + x)),
    (share <= (1 + x) ** 2, share <= 1 + 2 * x),
    (share <= 7 * x**2, share <= 6 * x**3 / (x - 1)),
    (share <= 2 * y, y <= share),
    (share + twice <= 3 + x, share <= 1),
]


@pytest.mark.parametrize("pair", SHARPER)
def test_the_statement_with_other_numbers_is_seen_as_such(pair: tuple[Formula, Formula]) -> None:
    assert lacking(*pair) == "its words conclude the statement itself"


@pytest.mark.parametrize("pair", OTHER)
def test_a_step_of_another_form_is_a_step(pair: tuple[Formula, Formula]) -> None:
    assert lacking(*pair) == ""


def lacking(said: Formula, spoken: Formula) -> str:
    conclusion = says(spoken).build().assertion
    assert isinstance(conclusion, Compare)
    return unearned(says(said).build(), [conclusion], True, Context("quick"))


def test_a_sum_that_fails_far_out_is_not_argued() -> None:
    step = chain(
        shown(LOWER <= WORDS - F(14603, 10000)),
        words("Euler-Maclaurin.", WORDS - F(14603, 10000) <= ROOTS),
    )
    assert level(LOWER <= ROOTS, step) is Level.NUMERIC


@pytest.mark.parametrize("name", EARNED)
def test_words_for_a_step_leave_an_argument(name: str) -> None:
    assert level(*EARNED[name]) is Level.ARGUED
