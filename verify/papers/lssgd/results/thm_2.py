r"""Section 3, Theorem 2: utility of DP-LSSGD for convex F, its hypotheses and its constants.

The instance that defeats all universal constants: all records have Huber's function of slope G and
curvature L of the coordinate u'w, where u has equal entries, so that no smoothing changes
:math:`D_\sigma`. No step moves E u'w by more than :math:`\eta G`; by Jensen's inequality the error
of the average iterate is at least that of its mean, the left side below. Every :math:`\gamma` in
(1/d, 1] belongs to some smoothing, as :math:`\gamma` falls continuously from 1 to 1/d.
"""

from fractions import Fraction as F

from dptheory.distributions.arb_tails import ball
from verify.language import Draft, Escape, claim, instance, nonnegative, positive, says
from verify.language.formulas import Formula, ceil, each, external, number, put, quantity
from verify.methods.derive import Derive, substitute
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.settings import MNIST

V = printed.V.extended(
    R=positive("R", unit="length", search=(0.1, 10)),
    cost=nonnegative(r"(G^2/b+\gamma d\nu^2)", unit="gradient^2", search=(0.1, 10)),
)
# u'w starts at R, and D_sigma = R^2.
NUMBER = V.T == printed.thm_2_iterations(V.R**2)
LEAST = V.G * V.R - V.G**2 / (2 * V.L) - V.G**2 * (V.T - 1) / (2 * V.T.sqrt())
# delta = e^-10, 100 batches; the step is 1/(2L).
STEPS, ELL, EPSILON = 10**4, 10, 10
BATCH = ceil(V.C2 + 1)
RECORDS = 100 * BATCH
UNIVERSAL = says(
    LEAST <= printed.thm_2(V.R**2),
    given=[*runs.CONDITIONS, NUMBER, V.gamma * V.d > 1, 4 * V.L**2 <= V.T],
    exists={"C1": None, "C2": None},
    by=Escape(
        family={
            "G": 1,
            "L": 50,
            "T": STEPS,
            "epsilon": EPSILON,
            "mu": F(1, 2),
            "ell": ELL,
            "b": BATCH,
            "n": RECORDS,
            "gamma": 2 / V.d,
            "R": (STEPS * V.d * ELL / (V.C1 * RECORDS**2 * EPSILON**2) - 1 / BATCH).sqrt(),
        },
        beyond={"d": 20 * V.C1 * RECORDS**2 + 2},
    ),
)


# An ordinary run: F = G|u'w|, which is not smooth, without smoothing, with T = 10^4 and 140
# batches, from a fourth of a step beside the kink; eps = 10, delta is 10^-5 and C_1 is 1/80, its
# best value in step 4, up to the size of d. The needed C_2 grows with the batch.
def needed(C2: int, b: int, d: int) -> Draft:
    """The conditions of Theorem 1, and that C_2 is too small."""
    values = {"T": 10**4, "n": 140 * b, "b": b, "d": d, "G": 1, "epsilon": 10, "mu": F(1, 2)}
    values |= {"ell": F(115129, 10**4), "gamma": 1, "R": F(1, 400), "C2": C2}
    gap = external(
        r"E[F(\tilde w)]-F^*",
        training.ToAndFro(),
        *(V.T, V.G, V.R, printed.variance().sqrt(), 1 / V.T.sqrt()),
        balls=training.ToAndFro(ball),
        means=r"in the notes a lower bound of it, for a run on $G|u^\top w|$ that steps to and fro "
        "over the kink",
    )
    _, order, ratio = (put(condition, values) for condition in runs.CONDITIONS)
    return says(each(order, ratio, put(gap, values) >= put(printed.thm_2(V.R**2), values)))


THM_2 = (
    claim("lssgd/thm-2", "§3, Thm 2", "Utility for convex $F$")
    .says(
        {"universal constants, for smooth F": UNIVERSAL},
        # For every T, and a step size of at most 1/L.
        instead={"universal constants, for smooth F": runs.CONVEX_THEOREM},
        notes=(needed(8000, 10**4, 2261), needed(50000, 10**5, 34581)),
    )
    .quoting(
        r"\mathbb E(F(\tilde w)-F(w^*))\le \frac{C_2G\sqrt{6\gamma(D_\sigma+G^2/b)d"
        r"\log(1/\delta)}}{n\epsilon}",
        part="universal constants, for smooth F",
        reading=(
            "The left side is a lower bound of the gap, in a family of losses that "
            "defeats all constants."
        ),
    )
    .quoting(
        r"T=C_1(D_\sigma+G^2/b)n^2\epsilon^2/(dG^2\log(1/\delta))",
        part="universal constants, for smooth F",
        letters={r"D_\sigma": V.R**2},
    )
)

# Without smoothness --------------------------------------------------------------------------


def step_3(eta: Formula) -> Formula:
    """The explicit bound of step 3."""
    return (runs.D + V.T * eta**2 * (V.G**2 / V.b + runs.LEFT)) / (F(2, 3) * V.T * eta)


LIPSCHITZ_ONLY = (
    claim("lssgd/thm-2-lipschitz-only", "§3, Thm 2, hypotheses", "The bound without smoothness")
    .says(
        says(
            runs.KINKED_THEOREM.left <= step_3(V.eta),
            given=[*runs.CONVEX, runs.NOISY],
            at=runs.TINY_NOISE
            | instance("T=2 eta=1/1 L=1/1")
            | runs.starting(F(1, 10), shapes.KINK, "kinked"),
        ),
        # G^2 for G^2/b, and every step size.
        repaired=runs.KINKED_THEOREM,
    )
    .quoting(
        r"D_\sigma=\|w^0-w^*\|_{A_\sigma}^2",
        reading=("As a hypothesis, the norm written out by coordinates and their differences."),
    )
    .quoting(
        r"\tilde{\mathbf w}=\sum_{k=0}^{T-1}\eta_k/\left(\sum_{i=0}^{T-1}\eta_i"
        r"\right)\mathbf w^k",
        reading="With constant steps, so that it is the mean of the iterates.",
    )
)

# The step size -----------------------------------------------------------------------------------
STEP = quantity(1, printed.STEP) / V.T.sqrt()
SMALL = 4 * (quantity(1, printed.STEP) * V.L) ** 2 <= V.T
PROOF = says(STEP <= 1 / (2 * V.L))
SMOOTH = says(
    runs.excess(V.convex, eta=STEP) <= step_3(STEP),
    given=[*runs.CONVEX, runs.NOISY],
    # To and fro over the minimum: both ends are on the slopes.
    at=runs.TINY_NOISE | instance("T=9 L=12") | runs.starting(F(1, 40), shapes.HUBER, "convex"),
)
THREE_TIMES = says(
    (V.distance / (V.eta * V.T) + V.eta * V.cost) / 2
    <= (V.distance + V.T * V.eta**2 * V.cost) / (F(2, 3) * V.T * V.eta)
)
STEP_SIZE = (
    claim(
        "lssgd/thm-2-step-size", "§3, Thm 2, hypotheses", r"The step size $1/\sqrt{T}$ of Theorem 2"
    )
    .says(
        {"proof": PROOF, "bound": SMOOTH},
        repaired={
            "proof": PROOF.but(given=[SMALL]),
            "bound": SMOOTH.but(
                given=[*runs.CONVEX, SMALL],
                at=(),
                by=Derive(
                    substitute(runs.CONVEX_THEOREM, {"eta": STEP}),
                    substitute(THREE_TIMES, {"eta": STEP, "cost": V.G**2 / V.b + runs.LEFT}),
                ),
            ),
        },
    )
    .quoting(
        r"\eta_k=1/\sqrt T",
        part="bound",
        reading="Put in for the step size, with a unit of its own.",
    )
    .quoting(
        r"\eta_t\le1/(2L)",
        part="proof",
        reading=r"The step size $\frac1{\sqrt T}$ of the theorem is put in.",
    )
)

# The constants -----------------------------------------------------------------------------------
APPENDIX = printed.step_4(V.C2, V.distance)
CONSTANT = (
    claim(
        "lssgd/thm-2-constant",
        "§3, Thm 2; App A.2, end of its proof",
        "The constant, if $C_2$ is the same in both places",
    )
    .says(
        says(printed.thm_2(V.distance) == APPENDIX),
        settings=MNIST,
        # The least constant of step 4 of the proof.
        notes=(
            says(
                12 * number(5).sqrt()
                <= F(3, 2) * (1 / V.C1.sqrt() + 20 * V.C1.sqrt() / (V.mu * (1 - V.mu)))
            ),
        ),
    )
    .repaired(right=number(6).sqrt() * APPENDIX)
)
