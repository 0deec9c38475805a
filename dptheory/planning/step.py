"""Which noise an implementation of DP-SGD really adds, from one of its steps.

A step whose gradients are all zero is nothing but noise. :func:`check_step` compares it with what
is stated - clipping norm, batch size, noise multiplier - and with the mistakes that implementations
make (:mod:`.step_conventions`), by the tests of :mod:`.step_noise`. A right step that is Gaussian
white noise is called wrong with a chance of at most one in two hundred, the sum of :data:`LEVELS`.

What d coordinates cannot tell apart is named with the number that would: the standard error of a
standard deviation is 1/sqrt(2d) of it, so that a divisor 255 in place of 256 takes a million.

Page: ``docs/check-step.md``.

Source: own; docs/check-step.md.
"""

import math
from dataclasses import dataclass
from enum import Enum

from numpy.typing import ArrayLike
from scipy.special import ndtri

from dptheory.contract import public
from dptheory.planning import step_noise
from dptheory.planning.step_conventions import Convention, StatedNoise, conventions
from dptheory.planning.step_noise import Summary
from dptheory.results import explained

# Chances of a false alarm, test by test; each half of the extremes has half of theirs.
LEVELS = {
    "deviation": 0.002,
    "mean": 0.0006,
    "tails": 0.0006,
    "extremes": 0.0006,
    "repeats": 0.0006,
    "layers": 0.0006,
}
MISSED = 0.01  # chance that a mistake is not excluded, at the number of coordinates that would tell
# Exact zeros that are not remarkable: samplers of single precision have one in 2^23 draws.
FEW, ROUNDED = 3, 2.0**-18
# So few coordinates with 11 significant bits prove nothing. Values that are alike are remarkable
# where there are more of them than among VALUES, as many as a step in half precision has at most
# (one of single precision has more than 2^22), and ALIKE.
BRIEF, VALUES, ALIKE = 10, 2**15, 10
SHOWN = 4  # conventions in a sentence


class Verdict(Enum):
    """What a step shows about the implementation.

    Example:
        >>> [one.value for one in Verdict]
        ['right', 'wrong', 'cannot tell']
    """

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "cannot tell"


@explained
@dataclass(frozen=True)
class Flaw:
    """A test of Gaussian white noise that a step fails.

    Attributes:
        test: ``zeros``, ``precision``, ``mean``, ``tails``, ``flat``, ``outlier``, ``repeats`` or
            ``layers``.
        words: what it says.
    """

    test: str
    words: str


@public
@dataclass(frozen=True)
class StepFinding:
    """The answer of :func:`check_step`.

    Attributes:
        verdict: right, wrong or cannot tell.
        dimension: coordinates that are not zero.
        law: ``gaussian``, or what ``interval`` was taken for: ``laplace``, ``uniform``.
        noise_std: the root of the mean square.
        interval: ends of the interval for the standard deviation, at 1 - LEVELS["deviation"].
        noise_multiplier: ends of the interval for that which the noise has, read as stated.
        clip: ends of the interval for C, if that is not what is stated and the multiplier is.
        flaws: the tests of Gaussian white noise that it fails.
        compatible: conventions in the interval, with the fewest mistakes that explain it; none
            where the coordinates are not independent.
        excluded: conventions of at most one mistake that are not in the interval.
        needed: coordinates that would tell the compatible ones apart from the first; else None.

    Example:
        >>> import numpy as np
        >>> noise = np.random.default_rng(0).normal(size=10000)
        >>> stated = StatedNoise(clip=1.0, batch_size=256, noise_multiplier=2.0)
        >>> check_step(noise, stated).verdict.value
        'wrong'
    """

    verdict: Verdict
    dimension: int
    law: str
    noise_std: float
    interval: tuple[float, float]
    noise_multiplier: tuple[float, float]
    clip: tuple[float, float]
    flaws: tuple[Flaw, ...]
    compatible: tuple[Convention, ...]
    excluded: tuple[Convention, ...]
    needed: int | None

    @property
    def sentence(self) -> str:
        """The answer in a line."""
        names = [one.name for one in self.compatible[:SHOWN]]
        more = len(self.compatible) - len(names)
        listed = "; ".join([*names, f"{more} more"] if more else names)
        measured = "multiplier {:.6g} to {:.6g}".format(*self.noise_multiplier)
        if self.verdict is Verdict.RIGHT:
            return f"right: {listed} ({measured})"
        if self.verdict is Verdict.UNDECIDED:
            return f"cannot tell apart: {listed} ({measured}; {self.needed} coordinates would tell)"
        said = [flaw.words for flaw in self.flaws]
        if not self.compatible and not _dependent(self.flaws):
            other = "another C ({:.6g} to {:.6g})".format(*self.clip)
            said.append(f"looks like no known mistake, but {other} or {measured}")
        elif self.compatible and self.compatible[0].mistakes:
            said.append(f"looks like {listed} ({measured})")
        return f"wrong: {'; '.join(said)}"


@public
def check_step(released: ArrayLike, claim: StatedNoise) -> StepFinding:
    """Whether the noise of a step is what is stated, and if not, which mistake it looks like.

    Args:
        released: the step's sum or mean of clipped gradients with noise, less these gradients if
            they are not zero; shape (d,), single or double precision, layer after layer.
        claim: what is said of it.

    Raises:
        ValueError: the array is no such array, or has less than two coordinates that are not zero.

    Example:
        >>> import numpy as np
        >>> noise = np.random.default_rng(0).normal(size=10000)
        >>> stated = StatedNoise(clip=1.0, batch_size=256, noise_multiplier=1.0)
        >>> check_step(noise, stated).verdict.value
        'right'
    """
    return judge(step_noise.summary(released, claim.layers), claim)


def judge(found: Summary, stated: StatedNoise) -> StepFinding:
    """The answer from the moments of a step."""
    level = LEVELS["deviation"]
    flaws = _flaws(found, step_noise.log_interval(found, "gaussian", level))
    failed = {flaw.test for flaw in flaws}
    law = "laplace" if "tails" in failed else "uniform" if "flat" in failed else "gaussian"
    low, high = step_noise.log_interval(found, law, level)
    every = conventions(stated)
    within = [c for c in every if low <= c.log_deviation <= high]
    least = max(1, min((c.mistakes for c in within), default=1))
    compatible = () if _dependent(flaws) else tuple(c for c in within if c.mistakes <= least)
    first = next((c for c in compatible if not c.mistakes), every[0])
    ends = (low - first.log_deviation, high - first.log_deviation)
    return StepFinding(
        verdict=_verdict(flaws, compatible),
        dimension=found.dimension,
        law=law,
        noise_std=math.exp(found.log_deviation),
        interval=(math.exp(low), math.exp(high)),
        noise_multiplier=_times(stated.noise_multiplier, ends),
        clip=_times(stated.clip, ends),
        flaws=flaws,
        compatible=compatible,
        excluded=tuple(c for c in every if c.mistakes <= 1 and c not in within),
        needed=_needed(compatible),
    )


def _times(stated: float, logarithms: tuple[float, float]) -> tuple[float, float]:
    """What is stated times the exponentials of both ends."""
    return stated * math.exp(logarithms[0]), stated * math.exp(logarithms[1])


def _verdict(flaws: tuple[Flaw, ...], compatible: tuple[Convention, ...]) -> Verdict:
    if flaws or not compatible or compatible[0].mistakes:
        return Verdict.WRONG
    return Verdict.RIGHT if len(compatible) == 1 else Verdict.UNDECIDED


def _needed(compatible: tuple[Convention, ...]) -> int | None:
    """The coordinates at which a step of the first excludes the others but with chance MISSED."""
    if len(compatible) < 2:
        return None
    first, *others = (c.log_deviation for c in compatible)
    nearest = min(abs(other - first) for other in others)
    errors = -float(ndtri(LEVELS["deviation"] / 2) + ndtri(MISSED))
    return math.ceil((errors / nearest) ** 2 / 2)


def _dependent(flaws: tuple[Flaw, ...]) -> bool:
    """Whether coordinates are not independent with mean zero, so that no deviation is measured."""
    return any(flaw.test in ("mean", "repeats") for flaw in flaws)


def _flaws(found: Summary, interval: tuple[float, float]) -> tuple[Flaw, ...]:
    """The tests that are failed at their levels."""
    each = LEVELS["extremes"] / 2
    heavy = _if(step_noise.tails_chance(found), LEVELS["tails"], TAILS)
    large = _if(step_noise.outlier_chance(found, interval), each, OUTLIER)
    repeats = _if(step_noise.repeats_chance(found), LEVELS["repeats"], _repeats(found))
    tests = (
        _zeros(found),
        _short(found) or (None if repeats else _few(found)),  # layers alike have few values too
        _if(step_noise.mean_chance(found), LEVELS["mean"], _mean(found)),
        repeats,
        _layers(found),
        heavy or large,
        _if(step_noise.flat_chance(found, interval), each, FLAT),
    )
    return tuple(flaw for flaw in tests if flaw is not None)


TAILS = Flaw("tails", "tails heavier than Gaussian, as of Laplace noise or unequal layers")
FLAT = Flaw("flat", "no coordinate as large as Gaussian noise has, as of uniform noise")
OUTLIER = Flaw("outlier", "a coordinate larger than Gaussian noise has, as of a gradient not zero")


def _if(chance: float, level: float, flaw: Flaw) -> Flaw | None:
    return flaw if chance < level else None


def _mean(found: Summary) -> Flaw:
    errors = found.mean / math.sqrt(found.square / found.dimension)
    return Flaw("mean", f"a mean {errors:.1f} standard errors from zero, as of a gradient not zero")


def _repeats(found: Summary) -> Flaw:
    lag, correlation = found.lag, found.correlation
    return Flaw("repeats", f"coordinates {lag} apart are alike (correlation {correlation:.2g})")


def _zeros(found: Summary) -> Flaw | None:
    whole = found.dimension + found.zeros
    if found.zeros <= FEW + ROUNDED * whole:
        return None
    bare = [str(k) for k, size in enumerate(found.sizes, 1) if size == 0]
    where = f", layer {', '.join(bare)}" if bare else ""
    return Flaw("zeros", f"no noise on {found.zeros} of {whole} coordinates{where}")


def _short(found: Summary) -> Flaw | None:
    if not found.short or found.counted < BRIEF:
        return None
    bits = f"at most {step_noise.SIGNIFICANT} significant bits, {found.distinct} distinct"
    return Flaw("precision", f"values of half precision ({bits})")


def _few(found: Summary) -> Flaw | None:
    likely = -VALUES * math.expm1(-found.counted / VALUES)  # distinct among so many draws
    if found.distinct >= likely - ALIKE:
        return None
    few = f"{found.distinct} distinct values among {found.counted}"
    return Flaw("precision", f"{few}, as of half precision that was scaled")


def _layers(found: Summary) -> Flaw | None:
    chances = step_noise.layer_chances(found)
    odd = [str(k) for k, p in enumerate(chances, 1) if p < LEVELS["layers"] / len(chances)]
    if not odd:
        return None
    return Flaw("layers", f"layers of unequal deviation (of their share: {', '.join(odd)})")
