r"""State-space forms of the momentum family: one source for simulator, moments, LMI and bounds.

Every method of the family is

.. math:: x_{t+1} = x_t - \alpha g(y_t) + \beta (x_t - x_{t-1}), \qquad
          y_t = x_t + \eta (x_t - x_{t-1}),

with the noisy gradient :math:`g(y) = \nabla F(y) + w`. With the state
:math:`\xi_t = (x_t, x_{t-1})` it reads :math:`\xi_{t+1} = A\xi_t + B g(y_t)`,
:math:`y_t = C\xi_t`,

.. math:: A = \begin{bmatrix}1+\beta & -\beta\\ 1 & 0\end{bmatrix},\quad
          B = \begin{bmatrix}-\alpha\\ 0\end{bmatrix},\quad
          C = \begin{bmatrix}1+\eta & -\eta\end{bmatrix}.

Symbols: :math:`\alpha > 0` step size (length^2/loss), :math:`\beta \in [0, 1)` momentum,
:math:`\eta \ge 0` extrapolation of the point where the gradient is taken (both without unit).
The parameters may be any of the project's number types (see :mod:`dptheory.numbers`).

Source: Kuru et al. (2020), (5), (6) and (18).
"""

from dataclasses import dataclass
from fractions import Fraction

from dptheory.contract import public
from dptheory.numbers import Number, kind, sqrt
from dptheory.ranges import finite, positive, require

Matrix = tuple[tuple[Number, ...], ...]
MOST_MOVES = 3  # that a method in state space may have
NAMES = ("gradient", "heavy-ball", "nesterov", "triple-momentum", "momentum")


@public
@dataclass(frozen=True)
class Method:
    """A member of the family with constant parameters; see the module's docstring.

    Attributes:
        name: of the method.
        alpha: the step size, length^2/loss. beta: the momentum. extrapolation: the extrapolation.

    Raises:
        ValueError: a parameter is not finite.

    Example:
        >>> Method("mine", 0.1, 0.4, 0.2)
        Method(name='mine', alpha=0.1, beta=0.4, extrapolation=0.2)
    """

    name: str
    alpha: Number
    beta: Number
    extrapolation: Number

    def __post_init__(self) -> None:
        finite("step size alpha", self.alpha)
        finite("momentum beta", self.beta)
        finite("extrapolation eta", self.extrapolation)

    def state_space(self) -> tuple[Matrix, Matrix, Matrix]:
        """The matrices A (2x2), B (2x1) and C (1x2) of the module's docstring."""
        a, b, e = self.alpha, self.beta, self.extrapolation
        zero = 0 * a
        return ((1 + b, -b), (1 + zero, zero)), ((-a,), (zero,)), ((1 + e, -e),)

    def closed_loop(self, curvature: Number) -> Matrix:
        """A + curvature * B C: the 2x2 iteration on one eigenvalue of a quadratic's Hessian."""
        A, B, C = self.state_space()
        return tuple(
            tuple(A[i][j] + curvature * B[i][0] * C[0][j] for j in range(2)) for i in range(2)
        )


@public
@dataclass(frozen=True)
class StateSpace:
    r"""Any method with constant coefficients and one gradient a step, by its matrices.

    Beside x it has moves d, k numbers for each coordinate of x, the first of which is the last
    move of x,

    .. math:: d_+ = A d + B g(y), \qquad x_+ = x + (d_+)_1, \qquad y = x + C d,

    so that it rests wherever the gradient is 0. Where the matrices have one entry each the method
    is of the family: A is beta, B is -alpha, C the extrapolation.

    Attributes:
        name: of the method. A: shape (k, k), no unit. B: shape (k,), length^2/loss. C: shape (k,),
            no unit. k is 1 to 3.

    Raises:
        ValueError: the shapes do not fit, or an entry is not finite.

    Example:
        >>> two = StateSpace("two moves", ((0.4, 0.1), (1.0, 0.0)), (-0.1, 0.0), (0.0, 0.0))
        >>> two.entries()
        (0.4, 0.1, 1.0, 0.0, -0.1, 0.0, 0.0, 0.0)
    """

    name: str
    A: Matrix
    B: tuple[Number, ...]
    C: tuple[Number, ...]

    def __post_init__(self) -> None:
        size = len(self.B)
        require(1 <= size <= MOST_MOVES, "B", f"of 1 to {MOST_MOVES} numbers", self.B)
        require(len(self.C) == size, "C", f"of {size} numbers, as B", self.C)
        fits = [len(row) for row in self.A] == [size] * size
        require(fits, "A", f"of {size} rows of {size} numbers, as B", self.A)
        for entry in self.entries():
            finite("an entry of A, B or C", entry)

    def entries(self) -> tuple[Number, ...]:
        """The numbers of A by rows, of B and of C."""
        return (*(entry for row in self.A for entry in row), *self.B, *self.C)


def matrices(method: Method | StateSpace) -> tuple[Matrix, tuple[Number, ...], tuple[Number, ...]]:
    """A, B and C of :class:`StateSpace`; the move of a method of the family is x - x_prev."""
    if isinstance(method, StateSpace):
        return method.A, method.B, method.C
    return ((method.beta,),), (-method.alpha,), (method.extrapolation,)


@public
def gradient(alpha: Number) -> Method:
    """Gradient descent: beta = eta = 0.

    Args:
        alpha: the step size, length^2/loss.

    Example:
        >>> gradient(0.1)
        Method(name='gradient', alpha=0.1, beta=0.0, extrapolation=0.0)
    """
    return Method("gradient", alpha, 0 * alpha, 0 * alpha)


@public
def heavy_ball(alpha: Number, beta: Number) -> Method:
    """Polyak's heavy ball: eta = 0.

    Args:
        alpha: the step size, length^2/loss.
        beta: the momentum.

    Example:
        >>> heavy_ball(0.1, 0.4)
        Method(name='heavy-ball', alpha=0.1, beta=0.4, extrapolation=0.0)
    """
    return Method("heavy-ball", alpha, beta, 0 * beta)


@public
def nesterov(alpha: Number, beta: Number) -> Method:
    """Nesterov's method with constant momentum: eta = beta.

    Args:
        alpha: the step size, length^2/loss.
        beta: the momentum and the extrapolation.

    Example:
        >>> nesterov(0.1, 0.4).extrapolation
        0.4
    """
    return Method("nesterov", alpha, beta, beta)


@public
def nesterov_momentum(alpha: Number, mu: Number) -> Number:
    r"""The momentum :math:`(1-\sqrt{\alpha\mu})/(1+\sqrt{\alpha\mu})` for strong convexity mu.

    Args:
        alpha: the step size, length^2/loss.
        mu: the strong convexity, loss/length^2.

    Example:
        >>> nesterov_momentum("1/4", 1)
        Fraction(1, 3)
    """
    root = sqrt(alpha * mu)
    return (1 - root) / (1 + root)


@public
def momentum(alpha: Number, beta: Number, extrapolation: Number) -> Method:
    """The whole family: step size, momentum and extrapolation chosen freely.

    Args:
        alpha: the step size, length^2/loss.
        beta: the momentum.
        extrapolation: the extrapolation.

    Example:
        >>> momentum(0.1, 0.4, 0.2).extrapolation
        0.2
    """
    return Method("momentum", alpha, beta, extrapolation)


@public
def triple_momentum(mu: Number, smoothness: Number) -> Method:
    """The triple momentum method of Van Scoy, Freeman and Lynch (2018), Section II.

    With rho = 1 - sqrt(mu/L): alpha = (1+rho)/L, beta = rho^2/(2-rho),
    eta = rho^2/((1+rho)(2-rho)). For rational mu and L whose ratio is no square the parameters are
    those of rho rounded to 2^-60, so that they stay rational.

    Args:
        mu, smoothness: positive, loss/length^2; mu <= L in every class.

    Raises:
        ValueError: mu or L is not positive.

    Example:
        >>> method = triple_momentum(1, 4)
        >>> method.alpha, method.beta, method.extrapolation
        (Fraction(3, 8), Fraction(1, 6), Fraction(1, 9))
    """
    positive("mu", mu)
    positive("smoothness", smoothness)
    ratio = mu / smoothness if kind(mu) != "exact" else Fraction(mu) / Fraction(smoothness)
    try:
        rho = 1 - sqrt(ratio)
    except ValueError:
        rho = 1 - Fraction(round(float(ratio) ** 0.5 * 2**60), 2**60)
    return Method(
        "triple-momentum",
        (1 + rho) / smoothness,
        rho**2 / (2 - rho),
        rho**2 / ((1 + rho) * (2 - rho)),
    )
