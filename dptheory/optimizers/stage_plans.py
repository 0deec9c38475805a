r"""The multistage accelerated method: Nesterov's method in stages of falling step size.

A stage runs Nesterov's method with its own step size :math:`\alpha` and the momentum
:math:`(1-\sqrt{\alpha\mu})/(1+\sqrt{\alpha\mu})`, and starts at rest from the last iterate. A start
at rest is an iteration without momentum, so a run is a sequence of methods, one an iteration, like
every other schedule (:func:`dptheory.optimizers.momentum.schedule`).

Source: Aybat, Fallah, Gürbüzbalaban and Ozdaglar (2019), Algorithm 1; Kuru et al. (2020), (33).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.methods import Method, nesterov, nesterov_momentum
from dptheory.numbers import Number
from dptheory.ranges import count, positive, require


@public
@dataclass(frozen=True)
class Stage:
    """Consecutive iterations with one step size.

    Attributes:
        iterations: its length, at least 1.
        alpha: the step size, length^2/loss.

    Example:
        >>> Stage(iterations=10, alpha="0.1")
        Stage(iterations=10, alpha=Fraction(1, 10))
    """

    iterations: int
    alpha: Number

    def __post_init__(self) -> None:
        count("length of a stage", self.iterations)
        positive("step size alpha", self.alpha)


def first_stage_length(mu: Number, smoothness: Number) -> int:
    r"""The length :math:`n_1 = \lceil\sqrt\kappa\ln\kappa\rceil`, which (33) leaves open.

    It is that of the program released with the paper, 89 for the condition number 255 of Section 5
    (Figure 3). Figure 2 has 13 for :math:`\kappa = 20`, where this rule gives 14.
    """
    kappa = float(smoothness) / float(mu)
    return max(1, math.ceil(math.sqrt(kappa) * math.log(kappa)))


@public
def stages(
    iterations: int,
    mu: Number,
    smoothness: Number,
    *,
    first_stage: int | None = None,
    p: int = 1,
    alpha_scale: Number = 1,
) -> tuple[Stage, ...]:
    r"""The stages (33) of Kuru et al., cut off after a number of iterations.

    .. math:: \alpha_1 = \frac cL, \qquad n_k = 2^k\lceil\sqrt\kappa\ln 2^{p+2}\rceil, \quad
              \alpha_k = \frac{c}{2^{2k}L}, \quad k \ge 2 .

    Args:
        iterations: T >= 1.
        mu, smoothness: 0 < mu <= L, loss/length^2.
        first_stage: the length n_1 >= 1 of the first stage; :func:`first_stage_length` by default.
        p: the exponent p >= 1 of (33).
        alpha_scale: the factor c > 0 of the step sizes.

    Example:
        >>> [stage.iterations for stage in stages(100, 1, 4)]
        [3, 20, 40, 37]
    """
    left = count("iterations T", iterations)
    positive("strong convexity mu", mu)
    require(mu <= smoothness, "smoothness L", f"at least mu = {mu}", smoothness)
    positive("alpha_scale c", alpha_scale)
    p = count("exponent p", p)
    length = (
        first_stage_length(mu, smoothness)
        if first_stage is None
        else count("first stage", first_stage)
    )
    kappa = float(smoothness) / float(mu)
    unit = math.ceil(math.sqrt(kappa) * (p + 2) * math.log(2))
    plan: list[Stage] = []
    while left:
        k = len(plan) + 1
        power = 1 if k == 1 else 4**k
        length = length if k == 1 else 2**k * unit
        plan.append(Stage(min(length, left), alpha_scale / (power * smoothness)))
        left -= plan[-1].iterations
    return tuple(plan)


@public
def multistage(plan: Sequence[Stage], mu: Number) -> tuple[Method, ...]:
    """One method per iteration: each stage starts without momentum.

    Args:
        plan: the stages.
        mu: strong convexity, loss/length^2.

    Example:
        >>> [str(method.alpha) for method in multistage([Stage(2, "1/4"), Stage(1, "1/16")], 1)]
        ['1/4', '1/4', '1/16']
    """
    positive("strong convexity mu", mu)
    methods: list[Method] = []
    for stage in plan:
        steady = nesterov(stage.alpha, nesterov_momentum(stage.alpha, mu))
        methods += [nesterov(stage.alpha, 0 * stage.alpha)] + [steady] * (stage.iterations - 1)
    return tuple(methods)
