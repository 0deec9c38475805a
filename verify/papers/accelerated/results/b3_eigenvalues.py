r"""Appendix B.3: the eigenvalues of :math:`T_i`, real and complex."""

from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import trace_and_determinant
from verify.display.latex import tex
from verify.language import Formula, between, claim, positive, says
from verify.papers.accelerated import notation as symbols

V = symbols.V.extended(
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    curvature=positive(r"\lambda_i", unit=symbols.CURVATURE, search=(0.01, 10)),
)
SQUARE = r"(1+\beta-\alpha\lambda_i)^2-4\beta"


def trace(alpha: Any, beta: Any, curvature: Any) -> Any:
    """The trace of the library's closed loop."""
    return trace_and_determinant(heavy_ball(alpha, beta).closed_loop(curvature))[0]


def determinant(alpha: Any, beta: Any, curvature: Any) -> Any:
    """Its determinant."""
    return trace_and_determinant(heavy_ball(alpha, beta).closed_loop(curvature))[1]


def characteristic(root: str) -> Formula:
    """The characteristic polynomial at a real number."""
    z = tex(V, root)
    return z**2 - V.of(trace) * z + V.of(determinant)


def real_root(sign: str) -> str:
    """The printed eigenvalue where it is real."""
    return rf"\frac{{1+\beta-\alpha\lambda_i{sign}\sqrt{{{SQUARE}}}}}{{2}}"


REAL = [tex(V, SQUARE) >= 0]
PLUS = says(characteristic(real_root("+")) == 0, given=REAL)
# A complex pair: twice the real part, and the squared modulus.
CENTRE = r"\frac{1+\beta-\alpha\lambda_i}{2}"
EIGENVALUES = claim(
    "accelerated/b3-eigenvalues",
    "App B.3",
    "eigenvalues of a block",
    {
        "real, +": PLUS,
        "real, -": says(characteristic(real_root("-")) == 0, given=REAL),
        "complex, sum": says(tex(V, rf"2{CENTRE}") == V.of(trace)),
        "complex, product": says(
            tex(V, rf"({CENTRE})^2-\frac{{{SQUARE}}}{{4}}") == V.of(determinant),
            given=[tex(V, SQUARE) < 0],
        ),
    },
).rejects(
    "beta for 4 beta",
    part="real, +",
    left=characteristic(real_root("+").replace("4", "")),
    given=REAL,
)

CLAIMS = (EIGENVALUES,)
