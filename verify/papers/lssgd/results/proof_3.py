r"""Appendix A.3: the proof of Theorem 3, from the descent step to the number of iterations."""

from fractions import Fraction as F

from verify.language import Formula, claim, instance, number, put, quantity, says, total
from verify.methods.derive import Derive, multiply, substitute, sum_over, words
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import one_step, runs
from verify.papers.lssgd.lemmas.runs import DROP, MEAN_SQUARE, SQUARE, k
from verify.papers.lssgd.results.eq_9 import EQ_9
from verify.papers.lssgd.results.lemmas_4_5 import LEMMA_5

V = printed.V

# The step size 1/sqrt(T), in the units of the loss.
ROOT = quantity(1, printed.STEP) / V.T.sqrt()
HALF = says(number(F(1, 2)) < 1 - ROOT * V.L / 2)
STEP_SIZE = (
    claim(
        "lssgd/proof-3-step-size",
        "App A.3, proof of Thm 3",
        "The step size of Theorem 3 in its proof",
        HALF,
    )
    .quoting(r"1-\eta_kL/2>1/2", letters={r"\eta_k": ROOT})
    .repaired(given=[(quantity(1, printed.STEP) * V.L) ** 2 < V.T])
    .rejects("twice as large", right=1 - ROOT * V.L, given=["L < T"])
)

# The sum -----------------------------------------------------------------------------------------
COST = V.eta**2 * V.L * (V.G**2 / V.b + runs.LEFT_SQUARE) / 2
SUMMED = runs.SMOOTH_BOUND
LATER = 1 / V.T * total(k, 1, V.T - 1, SQUARE)
SUM_LATER = says(
    LATER <= SUMMED,
    given=[*runs.SMOOTH, runs.SHORT],
    by=Derive(
        words("The term of k = 0 is not negative.", LATER <= MEAN_SQUARE),
        substitute(runs.SMOOTH_THEOREM, {}),
    ),
)
LAST = runs.of_run("E[F(w^T)]-F^*", training.gap, V.smooth)
WHERE = [*runs.SMOOTH, runs.SHORT]
# One step from the minimum: the sums from k = 1 to T - 1 are empty.
AT_MINIMUM = (
    runs.TINY_NOISE | instance("eta=1/1 L=1/1") | runs.starting(F(0), shapes.HUBER, "smooth")
)
# What a step adds to E F(w^k), at most and truly, in units of eta/2.
MOST = V.eta * V.L * (V.G**2 / V.b + runs.LEFT_SQUARE) - SQUARE
RISE = 2 * (runs.THERE - runs.HERE) / V.eta


def over_steps(first: int, term: Formula) -> Formula:
    """The sum from a step on, times eta/2."""
    return V.eta / 2 * total(k, first, V.T - 1, term)


# Less E F(w^k). It has G^2 for G^2/b, which is weaker; the sum goes on from its left side.
LINE = says(
    COST - V.eta * (1 - V.eta * V.L / 2) * V.square
    <= V.eta**2 * V.L * (V.G**2 + runs.LEFT_SQUARE) / 2 - V.eta / 2 * V.square,
    given=[runs.SHORT],
)
WHOLE = says(
    LAST - DROP <= over_steps(0, MOST),
    given=WHERE,
    by=Derive(
        words("The rises telescope.", LAST - DROP <= over_steps(0, RISE)),
        multiply(
            sum_over(
                k,
                0,
                V.T - 1,
                words(runs.SMOOTH_STEP, RISE <= MOST, cites=[one_step.DESCENT, EQ_9, LEMMA_5]),
            ),
            V.eta / 2,
        ),
    ),
)
SUM = (
    claim(
        "lssgd/proof-3-sum",
        "App A.3, proof of Thm 3",
        "Sum over the iterations in the proof of Theorem 3",
    )
    .says(
        {
            "the sum": SUM_LATER,
            "the line before it": LINE,
            "sums from k = 1": says(LAST - DROP <= over_steps(1, MOST), given=WHERE, at=AT_MINIMUM),
        },
        repaired={"sums from k = 1": WHOLE},
    )
    .quoting(
        r"\frac1T\sum_{k=1}^{T-1}\mathbb E\|\nabla F(w^k)\|^2_{A_\sigma^{-1}}\le"
        r"\frac2{\eta T}(F(w^0)-F(w^*))+\eta L(G^2/b+d\beta\nu^2)",
        part="the sum",
        reading=("As printed; each squared norm is an expectation over a run, at its iterate."),
    )
    .quoting(
        r"\mathbb EF(w^{k+1})\le\mathbb EF(w^k)-\eta_k(1-\frac{\eta_kL}2)\mathbb E\|"
        r"\nabla F\|^2_{A_\sigma^{-1}}+\frac{\eta_k^2L}2(G^2/b+d\beta\nu^2)\le\mathbb "
        r"EF(w^k)-\frac{\eta_k}2\mathbb E\|\nabla F\|^2_{A_\sigma^{-1}}+\frac{"
        r"\eta_k^2L(G^2+d\beta\nu^2)}2",
        part="the line before it",
        reading=(
            r"The last inequality, with $\mathbb EF(w^k)$ taken off both sides, for "
            "a gradient of any length."
        ),
    )
    .quoting(
        r"\mathbb EF(w^T)\le F(w^0)-\sum_{k=1}^{T-1}\frac{\eta_k}2\mathbb E\|\nabla F"
        r"(w^k)\|_{A_\sigma^{-1}}^2+\sum_{k=1}^{T-1}\frac{\eta_k^2L(G^2/b+d\beta"
        r"\nu^2)}2",
        part="sums from k = 1",
        reading=("With constant steps, the two sums in one, and $F(w^*)$ taken off both sides."),
    )
)

# A random iterate --------------------------------------------------------------------------------
NU = printed.variance().sqrt()
GRADIENT = r"\Vert\nabla F(w^k)\Vert_{A_\sigma^{-1}}^2"
NOISY_MEAN = runs.of_run(
    rf"\frac1T\sum_{{k<T}}E{GRADIENT}", training.mean_square, V.smooth, V.T, NU
)


def explicit(ell: Formula) -> Formula:
    """The bound with the noise of Theorem 1, from what stands for log(1/delta)."""
    return printed.average_bound(DROP, printed.level(V.beta, ell))


# delta = 1.00003e-5, eps = 10: from the minimum of F = -cos w.
COSINE = (
    instance(
        "d=1 n=300000 b=100 sigma=0/1 G=1 T=272513795 epsilon=10 mu=1/2 eta=1/1 L=1/1 beta=1/1"
    )
    | {"ell": F(115129, 10**4)}
    | runs.starting(F(0), shapes.SINE, "smooth")
)
# The mean is the printed sum; nu^2 is that of Theorem 1.
OF_RUN = put(MEAN_SQUARE, {"nu": NU})
REPAIRED = says(
    NOISY_MEAN <= explicit(runs.EFFECTIVE),
    given=WHERE,
    by=Derive(
        words("The mean over the iterates, written out.", NOISY_MEAN == OF_RUN),
        substitute(runs.SMOOTH_THEOREM, {"nu": NU}),
    ),
)
RANDOM_ITERATE = claim(
    "lssgd/proof-3-random-iterate", "App A.3, proof of Thm 3", "The bound for a random iterate"
).says(says(NOISY_MEAN <= explicit(V.ell), given=WHERE, at=COSINE), repaired=REPAIRED)

# The average iterate -----------------------------------------------------------------------------
AT_AVERAGE = runs.of_run(
    r"E\Vert\nabla F(\tilde w)\Vert_{A_\sigma^{-1}}^2", training.average_square, V.smooth
)
# Half way down a slope that grows along the first half of the way.
SLOPE = runs.TINY_NOISE | instance("T=2 eta=1/1 L=1/1") | runs.starting(F(0), shapes.TENT, "smooth")
AVERAGE = (
    claim(
        "lssgd/proof-3-average-iterate",
        "App A.3, proof of Thm 3",
        "From the averaged bound to the average iterate",
    )
    .says(
        says(AT_AVERAGE <= SUMMED, given=WHERE, at=SLOPE),
        # For an iterate that is drawn at random.
        instead=runs.SMOOTH_THEOREM,
    )
    .quoting(
        r"\mathbb E\|\nabla F(\tilde w)\|^2_{A_\sigma^{-1}}\le\frac{2D_F}{\eta T}+"
        r"\eta L(G^2/b+d\beta\nu^2)",
        letters={r"\mathbb E\|\nabla F(\tilde w)\|^2_{A_\sigma^{-1}}": AT_AVERAGE, r"D_F": DROP},
    )
)

# The number of iterations ------------------------------------------------------------------------
NUMBER = printed.appendix_3_iterations(V.drop)
LOSS = 2 * V.drop + V.L * V.G**2 / V.b
RATE = V.G * (V.beta * V.d * V.L * LOSS * V.ell).sqrt() / (V.n * V.epsilon)
OPTIMISATION = says(LOSS / NUMBER.sqrt() == RATE / V.C1.sqrt())
NOISE = printed.level(V.beta, T=NUMBER)
PRIVACY = says(V.L * NOISE / NUMBER.sqrt() == 20 * V.C1.sqrt() / (V.mu * (1 - V.mu)) * RATE)
ITERATIONS = (
    claim(
        "lssgd/proof-3-iteration-number",
        "App A.3, proof of Thm 3",
        "The number of iterations in the proof of Theorem 3",
    )
    .says(
        {"optimisation and sampling": OPTIMISATION, "noise": PRIVACY},
        # Each constant alone is 4 sqrt(5) = 8.94 at the best C_1 = 1/80, mu = 1/2.
        notes=(
            says(8 * number(5).sqrt() <= 1 / V.C1.sqrt() + 20 * V.C1.sqrt() / (V.mu * (1 - V.mu))),
        ),
    )
    .quoting(r"T=C_1(2D_F+LG^2/b)n^2\epsilon^2/(dL\beta G^2\log(1/\delta))", part="noise")
    .rejects("C_1 instead of its root", part="optimisation and sampling", right=RATE / V.C1)
)
