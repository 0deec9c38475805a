r"""What noise does to Adam: Phi, the floor, which gradients rise above it, and the twins.

A coordinate of the released mean is :math:`g+z`, :math:`z\sim N(0,\Phi)`,
:math:`\Phi=(\sigma C/D)^2` with the divisor D that is really used. With
:math:`s=|g|/\sqrt\Phi` and constant g the updates tend to, as :math:`\beta_1,\beta_2\to1` and
:math:`t\to\infty`,

.. math:: \frac s{\sqrt{1+s^2}}\ \text{(DP-Adam)},\qquad s\ \text{(its twin, SGD with momentum)},
          \qquad \frac s{\max(s,\sqrt{r_t})}\ \text{(DP-AdamBC with the floor } \Phi r_t),

(Tang et al. 2023, Section 3; :mod:`dptheory.optimizers.floor`): where s is small all three are the
same method up to a constant.

*How many coordinates can have* :math:`|\bar g_i|\ge s\sqrt\Phi`: the mean of clipped gradients is
at most C long, so that they are at most :math:`C^2/(s^2\Phi)=(D/(\sigma s))^2` of the d, if the
batch has D records; a Poisson batch of B has :math:`(B/D)^2` times as many.
"""

import math
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.distributions.second_moment import SecondMoment
from dptheory.optimizers.floor import adam_floor, average_variance
from dptheory.ranges import count, nonnegative, positive, require

LIKE_TWIN = 0.1  # DP-Adam differs from its twin by less, relatively, for s below ALIKE
ALIKE = math.sqrt((1 - LIKE_TWIN) ** -2 - 1)
LIKE_SIGN = 2.0  # s from which on DP-Adam is a sign within LIKE_TWIN, as DP-AdamBC is
MOSTLY = 0.9  # share of the coordinates that decides for the twin


@public
@dataclass(frozen=True)
class AdamNoise:
    """The noise that Adam is given.

    Attributes:
        noise_variance: Phi, variance of a coordinate's noise, positive.
        beta1, beta2: decays in [0, 1).
        iteration: t >= 1, the step that is looked at.

    Example:
        >>> AdamNoise(noise_variance=0.01, beta1=0.9, beta2=0.999, iteration=1000).noise_variance
        0.01
    """

    noise_variance: float
    beta1: float
    beta2: float
    iteration: int

    def __post_init__(self) -> None:
        positive("noise variance Phi", self.noise_variance)
        for name, beta in (("beta1", self.beta1), ("beta2", self.beta2)):
            require(0 <= beta < 1, name, "in [0, 1)", beta)
        count("step t", self.iteration)

    @property
    def floor(self) -> float:
        """gamma' = Phi r_t, which keeps the noise's part of an update below a sign."""
        return float(adam_floor(self.noise_variance, self.beta1, self.iteration))

    def on_floor(self, ratio: float) -> float:
        """The share of coordinates with |g| = ratio sqrt(Phi) whose v_hat - Phi is at most gamma':
        noise to DP-AdamBC, which divides them by sqrt(gamma')."""
        s = float(nonnegative("ratio of gradient to noise", ratio))
        # In units of Phi: tiny clips would leave the range of the law's thresholds.
        law = SecondMoment(1.0, self.beta2, self.iteration, s)
        share = average_variance(self.beta1, self.iteration)
        return 1 - law.exceedance(1 + float(share)).value

    def first_above(self, ratio: float) -> int | None:
        r"""The first step with :math:`\Phi r_t\le g^2`: from there on a certain gradient of this
        size is more than the noise's part of the average; None where it never is."""
        square = nonnegative("ratio of gradient to noise", ratio) ** 2
        limit = (1 - self.beta1) / (1 + self.beta1)
        if square >= 1:
            return 1
        if square <= limit:
            return None
        found = math.log((square - limit) / (square + limit)) / math.log(self.beta1)
        step = max(1, math.ceil(found) - 1)
        while average_variance(self.beta1, step) > square:
            step += 1
        return step

    def updates(self, ratio: float) -> tuple[float, float, float]:
        """The limits of DP-Adam, its twin and DP-AdamBC at |g| = ratio sqrt(Phi)."""
        s = float(nonnegative("ratio of gradient to noise", ratio))
        floor = math.sqrt(float(average_variance(self.beta1, self.iteration)))
        return s / math.hypot(1, s), s, s / max(s, floor)

    @property
    def twin_factor(self) -> float:
        r""":math:`(1-\beta_1)/\sqrt\Phi`: the twin's learning rate over DP-Adam's, for a momentum
        :math:`b_t=\beta_1b_{t-1}+g_t` and t past its start (Tang et al. 2023, (3))."""
        return (1 - self.beta1) / math.sqrt(self.noise_variance)


def most_above(noise_multiplier: float, divisor: int, dimension: int, ratio: float) -> float:
    r"""The largest share of coordinates with :math:`|\bar g_i|\ge s\sqrt\Phi`, at most 1.

    Args:
        noise_multiplier: sigma, positive.
        divisor: D, at least 1.
        dimension: d, at least 1.
        ratio: s, positive.
    """
    sigma, s = positive("noise multiplier", noise_multiplier), positive("ratio", ratio)
    reach = count("divisor D", divisor) / (float(sigma) * float(s))
    return min(1.0, float(reach**2 / count("dimension d", dimension)))


def choice(noise: AdamNoise, noise_multiplier: float, divisor: int, dimension: int | None) -> str:
    """Which of DP-Adam, its twin and DP-AdamBC, in words that follow from the shares.

    Args:
        noise: the noise.
        noise_multiplier, divisor: as for :func:`most_above`.
        dimension: d; None if unknown.
    """
    low = math.sqrt(average_variance(noise.beta1, noise.iteration))
    between = f"DP-AdamBC for signals between {low:.2f} and {LIKE_SIGN:g} root Phi"
    if dimension is None:
        return (
            f"{between}, DP-Adam for larger ones, the twin for smaller "
            "ones; --model says how many there can be"
        )
    alike = 1 - most_above(noise_multiplier, divisor, dimension, ALIKE)
    if alike >= MOSTLY:
        return (
            f"the twin: DP-Adam agrees with it to {LIKE_TWIN:.0%} in at least {alike:.1%} of the "
            "coordinates"
        )
    above, larger = (most_above(noise_multiplier, divisor, dimension, s) for s in (low, LIKE_SIGN))
    return (
        f"{between} (at most {above:.1%} of the coordinates are above the floor), DP-Adam for "
        f"larger ones (at most {larger:.1%}), the twin for smaller ones"
    )
