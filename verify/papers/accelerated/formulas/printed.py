r"""What the paper prints: every formula of its heavy-ball part, errors left in.

All functions take any of the project's number types. Symbols are the paper's; units in brackets:
:math:`\alpha` step size [length^2/loss], :math:`\beta` momentum, :math:`\lambda` curvature
[loss/length^2], :math:`S_1` sensitivity and :math:`b` Laplace scale [loss/length],
:math:`\sigma_T^2` noise variance [loss^2/length^2].
"""

from fractions import Fraction
from typing import Any

from dptheory.numbers import exp, log

HALF = Fraction(1, 2)


def ratio(top: Any, bottom: Any) -> Any:
    """top/bottom, exact for whole numbers."""
    whole = isinstance(top, int) and isinstance(bottom, int)
    return Fraction(top, bottom) if whole else top / bottom


def eq_11(S: Any, b: Any, n: Any, m: Any) -> Any:
    """(11): privacy leak of one step."""
    return log((exp(S / (b * m)) - 1) * m / n + 1)


def eq_12(S: Any, m: Any, eps0: Any) -> Any:
    """(12): Laplace scale."""
    return S / (m * eps0)


def eq_13(epsilon: Any, T: Any, n: Any, m: Any) -> Any:
    """(13): budget of a step within its batch."""
    return log(1 + (exp(epsilon / T) - 1) * n / m)


def eq_21(S: Any, n: Any, m: Any) -> Any:
    """(21): sigma_s^2(m, n)."""
    return S**2 / 4 * ratio(1, m) * ratio(n - m, n - 1)


def section_5_beta(root: Any) -> Any:
    """Section 5: beta = (1 - sqrt(alpha mu))/(1 + sqrt(alpha mu)), from root = sqrt(alpha mu)."""
    return (1 - root) / (1 + root)


def optimal_parameters(root_mu: Any, root_L: Any) -> tuple[Any, Any, Any]:
    """Section 3.2: alpha_HB, beta_HB and the rate, from sqrt(mu) and sqrt(L)."""
    alpha = 4 / (root_mu + root_L) ** 2
    beta = (root_L / root_mu - 1) ** 2 / (root_L / root_mu + 1) ** 2
    return alpha, beta, (root_L / root_mu - 1) / (root_L / root_mu + 1)


def eq_18(alpha: Any, beta: Any) -> tuple[Any, Any, Any]:
    """(18): A, B and C."""
    return ((1 + beta, -beta), (1, 0)), ((alpha,), (0,)), ((1, 0),)


def lemma_b1_d(alpha: Any, beta: Any, L: Any) -> Any:
    """App B.2: the matrix D."""
    cross = L * alpha * beta - beta
    return (-L * beta**2, cross), (cross, -(alpha**2) * L + 2 * alpha)


LEMMA_B1_E = ((1, -1, 0), (0, 0, 1))


def x_1(alpha: Any, beta: Any, L: Any) -> Any:
    """Proposition 3.4: X_1."""
    square, cross = L * beta**2, (1 - L * alpha) * beta
    rows = (
        (-square, square, -cross),
        (square, -square, cross),
        (-cross, cross, alpha * (2 - L * alpha)),
    )
    return tuple(tuple(entry * HALF for entry in row) for row in rows)


def x_2(mu: Any) -> Any:
    """Proposition 3.4: X_2."""
    rows = ((mu, 0, -1), (0, 0, 0), (-1, 0, 0))
    return tuple(tuple(entry * HALF for entry in row) for row in rows)


def x_0(mu: Any, L: Any) -> Any:
    """Proposition 3.4: X_0, with the lower right entry 2 that fits the 3x3 inequality."""
    return ((2 * mu * L, 0, -(mu + L)), (0, 0, 0), (-(mu + L), 0, 2))


def eq_22(
    alpha: Any, beta: Any, mu: Any, L: Any, rho2: Any, P: Any, c0: Any, c: Any, input_gain: Any
) -> Any:
    """(22): left side minus right side, with B = (input_gain, 0)."""
    p11, p12, p22 = P
    following = (1 + beta, -beta, input_gain)  # [A B]: the row of x_{t+1}
    stay = (1, 0, 0)
    previous = (0, 1, 0)
    first, second = x_1(alpha, beta, L), x_2(mu)
    zero = x_0(mu, L)

    def quadratic(rows: Any, i: int, j: int) -> Any:
        p, q = rows
        return p11 * p[i] * p[j] + p12 * (p[i] * q[j] + q[i] * p[j]) + p22 * q[i] * q[j]

    return tuple(
        tuple(
            c0 * zero[i][j]
            + c * (first[i][j] + (1 - rho2) * second[i][j])
            - quadratic((following, stay), i, j)
            + rho2 * quadratic((stay, previous), i, j)
            for j in range(3)
        )
        for i in range(3)
    )


def eq_23_factor(P: Any, c: Any, L: Any) -> Any:
    """(23): the last factor; its fraction is 0 where it reads 0/0."""
    p11, p12, p22 = P
    bottom = p22 * c * L + 2 * (p11 * p22 - p12**2)
    return 1 + (2 * p12**2 / bottom if bottom != 0 or p12 != 0 else 0)


def eq_23(V: Any, c: Any, P: Any, alpha: Any, L: Any, rho2: Any, t: Any, d: Any, noise: Any) -> Any:
    """(23): the bound at iteration t, from V_{P,c}(xi_0) and E_T = noise."""
    contraction = rho2**t
    level = L * d * alpha**2 * HALF * noise * eq_23_factor(P, c, L)
    return contraction * V / c + (1 - contraction) / (1 - rho2) * level
