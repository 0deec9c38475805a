r"""Appendix B.3: the eigenvalues of :math:`T_i`, real and complex."""

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import trace_and_determinant
from verify.display.latex import tex
from verify.language import Formula, between, claim, positive, says
from verify.papers.accelerated import notation as symbols

V = symbols.V.extended(
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    curvature=positive(r"\lambda_i", unit=symbols.CURVATURE, search=(0.01, 10)),
)
TRACE, DETERMINANT = trace_and_determinant(heavy_ball(V.alpha, V.beta).closed_loop(V.curvature))
SQUARE = r"(1+\beta-\alpha\lambda_i)^2-4\beta"


def characteristic(root: str) -> Formula:
    """The characteristic polynomial at a real number."""
    z = tex(V, root)
    found: Formula = z**2 - TRACE * z + DETERMINANT
    return found


def real_root(sign: str) -> str:
    """The printed eigenvalue where it is real."""
    return rf"\frac{{1+\beta-\alpha\lambda_i{sign}\sqrt{{{SQUARE}}}}}{{2}}"


REAL = [tex(V, SQUARE) >= 0]
# A complex pair: twice the real part, and the squared modulus.
CENTRE = r"\frac{1+\beta-\alpha\lambda_i}{2}"
EIGENVALUES = (
    claim("accelerated/b3-eigenvalues", "App B.3", "Eigenvalues of a block")
    .says(
        {
            "real, +": says(characteristic(real_root("+")) == 0, given=REAL),
            "real, -": says(characteristic(real_root("-")) == 0, given=REAL),
            "complex, sum": says(tex(V, rf"2{CENTRE}") == TRACE),
            "complex, product": says(
                tex(V, rf"({CENTRE})^2-\frac{{{SQUARE}}}{{4}}") == DETERMINANT,
                given=[tex(V, SQUARE) < 0],
            ),
        }
    )
    .quoting(
        r"a_{\lambda_i,\pm}=\frac{1+\beta-\alpha\lambda_i\pm\sqrt{(1+\beta-"
        r"\alpha\lambda_i)^2-4\beta}}2",
        part="real, +",
    )
    .quoting(
        r"T_i=\begin{bmatrix}1+\beta-\alpha\lambda_i&-\beta\\1&0\end{" "bmatrix}",
        part="complex, sum",
        reading="by its trace",
    )
    .rejects(
        "beta for 4 beta", part="real, +", left=characteristic(real_root("+").replace("4", ""))
    )
)
