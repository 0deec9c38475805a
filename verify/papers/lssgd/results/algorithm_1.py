"""Section 2.2, Algorithm 1 returns the last iterate; Theorems 2 and 3 speak of the average."""

from verify.language import claim, instance, says
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import runs

LAST = runs.of_run("E[F(w^T)]-F^*", training.final_gap, V.kinked)
BOUND = runs.KINKED_THEOREM.right
# Across the kink, and no step back.
ACROSS = runs.TINY_NOISE | instance("start=1/100 spread=0/1 eta=1/1") | {"kinked": shapes.KINK}

OUTPUT = claim(
    "lssgd/algorithm-output",
    "§2.2, Alg 1 with Thms 2, 3",
    "what is returned",
    # The bound of Theorem 2 without its errors, for w^T after one step.
    says(LAST <= BOUND, given=[*runs.LIPSCHITZ, runs.NOISY, runs.CONSTANT, (V.T == 1)], at=ACROSS),
    instead=runs.KINKED_THEOREM,
)

CLAIMS = (OUTPUT,)
