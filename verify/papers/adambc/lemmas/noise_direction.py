r"""The mean of :math:`z/\sqrt{c+(g+z)^2}` for :math:`z\sim N(0,\Phi)`."""

import functools
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undecided

REACH, NODES, BITS = 9, 2001, 20
NARROW = 1e-3  # a root of c below this many deviations: the nodes do not resolve the kink


@functools.lru_cache(maxsize=10_000)
def enclosed_direction(g: Any, c: Any, Phi: Any) -> Any:
    """An enclosure at rational arguments, c and Phi positive; None at others."""
    from flint import acb, arb, ctx

    if any(isinstance(x, arb) for x in (g, c, Phi)):
        return None

    scale = ball(Phi).sqrt()
    shift, rest = ball(g) / scale, ball(c) / ball(Phi)

    def integrand(z: Any, analytic: bool) -> Any:
        density = (-z * z / 2).exp() / (2 * arb.pi()).sqrt()
        return z * density / (rest + (shift + z) ** 2).sqrt(analytic=analytic)

    with ctx.workprec(64):
        inner = acb.integral(integrand, -REACH, REACH, rel_tol=arb(2) ** -BITS).real
        # What is left out is at most twice the density at the end, over the root of c.
        beyond = arb(-(REACH**2) / 2).exp() / rest.sqrt()
    return inner + arb(0, 1) * beyond


def mean_direction(g: Any, c: Any, Phi: Any) -> float:
    r"""The mean of :math:`z/\sqrt{c+(\bar g+z)^2}` over normal noise z of variance Phi.

    Raises:
        Undecided: c is too small for the nodes.
    """
    scale = float(Phi) ** 0.5
    shift, rest = float(g) / scale, float(c) / float(Phi)
    if rest**0.5 < NARROW:
        raise Undecided("a kink that the nodes do not resolve")
    z = np.linspace(-REACH, REACH, NODES)
    values = z * np.exp(-z * z / 2) / np.sqrt(2 * np.pi) / np.sqrt(rest + (shift + z) ** 2)
    return float(values.sum() * (z[1] - z[0]))
