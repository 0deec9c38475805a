"""Section 2.2, Algorithm 1 returns the last iterate; Theorems 2 and 3 speak of the average."""

from fractions import Fraction as F

from verify.language.claim import claim
from verify.language.says import at_most
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.lemmas.runs import V

LAST = runs.of_run("E[F(w^T)]-F^*", training.final_gap, V.kinked)
BOUND = runs.KINKED_THEOREM.arguments["right"]
# Across the kink, and no step back.
ACROSS = runs.TINY_NOISE | {
    "start": F(1, 100), "spread": F(0), "kinked": shapes.KINK, "eta": F(1),
}  # fmt: skip

OUTPUT = claim(
    "lssgd/algorithm-output",
    "§2.2, Alg 1 with Thms 2, 3",
    "what is returned",
    # The bound of Theorem 2 without its errors, for w^T after one step.
    at_most(
        V,
        LAST,
        BOUND,
        where=[*runs.LIPSCHITZ, runs.NOISY, runs.CONSTANT, V.T.equals(1)],
        look=(ACROSS,),
    ),
    instead=runs.KINKED_THEOREM,
    rests_on=(runs.ONE_STEP,),
)

CLAIMS = (OUTPUT,)
