"""Appendix A, Lemmas 2 and 3: composition of RDP, and from RDP to (epsilon, delta)-DP."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.numbers import exp, log, maximum, total
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.context import Context
from verify.papers.lssgd import printed_privacy as printed

Case = dict[str, Any]
F = Fraction

# Lemma 2 ---------------------------------------------------------------------------------------

# The moment E_Q (P/Q)^alpha of a pair of releases is the sum over x of a(x) m(x): a(x) =
# q(x) (p(x)/q(x))^alpha for the first, m(x) the moment of the second, given that the first
# released x. RDP bounds the sum of a by e^{(alpha-1) rho_1} and every m(x) by e^{(alpha-1) rho_2}.

FACTORS = Identity(
    name="density ratios multiply",
    part="factors",
    lhs=lambda p, q, r, s, alpha: q * s * ((p * r) / (q * s)) ** alpha,
    rhs=lambda p, q, r, s, alpha: (q * (p / q) ** alpha) * (s * (r / s) ** alpha),
    symbols=dict.fromkeys(("p", "q", "r", "s", "alpha"), "positive"),
    instance={"p": F(1, 4), "q": F(1, 9), "r": F(1, 4), "s": F(1, 16), "alpha": F(3)},
    general="p, q densities of the first release on two neighbours, r, s of the second given it",
)
WORST_SECOND = Inequality(
    name="the worst second release",
    part="induction",
    lhs=lambda a, b, m, k: a * m + b * k,
    rhs=lambda a, b, m, k: (a + b) * maximum(m, k),
    domain=Domain({name: Range(0, 5, corners=(0, 1, 2)) for name in "abmk"}),
    proof=Split(
        (
            Decomposition(
                dict.fromkeys(("a", "b", "m", "gap"), "nonnegative"),
                "m <= k",
                substitution=lambda a, b, m, gap: {"a": a, "b": b, "m": m, "k": m + gap},
            ),
            Decomposition(
                dict.fromkeys(("a", "b", "k", "gap"), "nonnegative"),
                "k <= m",
                substitution=lambda a, b, k, gap: {"a": a, "b": b, "m": k + gap, "k": k},
            ),
        ),
        "a, b >= 0: two values of the first release, and so any number and any density; with it "
        "the moments' exponents (alpha-1) rho_i add, one release at a time",
    ),
)


def moment(law: tuple[Any, ...], other: tuple[Any, ...], alpha: int) -> Any:
    """E_Q (P/Q)^alpha of two laws on finitely many values, exactly."""
    return total(q * (p / q) ** alpha for p, q in zip(law, other, strict=True))


def moments(second: Any, alpha: int) -> list[Any]:
    """The moment of the second release for every value of the first."""
    return [moment(law, other, alpha) for law, other in second]


def adaptive(_: Context) -> Iterator[Case]:
    """First releases, and second releases that depend on them."""
    first = ((F(1, 3), F(2, 3)), (F(1, 2), F(1, 2)))
    for low, high in ((F(1, 5), F(1, 4)), (F(1, 2), F(9, 10)), (F(1, 100), F(1, 2))):
        second = tuple(((c, 1 - c), (d, 1 - d)) for c, d in ((low, high), (high, F(1, 2))))
        for alpha in (2, 3, 5):
            yield {"first": first, "second": second, "alpha": alpha}


def composed(first: Any, second: Any, alpha: int) -> Any:
    """The moment of both releases together."""
    p = tuple(x * y for x, (law, _) in zip(first[0], second, strict=True) for y in law)
    q = tuple(x * y for x, (_, law) in zip(first[1], second, strict=True) for y in law)
    return moment(p, q, alpha)


def product(first: Any, second: Any, alpha: int) -> Any:
    """The moment of the first release times the largest of the second."""
    return moment(first[0], first[1], alpha) * max(moments(second, alpha))


ADAPTIVE = Cases(
    name="adaptive pairs on two values",
    part="induction",
    cases=adaptive,
    holds=lambda **case: (composed(**case), product(**case)),
    controls=(
        Control(
            "the smallest second moment",
            Cases(
                name="smallest",
                cases=adaptive,
                holds=lambda first, second, alpha: (
                    composed(first, second, alpha),
                    moment(first[0], first[1], alpha) * min(moments(second, alpha)),
                ),
            ),
            Outcome.FAILS,
            # Equal first laws, second moments 1 and 2: their mean exceeds 1.
            lambda: F(1, 2) * 1 + F(1, 2) * 2 > 1,
        ),
    ),
)
LEMMA_2 = Claim(
    id="lssgd/lemma-2",
    where="App A, Lemma 2",
    title="adaptive composition",
    statement=r"$(\alpha,\rho_i)$-RDP mechanisms, the $i$-th with the previous outputs as input, "
    r"compose to $(\alpha,\sum\rho_i)$-RDP.",
    units=dict.fromkeys(("p", "q", "r", "s", "alpha", "a", "b", "m", "k"), "1"),
    hypotheses=("each mechanism is RDP for every value of the previous outputs",),
    checks=(FACTORS, WORST_SECOND, ADAPTIVE),
    note="Attained by mechanisms that ignore each other's output.",
)

# Lemma 3 ---------------------------------------------------------------------------------------


def excess(L: Any, threshold: Any) -> Any:
    """The positive part of L - threshold: P(E) - threshold Q(E) is at most its mean under Q."""
    return maximum(L - threshold, 0 * L)


MARKOV = Inequality(
    name="tangent of the power",
    part="pointwise",
    lhs=lambda L, alpha, threshold: excess(L, threshold),
    rhs=lambda L, alpha, threshold: L * (L / threshold) ** (alpha - 1),
    domain=Domain(
        {
            "L": Range(0.001, 100, log=True, corners=(1, 2, F(1, 2))),
            "alpha": Range(1.001, 50, log=True, corners=(2, 3)),
            "threshold": Range(1, 100, log=True, corners=(1, 2)),
        }
    ),
    proof=Split(
        (
            Decomposition(
                {"threshold": "positive", "k": "positive", "z": "positive"},
                "L = threshold (1 + k) with (1 + k)^(alpha-1) = 1 + z",
                substitution=lambda threshold, k, z: {
                    "L": threshold * (1 + k),
                    "alpha": 1 + log(1 + z) / log(1 + k),
                    "threshold": threshold,
                },
            ),
            Decomposition(
                {"threshold": "positive", "k": "positive", "z": "positive"},
                "L = threshold/(1 + k)",
                substitution=lambda threshold, k, z: {
                    "L": threshold / (1 + k),
                    "alpha": 1 + log(1 + z) / log(1 + k),
                    "threshold": threshold,
                },
            ),
        ),
        "for likelihood ratios above and below the threshold",
    ),
)
THRESHOLD = Identity(
    name="delta at the printed epsilon",
    part="epsilon",
    # threshold = e^epsilon: threshold^(1-alpha) e^{(alpha-1) rho} = delta = e^-ell.
    lhs=lambda rho, ell, extra: (
        exp(-extra * printed.lemma_3(rho, ell, 1 + extra)) * exp(extra * rho)
    ),
    rhs=lambda rho, ell, extra: exp(-ell + 0 * (rho + extra)),
    symbols=dict.fromkeys(("rho", "ell", "extra"), "positive"),
    instance={"rho": F(1, 2), "ell": F(3), "extra": F(2)},
    general="extra = alpha - 1; the mean of the pointwise bound under Q is at most delta, for "
    "every event, every delta in (0, 1) and both orders of the neighbours",
)


LEMMA_3 = Claim(
    id="lssgd/lemma-3",
    where="App A, Lemma 3",
    title="from RDP to (epsilon, delta)-DP",
    statement=r"$(\alpha,\rho)$-RDP implies $(\rho+\log(1/\delta)/(\alpha-1),\delta)$-DP for all "
    r"$\delta\in(0,1)$.",
    units=dict.fromkeys(("L", "alpha", "threshold", "rho", "ell", "extra"), "1"),
    checks=(MARKOV, THRESHOLD),
    note="Sharp for alpha near 1 only: delta can be multiplied by (1-1/alpha)^(alpha-1)/alpha, 1/4 "
    "at alpha = 2 and about 1/(e alpha) for large orders (Canonne, Kamath and Steinke 2020). At "
    "order 116, that of the paper's epsilon = 0.2, this saves 0.05 of epsilon.",
)

CLAIMS = (LEMMA_2, LEMMA_3)
