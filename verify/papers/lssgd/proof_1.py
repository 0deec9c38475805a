"""Appendix A, proof of Theorem 1: sensitivity, algebra and composition."""

from fractions import Fraction
from typing import Any

from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.lssgd import printed_privacy as printed

F = Fraction
GRADIENT = "loss/length"
NUMBERS = ("T", "alpha", "mu", "n", "b", "epsilon", "ell", "k", "extra")
UNITS = dict.fromkeys(("G", "g", "other", "rest", "total", "sigma"), GRADIENT)
UNITS |= dict.fromkeys(NUMBERS, "1")

# Sensitivity -----------------------------------------------------------------------------------

# Replacing one record moves the sum of the gradients from rest + g to rest + other. One coordinate
# along g - other is enough: in the others nothing moves.


def query(n: Any, b: Any, total: Any) -> Any:
    """q = (n/b) grad F, from the sum of all records' gradients."""
    return n * (total / n) / b


def query_distance(n: Any, b: Any, g: Any, other: Any, rest: Any) -> Any:
    """|q(S) - q(S')|."""
    return abs(query(n, b, rest + g) - query(n, b, rest + other))


GRADIENTS = {
    "n": Range(1, 100, log=True, integer=True, corners=(2, 1)),
    "b": Range(1, 100, log=True, integer=True, corners=(2, 1)),
    "G": Range(0.1, 10, log=True, corners=(1,)),
    "g": Range(-10, 10, corners=(1, F(1, 2), 0)),
    "other": Range(-10, 10, corners=(-1, F(1, 2), 0)),
}


def possible(n: Any, b: Any, G: Any, g: Any, other: Any, **_: Any) -> bool:
    """b <= n, and gradients no longer than G."""
    return bool(b <= n and abs(g) <= G and abs(other) <= G)


MIDDLE = Inequality(
    name="the middle term",
    part="difference of two gradients",
    lhs=lambda n, b, G, g, other: abs(g - other),
    rhs=lambda n, b, G, g, other: printed.query_sensitivity(G, b),
    domain=Domain(GRADIENTS, where=possible),
    consequence="the factor 1/b is missing in the middle term",
)
EQUALITY = Identity(
    name="sensitivity of q",
    part="equality",
    lhs=query_distance,
    rhs=lambda n, b, g, other, rest: abs(g - other),
    symbols=dict.fromkeys(("n", "b"), "positive") | dict.fromkeys(("g", "other", "rest"), "real"),
    instance={"n": F(2), "b": F(2), "g": F(1), "other": F(-1), "rest": F(3)},
    consequence="replacing a record moves (n/b) grad F by 1/b of the difference",
)


def bounded(n: Any, b: Any, slack: Any, extra: Any) -> dict[str, Any]:
    """A difference of gradients and the slack that 2 G leaves it."""
    return {"n": n, "b": b, "G": (slack + extra) / 2, "g": extra, "other": 0 * extra}


SENSITIVITY = Inequality(
    name="2 G/b",
    part="bound",
    lhs=lambda n, b, G, g, other: query_distance(n, b, g, other, 0 * G),
    rhs=lambda n, b, G, g, other: printed.query_sensitivity(G, b),
    domain=Domain(GRADIENTS, where=possible),
    proof=Decomposition(
        {"n": "positive", "b": "positive", "slack": "nonnegative", "extra": "nonnegative"},
        "the distance is |g - other|/b, and |g - other| = 2 G - slack by the triangle inequality; "
        "attained at g = -other = G",
        substitution=bounded,
    ),
)
SCALED = Identity(
    name="1/b of the difference",
    part="equality",
    lhs=query_distance,
    rhs=lambda n, b, g, other, rest: abs(g - other) / b,
    symbols=EQUALITY.symbols,
    instance=EQUALITY.instance,
    general="for every coordinate along the difference",
)


def with_fresh_noise(n: Any, b: Any, total: Any, sigma: Any) -> tuple[tuple[Any, Any]]:
    """Mean and variance of (b/n) M_k plus independent noise of variance (1 - (b/n)^2) sigma^2."""
    share = b / n
    return ((share * query(n, b, total), (share * sigma) ** 2 + (1 - share**2) * sigma**2),)


POST = Identity(
    name="A^{-1}(grad F + noise) from M_k and fresh noise",
    part="post-processing",
    lhs=lambda n, b, total, sigma: with_fresh_noise(n, b, total, sigma),
    rhs=lambda n, b, total, sigma: ((total / n + 0 * b, sigma**2),),
    symbols=dict.fromkeys(("n", "b", "sigma"), "positive") | {"total": "real"},
    instance={"n": F(3), "b": F(2), "total": F(5), "sigma": F(7)},
    general="b <= n, so that the added variance is not negative; a Gaussian is fixed by its mean "
    "and variance, coordinate by coordinate, and A^{-1} is a fixed map",
)
SMOOTHED = Inequality(
    name="the printed smoothed mechanism leaks less",
    part="smoothed mechanism",
    lhs=lambda alpha, G, n, extra, sigma: printed.gaussian_rdp(alpha, 2 * G / (n + extra), sigma),
    rhs=lambda alpha, G, n, extra, sigma: printed.gaussian_rdp(alpha, 2 * G / n, sigma),
    domain=Domain(
        {
            "alpha": Range(1.01, 100, log=True, corners=(2,)),
            "G": Range(0.1, 10, log=True, corners=(1,)),
            "n": Range(1, 100, log=True, integer=True, corners=(1, 2)),
            "extra": Range(0, 100, integer=True, corners=(0, 1)),
            "sigma": Range(0.1, 10, log=True, corners=(1,)),
        }
    ),
    proof=Decomposition(
        dict.fromkeys(("alpha", "G", "n", "sigma"), "positive") | {"extra": "nonnegative"},
        "n stands for b and n + extra for n: the sensitivity of grad F is 2 G/n <= 2 G/b, and "
        "A^{-1} is invertible",
    ),
)
PROOF_SENSITIVITY = Claim(
    id="lssgd/proof-1-sensitivity",
    where="App A, proof of Thm 1",
    title="sensitivity in the proof",
    statement=r"$q_k=\frac nb\nabla F(w^k)$: $\Delta(q_k)=\Vert\nabla f_{i_k}-\nabla f_{i_k'}"
    r"\Vert_2\le2G/b$; $\tilde M_k=A_\sigma^{-1}(\nabla F+n)$ is a post-processing of "
    r"$M_k=q_k+n$.",
    units=UNITS,
    checks=(MIDDLE, EQUALITY, POST),
    repair=Repair(
        statement=r"$\Delta(q_k)=\Vert\nabla f_i-\nabla f_{i'}\Vert_2/b\le2G/b$ (replace-one), "
        r"attained by opposite gradients of length $G$. $\tilde M_k=A_\sigma^{-1}(\nabla F+n)$ "
        r"is a randomised post-processing of $M_k$: $A_\sigma^{-1}$ of $\frac bnM_k$ with fresh "
        r"noise of variance $(1-b^2/n^2)\nu^2$. Its divergence is $(b/n)^2$ times that of $M_k$.",
        changes=("factor 1/b in the middle term",),
        checks=(SCALED, SENSITIVITY, POST, SMOOTHED),
        consequence="none: the proof goes on with 2G/b, which is also the sensitivity of the mean "
        "over a batch that is actually released.",
    ),
    note="The slip of 1/b is typographic; for Theorem 1 nothing depends on it. Post-processing "
    "may draw random numbers of its own, and for b < n it has to: no map without them sends the "
    "mean (n/b) grad F to grad F and keeps the noise.",
)

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

CLAIMS = (PROOF_SENSITIVITY, PROOF_ALGEBRA, PROOF_COMPOSITION)
