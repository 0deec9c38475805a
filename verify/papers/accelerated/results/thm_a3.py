"""Appendix A, Theorem A.3: privacy amplification by sampling without replacement."""

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import Point, Undefined
from verify.language import Formula, claim, external, of_kind, says
from verify.language.symbols import Box
from verify.methods.derive import Derive
from verify.papers.accelerated.lemmas import amplification
from verify.papers.accelerated.lemmas.amplification import AMPLIFIED, SHARE, amplified
from verify.papers.accelerated.lemmas.sampling import BATCHES

MOST = 8  # records of which all samples are listed


@dataclass(frozen=True)
class OnSamples:
    r"""P[M(B) in O] for every sample B of m of the records 0..n, M being epsilon-DP.

    Y has the records 0..n-1, and Y' has n in the place of 0.
    """

    needs: tuple[str, ...] = ("n", "m", "odds")

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[Any, ...]:
        return self._two_values(point, lambda _: bool(rng.integers(0, 2)))

    def corners(self, point: Point) -> tuple[Any, ...]:
        """The event tells whether record 0 is in the sample."""
        return (self._two_values(point, lambda sample: 0 in sample),)

    def contains(self, value: Any, point: Point) -> bool:
        samples = self._samples(point)
        if not samples or len(value) != len(samples) or not all(0 <= p <= 1 for p in value):
            return False
        pairs = itertools.permutations(zip(samples, value, strict=True), 2)
        return all(
            p <= point["odds"] * q or len(set(first) - set(second)) > 1
            for (first, p), (second, q) in pairs
        )

    def words(self) -> str:
        return r"the probabilities that an $\epsilon$-DP $\mathcal M$ answers in O, by sample"

    def _samples(self, point: Point) -> list[tuple[int, ...]]:
        n, m = int(point["n"]), int(point["m"])
        return list(itertools.combinations(range(n + 1), m)) if m <= n <= MOST else []

    def _two_values(self, point: Point, likely: Any) -> tuple[Any, ...]:
        high = 1 / Fraction(point["odds"])
        return tuple(
            high if likely(sample) else high / point["odds"] for sample in self._samples(point)
        )


V = amplification.V.extended(M=of_kind(OnSamples(), r"P[\mathcal M(\cdot)\in O]", unit="1"))


def over_samples(M: Any, n: int, m: int, left_out: int, *, inside: bool | None = None) -> Fraction:
    """The mean over the samples that do not have one of the n + 1 records.

    Args:
        M: the probability for each sample. left_out: the record.
        inside: whether the record of Y and Y' that differs is in the sample; None: in either case.
            Where no sample lacks it (m = n), the mean is over those that have it.
    """
    n, m = int(n), int(m)
    samples = list(itertools.combinations(range(n + 1), m)) if m <= n <= MOST else []
    if not samples or len(samples) != len(M):
        raise Undefined(f"samples must have at most n = {n} of few records. Found m = {m}.")
    differing, wanted = n - left_out, inside if m < n else None
    kept = [
        p
        for sample, p in zip(samples, M, strict=True)
        if left_out not in sample and wanted in (None, differing in sample)
    ]
    return Fraction(sum(kept)) / len(kept)


def mean(name: str, *, on_y: bool, inside: bool | None = None) -> Formula:
    """The mean probability over samples of Y or of Y'."""

    def computed(M: Any, n: Any, m: Any) -> Fraction:
        return over_samples(M, n, m, int(n) if on_y else 0, inside=inside)

    whose = "Y" if on_y else "Y'"
    which = {None: "", True: " with the exchanged record", False: " without it"}[inside]
    means = f"the mean probability of O over the samples of {whose}{which}"
    return external(name, computed, V.M, V.n, V.m, means=means)


ON_Y = mean(r"P[\mathcal M_{m,n}(Y)\in O]", on_y=True)
ON_Y2 = mean(r"P[\mathcal M_{m,n}(Y')\in O]", on_y=False)
PARTS = {
    "without": mean("P", on_y=True, inside=False),
    "on_y": mean("P_Y", on_y=True, inside=True),
    "on_y2": mean("P_{Y'}", on_y=False, inside=True),
}
PRIVATE = says(
    ON_Y <= AMPLIFIED * ON_Y2, given=BATCHES, by=Derive(amplified(ON_Y, ON_Y2, PARTS, V.odds))
)
THM_A3 = (
    claim("accelerated/thm-a3", "App A, Thm A.3", "Subsampling without replacement", PRIVATE)
    .quoting(
        r"\epsilon'=\ln(1+\frac mn(e^\epsilon-1))",
        reading=(
            r"as the factor $e^{\epsilon'}$ between the probabilities on $Y$ and $Y'"
            "$"
        ),
    )
    .rejects("squared sampling rate", right=(1 + SHARE**2 * (V.odds - 1)) * ON_Y2)
)
