r"""The linear matrix inequality (LMI) of a method with one move: one source for every number type.

For :math:`F \in S_{\mu,L}` and the method with the numbers A, B and C as its matrices
(:class:`~dptheory.methods.StateSpace`), :math:`x_+ = x + A (x - x_-) + B g`,
:math:`g = \nabla F(y)`, :math:`y = x + C (x - x_-)`, quadratic forms act on
:math:`h = (x - x_\star,\; x_- - x_\star,\; g)` and stand for their Kronecker product with the
identity of the problem's dimension:

* :math:`X_0 = 2\mu L y^2 - 2(\mu+L) y g + 2 g^2 \le 0` (cocoercivity),
* :math:`X_1 = g(x - x_+) + \tfrac\mu2 (x-y)^2 - \tfrac L2 (x_+ - y)^2 \le F(x) - F(x_+)`,
* :math:`X_2' = \tfrac\mu2 y^2 - g x_+ - \tfrac L2 (x_+ - y)^2 \le F_\star - F(x_+)`.

The LMI at the rate :math:`\rho` asks for :math:`P \succeq 0`, :math:`c_0, c \ge 0` with

.. math:: c_0 X_0 + c\,[\rho^2 X_1 + (1-\rho^2) X_2'] - \Phi \succeq 0, \qquad
          \Phi = \xi_+^T P \xi_+ - \rho^2 \xi^T P \xi, \qquad \xi = (x, x_-),

:math:`\operatorname{tr} P + c = 1` and :math:`c + 2 s / L > 0`, where
:math:`s = P_{11} - P_{12}^2 / P_{22}` (:math:`P_{11}` if :math:`P_{22} = 0`). Then
:math:`V = \xi^T P \xi + c (F(x) - F_\star)` satisfies :math:`V_+ \le \rho^2 V` and
:math:`V \ge (c + 2s/L)(F(x) - F_\star)`. Derivation and duality: ``docs/lmi.md``.

Symbols: ``smoothness`` is L and ``mu`` the strong convexity (loss/length^2), ``rho2`` is
:math:`\rho^2` (no unit), P and c0 L and c L scale together. Numbers may be floats, numpy arrays,
Fractions, arb balls or sympy expressions.
"""

from dataclasses import dataclass

from dptheory.methods import Matrix, Method, StateSpace, matrices
from dptheory.numbers import Number

Vector = tuple[Number, Number, Number]
Symmetric2 = tuple[Number, Number, Number]  # the entries 11, 12, 22


@dataclass(frozen=True)
class Candidate:
    """What may solve the LMI, of any positive scale.

    Attributes:
        rho2: the squared rate, no unit. P: entries 11, 12, 22 (loss/length^2).
        c0: multiplier of X0 (length^2/loss). c: multiplier of the loss, no unit.
    """

    rho2: Number
    P: Symmetric2
    c0: Number
    c: Number


def product(p: Vector, q: Vector) -> Matrix:
    """The symmetric 3x3 matrix of the quadratic form (p.h)(q.h)."""
    return tuple(tuple((p[i] * q[j] + p[j] * q[i]) / 2 for j in range(3)) for i in range(3))


def combine(*terms: tuple[Number, Matrix]) -> Matrix:
    """The sum of coefficient times matrix over the terms (square matrices of one size)."""
    size = range(len(terms[0][1]))
    return tuple(
        tuple(
            sum((k * m[i][j] for k, m in terms[1:]), terms[0][0] * terms[0][1][i][j]) for j in size
        )
        for i in size
    )


def inner(first: Matrix, second: Matrix) -> Number:
    """The trace inner product of two symmetric matrices of one size."""
    size = range(len(first))
    return sum(first[i][j] * second[i][j] for i in size for j in size)


def _signals(method: Method | StateSpace) -> dict[str, Vector]:
    """The rows that read x, x_prev, g, y and x_next (all but g relative to x*) off h."""
    ((a,),), (b,), (c,) = matrices(method)
    zero = 0 * b
    one = 1 + zero
    return {
        "x": (one, zero, zero),
        "x_prev": (zero, one, zero),
        "g": (zero, zero, one),
        "y": (one + c, -c, zero),
        "x_next": (one + a, -a, b),
    }


def supply_forms(
    method: Method | StateSpace, mu: Number, smoothness: Number
) -> tuple[Matrix, Matrix, Matrix]:
    """The forms X0, X1 and X2' of the module's docstring (symmetric 3x3)."""
    row = _signals(method)
    x, g, y, x_next = row["x"], row["g"], row["y"], row["x_next"]
    step = tuple(p - q for p, q in zip(x_next, y, strict=True))
    back = tuple(p - q for p, q in zip(x, y, strict=True))
    move = tuple(p - q for p, q in zip(x, x_next, strict=True))
    half = 1 / (2 + 0 * mu)
    x0 = combine(
        (2 * mu * smoothness, product(y, y)),
        (-2 * (mu + smoothness), product(y, g)),
        (2 + 0 * mu, product(g, g)),
    )
    descent = combine((-smoothness * half, product(step, step)))
    x1 = combine((1, product(g, move)), (mu * half, product(back, back)), (1, descent))
    x2 = combine((mu * half, product(y, y)), (-1, product(g, x_next)), (1, descent))
    return x0, x1, x2


def rate_form(x1: Matrix, x2: Matrix, rho2: Number) -> Matrix:
    """rho^2 X1 + (1 - rho^2) X2', a lower bound of rho^2 (F(x) - F*) - (F(x_next) - F*)."""
    return combine((rho2, x1), (1 - rho2, x2))


def increase(method: Method | StateSpace, P: Symmetric2, rho2: Number) -> Matrix:
    """Phi, with xi = (x, x_prev)."""
    row = _signals(method)
    x, x_prev, x_next = row["x"], row["x_prev"], row["x_next"]
    p11, p12, p22 = P
    return combine(
        (p11, product(x_next, x_next)),
        (2 * p12, product(x_next, x)),
        (p22 - rho2 * p11, product(x, x)),
        (-2 * rho2 * p12, product(x, x_prev)),
        (-rho2 * p22, product(x_prev, x_prev)),
    )


def residual(
    method: Method | StateSpace,
    mu: Number,
    smoothness: Number,
    rho2: Number,
    P: Symmetric2,
    c0: Number,
    c: Number,
) -> Matrix:
    """The 3x3 matrix that the LMI wants positive semidefinite."""
    x0, x1, x2 = supply_forms(method, mu, smoothness)
    return combine((c0, x0), (c, rate_form(x1, x2, rho2)), (-1, increase(method, P, rho2)))


def dual_state(method: Method | StateSpace, Z: Matrix, rho2: Number) -> Matrix:
    """N, the moments of xi_next less rho^2 Z_xx (2x2), so that <Phi(P), Z> = <P, N> for every P."""
    row = _signals(method)
    rows = (row["x_next"], row["x"])

    def entry(i: int, j: int) -> Number:
        moved = sum(rows[i][k] * Z[k][m] * rows[j][m] for k in range(3) for m in range(3))
        return moved - rho2 * Z[i][j]

    return tuple(tuple(entry(i, j) for j in range(2)) for i in range(2))


def _schur(P: Symmetric2) -> Number:
    """s = P11 - P12^2/P22 (P11 if P22 = 0): the form of P minimised over x_prev.

    For plain numbers only (the branch compares).
    """
    p11, p12, p22 = P
    return p11 - p12 * p12 / p22 if p22 > 0 else p11


def lower_constant(P: Symmetric2, c: Number, smoothness: Number) -> Number:
    """c + 2 s / L, the constant of V >= (c + 2 s / L)(F(x) - F*)."""
    return c + 2 * _schur(P) / smoothness


def noise_gain(method: Method | StateSpace, smoothness: Number, found: Candidate) -> Number:
    r"""Bound of the noise floor of F - F* per unit of E||w||^2 (1/curvature).

    With g = grad F(y) + w, E w = 0: :math:`E V_+ \le \rho^2 V + B^2 (Lc/2 + P_{11}) E|w|^2`,
    hence :math:`\limsup E (F - F_\star) \le` this number times :math:`\sup E|w|^2`.
    """
    _, (b,), _ = matrices(method)
    return (
        b
        * b
        * (smoothness * found.c / 2 + found.P[0])
        / ((1 - found.rho2) * lower_constant(found.P, found.c, smoothness))
    )
