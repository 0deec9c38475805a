r"""Section 2.3 and 3.1: the noise of Algorithm 1 and of DP-SGD, and what one record changes.

The noise stands beside the mean over B records. Substituting a record (Definition 2.1) moves that
mean by the difference of two bounded gradients, over B. The :math:`\sigma` of Appendix E, which
Lemma 3.1 is about, is the noise over the distance moved; that of Algorithm 1 is the noise itself.
"""

from verify.language import between, claim, norm, number, says, table, vector
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CIFAR10, CLIPPED_RUNS

V = PAPER.extended(
    other=vector("d", "g'", unit="gradient"), theta=between(0, 1, r"\theta", unit="1", ends="()")
)
NORMALISED = V.g / (V.r + norm(V.g))
# Opposite gradients of this length: every share of the bound is reached.
LENGTH = V.r * V.theta / (1 - V.theta)

INFLUENCE = says(norm(NORMALISED) <= number(1))
MULTIPLIER = says(V.noise / (number(2) / V.B) == V.noise)
SIGMA = CIFAR10[-1].values["noise"]
ALG_1_NOISE_SCALE = (
    claim(
        "nsgd/alg-1-noise-scale",
        "§2.3, (3); Alg 1 with Lemma 3.1",
        "The noise multiplier of Algorithm 1",
    )
    .says(
        {"influence of a record": INFLUENCE, "sigma of App E, that of Algorithm 1": MULTIPLIER},
        settings=CIFAR10,
        notes=(
            says(2 * (LENGTH / (V.r + LENGTH)) / V.B == V.theta * (number(2) / V.B)),
            # More noise than sigma asks for, from two records on.
            says(V.B * V.noise / 2 >= V.noise, given=["B >= 2"]),
            # The influence is never 1.
            says(norm(NORMALISED) < number(1)),
            # Of the run with the least noise: the root of d sigma^2, beside a mean shorter than 1.
            table({"noise on the mean": ("624", SIGMA * number(270000).sqrt())}),
        ),
    )
    .repaired(part="sigma of App E, that of Algorithm 1", right=V.B * V.noise / 2)
    .rejects("influence 99/100", part="influence of a record", right=number(99) / 100)
    .rejects("sensitivity 1/B", part="sigma of App E, that of Algorithm 1", right=V.B * V.noise)
)

VARIANCE = says(V.c * V.noise**2 == (V.c * V.noise) ** 2)
SQUARED = VARIANCE.but(left=V.c**2 * V.noise**2)
SECTION_3_1 = (
    claim("nsgd/sec-3.1-noise-law", "§3.1, text after Alg 1", "The variance of the noise of DP-SGD")
    .says(
        VARIANCE,
        repaired=SQUARED,
        elsewhere=("(2)", SQUARED),
        settings=CLIPPED_RUNS,
        notes=(
            # What sigma = 1.2 is over c with the printed law, at the ends of the grid of c.
            table(
                {
                    "c = 12.8": ("0.335", number(SIGMA**2 / CLIPPED_RUNS[-1].values["c"]).sqrt()),
                    "c = 0.1": ("3.79", number(SIGMA**2 * 10).sqrt()),
                }
            ),
        ),
    )
    .quoting(
        r"\bar{z}_k\sim\mathcal{N}(0,c\sigma^2I_d)",
        reading="The printed variance is tested, against that of the noise of Algorithm 1",
    )
)
