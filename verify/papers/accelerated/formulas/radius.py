"""The rate of a method on a quadratic: a formula of the trace and the determinant of its step."""

from verify.language import Formula, piecewise


def radius(trace: Formula, product: Formula) -> Formula:
    """The larger modulus of the two roots of z^2 - trace z + product, product >= 0."""
    apart = trace**2 - 4 * product
    return piecewise(apart < 0, product.sqrt(), apart >= 0, (abs(trace) + apart.sqrt()) / 2)
