r"""Theorem 3.5 of Kuru et al. (2020) in its tight form, and the exact error."""

from typing import Any

from dptheory.bounds.quadratic import exact_loss
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments
from verify.language import agrees, claim, nonnegative, positive, real, says
from verify.language.formulas import Formula, entries, external, pruned
from verify.papers.dptheory.formulas import lmi

V = lmi.V.extended(
    t=lmi.V.t.within(search=(0, 12)),
    curvature=positive(r"\lambda", unit="loss/length^2", search=(0.01, 3)),
    variance=nonnegative(r"\sigma^2", unit="gradient^2", search=(0, 3)),
    e=real("e_0", unit="length", search=(-3, 3)),
    before=real("e_{-1}", unit="length", search=(-3, 3)),
)


def position(t: Formula, e: Formula = V.e, before: Formula = V.before) -> Formula:
    """x_t - x* from e_0 and e_{-1}."""
    return (t + 1) * V.rho**t * e - t * V.rho ** (t + 1) * before


# The worst start, along the first row of T^t.
WORST = (V.t + 1) * V.rho**V.t, -V.t * V.rho ** (V.t + 1)
SQUARE = WORST[0] ** 2 + WORST[1] ** 2


def stationary(alpha: Any, beta: Any, curvature: Any, variance: Any) -> Any:
    """Stationary E e_t^2, E e_t e_{t-1} and E e_{t-1}^2."""
    room = (1 - beta) * curvature * (2 + 2 * beta - alpha * curvature)
    v = alpha * (1 + beta) * variance / room
    return v, (1 + beta - alpha * curvature) * v / (1 + beta), v


def one_step_later(entry: int) -> Formula:
    """An entry of the same after a step of the library's recursion."""

    def moment(alpha: Any, beta: Any, curvature: Any, variance: Any) -> Any:
        start = stationary(alpha, beta, curvature, variance)
        return second_moments(heavy_ball(alpha, beta), curvature, variance, start, 1)[-1][entry]

    return pruned(V.of(moment))


def closed_form(
    alpha: Any, beta: Any, curvature: Any, variance: Any, e: Any, before: Any, t: Any
) -> Any:
    """The library's exact error in closed form."""
    method = heavy_ball(alpha, beta)
    return exact_loss(method, [curvature], variance, [e], int(t), x_previous=[before])


def recursion(
    alpha: Any, beta: Any, curvature: Any, variance: Any, e: Any, before: Any, t: Any
) -> Any:
    """The error $E[F(x_t)]-F^*$ by the recursion of the second moments."""
    start, method = point_start(e, before), heavy_ball(alpha, beta)
    return curvature * second_moments(method, curvature, variance, start, int(t))[-1][0] / 2


ARGUMENTS = (V.alpha, V.beta, V.curvature, V.variance, V.e, V.before, V.t)
STABLE = V.alpha * V.curvature < 2 * (1 + V.beta)
SHARP = (
    claim(
        "dptheory/sharp-quadratic-bound",
        "dptheory.bounds.quadratic",
        "The repaired bound of Theorem 3.5 of Kuru et al. is sharp without noise",
    )
    .says(
        {
            # beta = rho^2 and alpha L = (1 - rho)^2.
            "a run at a double root has this error": says(
                (1 + V.rho**2 - (1 - V.rho) ** 2) * position(V.t + 1) - V.rho**2 * position(V.t)
                == position(V.t + 2)
            ),
            "a start attains the bound": says(
                V.L / 2 * position(V.t, *WORST) ** 2
                == V.L / 2 * ((V.t + 1) ** 2 + V.t**2 * V.rho**2) * V.rho ** (2 * V.t) * SQUARE
            ),
            "the stationary moments with noise": says(
                V.of(stationary) == entries(*tuple(map(one_step_later, range(3)))), given=[STABLE]
            ),
        },
        notes=(
            agrees(
                external("E[F(x_t)-F^*] by moments", recursion, *ARGUMENTS)
                == external("exact loss", closed_form, *ARGUMENTS),
                given=[STABLE],
            ),
        ),
        known="powers of a Jordan block",
    )
    .rejects(
        "(t+1)^3 for (t+1)^2",
        part="a start attains the bound",
        right=V.L / 2 * ((V.t + 1) ** 3 + V.t**2 * V.rho**2) * V.rho ** (2 * V.t) * SQUARE,
    )
)
