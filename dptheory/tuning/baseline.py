r"""What needs no private iteration: doing nothing, and output perturbation.

**Output perturbation** finds the minimiser and releases it with noise. Two neighbours' objectives
differ by a function whose gradient is at most :math:`D/n`, so by strong convexity their minimisers
differ by at most :math:`\Delta = D/(n\mu)`. For a pure budget the density
:math:`\propto e^{-\epsilon|x|/\Delta}` (Euclidean norm) is :math:`\epsilon`-DP; its radius is
Gamma(d, Delta/epsilon) distributed, so :math:`E|\eta|^2 = d(d+1)\Delta^2/\epsilon^2`. For an
approximate budget Gaussian noise with the exact calibration has :math:`E|\eta|^2 =
d\Delta^2/(2\rho)`. By smoothness :math:`E F - F^*\le\frac L2E|\eta|^2`.

It supposes an exact minimiser. Source: Chaudhuri, Monteleoni and Sarwate (2011), Algorithm 1.
"""

import math

from dptheory.privacy.accounting import gaussian_rho
from dptheory.tuning.problem import Problem, Proposal


def minimiser_sensitivity(problem: Problem) -> float:
    """Delta of the module's docstring, length."""
    return problem.sensitivity_l2 / (problem.n * problem.mu)


def output_noise(problem: Problem) -> float:
    """E|eta|^2 of the module's docstring, length^2."""
    d, reach = problem.dimension, minimiser_sensitivity(problem)
    if problem.delta is None:
        return d * (d + 1) * (reach / problem.epsilon) ** 2
    return d * reach**2 / (2 * gaussian_rho(problem.epsilon, problem.delta))


def output_perturbation(problem: Problem) -> Proposal:
    """The bound of output perturbation, with the law of the noise on the minimiser.

    Its parameters: minimiser_sensitivity is Delta; law is ``gamma`` (a radius of law
    Gamma(d, scale) in a uniform direction) or ``gaussian`` (deviation scale in every coordinate);
    scale is a length; density is that of the noise x, up to its constant.
    """
    noise = problem.smoothness / 2 * output_noise(problem)
    reach = minimiser_sensitivity(problem)
    if problem.delta is None:
        law, scale, density = "gamma", reach / problem.epsilon, "exp(-|x|/scale)"
    else:
        scale = reach / math.sqrt(2 * gaussian_rho(problem.epsilon, problem.delta))
        law, density = "gaussian", "exp(-|x|^2/(2 scale^2))"
    return Proposal(
        "output-perturbation",
        noise,
        0.0,
        noise,
        parameters={"minimiser_sensitivity": reach, "law": law, "scale": scale, "density": density},
    )


def nothing(problem: Problem) -> Proposal:
    """Releasing the start: no noise, and the gap stays."""
    return Proposal("nothing", problem.gap, problem.gap)
