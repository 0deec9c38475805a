"""The rate of a method on a quadratic: a formula of the trace and the determinant of its step."""

from collections.abc import Callable

from verify.language import Formula, largest, piecewise
from verify.papers.accelerated.notation import V


def radius(trace: Formula, product: Formula) -> Formula:
    """The larger modulus of the two roots of z^2 - trace z + product, product >= 0."""
    apart = trace**2 - 4 * product
    return piecewise(apart < 0, product.sqrt(), apart >= 0, (abs(trace) + apart.sqrt()) / 2)


def of_heavy_ball(beta: Formula, curvature: Formula) -> Formula:
    """That of the heavy ball at a curvature (App B.3)."""
    return radius(1 + beta - V.alpha * curvature, beta)


def at_ends(of: Callable[[Formula, Formula], Formula], beta: Formula) -> Formula:
    """The radius at mu or at L, whichever is larger."""
    return largest(of(beta, V.mu), of(beta, V.L))
