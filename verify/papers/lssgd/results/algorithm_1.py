"""Section 2.2, Algorithm 1 returns the last iterate; Theorems 2 and 3 speak of the average."""

from fractions import Fraction

from verify.language import claim, instance, says
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import runs

LAST = runs.of_run("E[F(w^T)]-F^*", training.gap, V.kinked)
BOUND = runs.KINKED_THEOREM.right
# Across the kink, back, and across again: after an odd number of steps w is far from it.
ACROSS = (
    runs.TINY_NOISE
    | instance("T=101 eta=1/1 L=1/1")
    | runs.starting(Fraction(1, 100), shapes.KINK, "kinked")
)

OUTPUT = claim(
    "lssgd/algorithm-output", "§2.2, Alg 1 with Thms 2, 3", "The iterate that is returned"
).says(
    # The bound of Theorem 2 without its errors, for w^T.
    says(LAST <= BOUND, given=[*runs.CONVEX, runs.NOISY], at=ACROSS),
    instead=runs.KINKED_THEOREM,
)
