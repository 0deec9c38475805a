r"""Appendix A.3: the proof of Theorem 3, from the descent step to the number of iterations."""

from fractions import Fraction as F

from verify.language import Formula, claim, instance, number, quantity, says
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.lemmas.runs import DROP, MEAN_SQUARE

V = printed.V
GRADIENT = r"\Vert\nabla F(w^k)\Vert_{A_\sigma^{-1}}^2"

# The step size 1/sqrt(T), in the units of the loss.
ROOT = quantity(1, printed.STEP) / V.T.sqrt()
HALF = says(number(F(1, 2)) < 1 - ROOT * V.L / 2)
STEP_SIZE = (
    claim("lssgd/proof-3-step-size", "App A, descent step", "step size", HALF)
    .repaired(given=[(quantity(1, printed.STEP) * V.L) ** 2 < V.T])
    .rejects("twice as large", right=1 - ROOT * V.L, given=["L < T"])
)

# The sum -----------------------------------------------------------------------------------------
EXTRA = V.eta * V.L * (V.G**2 / V.b + runs.LEFT_SQUARE)
SUMMED = printed.average_bound(DROP, runs.LEFT_SQUARE)
LATER = runs.of_run(rf"\frac1T\sum_{{k=1}}^{{T-1}}E{GRADIENT}", training.later_square, V.smooth)
LAST = runs.of_run("E[F(w^T)]-F^*", training.final_gap, V.smooth)
WHERE = [*runs.SMOOTH, runs.SHORT]
AT_MINIMUM = (
    runs.TINY_NOISE
    | instance("beta=1/1 eta=1/1 L=1/1 start=0/1 spread=0/1")
    | {"smooth": shapes.HUBER}
)


def fall(squares: Formula, noise: Formula) -> Formula:
    """F(w^0) less half of eta times a sum of squares, more the noise of some steps."""
    return DROP - V.eta * V.T / 2 * squares + noise * V.eta * EXTRA / 2


ONE = [*WHERE, (V.T == 1)]  # the sums from k = 1 to T - 1 are empty
LINE = says(V.eta**2 * V.L * (V.G**2 + runs.LEFT_SQUARE) / 2 == V.eta * EXTRA / 2)
SUM = claim(
    "lssgd/proof-3-sum",
    "App A",
    "sum over the iterations",
    {
        "the sum": runs.smooth_bound(LATER, SUMMED, WHERE),
        "the line before it": LINE,
        "sums from k = 1, at T = 1": says(LAST <= fall(LATER, V.T - 1), given=ONE, at=AT_MINIMUM),
    },
    # The line before prints G^2/b.
    repaired={
        "the line before it": LINE.but(left=V.eta * EXTRA / 2),
        "sums from k = 1, at T = 1": runs.smooth_bound(LAST, fall(MEAN_SQUARE, V.T), ONE),
    },
)

# A random iterate --------------------------------------------------------------------------------
NOISY_MEAN = runs.of_run(
    rf"\frac1T\sum_{{k<T}}E{GRADIENT}", training.mean_square, V.smooth, printed.variance().sqrt()
)


def explicit(ell: Formula) -> Formula:
    """The bound with the noise of Theorem 1, from what stands for log(1/delta)."""
    return printed.average_bound(DROP, printed.level(V.beta, ell))


# delta = 1.00003e-5, eps = 10: from the minimum of F = -cos w.
COSINE = instance(
    "d=1 n=300000 b=100 G=1 T=272513795 epsilon=10 mu=1/2 eigenvalue=1/1 eta=1/1 L=1/1 "
    "beta=1/1 start=0/1 spread=0/1"
) | {"ell": F(115129, 10**4), "smooth": shapes.SINE}
RANDOM_ITERATE = claim(
    "lssgd/proof-3-random-iterate",
    "App A",
    "a random iterate",
    says(NOISY_MEAN <= explicit(V.ell), given=[*WHERE, runs.CONSTANT], at=COSINE),
    repaired=runs.smooth_bound(NOISY_MEAN, explicit(runs.EFFECTIVE), WHERE),
)

# The average iterate -----------------------------------------------------------------------------
AT_AVERAGE = runs.of_run(
    r"E\Vert\nabla F(\tilde w)\Vert_{A_\sigma^{-1}}^2", training.average_square, V.smooth
)
# Half way down a slope that grows along the first half of the way.
SLOPE = (
    runs.TINY_NOISE
    | instance("T=2 beta=1/1 eta=1/1 L=1/1 start=0/1 spread=0/1")
    | {"smooth": shapes.TENT}
)
AVERAGE = claim(
    "lssgd/proof-3-average-iterate",
    "App A",
    "from the averaged bound to the average iterate",
    says(AT_AVERAGE <= SUMMED, given=[*WHERE, runs.NOISY, runs.CONSTANT], at=SLOPE),
    # For an iterate that is drawn at random.
    instead=runs.SMOOTH_THEOREM,
)

# The number of iterations ------------------------------------------------------------------------
NUMBER = printed.appendix_3_iterations(V.drop)
LOSS = 2 * V.drop + V.L * V.G**2 / V.b
RATE = V.G * (V.beta * V.d * V.L * LOSS * V.ell).sqrt() / (V.n * V.epsilon)
OPTIMISATION = says(LOSS / NUMBER.sqrt() == RATE / V.C1.sqrt())
NOISE = printed.level(V.beta, T=NUMBER)
PRIVACY = says(V.L * NOISE / NUMBER.sqrt() == 20 * V.C1.sqrt() / (V.mu * (1 - V.mu)) * RATE)
ITERATIONS = claim(
    "lssgd/proof-3-iteration-number",
    "App A",
    "number of iterations",
    {"optimisation and sampling": OPTIMISATION, "noise": PRIVACY},
    # Each constant alone is 4 sqrt(5) = 8.94 at the best C_1 = 1/80, mu = 1/2.
    notes=(says(8 * number(5).sqrt() <= 1 / V.C1.sqrt() + 20 * V.C1.sqrt() / (V.mu * (1 - V.mu))),),
).rejects("C_1 instead of its root", part="optimisation and sampling", right=RATE / V.C1)

CLAIMS = (STEP_SIZE, SUM, RANDOM_ITERATE, AVERAGE, ITERATIONS)
