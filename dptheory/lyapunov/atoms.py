r"""Atoms of dual certificates: the second moments of one oscillation of the momentum family.

The iteration with the gradient left free admits, for every complex :math:`z \ne 0`, the motion
:math:`x_t = z^t` with the gradient signal :math:`g_t = u z^t`,

.. math:: u = -\frac1\alpha\left(z - (1+\beta) + \frac\beta z\right).

An atom is :math:`Z = \mathrm{Re}(h h^*)` with :math:`h = (1, 1/z, u)`, the vector on which the
forms of :mod:`dptheory.lyapunov.lmi` act. For :math:`|z| = \rho` the dual state N is 0, for
:math:`|z| > \rho` it is positive semidefinite. All entries are rational in alpha, beta,
:math:`|z|^2` and Re z.
"""

from dptheory.methods import Matrix
from dptheory.numbers import Number


def atom(alpha: Number, beta: Number, modulus2: Number, real: Number) -> Matrix:
    r"""The symmetric 3x3 matrix Re(h h*) of the oscillation z.

    Args:
        alpha: step size, positive.
        beta: momentum.
        modulus2: |z|^2, positive.
        real: Re z, at most |z| in absolute value.
    """
    xp = real / modulus2
    xg = (1 + beta - real * (1 + beta / modulus2)) / alpha
    square = 2 * real * real - modulus2  # Re z^2
    pg = ((1 + beta) * real - square - beta) / (alpha * modulus2)
    pp = 1 / modulus2
    away = 1 + modulus2 - 2 * real  # |1 - z|^2
    gg = away * (1 + beta * beta / modulus2 - 2 * beta * real / modulus2) / (alpha * alpha)
    return ((1 + 0 * xp, xp, xg), (xp, pp, pg), (xg, pg, gg))
