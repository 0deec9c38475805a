r"""Traces of powers of :math:`A_\sigma^{-1}` by linear algebra, without the eigenvalues."""

from typing import Any

from dptheory import smoothing
from dptheory.distributions.balls import ball
from verify.formula.evaluate import Undecided, Undefined

LARGEST = 40  # a dimension whose matrices are inverted
STANDARD = (
    "E x'Mx = tr M for E xx' = I; the trace is the sum of the eigenvalues, which (3) has by eq-3."
)


def enclosed_trace(power: Any, sigma: Any, d: Any) -> Any:
    """A ball for the trace of a power of the inverse of (3)."""
    from flint import arb, arb_mat

    _checked(power, d)
    inverse = arb_mat([list(row) for row in smoothing.matrix(int(d), ball(sigma))]).inv()
    product = inverse
    for _ in range(int(power) - 1):
        product = product * inverse
    return sum((product[i, i] for i in range(int(d))), arb(0))


def _checked(power: Any, d: Any) -> None:
    if d < 1 or power < 1:
        raise Undefined("no such matrix")
    if d > LARGEST:
        raise Undecided("a large matrix")
