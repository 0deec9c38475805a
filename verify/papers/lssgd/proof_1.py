"""Appendix A, proof of Theorem 1: algebra and composition."""

from fractions import Fraction
from typing import Any

from verify.checks.claim import Claim
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.lssgd import printed_privacy as printed

F = Fraction
GRADIENT = "loss/length"
NUMBERS = ("T", "alpha", "mu", "n", "b", "epsilon", "ell", "k")
UNITS = {"G": GRADIENT}
UNITS |= dict.fromkeys(NUMBERS, "1")

# Algebra ---------------------------------------------------------------------------------------

SYMBOLS = dict.fromkeys(("T", "alpha", "mu", "n", "b", "epsilon"), "positive")
POINT = {"T": F(3), "alpha": F(2), "mu": F(1, 3), "n": F(7), "b": F(2), "epsilon": F(1, 5)}
WITH_G = SYMBOLS | {"G": "positive"}
G_POINT = POINT | {"G": F(5)}


def variance_ratio(T: Any, alpha: Any, G: Any, mu: Any, n: Any, b: Any, epsilon: Any) -> Any:
    """nu^2/Delta^2 from the printed nu^2 and Delta = 2 G/b."""
    sensitivity = printed.query_sensitivity(G, b)
    return printed.variance(T, alpha, G, mu, n, epsilon) / sensitivity**2


PROOF_ALGEBRA = Claim(
    id="lssgd/proof-1-algebra",
    where="App A, proof of Thm 1",
    title="algebra of the proof",
    statement=r"$M_k=\frac nb\nabla F+n$ is $(\alpha,(n^2\epsilon\mu/b^2)/(10T))$-RDP, the "
    r"subsampled step $(\alpha,\mu\epsilon/T)$-RDP, $\nu^2/\Delta^2=5T\alpha b^2/(n^2\epsilon\mu)$,"
    r" $\frac1{\tau(1+\nu^2/\Delta^2)}=\frac{\mu n^3\epsilon}{5b^3T\alpha+\mu bn^2\epsilon}$.",
    units=UNITS,
    hypotheses=("Lemma 1 and Delta = 2 G/b", "the range of Lemma 1, for the subsampled step"),
    checks=(
        Identity(
            name="M_k",
            part="full data",
            # alpha Delta^2/(2 nu^2) = alpha/(2 nu^2/Delta^2).
            lhs=lambda **p: p["alpha"] / (2 * variance_ratio(**p)),
            rhs=lambda T, alpha, G, mu, n, b, epsilon: (
                printed.mechanism_rdp(n, epsilon, mu, b, T) + 0 * alpha * G
            ),
            symbols=WITH_G,
            instance=G_POINT,
        ),
        Identity(
            name="subsampled step",
            part="subsampled",
            lhs=lambda **p: 5 * (p["b"] / p["n"]) ** 2 * p["alpha"] / variance_ratio(**p),
            rhs=lambda T, alpha, G, mu, n, b, epsilon: (
                printed.step_rdp(mu, epsilon, T) + 0 * alpha * G
            ),
            symbols=WITH_G,
            instance=G_POINT,
        ),
        Identity(
            name="nu^2/Delta^2",
            part="variance ratio",
            lhs=variance_ratio,
            rhs=lambda T, alpha, G, mu, n, b, epsilon: (
                printed.noise_ratio(T, alpha, mu, n, b, epsilon) + 0 * G
            ),
            symbols=WITH_G,
            instance=G_POINT,
        ),
        Identity(
            name="argument of the logarithm",
            part="order",
            lhs=lambda **p: 1 / (p["b"] / p["n"] * (1 + printed.noise_ratio(**p))),
            rhs=printed.order_argument,
            symbols=SYMBOLS,
            instance=POINT,
        ),
    ),
)

# Composition -----------------------------------------------------------------------------------

BUDGET_SYMBOLS = {"ell": "positive", "mu": "fraction", "epsilon": "positive", "T": "positive"}
BUDGET_POINT = {"ell": F(3), "mu": F(1, 3), "epsilon": F(1, 5), "T": F(7)}
PROOF_COMPOSITION = Claim(
    id="lssgd/proof-1-composition",
    where="App A, proof of Thm 1",
    title="composition over the iterations",
    statement=r"$w^k$ is $(k\mu\epsilon/T+(1-\mu)\epsilon,\delta)$-DP, so $w^T$ is "
    r"$(\epsilon,\delta)$-DP.",
    units=UNITS,
    hypotheses=(
        "every step is (alpha, mu epsilon/T)-RDP (Lemma 1); the order condition that is to give "
        "this holds in no setting of the paper (thm-1-hypotheses), its repair in all of them",
        "0 < delta < 1 and mu in (0, 1), so that alpha > 1",
    ),
    checks=(
        Identity(
            name="Lemmas 2 and 3 at order alpha",
            part="every iterate",
            lhs=lambda ell, mu, epsilon, T, k: printed.lemma_3(
                k * printed.step_rdp(mu, epsilon, T), ell, printed.order(ell, mu, epsilon)
            ),
            rhs=lambda ell, mu, epsilon, T, k: printed.iterate_budget(k, mu, epsilon, T) + 0 * ell,
            symbols=BUDGET_SYMBOLS | {"k": "nonnegative"},
            instance=BUDGET_POINT | {"k": F(4)},
            general="for every k, k = 0 included",
        ),
        Identity(
            name="the last iterate",
            part="last iterate",
            lhs=lambda ell, mu, epsilon, T: printed.lemma_3(
                T * printed.step_rdp(mu, epsilon, T), ell, printed.order(ell, mu, epsilon)
            ),
            rhs=lambda ell, mu, epsilon, T: epsilon + 0 * (ell + mu + T),
            symbols=BUDGET_SYMBOLS,
            instance=BUDGET_POINT,
        ),
        Inequality(
            name="no iterate costs more",
            part="monotone",
            lhs=lambda k, mu, epsilon, T: printed.iterate_budget(k, mu, epsilon, T),
            rhs=lambda k, mu, epsilon, T: epsilon,
            domain=Domain(
                {
                    "k": Range(0, 100, integer=True, corners=(0, 1)),
                    "mu": Range(0.01, 0.99, corners=(F(1, 2),)),
                    "epsilon": Range(0.01, 10, log=True, corners=(2,)),
                    "T": Range(1, 100, integer=True, corners=(1, 2)),
                },
                where=lambda k, T, **_: k <= T,
            ),
            proof=Decomposition(
                dict.fromkeys(("m", "share", "epsilon", "T"), "positive") | {"gap": "nonnegative"},
                "k = T - gap and mu = m/(m + share)",
                substitution=lambda m, share, epsilon, T, gap: {
                    "k": T - gap,
                    "mu": m / (m + share),
                    "epsilon": epsilon,
                    "T": T,
                },
            ),
        ),
    ),
    note="The lemma's order exceeds 1 only for delta < 1; for delta >= 1, which Theorem 1 admits "
    "('for any delta > 0'), nothing is to be proved. All iterates together are as private as the "
    "last one here: composition releases them all.",
)

CLAIMS = (PROOF_ALGEBRA, PROOF_COMPOSITION)
