"""Section 5, (35) and (36): the logistic model, its maximiser and its gradient."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from dptheory.numbers import exp
from dptheory.problems.logistic import Logistic, synthetic
from verify.checks.base import Control
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.moments import Routes
from verify.context import Context
from verify.papers.accelerated import printed_5

F = Fraction
Case = dict[str, Any]
INVERSE = "1/length"
ODDS = Range(1e-6, 1e6, log=True, corners=(2, 1, F(1, 2)))


def weight(odds: Any) -> Any:
    """1/(1 + e^{z u'x}): how much of z u a record contributes to the gradient of ln p."""
    return printed_5.inverse(1 + odds)


# (35): the maximiser ----------------------------------------------------------------------------


def farther(root: Any, u: Any, x: Any) -> Any:
    """A norm at which the printed objective is larger than at norm x; root = sqrt(lambda)."""
    return x + u / root**2 + 2 / root


def least_value(root: Any, u: Any, norm: Any) -> Any:
    """A lower bound of (35) at a norm: ln p >= -ln 2 - u |x| >= -1 - u |x|, u the largest |u_i|."""
    return printed_5.eq_35(-1 - u * norm, root**2, norm)


def largest_value(root: Any, x: Any) -> Any:
    """An upper bound of (35) at norm x: ln p <= 0."""
    return printed_5.eq_35(0, root**2, x)


NORMS = Domain(
    {
        "root": Range(0.01, 10, log=True, corners=(1, F(1, 10))),
        "u": Range(0, 20, corners=(1, 20, 0)),
        "x": Range(0, 10, corners=(0, 1)),
    }
)

CANDIDATE = Inequality(
    name="the candidate against a point farther out",
    lhs=lambda root, u, x: least_value(root, u, farther(root, u, x)),
    rhs=lambda root, u, x: largest_value(root, x),
    domain=NORMS,
    consequence="every candidate is beaten, whatever the data: lambda |x|^2 outgrows ln p, and "
    "the objective is unbounded above",
)

BEATEN = Inequality(
    name="every candidate is beaten",
    part="no maximiser as printed",
    lhs=lambda root, u, x: largest_value(root, x),
    rhs=lambda root, u, x: least_value(root, u, farther(root, u, x)),
    domain=NORMS,
    proof=Decomposition(
        {"root": "positive", "u": "nonnegative", "x": "nonnegative"},
        "at norm |x| + u/lambda + 2/sqrt(lambda) the lower bound of (35) exceeds lambda |x|^2",
    ),
)

SLOW = Inequality(
    name="ln p >= -ln 2 - |u'x|",
    part="no maximiser as printed",
    # The odds of the label are at least 1/largest, with largest = e^{|u||x|}.
    lhs=lambda odds, largest: 1 / (2 * largest),
    rhs=lambda odds, largest: printed_5.likelihood(odds),
    domain=Domain(
        {"odds": ODDS, "largest": Range(1, 1e6, log=True, corners=(1, 2))},
        where=lambda odds, largest: odds * largest >= 1,
    ),
    proof=Decomposition(
        {"excess": "nonnegative", "gap": "nonnegative"},
        "p = odds/(1 + odds) increases with the odds",
        substitution=lambda excess, gap: {
            "odds": (1 + gap) / (1 + excess),
            "largest": 1 + excess,
        },
    ),
)

COERCIVE = Inequality(
    name="ln p <= 0",
    part="a maximiser exists",
    lhs=lambda odds: printed_5.likelihood(odds),
    rhs=lambda odds: 1 + 0 * odds,
    domain=Domain({"odds": ODDS}),
    proof=Decomposition(
        {"odds": "positive"},
        "hence f(x) <= -lambda |x|^2, less than f(0) = -ln 2 once |x|^2 > ln(2)/lambda",
    ),
)


def log_likelihood_derivative(z: Any, margin: Any, order: int = 1) -> Any:
    """The derivative of ln p = -ln(1 + e^{-z s}) by s = u'x, computed symbolically."""
    s = sympy.Symbol("s", real=True)
    return sympy.diff(-sympy.log(1 + sympy.exp(-z * s)), s, order).subs(s, margin)


BEND = Identity(
    name="second derivative of ln p",
    part="it is unique",
    lhs=lambda margin: log_likelihood_derivative(1, margin, order=2),
    rhs=lambda margin: -weight(exp(margin)) * weight(exp(-margin)),
    symbols={"margin": "real"},
    instance={"margin": F(1)},
    general="along z u'x, for either label; the Hessian adds these terms times (u_i'v)^2",
)

CONCAVE = Inequality(
    name="strong concavity",
    part="it is unique",
    lhs=lambda odds, slope, regularisation: 2 * regularisation,
    rhs=lambda odds, slope, regularisation: (
        weight(odds) * weight(1 / odds) * slope**2 + 2 * regularisation
    ),
    domain=Domain(
        {
            "odds": ODDS,
            "slope": Range(-20, 20, corners=(0, 1)),
            "regularisation": Range(1e-4, 10, log=True, corners=(F(1, 100), 1)),
        }
    ),
    proof=Decomposition(
        {"odds": "positive", "slope": "real", "regularisation": "positive"},
        "each record bends ln p downwards",
    ),
)


def instances(context: Context) -> Iterator[Case]:
    """Small data sets of Section 5's kind with a point each."""
    rng = context.named("points").rng()
    for seed in range(4):
        yield {"problem": synthetic(50, 3, 0.01, seed), "x": 2 * rng.standard_normal(3)}


def mean_objective(problem: Logistic, x: np.ndarray, sign: int = -1) -> float:
    """(35) with the sign of the penalty: -1 repaired, 1 as printed."""
    odds = np.exp(problem.labels * (problem.features @ x))
    penalty = sign * problem.regularisation
    log_p = np.log(printed_5.likelihood(odds))
    return float(np.mean(printed_5.eq_35(log_p, penalty, float(np.linalg.norm(x)))))


def library_objective(sign: int = -1) -> Routes:
    return Routes(
        name="the library's objective" if sign < 0 else "the printed sign",
        part="it is unique",
        cases=instances,
        first=lambda problem, x: -float(problem.value(x)),
        second=lambda problem, x: mean_objective(problem, x, sign),
        tolerance=1e-12,
        meaning="dptheory's Logistic is minus the repaired objective",
        controls=()
        if sign > 0
        else (
            Control(
                "the printed sign",
                library_objective(1),
                Outcome.FAILS,
                # The two signs differ by 2 lambda |x|^2.
                lambda: (
                    mean_objective(synthetic(50, 3, 0.01, 0), np.ones(3), 1)
                    > mean_objective(synthetic(50, 3, 0.01, 0), np.ones(3), -1) + 0.05
                ),
            ),
        ),
    )


MAXIMISER = Claim(
    id="accelerated/eq-35",
    where="§5, (35)",
    title="regularised maximum likelihood",
    statement=r"$x^*=\arg\max_x\frac1n\sum_if(x;u_i,z_i)$, $f(x;u,z)=\ln p(z\vert u,x)"
    r"+\lambda\Vert x\Vert^2$, $p(z\vert u,x)=[1+e^{-zu^\top x}]^{-1}$, $z\in\{-1,1\}$.",
    units={"root": INVERSE, "u": INVERSE, "x": "length", "odds": "1", "largest": "1"}
    | {"margin": "1", "slope": INVERSE, "regularisation": "1/length^2"},
    checks=(CANDIDATE,),
    repair=Repair(
        statement=r"$f=\ln p-\lambda\Vert x\Vert^2$: the mean has exactly one maximiser, "
        r"$\Vert x^*\Vert^2\le\ln(2)/\lambda$, and is $2\lambda$-strongly concave. With $+\lambda$ "
        "there is no maximiser, for any data.",
        changes=("the sign of the penalty",),
        checks=(BEATEN, SLOW, COERCIVE, BEND, CONCAVE, library_objective()),
        consequence="The stated mu = 2 lambda and the paper's figures belong to the minimisation "
        "of -ln p + lambda |x|^2, which the released program (footnote 2) carries out; to minimise "
        "the printed f instead would minimise the likelihood.",
    ),
)

# (36): the gradient -----------------------------------------------------------------------------

RECORD = {"z": "real", "u": "real", "margin": "real"}
RECORD_POINT = {"z": F(1), "u": F(1), "margin": F(1)}


def data_part(z: Any, u: Any, margin: Any) -> Any:
    """One coordinate of the gradient of ln p(z|u, x), by the chain rule."""
    return u * log_likelihood_derivative(z, margin)


PRINTED_GRADIENT = Identity(
    name="gradient of ln p",
    part="gradient",
    lhs=data_part,
    rhs=lambda z, u, margin: printed_5.eq_36_gradient(z, u, exp(z * margin)),
    symbols=RECORD,
    instance=RECORD_POINT,
    consequence="the weight is the complement of the true one",
)

GRADIENT = Identity(
    name="gradient of ln p, repaired",
    part="gradient",
    lhs=data_part,
    rhs=lambda z, u, margin: z * u * weight(exp(z * margin)),
    symbols=RECORD,
    instance=RECORD_POINT,
    general="coordinate by coordinate",
)

PRINTED_LABELS = Identity(
    name="labels 0 and 1",
    part="labels",
    lhs=lambda odds: printed_5.likelihood(odds**0) + printed_5.likelihood(odds),
    rhs=lambda odds: odds**0,
    symbols={"odds": "positive"},
    instance={"odds": F(2)},
    consequence="the probabilities of the labels 0 and 1 do not add up to 1",
)

LABELS = Identity(
    name="labels -1 and 1",
    part="labels",
    lhs=lambda odds: printed_5.likelihood(1 / odds) + printed_5.likelihood(odds),
    rhs=lambda odds: odds**0,
    symbols={"odds": "positive"},
    instance={"odds": F(2)},
)

LABEL = Range(-1, 1, integer=True, corners=(1, -1))
PRINTED_WEIGHT = Inequality(
    name="weight of the second record",
    part="weights",
    lhs=lambda odds, z, other: printed_5.eq_36_second_weight(odds, z, other),
    rhs=lambda odds, z, other: 1 + 0 * odds,
    domain=Domain(
        {"odds": Range(0.5, 2, log=True, corners=(2, 1)), "z": LABEL, "other": LABEL},
        where=lambda z, other, **_: z * other != 0,
    ),
    consequence="the exponent mixes z with u', and the last step of (36) needs weights of at "
    "most 1; with u''x this one grows without bound",
)

WEIGHT = Inequality(
    name="weight of a record",
    part="weights",
    lhs=lambda odds: weight(odds),
    rhs=lambda odds: 1 + 0 * odds,
    domain=Domain({"odds": ODDS}),
    proof=Decomposition({"odds": "positive"}, "1 - 1/(1 + odds) = odds/(1 + odds)"),
)

GRADIENT_FORM = Claim(
    id="accelerated/eq-36-gradient",
    where="§5, (36)",
    title="gradient of the log-likelihood",
    statement=r"The data part of $\nabla f$ is $\frac{zue^{zu^\top x}}{1+e^{zu^\top x}}$, and "
    r"$\Vert\nabla f-\nabla f'\Vert_1=\left\Vert\frac{zue^{zu^\top x}}{1+e^{zu^\top x}}-"
    r"\frac{z'u'e^{zu'^\top x}}{1+e^{z'u'^\top x}}\right\Vert_1$, $z,z'\in\{0,1\}^2$.",
    units={"z": "1", "u": INVERSE, "margin": "1", "odds": "1", "other": "1"},
    checks=(PRINTED_GRADIENT, PRINTED_LABELS, PRINTED_WEIGHT),
    repair=Repair(
        statement=r"$\nabla\ln p(z\vert u,x)=\frac{zu}{1+e^{zu^\top x}}$ for each record with its "
        r"own $z\in\{-1,1\}$, and its weight $[1+e^{zu^\top x}]^{-1}$ lies in $(0,1)$.",
        changes=(
            "the exponent's sign: e^{-z u'x}/(1 + e^{-z u'x}) instead of its complement",
            "labels -1 and 1 instead of 0 and 1",
            "z' in both exponents of the second record",
        ),
        checks=(GRADIENT, LABELS, WEIGHT),
        consequence="The printed expression is the gradient of ln(1 + e^{z u'x}), in which the "
        "records already classified correctly weigh most; it is right only where u'x = 0. The "
        "final bound of (36) and the figures are not affected: the released program (footnote 2) "
        "has the right gradient.",
    ),
)

CLAIMS = (MAXIMISER, GRADIENT_FORM)
