"""Sections 4.1 and 5: smoothness constant, synthetic data and step sizes of the experiments."""

from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.problems.logistic import synthetic
from verify.display.latex import tex
from verify.language import Draft, Formula, Real, claim, in_words, lemma, number, says, table, total
from verify.language.symbols import natural, nonnegative, one_of, sequence
from verify.methods.derive import Derive, add, given, multiply, shown, substitute, sum_over
from verify.papers.accelerated.lemmas import logistic
from verify.papers.accelerated.notation import i
from verify.papers.accelerated.settings import LOGISTIC

CURVATURE = "1/length^2"
V = logistic.V.extended(
    n=natural("n", search=(1, 4)),
    margins=sequence("n", r"\theta", unit="1", entry=Real()),
    squares=sequence("n", r"\gamma", unit=CURVATURE, entry=Real(Fraction(0))),
    G=nonnegative(r"\lambda_{\max}(\tfrac1nU^\top U)", unit=CURVATURE, search=(0, 20)),
    g=nonnegative("g", unit=CURVATURE, search=(0, 20)),
    c=one_of((Fraction(1, 10), 1), "c", unit="1"),
    stage=natural("k", search=(1, 6)),
    covariates=sequence(20, r"\mathrm{u}", unit="1", entry=Real(Fraction(0), Fraction(1))),
    seed=one_of(tuple(range(20)), r"\mathrm{seed}", unit="1"),
)

# The smoothness constant: gamma_i = (u_i'v)^2, |v| = 1, theta_i the margins at x -----------------


def curvature(margin: Formula, square: Formula) -> Formula:
    """Second derivative along v of -ln p of a record."""
    return square / ((1 + margin.exp()) * (1 + (-margin).exp()))


HESSIAN = total(i, 1, V.n, curvature(V.margins[i], V.squares[i])) / V.n + 2 * V.lam
ALONG = total(i, 1, V.n, V.squares[i]) / V.n <= V.G

EACH = {
    share: lemma(f"accelerated/curvature-{name}", curvature(V.s, V.g) <= share * V.g)
    for name, share in (("whole", Fraction(1)), ("quarter", Fraction(1, 4)))
}
PENALTY = shown(2 * V.lam <= 2 * V.lam)


def smooth(share: Any) -> Draft:
    """The Hessian along v is at most a share of the largest eigenvalue, and 2 lambda."""
    records = substitute(EACH[share], {"s": V.margins[i], "g": V.squares[i]})
    return says(
        HESSIAN <= share * V.G + 2 * V.lam,
        given=[ALONG],
        by=Derive(
            add(multiply(sum_over(i, 1, V.n, records), 1 / V.n), PENALTY),
            add(multiply(given(ALONG), share), PENALTY),
        ),
    )


# The largest eigenvalue of E uu' for covariates uniform on [0, 1]^20: a row of it sums to this.
GRAM = r"(\frac{1}{3}+\frac{19}{4})"
# "U is the n x d matrix with u_t being its column t."
SIZES = "column t of U, n x d, has as many entries as u_t"
SMOOTHNESS = claim("accelerated/smoothness-constant", "§5", "Smoothness constant").says(
    {"smoothness constant": smooth(Fraction(1)), SIZES: says(V.n == V.d, at={"n": 10**5, "d": 20})},
    # With u_t as row t they do, as u_t is d x 1.
    repaired={SIZES: says(V.d == V.d, forall="n")},
    elsewhere={SIZES: ("§5, before (35)", says(V.d == V.d, forall="n"))},
    settings=(LOGISTIC,),
    notes=(
        # A quarter of the data part does, and no less at x = 0 (the margins are 0).
        smooth(Fraction(1, 4)),
        says(curvature(number(0), V.g) == V.g / 4),
        table(
            {
                "L": ("5.10", tex(V, rf"{GRAM}+0.02")),
                "kappa": ("255", tex(V, rf"\frac{{{GRAM}+0.02}}{{0.02}}")),
                "a quarter: L": ("1.29", tex(V, rf"\frac{{{GRAM}}}{{4}}+0.02")),
                "a quarter: kappa": ("65", tex(V, rf"\frac{{{GRAM}/4+0.02}}{{0.02}}")),
            }
        ),
    ),
)

# The synthetic data ------------------------------------------------------------------------------


def recipe(seed: int) -> bool:
    """The library's data: u uniform on [0, 1]^20 by mean and square, and z the sign of u'w."""
    return _drawn(seed, seed)


def other_labels(seed: int) -> bool:
    """The same with the labels of another data set."""
    return _drawn(seed, seed + 1)


def _drawn(seed: int, other: int) -> bool:
    data = synthetic(10**5, 20, 0.01, seed)
    u = data.features
    generator = np.random.Generator(np.random.Philox(other))
    labels = np.sign(generator.random(u.shape) @ generator.standard_normal(20))
    # Means of 10^5 records: five standard deviations, 0.3 of one record's at most.
    close = max(abs(u.mean(axis=0) - 1 / 2).max(), abs((u**2).mean(axis=0) - 1 / 3).max())
    inside = u.shape == (10**5, 20) and u.min() >= 0 and u.max() <= 1
    return bool(inside and close < 5 * 0.3 / 10**2.5 and (data.labels == labels).all())


NORM = says(
    total(i, 1, 20, V.covariates[i]) <= 20,
    by=Derive(sum_over(i, number(1), number(20), shown(V.covariates[i] <= 1))),
)
DATA = in_words(
    V, "d = 20, n = 10^5, u is uniform on [0, 1]^20 and z the sign of u'w, w normal", recipe
)
SYNTHETIC = (
    claim("accelerated/synthetic-data", "§5; released program", "Synthetic data")
    .says({"norm": NORM, "the library's data": DATA})
    .quoting(
        r"\|u\|_1\le20", part="norm", reading="the norm is written out, as no entry is negative"
    )
    .rejects("radius 19", part="norm", right=19)
    .rejects("another data set's labels", part="the library's data", test=other_labels)
)

# The step sizes ----------------------------------------------------------------------------------
L, SHARP = V.G + 2 * V.lam, V.G / 4 + 2 * V.lam
STEPS = says(V.c / L <= 1 / SHARP)
STEP_SIZE = (
    claim("accelerated/thm-4.1-step-size", "§4.1, Thm 4.1 with §5", "Step sizes of the experiments")
    .says(
        {"first stage": STEPS, "later stages": STEPS.but(left=V.c / (2 ** (2 * V.stage) * L))},
        settings=(LOGISTIC,),
    )
    .quoting(
        r"\alpha=c/L", part="first stage", reading="that it is a step size that the theorem allows"
    )
    .rejects("four times the step", part="first stage", left=4 * V.c / L)
)
