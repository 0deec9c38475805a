"""Privacy amplification by sampling without replacement: what Theorem A.3 and (11) rest on.

Probabilities, or densities, of an output are means over the samples of m of n records: those
without the record in which Y and Y' differ, and those with it, on Y and on Y'.
"""

import math
from collections.abc import Mapping, Sequence

from verify.language import Formula, between, lemma, natural, nonnegative, number
from verify.language.argument import Cited
from verify.methods.derivation.links import Link
from verify.methods.derive import chain, having, multiply, substitute, words
from verify.papers.accelerated.lemmas import sampling
from verify.papers.accelerated.lemmas.sampling import BATCHES

V = sampling.V.extended(
    without=nonnegative("P", unit="1", search=(0, 1)),
    on_y=nonnegative("P_Y", unit="1", search=(0, 1)),
    on_y2=nonnegative("P_{Y'}", unit="1", search=(0, 1)),
    odds=between(1, math.inf, r"e^\epsilon", unit="1", ends="[)", search=(1, 4)),
)
SHARE = V.m / V.n  # of the samples that have a given record
AMPLIFIED = 1 + SHARE * (V.odds - 1)  # the exponential of epsilon' in Theorem A.3
MIXTURE = lemma(
    "accelerated/mixture-over-samples",
    (1 - SHARE) * V.without + SHARE * V.on_y
    <= AMPLIFIED * ((1 - SHARE) * V.without + SHARE * V.on_y2),
    given=[*BATCHES, V.on_y <= V.odds * V.without, V.on_y <= V.odds * V.on_y2],
    over=V.extended(n=natural("n", search=(1, 6))),  # no n - 1 divides
)
SAME_SAMPLE = "Exchanging the record that differs inside a sample costs a factor e^epsilon."
OUTSIDE = (
    "Putting one of the n - m records outside in the place of the record that differs costs a "
    "factor e^epsilon; every sample without it is met equally often in this way. For m = n no "
    "record is outside and m/n = 1, so that samples without it have no weight."
)
SHARES = "A share m/n of the samples has the record that differs; the others are those of both."


def amplified(
    on_y: Formula,
    on_y2: Formula,
    parts: Mapping[str, Formula],
    odds: Formula,
    *,
    why: str = "",
    cites: Sequence[Cited] = (),
) -> Link:
    """From the means over the samples with and without a record to those over all samples.

    Args:
        on_y: the mean over all samples of Y. on_y2: the same of Y'.
        parts: the means that :data:`MIXTURE` is about, by its symbols. odds: e^epsilon.
        why: words for the factor that a record costs. cites: what these rest on.
    """
    without, inside, inside2 = parts["without"], parts["on_y"], parts["on_y2"]
    facts = [
        words("A mean of probabilities is at least 0.", number(0) <= part)
        for part in parts.values()
    ]
    return having(
        [
            *facts,
            words(f"{why}{OUTSIDE}", inside <= odds * without, cites=cites),
            words(f"{why}{SAME_SAMPLE}", inside <= odds * inside2, cites=cites),
        ],
        chain(
            words(SHARES, on_y == (1 - SHARE) * without + SHARE * inside),
            substitute(MIXTURE, {**parts, "odds": odds}),
            multiply(
                words(SHARES, (1 - SHARE) * without + SHARE * inside2 == on_y2),
                1 + SHARE * (odds - 1),
            ),
        ),
    )
