r"""Section 3, Theorem 3: utility of DP-LSSGD for nonconvex F, and the text after Proposition 2.

The instance that defeats all universal constants: all records have a function of the coordinate
u'w, u a unit vector with equal entries, with slope G from G/L on to the right, an L-smooth dip to
F* = 0 at 0, and slope -G and then 0, so that it is not convex, to the left. No smoothing changes
the steps, each of which moves the mean by at most :math:`\eta G`: with the hypothesis on D_F the
mean stays beyond G/L, the noise is symmetric, and each iterate, their average and a random one have
the gradient Gu with probability at least 1/2. Every :math:`\beta` in (1/d, 1] belongs to some
smoothing, as :math:`\beta` falls continuously from 1 to 1/d.
"""

from verify.language import Draft, Escape, Formula, ceil, claim, instance, number, says
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.lemmas import runs

V = printed.V.extended(drop=printed.V.drop.within("(0, inf)", search=(0.1, 9)))
NUMBER = V.T == V.C1 * (V.drop + V.L * V.G**2 / V.b) * V.n**2 * V.epsilon**2 / (
    V.d * V.L * V.G**2 * V.ell
)
HALF = V.G**2 / 2  # of the squared gradient in the norm of the inverse
FAR = V.G**2 * V.T.sqrt() + V.G**2 / (2 * V.L) <= V.drop
BETA = V.beta * V.d > 1
UNSMOOTHED = [*runs.CONDITIONS, NUMBER, FAR, V.L**2 <= V.T]
WHERE = [*UNSMOOTHED, BETA]
# delta = e^-10, 100 batches, L = 1; D_F is 200 and a little more.
STEPS, ELL, EPSILON, DROP = 10**4, 10, 10, 200


def universal(
    left: Formula,
    right: Formula,
    where: list[Formula],
    size: Formula,
    *names: str,
    slope: Formula | int = 1,
) -> Draft:
    """For no choice of the constants: a family with batches of a size that grows with them.

    D_F grows with the square of the slope G.
    """
    batch = ceil(size + 1 / V.C1 + 10)
    budget = (100 * batch * EPSILON) ** 2
    dimension = ceil(DROP * V.C1 * budget / (STEPS * ELL) + 1)
    family = instance("L=1/1 mu=1/2") | {
        "G": slope,
        "T": STEPS,
        "epsilon": EPSILON,
        "ell": ELL,
        "b": batch,
        "n": 100 * batch,
        "d": dimension,
        "drop": (STEPS * ELL * dimension / (V.C1 * budget) - 1 / batch) * slope**2,
    }
    if BETA in where:
        family |= {"beta": 2 / (dimension + 1)}
    return says(left <= right, given=where, exists=dict.fromkeys(names), by=Escape(family=family))


BOUND = (
    V.C2
    * V.G
    * (V.beta * V.d * V.L * (2 * V.drop + V.L * V.G**2 / V.b) * V.ell).sqrt()
    / (V.n * V.epsilon)
)
NO_CONSTANTS = universal(HALF, BOUND, WHERE, 100 * V.C2, "C1", "C2")
THM_3 = (
    claim("lssgd/thm-3", "§3, Thm 3", "Utility for nonconvex $F$")
    .says(
        {"universal constants": NO_CONSTANTS},
        # For an iterate that is drawn at random.
        instead={"universal constants": runs.SMOOTH_THEOREM},
    )
    .quoting(
        r"\mathbb E\|\nabla F(\tilde w)\|_{A_\sigma^{-1}}^2\le C_2\frac{G\sqrt{\beta "
        r"dL(2D_F+LG^2/b)\log(1/\delta)}}{n\epsilon}",
        part="universal constants",
        reading=(
            "The left side is a lower bound of the squared norm, in a family of los"
            "ses that defeats all constants."
        ),
    )
    .quoting(
        r"\eta=1/\sqrt T",
        part="universal constants",
        reading="Put in for the step size in the family.",
    )
    .quoting(
        r"D_F=F(w^0)-F(w^*)",
        part="universal constants",
        reading="A positive number; the family has functions with this gap.",
    )
    .quoting(
        r"\tilde w=\sum_{k=0}^{T-1}w^k/T",
        part="universal constants",
        reading=("The lower bound holds at the mean of the iterates, and at each of them."),
    )
    .quoting(r"T=C_1(D_F+LG^2/b)n^2\epsilon^2/(dLG^2\log(1/\delta))", part="universal constants")
)

# The number of iterations ------------------------------------------------------------------------
LOSS = 2 * V.drop + V.L * V.G**2 / V.b
APPENDIX = printed.appendix_3_iterations(V.drop)
NOISE = printed.level(V.beta, runs.EFFECTIVE, APPENDIX)
AVERAGED = (LOSS + V.L * NOISE) / APPENDIX.sqrt()  # eta = 1/sqrt(T)
CONSTANTS = 1 / V.C1.sqrt() + 20 * V.C1.sqrt() * runs.EFFECTIVE / (V.mu * (1 - V.mu) * V.ell)


def rate(share: Formula) -> Formula:
    """What the averaged bound is at the T of the appendix; ``share`` is the root of beta."""
    return CONSTANTS * V.G * share * (V.d * V.L * LOSS * V.ell).sqrt() / (V.n * V.epsilon)


ITERATIONS = (
    claim("lssgd/thm-3-iteration-number", "§3, Thm 3", "The number of iterations of Theorem 3")
    .says(
        {"universal constants, every iterate": NO_CONSTANTS},
        # The T of the appendix, with beta, turns the averaged bound into one with its root.
        instead={"universal constants, every iterate": says(AVERAGED == rate(V.beta.sqrt()))},
    )
    .quoting(
        r"T=C_1(D_F+LG^2/b)n^2\epsilon^2/(dLG^2\log(1/\delta))",
        part="universal constants, every iterate",
    )
)

# The 2-norm: both sides over 1 + 4 sigma, with zeta = (1 + 4 sigma) sqrt(beta) -------------------
SQUARED = 16 * V.beta * V.G**2 * 6 * V.d * V.L * (2 * V.drop + V.L * V.G**2) * V.ell
CHAIN = (SQUARED / (V.n * V.epsilon) ** 2).sqrt()
LAST = (
    claim("lssgd/norm-chain-last", "§3, after Prop 2", "Utility in the 2-norm")
    .says(
        {"the T of Theorem 3": universal(HALF, CHAIN, WHERE, number(100), "C1")},
        instead={
            "the T of Theorem 3": says(
                (1 + 4 * V.sigma) * AVERAGED == rate((1 + 4 * V.sigma) * V.beta.sqrt())
            )
        },
    )
    .quoting(r"T=C_1(D_F+LG^2/b)n^2\epsilon^2/(dLG^2\log(1/\delta))", part="the T of Theorem 3")
)
