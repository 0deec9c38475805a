r"""The standard deviations that the noise of a step can have: the stated one and known mistakes.

DP-SGD as stated adds noise of standard deviation :math:`zC` to a coordinate of the sum of a batch's
clipped gradients; the mean has that over B. An implementation that goes wrong usually does so in
one of two places, each with a short table: how the noise is scaled (:func:`scales`) and by what it
is divided (:func:`divisors`). :func:`conventions` has their products, those of one mistake before
those of two.
"""

import itertools
import math
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.ranges import count, positive, require
from dptheory.results import explained

PLACES = ("sum", "mean")
SAME = 1e-12  # two logarithms of standard deviations nearer than this are one


@public
@dataclass(frozen=True)
class StatedNoise:
    """The stated noise of a step. The fields from ``n`` on are optional and name more mistakes.

    Attributes:
        clip: C, the largest norm of a record's gradient, positive.
        batch_size: B, the batch size, with Poisson batches the expected one.
        noise_multiplier: z, the noise's standard deviation on the sum by C, positive.
        on: ``sum`` or ``mean``, what the array is; None leaves it to be found.
        n: the data size, at least B.
        drawn: the number of records that this step really had.
        microbatches: K, the parts in which a batch is processed, a divisor of B.
        groups: M, the groups of parameters that are clipped apart.
        layers: the numbers of coordinates of the layers, in the array's order.

    Example:
        >>> StatedNoise(clip=1.0, batch_size=256, noise_multiplier=1.0).microbatches
        1
    """

    clip: float
    batch_size: int
    noise_multiplier: float
    on: str | None = None
    n: int | None = None
    drawn: int | None = None
    microbatches: int = 1
    groups: int = 1
    layers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        positive("clipping norm C", self.clip)
        count("batch size B", self.batch_size)
        positive("noise multiplier", self.noise_multiplier)
        places = f"one of {', '.join(PLACES)}, or None"
        require(self.on in (*PLACES, None), "on", places, self.on)
        if self.n is not None:
            count("data size n", self.n, least=self.batch_size)
        if self.drawn is not None:
            count("number of records drawn", self.drawn)
        count("number of micro-batches", self.microbatches, most=self.batch_size)
        whole = self.batch_size % self.microbatches == 0
        require(whole, "number of micro-batches", "a divisor of the batch size", self.microbatches)
        count("number of groups", self.groups)
        for size in self.layers:
            count("size of a layer", size)


@dataclass(frozen=True)
class Part:
    """One entry of a table.

    Attributes:
        name: what the implementation does; of what is stated, the formula.
        log_factor: the logarithm of what it multiplies the noise of the sum with.
        right: whether it is what is stated.
    """

    name: str
    log_factor: float
    right: bool = False


@explained
@dataclass(frozen=True)
class Convention:
    """A scale with a divisor.

    Attributes:
        name: the mistakes, or the formula where there is none.
        mistakes: 0, 1 or 2.
        log_deviation: the logarithm of the standard deviation of a coordinate.
    """

    name: str
    mistakes: int
    log_deviation: float


def scales(stated: StatedNoise) -> tuple[Part, ...]:
    """How the noise of the sum is scaled, by the standard deviation z C."""
    C, z = math.log(stated.clip), math.log(stated.noise_multiplier)
    several = (
        ("noise on every record", stated.batch_size),
        ("noise on every micro-batch", stated.microbatches),
        ("noise once for every group", stated.groups),
    )
    shared = (
        ("noise of a micro-batch's share", stated.microbatches),
        ("noise of each group's own threshold C/sqrt M", stated.groups),
    )
    return (
        Part("z C", 0.0, right=True),
        Part("C forgotten", -C),
        Part("C twice", C),
        Part("root of C", -C / 2),
        Part("z forgotten", -z),
        Part("variance for deviation", C + z),
        Part("deviation for variance", -(C + z) / 2),
        Part("factor 2, sensitivity of replace-one", math.log(2)),
        Part("factor 1/2", -math.log(2)),
        Part("factor sqrt 2, scale of a Laplace law", math.log(2) / 2),
        Part("factor 1/sqrt 2", -math.log(2) / 2),
        Part("factor 1/sqrt 3, half-width of a uniform law", -math.log(3) / 2),
        *(Part(name, math.log(times) / 2) for name, times in several if times > 1),
        *(Part(name, -math.log(times) / 2) for name, times in shared if times > 1),
    )


def divisors(stated: StatedNoise) -> tuple[Part, ...]:
    """By what the noise of the sum is divided in what is recorded."""
    B, K = stated.batch_size, stated.microbatches
    others = [
        ("divisor B - 1", B - 1),
        ("divisor B + 1", B + 1),
        ("divisor B^2", B * B),
        ("divisor n", stated.n or 0),
        ("divisor the batch drawn", stated.drawn or 0),
        ("divisor a micro-batch", B // K),
        ("divisor B K", B * K),
    ]
    wrong = [(name, by) for name, by in others if by > 0]
    mean, whole = ("on the mean, divisor B", B), ("on the sum", 1)
    if stated.on == "sum":
        right, wrong = [whole], [("divided by B", B)]
    elif stated.on == "mean":
        right, wrong = [mean], [("not divided", 1), *wrong]
    else:
        right = [mean, whole]
    return (
        *(Part(name, -math.log(by), right=True) for name, by in right),
        *(Part(name, -math.log(by)) for name, by in wrong),
    )


def conventions(stated: StatedNoise) -> tuple[Convention, ...]:
    """All products of the two tables; what has the same standard deviation as less is left out.

    Mistakes that agree with each other are one entry with both names: with C = 1 to forget C is
    none, with z = 1 to forget z.
    """
    start = math.log(stated.clip) + math.log(stated.noise_multiplier)
    found: list[Convention] = []
    products = itertools.product(scales(stated), divisors(stated))
    named = [_convention(scale, divisor, start) for scale, divisor in products]
    for entry in sorted(named, key=lambda one: one.mistakes):
        same = [k for k, one in enumerate(found) if _same(one, entry)]
        if not same:
            found.append(entry)
        elif found[same[0]].mistakes == entry.mistakes:
            first = found[same[0]]
            both = f"{first.name} or {entry.name}"
            found[same[0]] = Convention(both, first.mistakes, first.log_deviation)
    return tuple(found)


def _convention(scale: Part, divisor: Part, start: float) -> Convention:
    """A product, named after its mistakes."""
    wrong = [part.name for part in (scale, divisor) if not part.right]
    name = " and ".join(wrong) or f"{scale.name} {divisor.name}"
    return Convention(name, len(wrong), start + scale.log_factor + divisor.log_factor)


def _same(one: Convention, other: Convention) -> bool:
    return abs(one.log_deviation - other.log_deviation) < SAME
